@_spi(Cursor) internal import JSONTape

// `decodeIfPresent` for every type in the protocol. The compiler uses a generic method as witness for `decode` of all
// integers, but not for these: the default implementations would take three look-ups (contains, decodeNil, decode).
extension KeyedContainer {
    /// Decodes a member that may be missing or null. `read` returns a value that strict decoding accepts.
    ///
    /// - Parameter isRare: whether the type is requested less often: its look-up is not inlined.
    @inline(__always)
    private func ifPresent<T: Decodable>(
        _ type: T.Type, _ key: Key, isRare: Bool = false, _ read: (DecoderCore, TapePosition) -> T?
    ) throws -> T? {
        try with { state in
            let index: TapePosition
            if state.isPlainForOptionals {
                index = isRare || Self.callsLookUps ? state.calledValue(key) : state.ownPlainValue(key)
            } else {
                guard let value = state.unansweredValue(type, key) else {
                    return try state.watchedIfPresent(type, key, read)
                }
                index = value
            }
            if let value = state.with({ read($0, index) }) { return value }
            if state.tape[index].is(.null) {
                return state.watchesNils ? try state.watchedIfPresent(type, key, read) : nil
            }
            return try isRare
                ? state.repairOptionalRarely(type, index, key) : state.repairOptional(type, index, key)
        }
    }

    @inline(__always)
    private func integerIfPresent<I: FixedWidthInteger & Decodable>(_ type: I.Type, _ key: Key) throws -> I? {
        try ifPresent(type, key, isRare: true) { $0.integer(type, at: $1) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try ifPresent(type, key) { $0.bool(at: $1) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try ifPresent(type, key) { $0.string(at: $1) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try ifPresent(type, key) { $0.double(at: $1) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try ifPresent(type, key, isRare: true) { $0.float(at: $1) }
    }

    @inline(__always)
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try ifPresent(type, key) { $0.int(at: $1) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integerIfPresent(type, key) }
    @inline(__always)
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integerIfPresent(type, key) }

    @inline(__always)
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try with { state in
            if !state.isPlainForOptionals || state.matchesKeys || key.intValue != nil {
                return try state.watchedIfPresent(type, key)
            }
            let index = Self.callsLookUps ? state.calledValue(key) : state.ownPlainValue(key)
            if state.tape[index].is(.null) { return try state.nilOptional(type, key, at: index) }
            return try state.with { try $0.decodeOptional(type, at: state.reference.member(index)) }
        }
    }
}

extension DecoderCore {
    /// The value of an optional property whose key is missing or whose value is null.
    @inline(never)
    func nilOptional<T: Decodable>(_ type: T.Type, at reference: ValueReference, _ key: any CodingKey) throws -> T? {
        // A nested optional may distinguish a null from a missing key.
        if reference.index != TapePosition.nothing, let none = try nestedNull(type, at: reference) { return none }
        if call.watchesNils, isAnswered(type, at: reference, missing: key),
            let answer = try askAboutOptional(type, at: reference, missing: key)
        {
            return answer
        }
        return nil
    }

    /// Decodes a null that is requested as an optional of `type`: `nil`; or `.some(nil)`, if `type` is an optional
    /// itself and a rule says so.
    func nestedNull<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T? {
        guard policy?.situations.contains(.nestedNull) == true, DecodableTraits.of(type).kind == .optional,
            let optional = type as? any OptionalValue.Type,
            let none = optional.none as? T
        else { return nil }
        let error = strictError(type, at: reference)
        if case .nestedNil = try consult(type, at: reference, in: .nestedNull, error: error, acceptsNil: true) {
            return none
        }
        return nil
    }
}
