/// Requires the keys of optional properties: they may be `null`, but not missing.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `RequiredKeys()` | `Entry` | `{"id":1,"note":null}`, `{"id":1,"note":"a"}` | `Entry(id: 1, note: nil)`, `Entry(id: 1, note: Optional("a"))` |
/// | `RequiredKeys()` | `Entry` | `{"id":1}` | fails: The key "note" is missing; it is required, and may be null. |
/// | `RequiredKeys()` | `Entry` | `{"note":"a"}`, `[]`, `null` | declines |
///
/// The rule rejects documents that strict decoding accepts, and is consulted about each optional property whose key is
/// missing. The model then fails as for a missing required key: ``LossyCollections`` and ``Fallbacks`` handle it. Inside
/// `For(Entry.self)` the rule applies to the properties of that type, inside `At("items[*].note")` to one property.
public struct RequiredKeys: DecodingRule {
    let listedSituations: RepairSituation = .missingOptional

    /// Creates the rule.
    public init() {}

    func answer(to context: DecodingRuleContext) -> Repair {
        .reject("The key \(RawJSON.quoted(context.key ?? "")) is missing; it is required, and may be null.")
    }
}

// MARK: Policy files

extension RequiredKeys {
    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    var explanation: String { "Fails if the key of an optional property is missing; the value may be null." }
}

extension RequiredKeys: LibraryRule {}
