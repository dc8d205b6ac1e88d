/// One way of repairing JSON that is not what the model requests: the plug-in point of PolicyJSON.
///
/// A rule lists the situations that it answers (``situations``) and is asked in those and no others. It looks at the context and
/// answers with a ``Repair``, or declines, so that the next rule is asked. What it changes is entered in the report by the
/// decoder.
///
/// Both requirements without a default have to be there, so that a misspelled one does not compile; `RuleConformance` of the
/// module PolicyJSONTesting checks that a rule lists what it answers. Rules are values without mutable state; the decoder may
/// ask them from several threads. Every built-in rule is written with this protocol and nothing else; only the scopes ``At``,
/// ``For`` and ``Without`` and the rule ``Strictly`` are known to the decoder. A rule that finds members under other names also
/// conforms to ``KeyMatchingRule``, one that policy files can name to ``PolicyFileRule``.
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
///         return .decode(.number(String(text.dropFirst().replacing(",", with: ""))))
///     }
/// }
/// ```
public protocol DecodingRule: Sendable, CustomStringConvertible {
    /// The situations in which the rule is asked. Read once for each policy that is set on a decoder, so that it must not
    /// change. Those of ``RepairSituation/watching`` cost time for clean JSON.
    var situations: RepairSituation { get }

    /// What to do about a value. Called once for each situation, ``DecodingRuleContext/situation``, which is one of those that
    /// the rule lists. An answer that the situation does not take, such as ``Repair/drop`` for a mismatch, fails the decode with
    /// an error that names the rule.
    ///
    /// - Parameter context: what was requested and found, and where.
    /// - Returns: the answer; ``Repair/decline`` if the next rule is to be consulted.
    func repair(_ context: DecodingRuleContext) -> Repair

    /// The name that reports and descriptions show. Default: the type's name.
    var name: String { get }
}

extension DecodingRule {
    public var name: String { String(describing: Self.self) }
    public var description: String { name + "()" }
}
