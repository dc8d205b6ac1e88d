/// Accepts a Boolean where an integer is requested: `true` is 1, `false` is 0.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `IntegersFromBooleans()` | `Int`, `Int8`, `UInt8`, `UInt64`, `Int128` | `true`, `false` | `1`, `0` |
/// | `IntegersFromBooleans()` | `Int?` | `true`, `null` | `1`, `nil` |
/// | `IntegersFromBooleans()` | `Int` | `"true"`, `""`, `1.5`, `null`, `[true]`, `{}`, no key | declines |
/// | `IntegersFromBooleans()` | `Level` | `true` | `low` |
/// | `IntegersFromBooleans()` | `Level` | `false` | fails: Cannot initialize Level from invalid Int value 0 |
/// | `IntegersFromBooleans()` | `Double`, `Decimal`, `String`, `[Int]` | `true` | declines |
public struct IntegersFromBooleans: DecodingRule {
    let listedSituations: RepairSituation = .mismatch

    /// Creates the rule.
    public init() {}

    func answer(to context: DecodingRuleContext) -> Repair {
        guard let bool = context.bool, context.isInteger else { return .decline }
        return .replace(with: .number(bool ? "1" : "0"))
    }
}

// MARK: Policy files

extension IntegersFromBooleans {
    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    var explanation: String { "Accepts true and false where an integer is requested: 1 for true, 0 for false." }
}

extension IntegersFromBooleans: LibraryRule {}
