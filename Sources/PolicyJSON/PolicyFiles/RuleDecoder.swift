internal import RuntimeFacts

/// The decoder of a rule in a policy file. It keeps the names of the members that the rule may have.
struct RuleDecoder: Decoder {
    private final class Names {
        /// The names, in the order in which the rule declares them; `nil` if they are not known.
        var all: [String]? = [PolicyFileElement.CodingKeys.rule.stringValue]
    }

    private let decoder: any Decoder
    private let names = Names()

    private init(_ decoder: any Decoder) { self.decoder = decoder }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        add(EnumCases.all(of: type)?.compactMap { ($0.value as? any CodingKey)?.stringValue })
        return try decoder.container(keyedBy: type)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        add(nil)
        return try decoder.unkeyedContainer()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        add(nil)
        return try decoder.singleValueContainer()
    }

    private func add(_ more: [String]?) {
        let all = names.all ?? []
        names.all = names.all == nil ? nil : more.map { all + $0.filter { !all.contains($0) } }
    }

    /// Decodes a rule.
    ///
    /// - Throws: first of all, if the file has a member that the rule does not have: another member may be missing for that reason.
    @_optimize(size)
    static func decode(_ rule: PolicyRegistry.Rule, from decoder: any Decoder) throws -> any DecodingRule {
        let ruleDecoder = RuleDecoder(decoder)
        let result = Result { try rule.decode(ruleDecoder) }
        if let names = ruleDecoder.names.all { try decoder.requireMembers(named: names) }
        return try result.get()
    }
}

extension Decoder {
    /// A container of an object of options.
    ///
    /// - Throws: if the object has a member that is not among the keys.
    func container<Key: CodingKey & CaseIterable>(ofOptions type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try requireMembers(named: type.allCases.map(\.stringValue))
        return try container(keyedBy: type)
    }

    /// - Parameter names: the names of the members that the object may have.
    /// - Throws: if it has a member of another name.
    @_optimize(size)
    func requireMembers(named names: [String]) throws {
        let container = try container(keyedBy: JSONKey.self)
        guard let key = container.allKeys.first(where: { !names.contains($0.stringValue) }) else { return }
        let known = (names.count == 1 ? "there is only: " : "there are: ") + names.joined(separator: ", ")
        throw PolicyFileProblem(
            code: .invalidForm, message: "unknown member \(key.stringValue.quoted(meaningOneOf: names)); \(known)"
        ).at(container.codingPath + [key])
    }
}

extension String {
    /// An unknown name, with the name that was probably meant.
    func quoted(meaningOneOf names: [String]) -> String {
        let guess = nearest(of: names, within: 3).map { " (did you mean \(RawJSON.quoted($0))?)" }
        return RawJSON.quoted(self) + (guess ?? "")
    }
}
