@_spi(Cursor) internal import JSONTape

/// A container that a model requests directly (`nestedContainer`, `nestedUnkeyedContainer`, a container of a
/// `superDecoder`), as a type about which rules can be consulted: they receive a dictionary or an array of `Any`, as in
/// Foundation's errors.
protocol OpenedContainer: Decodable {
    /// The type that rules receive.
    static var requestedType: Any.Type { get }
    static var kind: TapeKind { get }
    /// The decoder whose container can be requested.
    var decoder: ValueDecoder { get }
    init(_ decoder: ValueDecoder)
}

extension OpenedContainer {
    init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ValueDecoder else {
            throw DecodingError.corrupted("This type is for the decoder's own use.", at: decoder.codingPath)
        }
        let found = decoder.core.tape[decoder.reference.index].kind
        guard found == Self.kind else {
            throw DecodingError.noContainer(Self.kind, found: found, at: decoder.codingPath)
        }
        self.init(decoder)
    }
}

struct OpenedObject: OpenedContainer {
    static var requestedType: Any.Type { [String: Any].self }
    static var kind: TapeKind { .object }
    let decoder: ValueDecoder

    init(_ decoder: ValueDecoder) { self.decoder = decoder }
}

struct OpenedArray: OpenedContainer {
    static var requestedType: Any.Type { [Any].self }
    static var kind: TapeKind { .array }
    let decoder: ValueDecoder

    init(_ decoder: ValueDecoder) { self.decoder = decoder }
}

extension OpenedContainer {
    /// The JSON of an empty collection, the only value that a rule can answer with.
    static func json(of value: Any) -> RawJSON.Form? {
        switch value {
        case let value as [String: Any] where value.isEmpty && kind == .object: .document("{}")
        case let value as [Any] where value.isEmpty && kind == .array: .document("[]")
        default: nil
        }
    }
}

extension DecoderCore {
    /// The decoder for a container that a model requests directly over the value at `reference`, which has another kind or
    /// is missing: provided by a rule.
    ///
    /// - Throws: the error of strict decoding, if no rule provides one.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    @_optimize(size)
    func open<C: OpenedContainer>(
        _ type: C.Type, at reference: ValueReference, missing key: (any CodingKey)? = nil
    ) throws -> ValueDecoder {
        let reference = current(call.examinesValues ? ruled(reference, C.requestedType) : reference)
        if reference.isRepairing {
            let isNull = tape[reference.index].is(.null)
            let situation: RepairSituation = key != nil ? .missingKey : isNull ? .null : .mismatch
            let answer = try repair(
                type, at: reference, in: situation, error: openingError(type, at: reference, missing: key),
                missing: key.map { RequestDetails(missing: $0) }, as: C.requestedType, acceptsNil: false)
            if case .value(let opened) = answer {
                // What is inside is requested by the model, and not by the type of the container.
                let decoder = opened.decoder
                return ValueDecoder(
                    core: decoder.core, reference: decoder.reference.seen(as: reference.without(.collecting)))
            }
        } else {
            reject(reference)
        }
        let error = openingError(type, at: reference, missing: key)
        if reference.isCollecting, let problems {
            problems.noteUnopened(problem(error, at: reference, missing: key))
        }
        throw error
    }

    /// The decoder for a container that a model requests directly over the value at `reference`.
    func decoder<C: OpenedContainer>(openingByHand reference: ValueReference, _ type: C.Type) -> ValueDecoder {
        let reference = call.examinesValues ? ruled(reference, C.requestedType) : reference
        return ValueDecoder(core: self, reference: reference.with(.openedByHand))
    }

    private func openingError<C: OpenedContainer>(
        _ type: C.Type, at reference: ValueReference, missing key: (any CodingKey)?
    ) -> DecodingError {
        if let key { return .missing(key, at: path(toContainer: reference.parent)) }
        return .noContainer(C.kind, found: tape[reference.index].kind, at: path(to: reference))
    }
}
