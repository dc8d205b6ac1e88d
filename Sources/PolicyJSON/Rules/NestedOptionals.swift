/// Distinguishes a missing key from `null` for properties that are optionals of optionals.
///
/// | JSON | `Int??` strictly (as Foundation) | with this rule |
/// |---|---|---|
/// | no key | `nil` | `nil` |
/// | `null` | `nil` | `.some(nil)` |
/// | `1` | `.some(.some(1))` | `.some(.some(1))` |
///
/// As always, if the rule declines, the result is that of strict decoding, in which a missing key is `nil` and `1` is
/// `.some(.some(1))`.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `NestedOptionals()` | `Int??`, `String??`, `[Int]??`, `Point??`, `Fruit??`, `Date??` | `null` | `Optional(nil)` |
/// | `NestedOptionals()` | `Int??`, `String??`, `[Int]??`, `Point??`, `Fruit??`, `Date??` | no key | declines |
/// | `NestedOptionals()` | `Int??` | `1`, `1.5`, `256e80`, `"x"`, `""`, `" "`, `true`, `[]`, `{}` | declines |
/// | `NestedOptionals()` | `Int?`, `String?`, `Point?` | `null`, no key | declines |
///
/// This changes what valid JSON means, so the rule is not part of ``Policy/lenient``. Each `.some(nil)` is in
/// the report. Where another rule answers with `nil`, the result is `nil`, as for a `null` without this rule.
public struct NestedOptionals: DecodingRule {
    let listedSituations: RepairSituation = .nestedNull

    /// Creates the rule.
    public init() {}

    func answer(to context: DecodingRuleContext) -> Repair { .nestedNil }
}

// MARK: Policy files

extension NestedOptionals {
    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    var explanation: String {
        "Distinguishes null from a missing key, for properties that are optionals of optionals."
    }
}

extension NestedOptionals: LibraryRule {}
