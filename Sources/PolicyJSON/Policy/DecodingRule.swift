/// A way to repair JSON that does not match what the model requests: the extension point of PolicyJSON.
///
/// A rule lists the situations in which it is consulted (``situations``). It examines the context and answers with a
/// ``Repair``, or declines, so that the next rule is consulted. The decoder enters the change in the report.
///
/// Two requirements have no default, so that a misspelled one does not compile; `RuleConformance` of the module
/// PolicyJSONTesting checks that a rule lists the situations that it answers. Rules are values without mutable state;
/// the decoder may call them from several threads. Most built-in rules use only what custom
/// rules can use. A rule that finds members under other names also conforms to ``KeyMatchingRule``, and one that policy
/// files can name to ``PolicyFileRule``.
///
/// ```swift
/// /// Reads amounts such as `"$1,234.50"`.
/// struct CurrencyAmounts: DecodingRule {
///     let situations: RepairSituation = .mismatch
///
///     func repair(_ context: DecodingRuleContext) -> Repair {
///         guard context.requestedType == Decimal.self, let text = context.string, text.hasPrefix("$") else {
///             return .decline
///         }
///         return .replace(with: .unchecked(text.dropFirst().replacing(",", with: "")))
///     }
/// }
/// ```
public protocol DecodingRule: Sendable, CustomStringConvertible {
    /// The situations in which the rule is consulted. Must not change: it is read once for each policy that is set on a
    /// decoder. Those of ``RepairSituation/watching`` cost time for clean JSON.
    var situations: RepairSituation { get }

    /// Answers for a value. Called with one ``DecodingRuleContext/situation`` at a time, one of those that the rule
    /// lists. An answer that is not valid in the situation, such as ``Repair/drop`` for a mismatch, fails the value
    /// with an error that names the rule.
    ///
    /// - Parameter context: what was requested and found, and where.
    /// - Returns: the answer; ``Repair/decline`` if the next rule is to be consulted.
    func repair(_ context: DecodingRuleContext) -> Repair

    /// The name in reports and descriptions. Default: the type's name.
    var name: String { get }
}

extension DecodingRule {
    public var name: String { String(describing: Self.self) }
    public var description: String { name + "()" }
}
