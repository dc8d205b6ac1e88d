/// Decides about keys that occur more than once in an object, whose meaning RFC 8259 section 4 leaves open. Strict
/// decoding uses the first one silently; with ``Choice/first`` the report lists the others.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `DuplicateKeys(.first)` | `Line` | `{"address2":"a","address2":"b"}`, `{"address2":"a","address2":1}` | `Line(address2: "a")` |
/// | `DuplicateKeys(.last)` | `Line` | `{"address2":"a","address2":"b"}`, `{"address2":1,"address2":null,"address2":"b"}` | `Line(address2: "b")` |
/// | `DuplicateKeys(.last)` | `[String: Int]` | `{"a":1,"a":2}` | `["a": 2]` |
/// | `DuplicateKeys(.last)` | `Line` | `{"address2":"a","address2":null}` | fails: Cannot get value of type String -- found null value instead |
/// | `DuplicateKeys(.fail)` | `Line` | `{"address2":"a","address2":"a"}`, `{"address2":"a","\u0061ddress2":"a"}` | fails: The key "address2" occurs more than once. |
/// | `DuplicateKeys(.fail)` | `[String: Int]` | `{"a":1,"b":1,"a":1}` | fails: The key "a" occurs more than once. |
/// | `DuplicateKeys(.fail)` | `Line` | `{"address2":"a","Address2":"b"}` | declines |
///
/// Keys are equal if they are canonically equivalent as Unicode text, under a key strategy if they are equal after
/// conversion, and in a dictionary if they become the same key (`1` and `01` in `[Int: V]`). Objects without repeated
/// keys cost nothing; objects for which no container is requested are not examined. Repeated keys are decided before
/// ``KeyMatching`` matches members to keys: in the path of a repeated key its own name is that of the document.
public struct DuplicateKeys: DecodingRule {
    /// Which one is used.
    public struct Choice: Sendable, Hashable {
        enum Kind { case first, last, fail }

        let kind: Kind

        /// The first.
        public static let first = Choice(kind: .first)
        /// The last.
        public static let last = Choice(kind: .last)
        /// None: an error that ends the decode.
        public static let fail = Choice(kind: .fail)
    }

    /// Which one is used.
    let choice: Choice

    /// Creates the rule.
    ///
    /// - Parameter choice: which member of those with the same key is used.
    public init(_ choice: Choice) {
        self.choice = choice
    }

    var listedSituations: RepairSituation { .repeatedKey }

    var sourceText: String { "DuplicateKeys(.\(choice.kind))" }

    func answer(to context: DecodingRuleContext) -> Repair {
        switch choice.kind {
        case .first: .drop
        case .last: .useRepeated
        case .fail: .fail("The key \(RawJSON.quoted(context.key ?? "")) occurs more than once.")
        }
    }
}

// MARK: Policy files

extension DuplicateKeys {
    private enum CodingKeys: CodingKey { case choice }

    private static var choices: KeyValuePairs<String, Choice> { ["first": .first, "last": .last, "fail": .fail] }

    init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).choice(.choice, of: Self.choices))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: choice, .choice, of: Self.choices)
    }

    var explanation: String {
        switch choice.kind {
        case .first: "Uses the first of several members with the same key, and reports the others."
        case .last: "Uses the last of several members with the same key, and reports it."
        case .fail: "Fails for a key that occurs more than once."
        }
    }
}

// MARK: Lint

extension DuplicateKeys: LibraryRule {
    func covers(_ other: DuplicateKeys) -> Bool { true }
}
