public import PolicyJSON

/// Whether a rule keeps to what the decoder expects of rules.
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
/// The rule is put into a policy of its own and asked about every kind of JSON where some thirty types are asked for, at
/// the top, as properties, optional properties, elements and values of dictionaries, and about missing keys; then about
/// the samples. All of it is done twice, and a part of it again from several threads at once.
///
/// A rule that answers none of the probes and samples is a violation, too. So is one that lists a situation
/// (``PolicyJSON/DecodingRule/situations``) and never answers in it, one that tells situations apart and would answer in one
/// that it does not list, and one with an answer that the situation does not take. A rule about types or values of your own
/// needs a sample that it repairs.
///
/// The compiler checks that the rule is `Sendable`; what an `@unchecked` conformance hides shows as answers that
/// differ, or under the thread sanitizer. A rule that traps ends the program: run the check in a test. A rule that is meant
/// to change what clean JSON means, as ``PolicyJSON/DoubleOptionals`` is, has violations of
/// ``RuleViolation/Requirement/declinesCleanJSON`` and no others; one that is meant to end the decode where a replacement is
/// no JSON, as ``PolicyJSON/NestedJSON`` is, of ``RuleViolation/Requirement/replacesWithJSON``.
public enum RuleConformance {
    /// What the rule does that it should not, each once; at most 20 of each requirement.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - repaired: documents that the rule is to repair.
    ///   - declined: documents that the rule is not to touch.
    public static func violations(
        of rule: some DecodingRule, repaired: [RuleSample] = [], declined: [RuleSample] = []
    ) -> [RuleViolation] {
        var check = RuleCheck(rule)
        check.names()
        check.probes(RuleProbe.all, clean: RuleProbe.clean)
        check.samples(repaired, declined)
        check.situations(repaired + declined)
        check.names()
        return check.violations
    }
}
