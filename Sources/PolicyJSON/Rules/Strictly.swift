/// Turns off all rules: decodes values strictly where everything else is lenient.
///
/// ```swift
/// DecodingPolicy {
///     DecodingPolicy.lenient
///     For(Payment.self) { Strictly() }
///     At("signature") { Strictly() }
/// }
/// ```
///
/// Inside ``For`` it applies to values of that type and everything inside them, inside ``At`` to the values at those
/// paths and everything inside them. Regardless of where it is listed, no other rule is consulted there, whether it
/// repairs or watches, and whatever its scope is; nor about whether such an element may be dropped from a collection.
/// Everything around such a value is decoded under the policy.
///
/// ``Without`` turns off one rule; this turns off all.
public struct Strictly: DecodingRule {
    /// None: the decoder consults no rules where this one applies.
    let listedSituations: RepairSituation = []

    /// Creates the rule.
    public init() {}

    func answer(to context: DecodingRuleContext) -> Repair { .decline }
}

// MARK: Policy files

extension Strictly {
    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    var explanation: String {
        "Turns off all rules: values here, and everything inside them, are decoded strictly."
    }
}

extension Strictly: LibraryRule {}
