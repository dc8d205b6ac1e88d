@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

// Values that are requested as optionals, and exist.
extension DecoderCore {
    /// Decodes the value at `reference`, which exists, as an optional.
    func decodeOptional<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T? {
        if call.watchesOptionals, isAnswered(type, at: reference) {
            return try decodeWatchedOptional(type, at: reference)
        }
        return try decodeUnwatchedOptional(type, at: reference)
    }

    /// A separate function, because it uses the type `T?`.
    @inline(never)
    private func decodeWatchedOptional<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T? {
        if let answer = try askAboutOptional(type, at: reference) { return answer }
        return try decodeUnwatchedOptional(type, at: reference)
    }

    /// Decodes an optional without consulting the rules that watch for optionals.
    @inline(__always)
    func decodeUnwatchedOptional<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T? {
        if tape[reference.index].is(.null) { return nil }
        if !reference.isRepairing, !call.watchesURLs, !call.watchesValues || !isExamined(type, at: reference) {
            return try decode(type, at: reference)
        }
        return try decodeOptionalRepairing(type, at: reference)
    }

    /// Decodes an optional for which a rule may answer with `nil`.
    @inline(never)
    private func decodeOptionalRepairing<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T? {
        let traits = types.traits(of: type)
        if call.examinesValues || !reference.isRepairing {
            return try decodeOptionalExamining(type, traits, at: reference)
        }
        if isScalar(traits.kind, at: reference.index) { return try decode(type, at: reference) }
        switch traits.kind {
        case .plain, .rawEnum, .uuid:
            return try strictlyFirst(type, traits.kind, at: reference, acceptsNil: true) {
                try initialize(type, traits, at: $0)
            }
        default: return try decodeOptionalExamining(type, traits, at: reference)
        }
    }

    /// Whether strict decoding reads the value as a scalar of this kind, one of the most common ones.
    @inline(__always)
    private func isScalar(_ kind: DecodableTraits.Kind, at index: TapePosition) -> Bool {
        switch kind {
        case .string: tape[index].is(.string)
        case .int: int(at: index) != nil
        case .double: double(at: index) != nil
        case .bool: bool(at: index) != nil
        case .uuid: tape.uuid(at: index) != nil
        default: false
        }
    }

    /// A separate function, because it uses the type `T?`.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    @_optimize(size)
    private func decodeOptionalExamining<T: Decodable>(
        _ type: T.Type, _ traits: DecodableTraits, at reference: ValueReference
    ) throws -> T? {
        let reference = call.examinesValues ? ruled(reference, type) : reference
        let isOpened = traits.intrinsic.map { accepts($0, at: reference) }
        // About a collection of the right kind, `examined` asks.
        if isOpened != true, call.watchesValues {
            switch try unwrapped(type, at: reference, acceptsNil: true) {
            case .value(let value): return value
            case .null: return nil
            case .declined, .nestedNil, .dropped: break
            }
        }
        if let isOpened {
            if !isOpened { return try repairOptional(type, at: reference) }
            if traits.kind == .optional {
                // A rule's `nil` is the outer one, as that of a `null` is.
                let value = try decode(type, at: reference)
                return (value as? any OptionalValue)?.isNone == true ? nil : value
            }
            if !call.replacesUnrepaired { return try decodeExaminedOptional(type, at: reference) }
            return try decodeOptionalCollection(type, at: reference)
        }
        switch traits.kind {
        case .plain, .rawEnum, .uuid:
            if call.selectsVariants {
                switch try decodeVariant(type, at: reference, acceptsNil: true) {
                case .value(let value): return value
                case .null: return nil
                case .declined, .nestedNil, .dropped: break
                }
            }
            if !reference.isRepairing { return try initializeStrictly(type, traits, at: reference) }
            return try strictlyFirst(type, traits.kind, at: reference, acceptsNil: true) {
                try initialize(type, traits, at: $0)
            }
        default:
            if runsCode(traits.kind, at: reference) {
                return try decodeByCode(type, traits.kind, at: reference, acceptsNil: true)
            }
            guard let value = try readStrictly(type, traits.kind, at: reference) else {
                return try repairOptional(type, at: reference)
            }
            if call.watchesURLs, traits.kind == .url {
                return try askAboutURL(type, value, at: reference, acceptsNil: true)
            }
            return value
        }
    }

    /// As ``decodeExaminedRarely(_:at:)``, for an optional collection.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func decodeExaminedOptional<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T? {
        if call.examinesValues, isExamined(type, at: reference) {
            return try examined(type, at: reference, acceptsNil: true)
        }
        return try decodeUnwrappedRarely(type, at: reference)
    }
}
