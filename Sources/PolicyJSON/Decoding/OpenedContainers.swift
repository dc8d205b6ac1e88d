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
        let found = decoder.core.tape[decoder.place.index].kind
        guard found == Self.kind else {
            throw decoder.core.containerError(Self.kind, found: found, at: decoder.codingPath)
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
    /// The decoder for a container that a model requests directly over the value at `place`, which has another kind or
    /// is missing: provided by a rule.
    ///
    /// - Throws: the error of strict decoding, if no rule provides one.
    @inline(never)
    func open<C: OpenedContainer>(
        _ type: C.Type, at place: ValueReference, missing key: (any CodingKey)? = nil
    ) throws -> ValueDecoder {
        let place = current(call.examinesValues ? ruled(place, C.requestedType) : place)
        if place.isRepairing {
            let isNull = tape[place.index].is(.null)
            let situation: RepairSituation = key != nil ? .missingKey : isNull ? .null : .mismatch
            let answer = try repair(
                type, at: place, in: situation, error: openingError(type, at: place, missing: key),
                missing: key.map { RequestDetails(missing: $0) }, as: C.requestedType, acceptsNil: false)
            if case .value(let opened) = answer {
                // What is inside is requested by the model, and not by the type of the container.
                let decoder = opened.decoder
                return ValueDecoder(core: decoder.core, place: decoder.place.seen(as: place.strict))
            }
        } else {
            reject(place)
        }
        throw openingError(type, at: place, missing: key)
    }

    /// The decoder for a container that a model requests directly over the value at `place`.
    func decoder<C: OpenedContainer>(openingByHand place: ValueReference, _ type: C.Type) -> ValueDecoder {
        let place = call.examinesValues ? ruled(place, C.requestedType) : place
        return ValueDecoder(core: self, place: place.with(.openedByHand))
    }

    private func openingError<C: OpenedContainer>(
        _ type: C.Type, at place: ValueReference, missing key: (any CodingKey)?
    ) -> DecodingError {
        if let key { return .missing(key, at: path(toContainer: place.parent)) }
        return containerError(C.kind, found: tape[place.index].kind, at: path(to: place))
    }

    /// The mode of a value for which a rule may turn all rules off.
    func ruled(_ place: ValueReference, _ type: Any.Type) -> ValueReference {
        guard let policy, policy.turnsAllRulesOff, !place.has(.rulesDisabled) else { return place }
        let context = DecodingRuleContext(
            requestedType: type, situation: .value, kind: JSONKind(tape[place.index].kind), acceptsNil: false,
            core: self, place: place)
        guard policy.areRulesDisabled(context) else { return place }
        // Problems are collected by another try, in which no rule answers.
        return (place.isCollecting ? place : place.strict).with(.rulesDisabled)
    }
}
