@_spi(Cursor) internal import JSONTape

/// The keyed container of an object. Thin: its work is done by the core, which is not generic over the key type.
protocol KeyedContainer: KeyedDecodingContainerProtocol {
    /// Calls `body` with the state, without reference counting.
    func with<R>(_ body: (KeyedContainerState) throws -> R) rethrows -> R
}

/// A container whose state a pool owns (``KeptContainers``).
///
/// One word without a counted reference: the standard library copies the container on each call, and copies of such a value
/// take no call of ours and no atomic operation.
struct PooledKeyedContainer<Key: CodingKey>: KeyedContainer {
    private let uncounted: Uncounted<KeyedContainerState>

    init(_ state: KeyedContainerState) { uncounted = Uncounted(state) }

    @inline(__always)
    func with<R>(_ body: (KeyedContainerState) throws -> R) rethrows -> R { try uncounted.with(body) }
}

/// A container that owns its state.
struct OwningKeyedContainer<Key: CodingKey>: KeyedContainer {
    private let owned: KeyedContainerState

    /// A container for the object at `place`.
    init(core: DecoderCore, place: ValueReference) {
        let core = core.indexed(for: place.index, model: place.model)
        owned = KeyedContainerState(core, at: place, keepsCore: true)
    }

    @inline(__always)
    func with<R>(_ body: (KeyedContainerState) throws -> R) rethrows -> R { try body(owned) }
}

extension KeyedContainer {
    /// The state. Hot code uses ``with(_:)``.
    var state: KeyedContainerState { with { $0 } }

    private var core: DecoderCore { state.core }

    var codingPath: [any CodingKey] { core.path(to: state.place) }

    var allKeys: [Key] {
        let (core, object) = (state.core, state.place.index)
        core.document.askedKeys?.askForAll(of: object, in: core.tape)
        var keys: [Key] = []
        keys.reserveCapacity(core.tape[object].count)
        core.forEachMember(of: object) { name, _ in
            if let key = Key(stringValue: name) { keys.append(key) }
            return true
        }
        return keys
    }

    /// The value of a member. `read` returns a value that strict decoding accepts.
    @inline(__always)
    private func value<T: Decodable>(_ type: T.Type, _ key: Key, _ read: (DecoderCore, TapePosition) -> T?) throws -> T
    {
        try with { state in
            let index = state.value(key)
            if let value = state.with({ read($0, index) }) { return value }
            return try repair(type, index, key, state)
        }
    }

    /// Repairs a member that strict decoding rejects, or that is missing.
    @inline(__always)
    private func repair<T: Decodable>(
        _ type: T.Type, _ value: TapePosition, _ key: Key, _ state: KeyedContainerState
    ) throws -> T {
        let place = state.place.member(value)
        if value == TapePosition.nothing { return try state.with { try $0.repair(type, at: place, missing: key) } }
        if key.intValue != nil || !state.isPlain { return try core(for: key, at: value).repair(type, at: place) }
        return try state.with { try $0.repair(type, at: place) }
    }

    @inline(__always)
    func contains(_ key: Key) -> Bool { with { $0.value(key) != TapePosition.nothing } }

    @inline(__always)
    func decodeNil(forKey key: Key) throws -> Bool {
        try with { state in
            let value = state.value(key)
            if value == TapePosition.nothing { throw DecodingError.missing(key, at: codingPath) }
            return state.tape[value].is(.null)
        }
    }

    @inline(__always)
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try value(type, key) { $0.bool(at: $1) }
    }

    @inline(__always)
    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try value(type, key) { $0.string(at: $1) }
    }

    @inline(__always)
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try value(type, key) { $0.double(at: $1) }
    }

    @inline(__always)
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try value(type, key) { $0.float(at: $1) }
    }

    // One witness for Int to UInt64.
    @inline(__always)
    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type, forKey key: Key) throws -> I {
        try value(type, key) { $0.integer(type, at: $1) }
    }

    @inline(__always)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try value(type, key) { $0.integer(type, at: $1) }
    }

    @inline(__always)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try value(type, key) { $0.integer(type, at: $1) }
    }

    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try with { state in
            if !state.isPlain { return try watchedDecode(type, key) }
            let index = state.plainValue(key.stringValue)
            let place = state.place.member(index)
            if index == TapePosition.nothing { return try state.with { try $0.repair(type, at: place, missing: key) } }
            if key.intValue != nil { return try core(for: key, at: index).decode(type, at: place) }
            return try state.with { try $0.decode(type, at: place) }
        }
    }

    /// Decodes a member if keys are converted, or rules may watch for the key.
    @inline(never)
    private func watchedDecode<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        // Before the look-up, which requests the member.
        if type == ExtraMembers.self, let extra = try state.core.extraMembers(key, in: state.place) as? T {
            return extra
        }
        let index = state.value(key)
        let place = state.place.member(index)
        if index == TapePosition.nothing { return try state.with { try $0.repair(type, at: place, missing: key) } }
        return try core(for: key, at: index).decode(type, at: place)
    }

    /// The core for the value of a key: a derived one if the tape does not contain the key in this form (`[Int: V]`), or
    /// not in the object.
    func core(for key: some CodingKey, at index: TapePosition) -> DecoderCore {
        if key.intValue != nil { return core.anchored(at: index, in: state.place, under: key) }
        return state.isPlain ? core : core.core(for: key, at: index, in: state.place)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(key, OpenedObject.self).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key, OpenedArray.self).unkeyedContainer()
    }

    private func nested<C: OpenedContainer>(_ key: Key, _ type: C.Type) throws -> ValueDecoder {
        let index = state.value(key)
        let place = state.place.member(index).with(.openedByHand)
        if index == TapePosition.nothing { return try core.open(type, at: place, missing: key) }
        return core(for: key, at: index).decoder(openingByHand: place, type)
    }

    func superDecoder() throws -> any Decoder { superDecoder(named: JSONKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(named: key) }

    /// The decoder for a missing key decodes null, as in Foundation.
    private func superDecoder(named key: any CodingKey) -> any Decoder {
        let (value, place) = (state.value(key), state.place)
        guard value == TapePosition.nothing else {
            return core(for: key, at: value).decoder(openingByHand: place.member(value), OpenedObject.self)
        }
        let core = core.anchored(at: TapePosition.nothing, in: place, under: key)
        return core.decoder(openingByHand: place.member(TapePosition.nothing), OpenedObject.self)
    }
}
