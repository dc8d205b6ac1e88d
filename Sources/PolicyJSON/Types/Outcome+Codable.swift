extension Outcome: Decodable where Success: Decodable, Failure: Decodable {
    /// Decodes the success or the failure, whichever the JSON matches.
    ///
    /// - Throws: the error of decoding that one; `DecodingError.dataCorrupted` if the JSON matches both or neither. Its
    ///   `underlyingError` is an ``OutcomeMismatch`` if both have been tried.
    public init(from decoder: any Decoder) throws {
        let success = (Success.self as? any Discriminated.Type)?.discriminator
        let failure = (Failure.self as? any Discriminated.Type)?.discriminator
        let isSuccess = try success?.matches(decoder)
        let isFailure = try failure?.matches(decoder)
        switch (isSuccess, isFailure) {
        case (true?, nil), (true?, false?), (nil, false?):
            self = .success(try decoder.singleValueContainer().decode(Success.self))
        case (nil, true?), (false?, true?), (false?, nil):
            self = .failure(try decoder.singleValueContainer().decode(Failure.self))
        case (let isBoth?, .some):
            let details = [
                success.map { "\(Success.self) is identified by \($0)" }, failure.map { "\(Failure.self) by \($0)." },
            ]
            let reason = isBoth ? "Both a success and a failure" : "Neither a success nor a failure"
            throw DecodingError.corrupted(
                "\(reason): \(details.compactMap { $0 }.joined(separator: ", "))", at: decoder.codingPath)
        case (nil, nil):
            self = try Self(trying: decoder)
        }
    }

    /// Decodes the one that can be decoded.
    private init(trying decoder: any Decoder) throws {
        let core = (decoder as? ValueDecoder)?.core
        let collector = core?.collector
        // An error in one is not a problem in the document if the other can be decoded.
        let decoder =
            (decoder as? ValueDecoder).map { ValueDecoder(core: $0.core, reference: $0.reference.without(.collecting)) }
            ?? decoder
        let container = try decoder.singleValueContainer()
        func tried<T: Decodable>(_ type: T.Type) throws -> Attempt<T> {
            let (mark, repairs) = (collector?.mark ?? 0, collector?.repairCount)
            let result = Result { try container.decode(type) }
            // The repair limit is reached: a failure from here on may be caused by that.
            if core?.isExhausted == true { _ = try result.get() }
            return Attempt(result: result, isRepaired: collector?.repairCount != repairs, mark: mark)
        }
        let success = try tried(Success.self)
        let failure = try tried(Failure.self)
        let path = container.codingPath
        switch (success.result, failure.result) {
        case (.success(let value), .failure):
            self = .success(value)
        case (.failure, .success(let value)):
            self = .failure(value)
        case (.success(let value), .success(let other)):
            let error = DecodingError.corrupted(
                "Both a success and a failure: \(Success.self) and \(Failure.self) can be decoded. "
                    + "Conform one of them to Discriminated to distinguish them.", at: path)
            switch (success.isRepaired, failure.isRepaired) {
            case (false, true):
                collector?.undo(to: failure.mark, because: error)
                self = .success(value)
            case (true, false):
                collector?.undo(to: success.mark, because: error)
                self = .failure(other)
            default: throw error
            }
        case (.failure(let success), .failure(let failure)):
            let mismatch = OutcomeMismatch(success: success, failure: failure)
            let reasons = [
                "\(Success.self): \(mismatch.reason(success, below: path))",
                "\(Failure.self): \(mismatch.reason(failure, below: path))",
            ]
            throw DecodingError.corrupted(
                "Neither a success nor a failure. \(reasons.joined(separator: " "))", at: path, underlying: mismatch)
        }
    }
}

/// The result of an attempt to decode one of the two.
private struct Attempt<Value> {
    let result: Result<Value, any Error>
    let isRepaired: Bool
    /// The collector's mark before it.
    let mark: Int
}

extension Outcome: PlaceholderProviding where Success: Decodable, Failure: Decodable {
    static func placeholder(_ request: PlaceholderRequest) -> Self? {
        if let value = try? Placeholder.make(Success.self, request.inside) { return .success(value) }
        return (try? Placeholder.make(Failure.self, request.inside)).map { .failure($0) }
    }
}

/// Why a value is neither the success nor the failure of an ``Outcome``: the errors of decoding each.
public struct OutcomeMismatch: Error, CustomStringConvertible {
    /// The error of decoding the success.
    public let success: any Error
    /// The error of decoding the failure.
    public let failure: any Error

    public var description: String { "neither a success (\(success)) nor a failure (\(failure))" }

    /// An error in words, preceded by the rest of its path, as a sentence.
    @_optimize(size)
    fileprivate func reason(_ error: any Error, below path: [any CodingKey]) -> String {
        guard let error = error as? DecodingError else { return String(describing: error) }
        let text = error.message(below: path.count)
        return text.hasSuffix(".") ? text : text + "."
    }
}

extension Outcome: Encodable where Success: Encodable, Failure: Encodable {
    /// Encodes the success or the failure. For a ``Discriminated`` type, which must encode as an object, the key that
    /// identifies it is encoded, too.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .success(let value): try Self.encode(value, to: encoder)
        case .failure(let value): try Self.encode(value, to: encoder)
        }
    }

    private static func encode<T: Encodable>(_ value: T, to encoder: any Encoder) throws {
        if T.self is any Discriminated.Type { return try addMembers(of: value, to: encoder) }
        // Through a container, so that the encoder sees types that it handles specially.
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
