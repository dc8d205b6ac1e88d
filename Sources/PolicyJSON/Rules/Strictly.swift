/// No rule at all: decodes values strictly where everything else is lenient.
///
/// ```swift
/// DecodingPolicy {
///     DecodingPolicy.lenient
///     For(Payment.self) { Strictly() }
///     At("signature") { Strictly() }
/// }
/// ```
///
/// Inside ``For`` it concerns values of that type and everything inside them, inside ``At`` the values at those paths and
/// everything inside them. Wherever it is listed: no other rule is asked there, whether it repairs or watches, and whatever
/// its scope is; also not whether such an element may be left out of a collection. What is around such a value is decoded
/// under the policy as before.
///
/// ``Without`` turns off one rule; this turns off all.
public struct Strictly: PolicyFileRule {
    /// None: the decoder asks no rule where this one applies.
    public let situations: RepairSituation = []

    public init() {}

    public func repair(_ context: DecodingRuleContext) -> Repair { .decline }
}

// MARK: Policy files

extension Strictly {
    public init(from decoder: any Decoder) throws { self.init() }

    public func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    public var explanation: String {
        "Asks no rule at all: values here, and everything inside them, are decoded strictly."
    }
}

extension Strictly: LibraryRule {}
