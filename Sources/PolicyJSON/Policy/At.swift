/// Rules for certain key paths only.
///
/// ```swift
/// At("items[*].price") { NumericStrings(.trimmingWhitespace) }
/// ```
///
/// The pattern is matched against the whole path of the value; ``PathPattern`` says how. The rules inside are asked
/// before those of ``For`` and those outside, and those of a scope inside a scope before both.
public struct At: DecodingRule, RuleScope {
    /// Which paths.
    public let pattern: PathPattern
    /// The rules, in the order in which they are asked.
    public let rules: [any DecodingRule]

    /// Rules for the values at paths that match the pattern.
    ///
    /// - Parameters:
    ///   - pattern: the paths to which the rules apply.
    ///   - rules: lists the rules, in the order in which they are consulted.
    public init(_ pattern: PathPattern, @DecodingPolicyBuilder _ rules: () -> [any DecodingRule]) {
        self.pattern = pattern
        self.rules = rules()
    }

    /// Those of the rules inside. The decoder asks these, and not the scope.
    public var situations: RepairSituation { rules.reduce([]) { $0.union($1.situations) } }

    public func repair(_ context: DecodingRuleContext) -> Repair { .decline }

    public var description: String { "\(opening) { \(rules.map(\.description).joined(separator: "; ")) }" }

    var opening: String { "At(\(JSONReplacement.quoted(pattern.description)))" }

    var rank: ScopeRank { .path }
}
