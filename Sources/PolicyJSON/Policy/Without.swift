/// Turns a rule off: inside a scope for the values there, at the top of a policy for one call.
///
/// ```swift
/// DecodingPolicy {
///     LossyCollections()
///     At("invoice.lines") { Without(LossyCollections.self) }
/// }
/// ```
///
/// What is turned off are the rules of that type (or of that ``DecodingRule/name``) that would be asked after this one: those
/// of scopes farther out, and those listed after it in its own. Rules of closer scopes are asked as before.
public struct Without: DecodingRule {
    /// The name of the rules that are turned off.
    public let ruleName: String
    private let type: (any DecodingRule.Type)?

    /// Turns off the rules of a type.
    ///
    /// - Parameter type: the type of the rules.
    public init(_ type: (some DecodingRule).Type) {
        self.type = type
        ruleName = String(describing: type)
    }

    /// Turns off the rules of a name.
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

    /// None: the rule turns others off and answers nothing itself.
    public var situations: RepairSituation { [] }

    public func repair(_ context: DecodingRuleContext) -> Repair { .decline }

    func turnsOff(_ rule: any DecodingRule) -> Bool {
        if let type, Swift.type(of: rule) == type { return true }
        return rule.name == ruleName
    }
}
