@_spi(Tape) internal import JSONTape

/// A container over an object. Thin: what it does is done by the core, which knows no key types.
@safe
struct KeyedContainer<Key: CodingKey>: ObjectContainer {
    let seat: ObjectSeat

    /// `place` is that of an object.
    init(core: DecoderCore, place: Place) {
        let core = core.indexed(for: place.index, model: place.model)
        seat = ObjectSeat(core, at: place, keepsCore: true)
    }

    init(_ seat: ObjectSeat) { self.seat = seat }

    @inline(__always)
    func with<R>(_ body: (ObjectSeat) throws -> R) rethrows -> R { try body(seat) }
}

/// The same where the pool keeps the seat (``KeyedContainerPool``): to copy the container, which the standard library does
/// on each call, is to copy a word (measured: Docs/Decisions/0018).
@safe
struct PooledContainer<Key: CodingKey>: ObjectContainer {
    private let unretained: Unmanaged<ObjectSeat>

    init(_ seat: ObjectSeat) { unsafe unretained = .passUnretained(seat) }

    var seat: ObjectSeat { unsafe unretained.takeUnretainedValue() }

    @inline(__always)
    func with<R>(_ body: (ObjectSeat) throws -> R) rethrows -> R {
        try unsafe unretained._withUnsafeGuaranteedRef(body)
    }
}

/// What containers over objects do, whoever keeps what they read from.
protocol ObjectContainer: KeyedDecodingContainerProtocol {
    /// On the ways that are taken often, by ``with(_:)``.
    var seat: ObjectSeat { get }

    /// Calls `body` with the seat, if it can be without counting a reference to it.
    func with<R>(_ body: (ObjectSeat) throws -> R) rethrows -> R
}

// Inlined into the two containers, or it would stay unspecialised.
extension ObjectContainer {
    private var core: DecoderCore { seat.core }

    var codingPath: [any CodingKey] { core.path(to: seat.place) }

    var allKeys: [Key] {
        let (core, object) = (seat.core, seat.place.index)
        core.askedKeys?.askForAll(of: object, in: core.tape)
        var keys: [Key] = []
        keys.reserveCapacity(core.tape[object].count)
        core.forEachMember(of: object) { name, _ in
            if let key = Key(stringValue: name) { keys.append(key) }
            return true
        }
        return keys
    }

    /// The value of a member: `read` says what strict decoding takes.
    @inline(__always)
    private func value<T: Decodable>(_ type: T.Type, _ key: Key, _ read: (DecoderCore, UInt32) -> T?) throws -> T {
        try with { seat in
            let index = seat.value(key)
            if let value = seat.with({ read($0, index) }) { return value }
            return try repair(type, index, key, seat)
        }
    }

    /// The value of a member that strict decoding does not take, or that is missing.
    @inline(__always)
    private func repair<T: Decodable>(_ type: T.Type, _ value: UInt32, _ key: Key, _ seat: ObjectSeat) throws -> T {
        let place = seat.place.member(value)
        if value == Tape.nothing { return try seat.with { try $0.repair(type, at: place, missing: key) } }
        if key.intValue != nil { return try core(for: key, at: value).repair(type, at: place) }
        return try seat.with { try $0.repair(type, at: place) }
    }

    @inline(__always)
    func contains(_ key: Key) -> Bool { with { $0.value(key) != Tape.nothing } }

    @inline(__always)
    func decodeNil(forKey key: Key) throws -> Bool {
        try with { seat in
            let value = seat.value(key)
            if value == Tape.nothing { throw DecodingError.missing(key, at: codingPath) }
            return seat.tape[value].is(.null)
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
        try with { seat in
            let index = seat.value(key)
            let place = seat.place.member(index)
            if index == Tape.nothing { return try seat.with { try $0.repair(type, at: place, missing: key) } }
            if key.intValue != nil { return try core(for: key, at: index).decode(type, at: place) }
            return try seat.with { try $0.decode(type, at: place) }
        }
    }

    /// The core for what lies under a key: another one where the tape does not tell the key as it is (`[Int: V]`).
    func core(for key: some CodingKey, at index: UInt32) -> DecoderCore {
        if key.intValue == nil { return core }
        return core.anchored(at: index, in: seat.place, under: key)
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
        let index = seat.value(key)
        let place = seat.place.member(index).with(.openedByHand)
        if index == Tape.nothing { return try core.open(type, at: place, missing: key) }
        return core(for: key, at: index).decoder(openingByHand: place, type)
    }

    func superDecoder() throws -> any Decoder { superDecoder(named: JSONKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(named: key) }

    /// A missing key gives a decoder of null, as in Foundation.
    private func superDecoder(named key: any CodingKey) -> any Decoder {
        let (value, place) = (seat.value(key), seat.place)
        guard value == Tape.nothing else {
            return core(for: key, at: value).decoder(openingByHand: place.member(value), OpenedObject.self)
        }
        let core = core.anchored(at: Tape.nothing, in: place, under: key)
        return core.decoder(openingByHand: place.member(Tape.nothing), OpenedObject.self)
    }
}
