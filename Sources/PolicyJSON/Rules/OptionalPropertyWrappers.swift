/// Decodes a property wrapper over an optional from `null` where its key is missing.
///
/// The compiler synthesises the decoding of `@Wrapper var file: String?` as that of a required value, so that strict
/// decoding fails without the key. This rule decodes `null` as any type that is neither an optional nor a basic JSON
/// value; if that succeeds, its result is used, and otherwise the missing key is an error as before. In the table
/// `Maybe` is such a type.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `OptionalPropertyWrappers()` | `Maybe` | no key | `Maybe(none)` |
/// | `OptionalPropertyWrappers()` | `Int`, `String`, `[Int]`, `Date`, `Point`, `Fruit` | no key | declines |
/// | `OptionalPropertyWrappers()` | `Int`, `Point` | `null`, `""`, `" "`, `true` | declines |
public struct OptionalPropertyWrappers: DecodingRule {
    let listedSituations: RepairSituation = .missingKey

    /// Creates the rule.
    public init() {}

    func answer(to context: DecodingRuleContext) -> Repair {
        context.isPlainValue ? .decline : .replaceIfDecodable(with: .null)
    }
}

// MARK: Policy files

extension OptionalPropertyWrappers {
    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    var explanation: String { "Decodes a property wrapper from null where its key is missing, if possible." }
}

extension OptionalPropertyWrappers: LibraryRule {}
