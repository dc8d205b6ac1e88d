/// Keeps apart a missing key and `null` for properties that are optionals of optionals.
///
/// | JSON | `Int??` strictly (as Foundation) | with this rule |
/// |---|---|---|
/// | no key | `nil` | `nil` |
/// | `null` | `nil` | `.some(nil)` |
/// | `1` | `.some(.some(1))` | `.some(.some(1))` |
///
/// This changes what clean JSON means, so it is not part of ``DecodingPolicy/lenient``. Each `.some(nil)` is in the report.
public struct DoubleOptionals: DecodingRule {
    public init() {}

    public func repairNestedNull(_ context: RuleContext) -> Repair { .useInnerNil }
}
