public import PolicyJSON

/// Whether a rule keeps to what the decoder expects of rules.
///
/// ```swift
/// import PolicyJSONTesting
///
/// @Test func conforms() {
///     let violations = RuleConformance.violations(
///         of: CurrencyAmounts(),
///         mended: [.mended(Decimal.self, #""$1,234.50""#, like: "1234.50")],
///         declined: [.declined(Decimal.self, #""$12,34""#)])
///     #expect(violations == [])
/// }
/// ```
///
/// The rule is put into a policy of its own and asked about every kind of JSON where some thirty types are asked for, at
/// the top, as properties, optional properties, elements and values of dictionaries, and about missing keys; then about
/// the samples. All of it is done twice, and a part of it again from several threads at once.
///
/// A rule that answers none of the probes and samples is a violation, too: a requirement that is misspelled
/// (`repairMismatch(context:)`) compiles, and is never called. So is one whose `watchedOccasions` are not those of the
/// questions that it answers. A rule about types or values of your own needs a sample that it repairs.
///
/// That the rule is `Sendable` the compiler has seen to; what an `@unchecked` conformance hides shows as answers that
/// differ, or under the thread sanitizer. A rule that traps ends the program: run the check in a test. A rule that is meant
/// to change what clean JSON means, as ``PolicyJSON/DoubleOptionals`` is, has violations of
/// ``RuleViolation/Requirement/declinesCleanJSON`` and no others; one that is meant to end the decode where a replacement is
/// no JSON, as ``PolicyJSON/NestedJSON`` is, of ``RuleViolation/Requirement/replacesWithJSON``.
public enum RuleConformance {
    /// What the rule does that it should not, each once; at most 20 of each requirement.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - mended: documents that the rule is to mend.
    ///   - declined: documents that the rule is not to touch.
    public static func violations(
        of rule: some DecodingRule, mended: [RuleSample] = [], declined: [RuleSample] = []
    ) -> [RuleViolation] {
        var check = RuleCheck(rule)
        check.names()
        check.probes(RuleProbe.all, clean: RuleProbe.clean)
        check.samples(mended, declined)
        check.questions(mended + declined)
        check.names()
        return check.violations
    }
}
