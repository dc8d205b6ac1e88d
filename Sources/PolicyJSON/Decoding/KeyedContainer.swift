@_spi(Cursor) internal import JSONTape

/// The keyed container of an object. Thin: its work is done by the core, which is not generic over the key type.
protocol KeyedContainer: KeyedDecodingContainerProtocol {
    /// Calls `body` with the state, without reference counting.
    func with<R>(_ body: (KeyedContainerState) throws -> R) rethrows -> R
    /// Whether look-ups are not inlined: they are a large part of a static program.
    static var callsLookUps: Bool { get }
}

/// A container whose state a pool owns (``KeptContainers``).
///
/// One word without a counted reference: the standard library copies the container on each call, and copies of such a value
/// take no call of ours and no atomic operation.
struct PooledKeyedContainer<Key: CodingKey>: KeyedContainer {
    private let uncounted: Uncounted<KeyedContainerState>

    @inline(__always)
    static var callsLookUps: Bool { false }

    init(_ state: KeyedContainerState) { uncounted = Uncounted(state) }

    @inline(__always)
    func with<R>(_ body: (KeyedContainerState) throws -> R) rethrows -> R { try uncounted.with(body) }
}

/// A container that counts a reference to its state.
struct OwningKeyedContainer<Key: CodingKey>: KeyedContainer, ContainerWithState {
    /// Makes the layout differ from that of ``PooledKeyedContainer``: otherwise the compiler merges the methods of both into shared
    /// functions, and each call goes through another one (measured: 1 to 2 % of the instructions of a decode).
    private let separator: UInt = 0
    private let owned: KeyedContainerState

    @inline(__always)
    static var callsLookUps: Bool { true }

    /// A container for the object at `reference`.
    init(core: DecoderCore, reference: ValueReference) {
        let core = core.indexed(for: reference.index, model: reference.model)
        owned = KeyedContainerState(core, at: reference, keyedBy: Key.self, keepsCore: true)
    }

    init(_ state: KeyedContainerState) { owned = state }

    @inline(__always)
    func with<R>(_ body: (KeyedContainerState) throws -> R) rethrows -> R { try body(owned) }
}

extension KeyedContainer {
    /// The state. Hot code uses ``with(_:)``.
    var state: KeyedContainerState { with { $0 } }

    private var core: DecoderCore { state.core }

    var codingPath: [any CodingKey] { core.path(to: state.reference) }

    var allKeys: [Key] {
        let (core, object) = (state.core, state.reference.index)
        state.makeKeys()
        // A member that a rule has matched to another key of the model has that key, so that it is not taken for one without a
        // property.
        var matched = core.document.matchedMembers
        if matched != nil, Key.self is any LiteralKey.Type { matched = nil }
        core.document.askedKeys?.askForAll(of: object, in: core.tape)
        if let (name, value) = core.onlyMember(of: object), let key = key(named: name, value, matched) {
            // That of an enumeration. The general way, and a literal, request more metadata.
            return Array(repeating: key, count: 1)
        }
        var keys: [Key] = []
        keys.reserveCapacity(core.tape[object].count)
        core.forEachMember(of: object) { name, value in
            if let key = key(named: name, value, matched) { keys.append(key) }
            return true
        }
        // Keys that are there are not joined by others: what decodes strictly, such as an enumeration's one case, does not change.
        return core.call.keyMatches != nil && keys.isEmpty ? core.matchedKeys(Key.self, in: state.reference) : keys
    }

    /// The key that a member has: that to which a rule has matched it, if there is one.
    @inline(__always)
    private func key(named name: String, _ value: TapePosition, _ matched: MatchedMembers?) -> Key? {
        guard let key = Key(stringValue: name) else { return nil }
        guard let other = matched?.key(of: value, includingEarlier: true, by: state.reference.modelID),
            let matchedKey = Key(stringValue: other)
        else { return key }
        return matchedKey
    }

    /// The value of a member. `read` returns a value that strict decoding accepts.
    ///
    /// - Parameter isRare: whether the type is requested less often: its look-up is not inlined.
    @inline(__always)
    private func value<T: Decodable>(
        _ type: T.Type, _ key: Key, isRare: Bool = false, _ read: (DecoderCore, TapePosition) -> T?
    ) throws -> T {
        try with { state in
            let index = isRare || Self.callsLookUps ? state.calledValue(key) : state.ownValue(key)
            if let value = state.with({ read($0, index) }) { return value }
            return try isRare ? state.repairRarely(type, index, key) : state.repair(type, index, key)
        }
    }

    @inline(__always)
    func contains(_ key: Key) -> Bool { with { $0.calledValue(key) != TapePosition.nothing } }

    @inline(__always)
    func decodeNil(forKey key: Key) throws -> Bool {
        try with { state in
            let value = state.calledValue(key)
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
        try value(type, key, isRare: true) { $0.float(at: $1) }
    }

    @inline(__always)
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try value(type, key) { $0.int(at: $1) }
    }

    // One witness for Int8 to UInt64.
    @inline(__always)
    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type, forKey key: Key) throws -> I {
        try value(type, key, isRare: true) { $0.integer(type, at: $1) }
    }

    @inline(__always)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try value(type, key, isRare: true) { $0.integer(type, at: $1) }
    }

    @inline(__always)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try value(type, key, isRare: true) { $0.integer(type, at: $1) }
    }

    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try with { state in
            if !state.isPlain { return try state.watchedDecode(type, key) }
            let index = Self.callsLookUps ? state.calledValue(key) : state.ownPlainValue(key)
            let reference = state.reference.member(index)
            if index == TapePosition.nothing {
                return try state.with { try $0.repair(type, at: reference, missing: key) }
            }
            if state.matchesKeys || key.intValue != nil {
                return try state.core(for: key, at: index).decode(type, at: reference)
            }
            return try state.with { try $0.decode(type, at: reference) }
        }
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
        let reference = state.reference.member(index).with(.openedByHand)
        if index == TapePosition.nothing { return try core.open(type, at: reference, missing: key) }
        return state.coreOfContainer(for: key, at: index).decoder(openingByHand: reference, type)
    }

    func superDecoder() throws -> any Decoder { superDecoder(named: JSONKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(named: key) }

    /// The decoder for a missing key decodes null, as in Foundation.
    @_optimize(size)
    private func superDecoder(named key: any CodingKey) -> any Decoder {
        let (value, reference) = (state.value(key), state.reference)
        guard value == TapePosition.nothing else {
            return state.coreOfContainer(for: key, at: value).decoder(
                openingByHand: reference.member(value), OpenedObject.self)
        }
        let core = core.anchored(at: TapePosition.nothing, in: reference, under: key)
        return core.decoder(openingByHand: reference.member(TapePosition.nothing), OpenedObject.self)
    }
}
