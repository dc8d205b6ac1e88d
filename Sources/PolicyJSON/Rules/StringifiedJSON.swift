@_spi(Cursor) internal import JSONTape

/// Decodes JSON inside a string.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `StringifiedJSON()` | `[Int]` | `"[1,2]"`, `" [1]\n"`, `"\u005b1]"` | `[1, 2]`, `[1]`, `[1]` |
/// | `StringifiedJSON()` | `Point` | `"{\"x\":1,\"y\":2}"` | `Point(x: 1, y: 2)` |
/// | `StringifiedJSON()` | `[String: [Int]]` | `"{\"a\":[1]}"`, `{"a":"[1]"}`, `"{\"a\":\"[1]\"}"` | `["a": [1]]` |
/// | `StringifiedJSON()` | `Point` | `"{\"x\":1}"` | fails: No value associated with key |
/// | `StringifiedJSON()` | `[Int]` | `"[1,\"2\"]"` | fails: Expected to decode Int but found a string instead. |
/// | `StringifiedJSON()` | `[Int]` | `"[1,"` | fails: The replacement [1, is not valid JSON. |
/// | `StringifiedJSON()` | `[Int]`, `Point` | `"1"`, `"null"`, `""`, `" "`, `"x"`, `null`, `true`, no key | declines |
/// | `StringifiedJSON()` | `Int`, `Bool`, `Date` | `"1"`, `"[1]"`, `"true"` | declines |
/// | `StringifiedJSON(includingScalars: true)` | `Int` | `"1"`, `" 1 "`, `"1e2"` | `1`, `1`, `100` |
/// | `StringifiedJSON(includingScalars: true)` | `Bool` | `"true"`, `"false"` | `true`, `false` |
/// | `StringifiedJSON(includingScalars: true)` | `Int`, `Bool` | `"null"`, `"x"`, `"01"`, `""`, `"1.5"`, `"[1]"`, `"\"1\""`, `"\"true\""` | declines |
///
/// The text must be a complete JSON document within the decoder's limits; its nesting depth is added to that of the
/// string. It is decoded under the same policy. Models, collections and enumerations with associated values accept
/// texts that contain an object or an array; if such a text is not valid JSON or does not match the type, that is the
/// error, and the rules listed after this one are not consulted about the string. ``Fallbacks`` replaces the value, and
/// ``LossyCollections`` drops such an element. Paths continue into the text; locations are those of the string.
public struct StringifiedJSON: DecodingRule {
    /// Whether numbers and Booleans are accepted, too.
    let includesScalars: Bool

    /// Creates the rule. Default: objects and arrays only.
    ///
    /// - Parameter includingScalars: whether numbers and Booleans are accepted, too, for types that decode from these; not
    ///   `null`.
    public init(includingScalars: Bool = false) {
        includesScalars = includingScalars
    }

    var sourceText: String { "StringifiedJSON(\(includesScalars ? "includingScalars: true" : ""))" }

    var listedSituations: RepairSituation { .mismatch }

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.kind == .string, let text = context.string else { return .decline }
        let first = text.utf8.firstAfterJSONWhitespace
        let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        if isContainer { return Self.wantsContainer(context) ? .replace(with: .unchecked(text)) : .decline }
        // Numbers, also those of JSON5, and Booleans.
        guard includesScalars, context.isPlainValue, context.requestedContainer == nil, let first,
            "+-.0123456789INtf".utf8.contains(first)
        else { return .decline }
        return .replaceIfDecodable(with: .unchecked(text))
    }

    /// Whether the type has requested an object or an array.
    private static func wantsContainer(_ context: DecodingRuleContext) -> Bool {
        guard case DecodingError.typeMismatch(let type, _) = context.strictError else { return false }
        return type == [String: Any].self || type == [Any].self
    }
}

// MARK: Policy files

extension StringifiedJSON {
    private enum CodingKeys: CodingKey { case includingScalars }

    init(from decoder: any Decoder) throws {
        self.init(includingScalars: try decoder.container(keyedBy: CodingKeys.self).flag(.includingScalars))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(flag: includesScalars, .includingScalars)
    }

    var explanation: String {
        let kinds = includesScalars ? "object, an array, a number or a Boolean" : "object or an array"
        return "Decodes JSON inside a string where an \(kinds) is requested."
    }
}

// MARK: Lint

extension StringifiedJSON: LibraryRule {
    func covers(_ other: StringifiedJSON) -> Bool { includesScalars || !other.includesScalars }
}
