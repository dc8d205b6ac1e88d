@_spi(Cursor) internal import JSONTape

/// A type with a value that represents a missing key.
///
/// Decoding: if a key is missing, the value is ``missing``, and no rule is consulted. Encoding: a keyed container omits
/// a value whose ``isMissing`` is true; everywhere else its `encode(to:)` throws. Both apply to generic code, which
/// does not call the overloads below.
protocol MissableValue {
    static var missing: Self { get }
    var isMissing: Bool { get }
}

extension Presence: MissableValue {}

extension Presence: Decodable where Wrapped: Decodable {
    /// Decodes ``null`` or ``value(_:)``: a value that is decoded is not missing.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder {
            self = try Self.decode(decoder.core, at: decoder.reference)
            return
        }
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Wrapped.self))
    }
}

extension Presence: Encodable where Wrapped: Encodable {
    /// Writes `null` or the value.
    ///
    /// - Throws: `EncodingError.invalidValue` for ``missing``, which keyed containers omit.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .missing:
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "\(Self.self).missing can only be omitted from an object."))
        case .null: try container.encodeNil()
        case .value(let value): try container.encode(value)
        }
    }
}

// Not left to `init(from:)`, so that a rule finds the requesting model and can answer with nil.
extension Presence: IntrinsicDecodable where Wrapped: Decodable {
    static var jsonKind: TapeKind? { nil }

    static func decode(_ core: DecoderCore, at reference: ValueReference) throws -> Self {
        try core.decodeOptional(Wrapped.self, at: reference).map { .value($0) } ?? .null
    }
}

// The code that the compiler synthesises for a model calls the most specific overload, which is one of these. They work
// with any decoder and encoder.
extension KeyedDecodingContainer {
    /// Decodes a ``Presence``: `.missing` if there is no such key.
    ///
    /// - Parameters:
    ///   - type: the type of the presence.
    ///   - key: the key.
    /// - Returns: `.missing`, `.null` or the value.
    /// - Throws: an error of decoding a value that is not `null`.
    public func decode<T: Decodable>(_ type: Presence<T>.Type, forKey key: Key) throws -> Presence<T> {
        if let value = try decodeGenerally(type, forKey: key) { return value }
        return contains(key) ? .null : .missing
    }

    /// Calls the container's own method: in this generic context overload resolution does not choose the one above.
    private func decodeGenerally<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try decodeIfPresent(type, forKey: key)
    }
}

extension KeyedEncodingContainer {
    /// Encodes a ``Presence``; omits the key if it is `.missing`.
    ///
    /// - Parameters:
    ///   - value: the presence.
    ///   - key: the key.
    /// - Throws: an error of encoding the value.
    public mutating func encode<T: Encodable>(_ value: Presence<T>, forKey key: Key) throws {
        switch value {
        case .missing: break
        case .null: try encodeNil(forKey: key)
        // As an optional value: the container may have another form for it.
        case .value(let value): try encodeIfPresent(value, forKey: key)
        }
    }

    /// Encodes a ``Presence``; omits the key if it is `nil` or `.missing`.
    ///
    /// - Parameters:
    ///   - value: the presence, or `nil`.
    ///   - key: the key.
    /// - Throws: an error of encoding the value.
    public mutating func encodeIfPresent<T: Encodable>(_ value: Presence<T>?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) }
    }
}
