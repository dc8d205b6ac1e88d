/// Detects members that no model requested: misspelt keys, fields that a partner has added. Reports them, fails, or keeps
/// them.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `UnknownKeys(.report)` | `Line` | `{"address2":"a","x":1}`, `{"x":null,"address2":"a","y":{}}` | `Line(address2: "a")` |
/// | `UnknownKeys(.report)` | `Line` | `{"address2":"a"}`, `{"x":1}`, `{}`, `[]`, `null` | declines |
/// | `UnknownKeys(.report)` | `[String: Int]` | `{"a":1}` | declines |
/// | `UnknownKeys(.fail)` | `Line` | `{"address2":"a","x":1}` | fails: Unknown key "x" for Line. |
/// | `UnknownKeys(.fail)` | `[Line]` | `[{"address2":"a"},{"address2":"a","":1}]` | fails: Unknown key "" for Line. |
/// | `UnknownKeys(.fail)` | `Line` | `{"address2":"a"}` | declines |
/// | `UnknownKeys(.keep)` | `Memo` | `{"id":1,"x":[1.50]}`, `{"x":[1.50],"id":1}` | `Memo(id: 1, note: nil, extra: {"x":[1.50]})` |
/// | `UnknownKeys(.keep)` | `Memo` | `{"id":1,"extra":{"a":2}}` | `Memo(id: 1, note: nil, extra: {"extra":{"a":2}})` |
/// | `UnknownKeys(.keep)` | `Memo` | `{"id":1}`, `{"id":1,"note":"a"}`, `{"x":1}`, `{}`, `[]` | declines |
/// | `UnknownKeys(.keep)` | `Line` | `{"address2":"a","x":1}`, `{"x":1}` | declines |
///
/// The requested keys are compared with the members once a model has been decoded, so that models with their own
/// `init(from:)`, inheritance and several containers over one object are handled correctly. All keys of dictionaries
/// count as requested, as do those of a model that reads `allKeys`. Objects from which no model was decoded are not
/// examined, and neither are those that the paths of ``KeyMatching`` lead through. Where several types decode from one object (a property wrapper and its wrapped value), the error names the
/// outermost.
///
/// Recording the requests also costs time if there are no unknown keys: objects of small members take about twice the
/// instructions.
///
/// `.keep` concerns models with a property of the type ``ExtraMembers``. The same rule in an ``EncodingPolicy`` writes the
/// members of the property to the model's object. Each member that is kept is in the report.
public struct UnknownKeys: DecodingRule, EncodingRule {
    /// What to do about an unknown key.
    public struct Action: Sendable, Hashable {
        enum Kind { case report, fail, keep }

        let kind: Kind

        /// Adds the member to the report.
        public static let report = Action(kind: .report)
        /// Ends the decode with an error: no other rule is consulted, and no element is dropped.
        public static let fail = Action(kind: .fail)
        /// Keeps the members in the model's property of the type ``ExtraMembers``, if it has one.
        public static let keep = Action(kind: .keep)
    }

    /// What to do about an unknown key.
    let action: Action

    /// Creates the rule. Default: ``Action/report``.
    ///
    /// - Parameter action: what to do about an unknown key.
    public init(_ action: Action = .report) {
        self.action = action
    }

    var listedSituations: RepairSituation { action == .keep ? .extraMembers : .unknownKey }

    var sourceText: String { "UnknownKeys(.\(action.kind))" }

    func answer(to context: DecodingRuleContext) -> Repair {
        switch action.kind {
        case .report: .report
        case .keep: .keepMembers
        case .fail: .fail("Unknown key \(RawJSON.quoted(context.key ?? "")) for \(context.requestedType).")
        }
    }
}

// MARK: Encoding

extension UnknownKeys {
    var listedEncodingSituations: EncodingSituation { action == .keep ? .extraMembers : [] }

    func representation(for context: EncodingRuleContext) -> Representation { action == .keep ? .addMembers : .decline }
}

// MARK: Policy files

extension UnknownKeys {
    private enum CodingKeys: CodingKey { case action }

    private static var actions: KeyValuePairs<String, Action> { ["report": .report, "fail": .fail, "keep": .keep] }

    init(from decoder: any Decoder) throws {
        self.init(
            try decoder.container(keyedBy: CodingKeys.self).choice(.action, of: Self.actions, default: .report))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: action, .action, of: Self.actions)
    }

    var explanation: String {
        switch action.kind {
        case .report: "Reports unknown keys."
        case .fail: "Fails for unknown keys."
        case .keep: "Keeps the members with unknown keys in the model's property for them, and reports them."
        }
    }
}

// MARK: Lint

extension UnknownKeys: LibraryRule, BidirectionalRule {
    func covers(_ other: UnknownKeys) -> Bool { (action == .keep) == (other.action == .keep) }
}
