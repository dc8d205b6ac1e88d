@_spi(Tape) internal import JSONTape

/// A container over an object. Thin: what it does is done by the core, which knows no key types.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    // One reference: the standard library copies the container on each call.
    let core: DecoderCore
    let place: Place

    /// `place` is that of an object.
    @inline(__always)
    init(core: DecoderCore, place: Place) {
        self.core = core.indexed(for: place.index, model: place.model)
        self.place = place
    }

    var codingPath: [any CodingKey] { core.path(to: place) }

    var allKeys: [Key] {
        core.askedKeys?.askForAll(of: place.index, in: core.tape)
        if let index = core.index(of: place.index) { return index.names.compactMap { Key(stringValue: $0) } }
        var keys: [Key] = []
        keys.reserveCapacity(core.tape[place.index].count)
        core.tape.forEachKey(in: place.index) { key in
            if let key = Key(stringValue: core.tape.key(at: key)) { keys.append(key) }
            return true
        }
        return keys
    }

    /// The index of a member's value; of a null that is nowhere, if there is none.
    @inline(__always)
    func value(_ key: some CodingKey) -> UInt32 {
        let value = core.lookUp(key.stringValue, in: place.index)
        // A key that is there is of interest only where it is compared with those that are asked for.
        guard core.watchesKeys, value == Tape.nothing || core.watchesFoundKeys else { return value }
        return core.watched(value, key, in: place)
    }

    /// The value of a member that strict decoding does not take, or that is missing.
    @inline(__always)
    private func mend<T: Decodable>(_ type: T.Type, _ value: UInt32, _ key: Key) throws -> T {
        if value == Tape.nothing { return try core.mend(type, at: place.member(value), missing: key) }
        return try core(for: key, at: value).mend(type, at: place.member(value))
    }

    func contains(_ key: Key) -> Bool { value(key) != Tape.nothing }

    func decodeNil(forKey key: Key) throws -> Bool {
        let value = value(key)
        if value == Tape.nothing { throw DecodingError.missing(key, at: codingPath) }
        return core.tape[value].is(.null)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        let index = value(key)
        if let value = core.bool(at: index) { return value }
        return try mend(type, index, key)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        let index = value(key)
        if let value = core.string(at: index) { return value }
        return try mend(type, index, key)
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        let index = value(key)
        if let value = core.double(at: index) { return value }
        return try mend(type, index, key)
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        let index = value(key)
        if let value = core.float(at: index) { return value }
        return try mend(type, index, key)
    }

    // One witness for Int to UInt64; always inlined, or it would stay unspecialised in a container that is generic itself.
    @inline(__always)
    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type, forKey key: Key) throws -> I {
        let index = value(key)
        if let value = core.integer(type, at: index) { return value }
        return try mend(type, index, key)
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        let index = value(key)
        if let value = core.integer(type, at: index) { return value }
        return try mend(type, index, key)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        let index = value(key)
        if let value = core.integer(type, at: index) { return value }
        return try mend(type, index, key)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let index = value(key)
        if index == Tape.nothing { return try core.mend(type, at: place.member(index), missing: key) }
        // Deferred, not done with the result in hand: that would cost a copy of it.
        defer { core.remember(index, in: place.index) }
        return try core(for: key, at: index).decode(type, at: place.member(index))
    }

    /// The core for what lies under a key: another one where the tape does not tell the key as it is (`[Int: V]`).
    @inline(__always)
    func core(for key: some CodingKey, at index: UInt32) -> DecoderCore {
        if key.intValue == nil { return core }
        return core.anchored(at: index, in: place, under: key)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nested(key).unkeyedContainer()
    }

    private func nested(_ key: Key) throws -> ValueDecoder {
        let index = value(key)
        if index == Tape.nothing { throw DecodingError.missing(key, at: codingPath) }
        return ValueDecoder(core: core(for: key, at: index), place: place.member(index))
    }

    func superDecoder() throws -> any Decoder { superDecoder(named: JSONKey.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(named: key) }

    /// A missing key gives a decoder of null, as in Foundation.
    private func superDecoder(named key: any CodingKey) -> any Decoder {
        let value = value(key)
        guard value == Tape.nothing else {
            return ValueDecoder(core: core(for: key, at: value), place: place.member(value))
        }
        let core = core.anchored(at: Tape.nothing, in: place, under: key)
        return ValueDecoder(core: core, place: place.member(Tape.nothing))
    }
}
