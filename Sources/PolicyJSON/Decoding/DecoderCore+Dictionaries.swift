internal import FoundationImport
@_spi(Cursor) internal import JSONTape

extension DecoderCore {
    // Dictionaries of scalars, specialized for each type; `nil` if a member needs the general path.

    func namedStrings(at reference: ValueReference) -> [String: String]? {
        scalars(at: reference, { $0 }, { string(at: $0) })
    }
    func namedDoubles(at reference: ValueReference) -> [String: Double]? {
        scalars(at: reference, { $0 }, { double(at: $0) })
    }
    func namedInts(at reference: ValueReference) -> [String: Int]? {
        scalars(at: reference, { $0 }, { integer(Int.self, at: $0) })
    }
    func namedBools(at reference: ValueReference) -> [String: Bool]? {
        scalars(at: reference, { $0 }, { bool(at: $0) })
    }
    func numberedStrings(at reference: ValueReference) -> [Int: String]? {
        scalars(at: reference, { Int($0) }, { string(at: $0) })
    }
    func numberedDoubles(at reference: ValueReference) -> [Int: Double]? {
        scalars(at: reference, { Int($0) }, { double(at: $0) })
    }
    func numberedInts(at reference: ValueReference) -> [Int: Int]? {
        scalars(at: reference, { Int($0) }, { integer(Int.self, at: $0) })
    }

    @inline(__always)
    private func scalars<K: Hashable, V>(
        at reference: ValueReference, _ key: (String) -> K?, _ read: (TapePosition) -> V?
    ) -> [K: V]? {
        let token = tape[reference.index]
        guard token.is(.object) else { return nil }
        var result = [K: V](minimumCapacity: token.count)
        let end = tape.end(ofContainerAt: reference.index)
        var position = reference.index.firstChild
        while position < end {
            guard let name = key(tape.key(at: position)), let value = read(position.value) else { return nil }
            // Repeated members are handled on the general path.
            if result.updateValue(value, forKey: name) != nil { return nil }
            position = tape.position(after: position.value)
        }
        return result
    }

    /// The integers that the names of an object represent: see ``keys(of:mayRepeat:_:)``.
    func integerKeys(of object: TapePosition, mayRepeat: Bool) -> [Int]? {
        keys(of: object, mayRepeat: mayRepeat) { Int($0) }
    }

    /// The keys that the names of an object represent, in order; `nil` if one represents none.
    ///
    /// - Parameter mayRepeat: whether several names may represent one key.
    @inline(__always)
    func keys<K: Hashable>(of object: TapePosition, mayRepeat: Bool, _ key: (String) -> K?) -> [K]? {
        let count = tape[object].count
        var keys: [K] = []
        keys.reserveCapacity(count)
        keys.appendKeys(of: object, in: tape, key)
        return keys.count == count && (mayRepeat || Set(keys).count == count) ? keys : nil
    }

    /// Decodes the members of the object at `reference`, in order and with unconverted names, into a dictionary. Of
    /// repeated members only the first is decoded that no rule drops.
    func dictionary<V: Decodable>(_ type: V.Type, at reference: ValueReference) throws -> [String: V] {
        let mayRepeat = !tape[reference.index].hasPlainKeys
        // If a rule chooses among repeated keys, the table has the chosen member.
        var choice: KeyIndex?
        if mayRepeat, policy?.situations.contains(.repeatedKey) == true {
            let names = call.convertsKeys ? KeyNames(.useDefaultKeys) : document.keyNames
            choice = names.index(of: reference.index, model: reference.model, in: self)
            if let refusal = choice?.refusal { throw refusal }
        }
        // Rules about members read others from it.
        let owner = choice.map { call.convertsKeys ? self : indexed(as: $0, reference.index) } ?? self
        document.matchedMembers?.open(reference.index, of: tape)
        // With a key strategy the path would contain the converted key, but keys of dictionaries are not converted.
        let anchorsMembers = call.convertsKeys && containers.pool == nil
        if !anchorsMembers { beginDictionary(reference.index) }
        var result = [String: V](minimumCapacity: tape[reference.index].count)
        let dropped = try result.decodeMembers(
            of: reference, mayRepeat: mayRepeat, choice, anchorsMembers: anchorsMembers, by: owner)
        if !dropped.isEmpty { try check(dropped, of: reference) }
        return result
    }
}

// These loops are methods of the collections, because a method has the metadata of its type. A function requests them anew for
// each call of a method (measured: 340 instructions).
extension Dictionary where Key == String, Value: Decodable {
    /// Decodes members of the object at `reference`: see ``DecoderCore/dictionary(_:at:)``.
    ///
    /// - Returns: the members that rules drop.
    @inline(never)
    fileprivate mutating func decodeMembers(
        of reference: ValueReference, mayRepeat: Bool, _ choice: KeyIndex?, anchorsMembers: Bool, by core: DecoderCore
    ) throws -> DroppedElements {
        let tape = core.tape
        let end = tape.end(ofContainerAt: reference.index)
        var dropped = DroppedElements()
        var key = reference.index.firstChild
        while key < end {
            let name = tape.key(at: key)
            let value = core.current(reference.member(key.value))
            key = tape.position(after: value.index)
            if let choice {
                if choice.find(name, in: tape) != value.index { continue }
            } else if mayRepeat, self[name] != nil {
                continue
            }
            let member = anchorsMembers ? core.anchored(at: value.index, in: reference, under: JSONKey(name)) : core
            try decodeMember(value, name, by: member, &dropped)
        }
        return dropped
    }
}

extension Dictionary where Value: Decodable {
    /// Decodes the members of the object at `reference`, whose names represent these keys.
    ///
    /// - Returns: the members that rules drop.
    @inline(never)
    mutating func decodeMembers(of reference: ValueReference, _ keys: [Key], by core: DecoderCore) throws
        -> DroppedElements
    {
        var dropped = DroppedElements()
        var position = reference.index.firstChild
        for key in keys {
            let value = core.current(reference.member(position.value))
            position = core.tape.position(after: value.index)
            try decodeMember(value, key, by: core, &dropped)
        }
        return dropped
    }

    /// Decodes the value of a member, unless a rule drops it.
    @inline(__always)
    private mutating func decodeMember(
        _ value: ValueReference, _ key: Key, by core: DecoderCore, _ dropped: inout DroppedElements
    ) throws {
        // Not by the subscript, which requests the metadata of `Value?` on each call.
        if !value.isRepairing {
            _ = updateValue(try core.strictElement(Value.self, at: value), forKey: key)
        } else if let decoded = try core.element(Value.self, at: value, &dropped) {
            _ = updateValue(decoded, forKey: key)
        }
    }
}

extension Array {
    /// Appends the keys that the names of an object represent, in order, up to the first that represents none.
    @inline(never)
    fileprivate mutating func appendKeys(of object: TapePosition, in tape: Tape, _ key: (String) -> Element?) {
        let end = tape.end(ofContainerAt: object)
        var position = object.firstChild
        while position < end, let key = key(tape.key(at: position)) {
            append(key)
            position = tape.position(after: position.value)
        }
    }
}
