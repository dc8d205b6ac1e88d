/// Accepts a number or a Boolean where a string is requested. The string is the text as written in the document.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `StringsFromScalars()` | `String` | `12`, `1.50`, `-0`, `1E5`, `true`, `false` | `12`, `1.50`, `-0`, `1E5`, `true`, `false` |
/// | `StringsFromScalars()` | `String` | `null`, `[]`, `[1]`, `{}`, no key | declines |
/// | `StringsFromScalars()` | `String?` | `12`, `null`, `""`, `" "` | `12`, `nil`, ``, ` ` |
/// | `StringsFromScalars()` | `Fruit` | `1` | fails: Cannot initialize Fruit from invalid String value 1 |
/// | `StringsFromScalars()` | `URL`, `Date`, `[String]` | `true` | declines |
public struct StringsFromScalars: DecodingRule {
    let listedSituations: RepairSituation = .mismatch

    /// Creates the rule.
    public init() {}

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.requestedType == String.self, context.kind == .number || context.kind == .bool else {
            return .decline
        }
        return .replace(with: .string(context.number ?? context.sourceText))
    }
}

// MARK: Policy files

extension StringsFromScalars {
    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    var explanation: String {
        "Accepts a number or a Boolean where a string is requested, as written: \"1.50\" for 1.50."
    }
}

extension StringsFromScalars: LibraryRule {}
