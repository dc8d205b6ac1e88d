public import PolicyJSON

/// Checks whether a rule meets the requirements of the decoder.
///
/// ```swift
/// import PolicyJSONTesting
///
/// @Test func conforms() {
///     let violations = RuleConformance.violations(
///         of: CurrencyAmounts(),
///         repaired: [.repaired(Decimal.self, #""$1,234.50""#, like: "1234.50")],
///         declined: [.declined(Decimal.self, #""$12,34""#)])
///     #expect(violations == [])
/// }
/// ```
///
/// The rule is used in a separate policy and consulted about every kind of JSON where about thirty types are requested,
/// at the top level, as properties, optional properties, elements and values of dictionaries, and about missing keys;
/// then about the samples. Everything is done twice, and a part of it again from several threads at once.
///
/// A rule that answers none of the probes and samples is a violation, too. So is one that lists a situation
/// (`DecodingRule.situations`) and never answers in it, one that distinguishes situations and would answer
/// in one that it does not list, and one with an answer that is not valid in the situation. A rule about your own types
/// or values needs a sample that it repairs, or, if it watches, one that it changes or rejects.
///
/// The compiler checks that the rule is `Sendable`; errors that an `@unchecked` conformance hides show as answers that
/// differ, or under the thread sanitizer. A rule that traps ends the program: run the check in a test. A rule that
/// intentionally changes what valid JSON means, such as `NestedOptionals`, has violations of
/// ``RuleViolation/Requirement/declinesCleanJSON`` and no others; one that intentionally ends the decode if a
/// replacement is not JSON, such as `StringifiedJSON`, of ``RuleViolation/Requirement/replacesWithJSON``.
public enum RuleConformance {
    /// The violations of the rule, each once; at most 20 of each requirement.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - repaired: documents that the rule must repair.
    ///   - declined: documents that the rule must not change.
    /// - Returns: the violations; none if the rule meets the requirements.
    public static func violations(
        of rule: some DecodingRule, repaired: [RuleSample] = [], declined: [RuleSample] = []
    ) -> [RuleViolation] {
        violations(of: rule, repaired: repaired, declined: declined, watched: [])
    }

    /// The violations of a rule that watches, each once; at most 20 of each requirement.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - repaired: documents that the rule must repair.
    ///   - declined: documents that the rule must not change.
    ///   - watched: documents that strict decoding accepts and that the rule must change or reject.
    /// - Returns: the violations; none if the rule meets the requirements.
    public static func violations(
        of rule: some DecodingRule, repaired: [RuleSample] = [], declined: [RuleSample] = [], watched: [RuleSample]
    ) -> [RuleViolation] {
        var check = RuleCheck(rule)
        check.names()
        check.probes(RuleProbe.all, clean: RuleProbe.clean)
        check.samples(repaired, declined)
        check.watched(watched)
        check.situations(repaired + declined + watched)
        check.names()
        return check.violations
    }
}
