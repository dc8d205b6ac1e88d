/// Turns a rule off: inside a scope, for the values in that scope; at the top level of a policy for one call, for that
/// call.
///
/// ```swift
/// DecodingPolicy {
///     LossyCollections()
///     At("invoice.lines") { Without(LossyCollections.self) }
/// }
/// ```
///
/// Turns off rules of the given type (or with the given ``DecodingRule/name``) that would be consulted after this one:
/// those in outer scopes, and those that follow it in its own scope. Rules in inner scopes are not affected.
public struct Without: DecodingRule {
    /// The name of the rules that are turned off.
    public let ruleName: String
    private let type: (any DecodingRule.Type)?

    /// Turns off rules of a type.
    ///
    /// - Parameter type: the type of the rules.
    public init(_ type: (some DecodingRule).Type) {
        self.type = type
        ruleName = String(describing: type)
    }

    /// Turns off rules with a name.
    ///
    /// - Parameter name: the name, as in ``DecodingRule/name``.
    public init(named name: String) {
        type = nil
        ruleName = name
    }

    init(named name: String, type: any DecodingRule.Type) {
        self.type = type
        ruleName = name
    }

    public var description: String { type == nil ? "Without(named: \"\(ruleName)\")" : "Without(\(ruleName).self)" }

    /// None: the rule only turns others off.
    public var situations: RepairSituation { [] }

    public func repair(_ context: DecodingRuleContext) -> Repair { .decline }

    func turnsOff(_ rule: any DecodingRule) -> Bool {
        if let type, Swift.type(of: rule) == type { return true }
        return rule.name == ruleName
    }
}
