/// An option set whose options have names, as in Swift. Policy files list these names.
protocol NamedOptions: OptionSet where Element == Self {
    /// The options with their names, in the order in which they are written.
    static var names: KeyValuePairs<String, Self> { get }
}

extension NamedOptions {
    /// Whether the set contains none of the named options.
    var isWithoutEffect: Bool { Self.names.allSatisfy { isDisjoint(with: $0.value) } }

    /// The options as in source code, one per element: `.null`.
    @_optimize(size)
    var sourceNames: [String] { Self.names.filter { isSuperset(of: $0.value) }.map { "." + $0.key } }

    /// The set as in source code: `.null`, `[.null, .missingKey]`, `[]`.
    var sourceText: String {
        let names = sourceNames
        return names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
    }

    /// The set as in source code; empty without options.
    var sourceTextIfAny: String { sourceNames.isEmpty ? "" : sourceText }
}

extension KeyedDecodingContainer {
    /// Decodes options by name; `fallback` if there is no such member.
    func options<Options: NamedOptions>(_ key: Key, default fallback: Options = []) throws -> Options {
        guard contains(key) else { return fallback }
        return try namedValues(in: key, Options.names).reduce(into: []) { $0.insert($1) }
    }

    /// Decodes situations by name; `fallback` if there is no such member.
    func situations(_ key: Key, default fallback: RepairSituation) throws -> RepairSituation {
        guard contains(key) else { return fallback }
        return RepairSituation(try namedValues(in: key, RepairSituation.names))
    }

    /// Decodes a list of names.
    private func namedValues<Value>(in key: Key, _ names: some Collection<(key: String, value: Value)>) throws
        -> [Value]
    {
        var list = try nestedUnkeyedContainer(forKey: key)
        var values: [Value] = []
        while !list.isAtEnd {
            let path = list.codingPath + [JSONKey(index: list.currentIndex)]
            values.append(try named(try list.decode(String.self), names, at: path))
        }
        return values
    }

    /// - Throws: if the object has one of these members, which have no effect next to its others.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    @inline(never)
    func reject(unused keys: [Key]) throws {
        // As everywhere, null is no value.
        guard let key = try keys.first(where: { try contains($0) && !decodeNil(forKey: $0) }) else { return }
        throw PolicyFileProblem(
            code: .invalidForm, message: "\(RawJSON.quoted(key.stringValue)) has no effect here"
        ).at(codingPath + [key])
    }

    /// Decodes an option that is on or off; off if there is no such member.
    func flag(_ key: Key) throws -> Bool { try decodeIfPresent(Bool.self, forKey: key) ?? false }

    /// Decodes one of several values by name; `fallback` if there is no such member.
    ///
    /// - Parameter object: what may be in place of a name, for messages.
    func choice<Value>(
        _ key: Key, of names: KeyValuePairs<String, Value>, or object: String? = nil, default fallback: Value? = nil
    ) throws -> Value {
        if let fallback, !contains(key) { return fallback }
        return try named(try decode(String.self, forKey: key), names, or: object, at: codingPath + [key])
    }
}

/// The value with a name.
///
/// - Parameter object: what may be in place of a name, for messages.
@_semantics("optimize.sil.specialize.generic.never")
@inline(never)
func named<Value>(
    _ name: String, _ names: some Collection<(key: String, value: Value)>, or object: String? = nil,
    at path: [any CodingKey]
) throws -> Value {
    if let found = names.first(where: { $0.key == name }) { return found.value }
    let known = (names.map { RawJSON.quoted($0.key) } + [object].compactMap(\.self)).joined(separator: ", ")
    throw PolicyFileProblem(
        code: .invalidOption, message: "there is no option \(RawJSON.quoted(name)); there are: \(known)"
    ).at(path)
}

extension KeyedEncodingContainer {
    /// Encodes options by name; nothing for the default.
    mutating func encode<Options: NamedOptions>(options: Options, _ key: Key, default fallback: Options = []) throws {
        if options == fallback { return }
        guard Options.names.reduce(into: [] as Options, { $0.formUnion($1.value) }).isSuperset(of: options) else {
            throw PolicyFileProblem(code: .notWritable, message: "one of its options has no name in policy files")
        }
        try encode(Options.names.filter { options.isSuperset(of: $0.value) }.map(\.key), forKey: key)
    }

    /// Encodes situations by name; nothing for the default.
    mutating func encode(situations: RepairSituation, _ key: Key, default fallback: RepairSituation) throws {
        if situations == fallback { return }
        try encode(RepairSituation.names.filter { situations.contains($0.value) }.map(\.key), forKey: key)
    }

    /// Encodes an option that is on; nothing if it is off.
    mutating func encode(flag: Bool, _ key: Key) throws {
        if flag { try encode(true, forKey: key) }
    }

    /// Encodes one of several values by name.
    mutating func encode<Value: Equatable>(
        choice: Value, _ key: Key, of names: KeyValuePairs<String, Value>
    ) throws {
        guard let name = names.first(where: { $0.value == choice })?.key else {
            throw PolicyFileProblem(code: .notWritable, message: "\(choice) has no name in policy files")
        }
        try encode(name, forKey: key)
    }
}

extension Encoder {
    /// Encodes an object without members.
    func encodeNothing() { _ = container(keyedBy: JSONKey.self) }
}
