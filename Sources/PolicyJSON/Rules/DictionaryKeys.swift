internal import FoundationImport

/// Decodes the keys of a dictionary as values of the key's type, under the same policy.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `DictionaryKeys()` | `[Fruit: Int]` | `{"apple":1}`, `{}` | `[Fruit.apple: 1]`, `[:]` |
/// | `DictionaryKeys()` | `[Fruit: Int]` | `{"plum":1}` | fails: Cannot initialize Fruit from invalid String value plum |
/// | `DictionaryKeys()` | `[Level: Int]` | `{"2":1}` | `[Level.high: 1]` |
/// | `DictionaryKeys()` | `[Level: Int]` | `{"3":1}` | fails: Cannot initialize Level from invalid Int value 3 |
/// | `DictionaryKeys()` | `[UInt8: Int]` | `{"7":1}`, `{"7.0":1}` | `[7: 1]` |
/// | `DictionaryKeys()` | `[UInt8: Int]` | `{"300":1}` | fails: Parsed JSON number <300> does not fit in UInt8. |
/// | `DictionaryKeys()` | `[UInt8: Int]` | `{"x":1}`, `{"07":1}` | fails: Expected to decode UInt8 but found a string instead. |
/// | `DictionaryKeys()` | `[Int: Int]` | `{"7.0":1}` | `[7: 1]` |
/// | `DictionaryKeys()` | `[Double: Int]`, `[CGFloat: Int]` | `{"7.5":1}` | `[7.5: 1]` |
/// | `DictionaryKeys()` | `[Bool: Int]` | `{"true":1}`, `{"false":1}` | `[true: 1]`, `[false: 1]` |
/// | `DictionaryKeys()` | `[Bool: Int]` | `{"True":1}`, `{"1":1}` | fails: Expected to decode Bool but found a string instead. |
/// | `DictionaryKeys()` | `[UUID: Int]` | `{"00000000-0000-0000-0000-000000000001":1}` | `[00000000-0000-0000-0000-000000000001: 1]` |
/// | `DictionaryKeys()` | `[Fruit: Int]`, `[UInt8: Int]` | `null`, `1`, `"apple"`, `[1]`, `[{}]` | declines |
/// | `DictionaryKeys()` | `[Fruit: Int]` | `["apple",1]`, `[]` | `[Fruit.apple: 1]`, `[:]` |
/// | `DictionaryKeys()` | `[Int: Int]` | `{"7":1}`, `{}` | `[7: 1]`, `[:]` |
/// | `DictionaryKeys()` | `[String: Int]`, `[Int]` | `{"7":"x"}`, `1` | declines |
///
/// Strict decoding, like Foundation's, accepts an object for a dictionary only if its keys are `String`, `Int` or
/// `CodingKeyRepresentable`; other dictionaries are arrays of alternating keys and values. Under this rule objects are
/// dictionaries of all key types, and a key that does not convert is decoded as a string, or as a number if it is one and
/// the key's type is a number, a date or an enumeration of numbers, or as a Boolean. The policy's other rules apply to that value:
/// ``CaseMatching`` and ``NumbersFromStrings`` accept other spellings, ``UnknownCases`` replaces keys, and ``LossyCollections``
/// drops a key that cannot be decoded, with its value.
///
/// Each key that is decoded in this way is in the report. Where several keys then represent the same, the first is kept,
/// and each other is an undecodable element, unless ``DuplicateKeys`` decides. Keys that strict decoding considers
/// equal, such as `"1"` and `"01"` for `Int`, are one key, as in Foundation.
public struct DictionaryKeys: DecodingRule {
    let listedSituations: RepairSituation = [.dictionaryKey, .mismatch]

    /// Creates the rule.
    public init() {}

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.situation == .dictionaryKey else {
            // An object without keys, for a dictionary that is strictly an array of keys and values.
            let isEmpty = context.kind == .object && context.takesPairs && context.isEmpty
            return isEmpty ? .replace(with: RawJSON(checked: "[]")) : .decline
        }
        guard let name = context.string else { return .decline }
        let isBool = context.requestedType == Bool.self && (name == "true" || name == "false")
        if isBool || context.takesNumber && JSONNumber(name) != nil { return .replace(with: RawJSON(checked: name)) }
        return .replace(with: RawJSON(checked: RawJSON.quoted(name)))
    }
}

extension DecodingRuleContext {
    /// Whether a key of the requested type may be a number.
    fileprivate var takesNumber: Bool {
        if NumbersAsStrings.writes(requestedType) || requestedType == Date.self { return true }
        return (enumCases?.first?.value as? any RawRepresentable)?.rawValue is any Numeric
    }
}

// MARK: Policy files

extension DictionaryKeys {
    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    var explanation: String {
        "Decodes keys of dictionaries as values of the key's type: objects become dictionaries of enumerations and numbers."
    }
}

extension DictionaryKeys: LibraryRule {}
