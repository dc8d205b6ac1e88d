/// Takes a number or a Boolean where a string is asked for: its text as it stands in the document.
///
/// | rule | asked for | found | outcome |
/// |---|---|---|---|
/// | `StringsFromScalars()` | `String` | `12`, `1.50`, `-0`, `1E5`, `true`, `false` | `12`, `1.50`, `-0`, `1E5`, `true`, `false` |
/// | `StringsFromScalars()` | `String` | `null`, `[]`, `[1]`, `{}`, no key | declines |
/// | `StringsFromScalars()` | `String?` | `12`, `null`, `""`, `" "` | `12`, `nil`, ``, ` ` |
/// | `StringsFromScalars()` | `Fruit` | `1` | fails: Cannot initialize Fruit from invalid String value 1 |
/// | `StringsFromScalars()` | `URL`, `Date`, `[String]` | `true` | declines |
public struct StringsFromScalars: DecodingRule {
    public init() {}

    public func repairMismatch(_ context: RuleContext) -> Repair {
        guard context.requestedType == String.self, context.found == .number || context.found == .bool else {
            return .decline
        }
        return .decode(.string(context.number ?? context.text))
    }
}
