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
        /// Encodes the options of a rule of this type; false if it is not the rule of this name.
        let encode: @Sendable (any DecodingRule, any Encoder) throws -> Bool
        /// Whether the rule of this name may be a rule, or differ from it in what cannot be compared.
        var mayBe: @Sendable (any DecodingRule) -> Bool = { _ in false }
    }

    private(set) var rules: [String: Rule] = [:]
    /// `nil` for a name without a type.
    private(set) var types: [String: (any SendableMetatype.Type)?] = [:]

    /// The library's own rules, and no types.
    public init() {
        for rule in LibraryRules.all { add(Self.rule(of: rule)) }
    }

    /// The names of the rules, in alphabetical order.
    public var ruleNames: [String] { rules.keys.inTextOrder() }

    /// The names of the types, in alphabetical order.
    public var typeNames: [String] { types.keys.inTextOrder() }

    /// Registers rules of a type under a name. They must encode as objects; the members become options next to the
    /// name. The names `rule`, `at`, `without` and `rules` are reserved.
    ///
    /// - Parameters:
    ///   - type: the type of the rules.
    ///   - name: the name in policy files. Default: that of the type. If the name is registered already, it is
    ///     reassigned to the new rule.
    @_optimize(size)
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

    /// Registers one rule with its options under a name.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - name: the name in policy files. Default: that of the type. If the name is registered already, it is
    ///     reassigned to the new rule.
    @_optimize(size)
    public mutating func register<R: DecodingRule>(_ rule: R, named name: String? = nil) {
        add(
            Rule(
                name: name ?? String(describing: R.self), type: R.self, decode: { _ in rule },
                encode: { other, _ in rule.isSame(as: other) },
                mayBe: { rule.mayDifferUnseen && rule.isSame(as: $0) }))
    }

    /// Registers a type for scopes (``For``).
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - name: the name in policy files. Default: that of the type.
    @_optimize(size)
    public mutating func register<T: SendableMetatype>(type: T.Type, named name: String? = nil) {
        types[name ?? String(describing: type)] = .some(type)
    }

    /// Allows files to name rules and types of another program: such rules never answer, and such scopes apply nowhere.
    @_optimize(size)
    package mutating func registerUnknown(rules: [String], types names: [String]) {
        for name in rules {
            add(
                Rule(
                    name: name, type: UnknownRule.self, decode: { try UnknownRule(name, from: $0) },
                    encode: { _, _ in false }))
        }
        for name in names { types[name] = .some(nil) }
    }

    private static func rule<R: LibraryRule>(of type: R.Type) -> Rule {
        Rule(
            name: String(describing: type), type: type, decode: { try R(from: $0) },
            encode: { rule, encoder in try (rule as? R)?.encode(to: encoder) != nil })
    }

    private mutating func add(_ rule: Rule) { rules[rule.name] = rule }

    /// The name of a type; of several the first in alphabetical order.
    @_optimize(size)
    func name(of type: Any.Type) -> String? {
        var first: String?
        for (name, other) in types where other == type && first.map({ name < $0 }) != false { first = name }
        return first
    }

    /// The name of the rules that a rule turns off.
    @_optimize(size)
    func name(of rule: Without<any DecodingRule>) -> String? {
        let isNamed = rules[rule.ruleName].map { rule.type == nil || rule.type == $0.type } ?? false
        return isNamed ? rule.ruleName : ruleNames.first { rule.type == rules[$0]?.type }
    }

    /// The registered rules as which a rule may be written.
    @_optimize(size)
    func candidates(for rule: any DecodingRule) -> [Rule] {
        ruleNames.compactMap { rules[$0] }.filter { $0.type == Swift.type(of: rule) }
    }
}

/// A rule with a known name and unknown behaviour.
struct UnknownRule: DecodingRule {
    let name: String

    init(_ name: String, from decoder: any Decoder) throws {
        self.name = name
        // Reads all keys, so that none of its options counts as an unknown member.
        _ = try decoder.container(keyedBy: JSONKey.self).allKeys
    }

    /// None, because the situations of the rule are not known.
    let situations: RepairSituation = []
    func repair(_ context: DecodingRuleContext) -> Repair { .decline }
}
