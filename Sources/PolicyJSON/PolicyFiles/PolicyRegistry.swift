/// The names that policy files have for rules and types: those of the library, and those that a program registers.
///
/// ```swift
/// var registry = PolicyRegistry()
/// registry.register(CurrencyAmounts.self)              // a rule that is Codable: its options are members beside the name
/// registry.register(OldStatusNames(), named: "OldStatusNames")   // a rule without options
/// registry.register(type: PaymentType.self)            // for {"for": "PaymentType", …}
/// let policy = try PolicyFile(contentsOf: url, registry: registry).policy
/// ```
public struct PolicyRegistry: Sendable {
    struct Rule: Sendable {
        let name: String
        let type: any DecodingRule.Type
        let decode: @Sendable (any Decoder) throws -> any DecodingRule
        /// Writes the options of a rule of this type; false if it is not the one that the name stands for.
        let encode: @Sendable (any DecodingRule, any Encoder) throws -> Bool
    }

    private(set) var rules: [String: Rule] = [:]
    /// `nil`: a name of which nothing is known.
    private(set) var types: [String: (any SendableMetatype.Type)?] = [:]
    private var namesOfTypes: [ObjectIdentifier: String] = [:]

    /// The library's own rules, and no types.
    public init() {
        for rule in LibraryRules.all { register(rule) }
    }

    /// The names of the rules, in alphabetical order.
    public var ruleNames: [String] { rules.keys.sorted() }

    /// The names of the types, in alphabetical order.
    public var typeNames: [String] { types.keys.sorted() }

    /// Registers rules of a type under a name. What they encode must be an object: it becomes the members beside the name.
    /// Not possible as its members are `rule`, `at`, `for`, `without` and `rules`, which have a meaning already.
    ///
    /// - Parameter name: Default: that of the type. A name that is registered already is given to the new rule.
    public mutating func register<R: DecodingRule & Codable>(_ type: R.Type, named name: String? = nil) {
        add(
            Rule(
                name: name ?? String(describing: type), type: type, decode: { try R(from: $0) },
                encode: { rule, encoder in
                    guard let rule = rule as? R else { return false }
                    try rule.encode(to: encoder)
                    return true
                }))
    }

    /// Registers one rule, options and all, under a name.
    ///
    /// - Parameter name: Default: that of the type. A name that is registered already is given to the new rule.
    public mutating func register<R: DecodingRule>(_ rule: R, named name: String? = nil) {
        let description = rule.description
        add(
            Rule(
                name: name ?? String(describing: R.self), type: R.self, decode: { _ in rule },
                encode: { other, _ in other is R && other.description == description }))
    }

    /// Registers a type for scopes (``For``).
    ///
    /// - Parameter name: Default: that of the type.
    public mutating func register<T: SendableMetatype>(type: T.Type, named name: String? = nil) {
        let name = name ?? String(describing: type)
        types[name] = .some(type)
        namesOfTypes[ObjectIdentifier(type)] = name
    }

    /// Lets files name rules and types of a program that is not this one: such rules answer nothing, such scopes apply nowhere.
    package mutating func registerUnknown(rules: [String], types names: [String]) {
        for name in rules {
            add(
                Rule(
                    name: name, type: UnknownRule.self, decode: { try UnknownRule(name, from: $0) },
                    encode: { _, _ in false }))
        }
        for name in names { types[name] = .some(nil) }
    }

    private mutating func add(_ rule: Rule) { rules[rule.name] = rule }

    /// The name of a type.
    func name(of type: Any.Type) -> String? {
        guard let name = namesOfTypes[ObjectIdentifier(type)] else { return nil }
        // It may have been given to another type since.
        return types[name].flatMap(\.self) == type ? name : nil
    }

    /// The rules under whose names a rule may be written.
    func candidates(for rule: any DecodingRule) -> [Rule] {
        rules.values.filter { $0.type == type(of: rule) }.sorted { $0.name < $1.name }
    }
}

/// A rule of which only the name is known.
struct UnknownRule: DecodingRule {
    let name: String

    init(_ name: String, from decoder: any Decoder) throws {
        self.name = name
        // So that none of its options is an unknown member.
        _ = try decoder.container(keyedBy: JSONKey.self).allKeys
    }

    /// None: nothing is known of the situations that the rule answers.
    let situations: RepairSituation = []
    func repair(_ context: DecodingRuleContext) -> Repair { .decline }
}
