/// Turns a rule off: inside a scope, for the values in that scope; at the top level of a policy for one call, for that
/// call.
///
/// ```swift
/// DecodingPolicy {
///     LossyCollections()
///     At("invoice.lines[*]") { Without(LossyCollections.self) }
/// }
/// ```
///
/// Turns off rules of the given type (or with the given name) that would be consulted after this one:
/// those in outer scopes, and those that follow it in its own scope. Rules in inner scopes are not affected.
public struct Without<Rule: Sendable>: Sendable, CustomStringConvertible, BuiltIn {
    /// The name of the rules that are turned off.
    public let ruleName: String
    let type: Any.Type?

    /// Turns off rules with a name.
    ///
    /// - Parameter name: the name, as in ``DecodingRule/name`` or ``EncodingRule/name``.
    public init(named name: String) { self.init(named: name, type: nil) }

    init(named name: String, type: Any.Type?) {
        self.type = type
        ruleName = name
    }

    var ownName: String { "Without" }

    var sourceText: String {
        type.map { "Without(\($0).self)" } ?? "Without(named: \(RawJSON.quoted(ruleName)))"
    }

    /// - Parameter name: the name of the rule.
    func turnsOff(_ rule: Rule, named name: String) -> Bool {
        type.map { Swift.type(of: rule as Any) == $0 } ?? false || name == ruleName
    }
}

extension Without: DecodingRule, BuiltInRule where Rule == any DecodingRule {
    /// Turns off rules of a type.
    ///
    /// - Parameter type: the type of the rules.
    public init(_ type: (some DecodingRule).Type) { self.init(named: String(describing: type), type: type) }

    /// None: the rule only turns others off.
    var listedSituations: RepairSituation { [] }

    func answer(to context: DecodingRuleContext) -> Repair { .decline }

    func turnsOff(_ rule: any DecodingRule) -> Bool { turnsOff(rule, named: rule.name) }
}

extension Without: EncodingRule, BuiltInEncodingRule where Rule == any EncodingRule {
    /// Turns off rules of a type.
    ///
    /// - Parameter type: the type of the rules.
    public init(_ type: (some EncodingRule).Type) { self.init(named: String(describing: type), type: type) }

    /// Turns off the rules that another one turns off in the decoder, as far as they are also encoding rules.
    init(inBothDirections other: Without<any DecodingRule>) {
        self.init(named: other.ruleName, type: other.type)
    }

    /// None: the rule only turns others off.
    var listedEncodingSituations: EncodingSituation { [] }

    func representation(for context: EncodingRuleContext) -> Representation { .decline }
}
