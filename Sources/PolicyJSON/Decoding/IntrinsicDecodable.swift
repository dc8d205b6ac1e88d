@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

/// The standard library's optionals and collections, which the decoder decodes itself: the tape has their count and the
/// end of each element, and a policy may drop elements.
protocol IntrinsicDecodable: Decodable {
    /// The JSON kind from which the type is decoded; `nil` if it depends on the value.
    static var jsonKind: TapeKind? { get }
    /// Whether the type is a dictionary with `String` keys.
    static var hasStringKeys: Bool { get }
    /// Whether the type is a dictionary that is decoded from an array of alternating keys and values.
    static var takesPairs: Bool { get }
    /// Decodes a value, which has this kind.
    static func decode(_ core: DecoderCore, at reference: ValueReference) throws -> Self
}

extension IntrinsicDecodable {
    static var hasStringKeys: Bool { false }
    static var takesPairs: Bool { false }
}

/// A collection that decodes from an array, and can be made of a single element.
protocol ElementList: IntrinsicDecodable, ExpressibleByArrayLiteral where ArrayLiteralElement: Decodable {}

extension ElementList {
    /// A collection of the value at `reference`.
    static func decode(_ core: DecoderCore, onlyElement reference: ValueReference) throws -> Self {
        [try core.decode(ArrayLiteralElement.self, at: reference)]
    }
}

extension Optional: IntrinsicDecodable where Wrapped: Decodable {
    static var jsonKind: TapeKind? { nil }

    static func decode(_ core: DecoderCore, at reference: ValueReference) throws -> Self {
        try core.decodeOptional(Wrapped.self, at: reference)
    }
}

extension Array: IntrinsicDecodable where Element: Decodable {
    static var jsonKind: TapeKind? { .array }

    static func decode(_ core: DecoderCore, at reference: ValueReference) throws -> Self {
        try core.array(Element.self, at: reference)
    }
}

extension ContiguousArray: IntrinsicDecodable where Element: Decodable {
    static var jsonKind: TapeKind? { .array }

    static func decode(_ core: DecoderCore, at reference: ValueReference) throws -> Self {
        // Of the same storage.
        ContiguousArray(try core.array(Element.self, at: reference))
    }
}

extension Set: IntrinsicDecodable where Element: Decodable {
    static var jsonKind: TapeKind? { .array }

    static func decode(_ core: DecoderCore, at reference: ValueReference) throws -> Self {
        // Specialized for the two most common types.
        if Element.self == String.self { return unsafelyCast(distinct(try core.strings(at: reference))) }
        if Element.self == Int.self { return unsafelyCast(distinct(try core.ints(at: reference))) }
        return distinct(try core.array(Element.self, at: reference))
    }
}

/// The elements of a set, of which the first of equal ones counts.
@inline(__always)
private func distinct<Element: Hashable>(_ elements: [Element]) -> Set<Element> {
    var result = Set<Element>(minimumCapacity: elements.count)
    for element in elements { result.insert(withOrderedMarks(element)) }
    return result
}

extension Array: ElementList where Element: Decodable {}
extension ContiguousArray: ElementList where Element: Decodable {}
extension Set: ElementList where Element: Decodable {}

extension Dictionary: IntrinsicDecodable where Key: Decodable, Value: Decodable {
    static var hasStringKeys: Bool { Key.self == String.self }
    static var takesPairs: Bool {
        Key.self != String.self && Key.self != Int.self && !(Key.self is any CodingKeyRepresentable.Type)
    }

    static var jsonKind: TapeKind? { takesPairs ? .array : .object }

    static func decode(_ core: DecoderCore, at reference: ValueReference) throws -> Self {
        if Key.self == String.self { return unsafelyCast(try core.dictionary(Value.self, at: reference)) }
        let token = core.tape[reference.index]
        if token.is(.object), !core.call.convertsKeys, core.document.askedKeys == nil {
            if Key.self == Int.self, let scalars = scalars(core, at: reference) { return scalars }
            if let keys = convertedKeys(core, of: reference.index) { return try members(keys, core, at: reference) }
        }
        let mark = core.collector?.mark ?? 0
        do {
            if core.current(reference).isRepairing {
                if token.is(.object), !takesPairs || token.count > 0 { return try members(core, at: reference) }
                if token.is(.array), token.count.isMultiple(of: 2) { return try pairs(core, at: reference) }
            }
        } catch let error as UnconvertedKey {
            core.collector?.undo(to: mark, because: error)
            return try repaired(core, at: reference, core.pairsError(at: reference))
        }
        do {
            // As in the standard library: converted keys, or a flat array of keys and values.
            return try Self(from: ValueDecoder(core: core, reference: reference))
        } catch {
            // A key that cannot be converted, an odd number of elements, or an object without keys in place of an array.
            core.memory?.reject()
            guard takesPairs, core.current(reference).isRepairing else { throw error }
            return try repaired(core, at: reference, error)
        }
    }

    /// The keys that the names of an object represent, in order; `nil` if one represents none, or two may represent the same, or
    /// if a model may have a container over the object.
    private static func convertedKeys(_ core: DecoderCore, of object: TapePosition) -> [Key]? {
        guard !takesPairs, core.containers.pool != nil else { return nil }
        // Of several names for one key the last counts, if no rule chooses.
        let mayRepeat = core.tape[object].hasPlainKeys && !core.call.situations.contains(.repeatedKey)
        if Key.self == Int.self { return core.integerKeys(of: object, mayRepeat: mayRepeat).map { unsafelyCast($0) } }
        // Opened: casting each key took a fifth of the time (measured).
        func represented<K: CodingKeyRepresentable & Hashable>(_ type: K.Type) -> [Key]? {
            let keys = core.keys(of: object, mayRepeat: mayRepeat) { K(codingKey: JSONKey(dictionaryKey: $0)) }
            return keys.map { unsafelyCast($0) }
        }
        return (Key.self as? any (CodingKeyRepresentable & Hashable).Type).flatMap { represented($0) }
    }

    /// Decodes an object of the commonest scalars, specialized; `nil` if a member needs the general path.
    private static func scalars(_ core: DecoderCore, at reference: ValueReference) -> Self? {
        if Value.self == String.self { return core.numberedStrings(at: reference).map { unsafelyCast($0) } }
        if Value.self == Double.self { return core.numberedDoubles(at: reference).map { unsafelyCast($0) } }
        if Value.self == Int.self { return core.numberedInts(at: reference).map { unsafelyCast($0) } }
        return nil
    }

    /// Decodes the members of an object, whose names represent these keys.
    private static func members(_ keys: [Key], _ core: DecoderCore, at reference: ValueReference) throws -> Self {
        core.document.matchedMembers?.open(reference.index, of: core.tape)
        core.beginKeyedDictionary(reference.index)
        defer { core.endKeyedDictionary(reference.index) }
        var result = Self(minimumCapacity: keys.count)
        let dropped = try result.decodeMembers(of: reference, keys, by: core)
        if !dropped.isEmpty { try core.check(dropped, of: reference) }
        return result
    }

    /// Consults the rules about a value from which the dictionary cannot be decoded.
    private static func repaired(_ core: DecoderCore, at reference: ValueReference, _ error: any Error) throws -> Self {
        let repaired = try core.consult(Self.self, at: reference, in: .mismatch, error: error, acceptsNil: false)
        guard case .value(let value) = repaired else { throw error }
        return value
    }

    /// Decodes an object with rules: an undecodable key or value is an undecodable element.
    @_optimize(size)
    private static func members(_ core: DecoderCore, at reference: ValueReference) throws -> Self {
        var result: Self = [:]
        var dropped = DroppedElements()
        let container = OwningKeyedContainer<JSONKey>(core: core, reference: reference)
        if let refusal = container.state.core.index(of: reference.index)?.refusal { throw refusal }
        core.document.matchedMembers?.open(reference.index, of: core.tape)
        // Different names may represent one key (`1` and `01`), which only the dictionary can determine.
        var known: Set<Key>? = core.policy?.situations.contains(.repeatedKey) == true ? [] : nil
        // Keys that rules have made of names.
        var made: Set<Key> = []
        for name in container.allKeys {
            let name = JSONKey(dictionaryKey: name.stringValue)
            let index = container.state.value(name)
            let core = container.state.core(for: name, at: index)
            let value = reference.member(index)
            let mark = core.collector?.mark ?? 0
            let key: Key
            do {
                guard let (decoded, isMade) = try Self.key(name, at: reference, value, in: core) else { continue }
                key = decoded
                var isChosen: Bool?
                if known?.insert(key).inserted == false {
                    isChosen = try core.usesRepeated(
                        index, named: name.stringValue, of: reference.index, model: reference.model)
                    if isChosen == false { continue }
                }
                if isChosen == nil, isMade || made.contains(key), result.index(forKey: key) != nil {
                    throw DecodingError.corrupted(
                        "The dictionary has a value for the key \(key) already.", at: core.path(to: value))
                }
                if isMade { made.insert(key) }
            } catch let error as UnconvertedKey {
                throw error
            } catch {
                try core.recoverKey(Value.self, at: value, mark: mark, error, &dropped)
                continue
            }
            if let value = try core.element(Value.self, at: value, &dropped) { result[key] = value }
        }
        if !dropped.isEmpty { try core.check(dropped, of: reference) }
        return result
    }

    /// The key of a member, and whether a rule has made it of the name; `nil` if a rule drops the member.
    private static func key(
        _ name: JSONKey, at object: ValueReference, _ value: ValueReference, in core: DecoderCore
    ) throws -> (key: Key, isMade: Bool)? {
        let failure: any Error
        do {
            if !takesPairs { return (try representedKey(name, at: core.path(to: object)), false) }
            failure = core.pairsError(at: object)
        } catch {
            failure = error
        }
        switch try core.consult(Key.self, at: value, in: .dictionaryKey, error: failure, acceptsNil: false) {
        case .value(let key): return (key, true)
        case .dropped: return nil
        case .declined, .null, .nestedNil: throw takesPairs ? UnconvertedKey() : failure
        }
    }

    /// Decodes an array of alternating keys and values, with rules.
    private static func pairs(_ core: DecoderCore, at reference: ValueReference) throws -> Self {
        var result: Self = [:]
        var dropped = DroppedElements()
        var element = ValueReference(
            index: reference.index.firstChild, parent: reference.index, ordinal: 0, model: reference.model)
        while !core.tape[element.index].isEnd {
            let key = try core.key(Key.self, at: element, &dropped)
            element.index = core.tape.position(after: element.index)
            element.ordinal &+= 1
            // A value whose key is dropped is dropped, too.
            if let key, let value = try core.element(Value.self, at: element, &dropped) { result[key] = value }
            element.index = core.tape.position(after: element.index)
            element.ordinal &+= 1
        }
        if !dropped.isEmpty { try core.check(dropped, of: reference) }
        return result
    }

    /// The key that a member's name represents, with the standard library's errors.
    private static func representedKey(_ name: JSONKey, at path: @autoclosure () -> [any CodingKey]) throws -> Key {
        if Key.self == Int.self {
            guard let number = Int(name.stringValue) else {
                throw DecodingError.typeMismatch(
                    Int.self,
                    DecodingError.Context(
                        codingPath: path() + [name], debugDescription: "Expected Int key but found String key instead.")
                )
            }
            return unsafelyCast(number)
        }
        guard let type = Key.self as? any CodingKeyRepresentable.Type, let key = type.init(codingKey: name) as? Key
        else {
            throw DecodingError.corrupted("Could not convert key to type \(Key.self)", at: path() + [name])
        }
        return key
    }
}

/// No rule converts the keys of an object to those of a dictionary that is decoded from an array.
private struct UnconvertedKey: Error {}

extension DecoderCore {
    /// The error of an object for a dictionary that is decoded from an array.
    fileprivate func pairsError(at reference: ValueReference) -> DecodingError {
        .noContainer(.array, found: .object, at: path(to: reference))
    }
}
