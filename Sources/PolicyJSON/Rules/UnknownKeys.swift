/// Detects members that no model requested: misspelt keys, fields that a partner has added.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `UnknownKeys(.report)` | `Line` | `{"address2":"a","x":1}`, `{"x":null,"address2":"a","y":{}}` | `Line(address2: "a")` |
/// | `UnknownKeys(.report)` | `Line` | `{"address2":"a"}`, `{"x":1}`, `{}`, `[]`, `null` | declines |
/// | `UnknownKeys(.report)` | `[String: Int]` | `{"a":1}` | declines |
/// | `UnknownKeys(.fail)` | `Line` | `{"address2":"a","x":1}` | fails: Unknown key "x" for Line. |
/// | `UnknownKeys(.fail)` | `[Line]` | `[{"address2":"a"},{"address2":"a","":1}]` | fails: Unknown key "" for Line. |
/// | `UnknownKeys(.fail)` | `Line` | `{"address2":"a"}` | declines |
///
/// The requested keys are compared with the members once a model has been decoded, so that models with their own
/// `init(from:)`, inheritance and several containers over one object are handled correctly. All keys of dictionaries
/// count as requested, as do those of a model that reads `allKeys`. Objects from which no model was decoded are not
/// examined. Where several types decode from one object (a property wrapper and its wrapped value), the error names the
/// outermost.
///
/// The comparison also costs time if there are no unknown keys: about as much as another look-up of each key.
public struct UnknownKeys: DecodingRule {
    /// What to do about an unknown key.
    public enum Action: String, Sendable, Hashable, CaseIterable {
        /// Adds the member to the report.
        case report
        /// Rejects the object.
        case fail
    }

    /// What to do about an unknown key.
    let action: Action

    /// Creates the rule. Default: ``Action/report``.
    ///
    /// - Parameter action: what to do about an unknown key.
    public init(_ action: Action = .report) {
        self.action = action
    }

    public var situations: RepairSituation { .unknownKey }

    public var description: String { "UnknownKeys(.\(action))" }

    public func repair(_ context: DecodingRuleContext) -> Repair {
        switch action {
        case .report: .report
        case .fail: .fail("Unknown key \(JSONReplacement.quoted(context.key ?? "")) for \(context.requestedType).")
        }
    }
}

// MARK: Policy files

extension UnknownKeys {
    private enum CodingKeys: CodingKey { case action }

    private static var actions: KeyValuePairs<String, Action> { ["report": .report, "fail": .fail] }

    init(from decoder: any Decoder) throws {
        self.init(
            try decoder.container(keyedBy: CodingKeys.self).choice(.action, of: Self.actions, default: .report))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: action, .action, of: Self.actions)
    }

    var explanation: String {
        action == .fail ? "Fails for unknown keys." : "Reports unknown keys."
    }
}

// MARK: Lint

extension UnknownKeys: LibraryRule {
    func covers(_ other: UnknownKeys) -> Bool { true }
}
