/// Notices members that no model asked for: misspelt keys, fields that a partner has added.
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
/// What was asked for is compared with what was there once a model has been decoded, so that it holds for models with an
/// `init(from:)` of their own, for inheritance and for several containers over one object. Keys of dictionaries are all
/// asked for, as are those of a model that looks at `allKeys`. Objects that no model was decoded from are not looked at. Where
/// several types decode from one object (a property wrapper and what it wraps), the outermost is named.
///
/// Comparing costs time on clean JSON, too: about as much as looking each key up once more.
public struct UnknownKeys: PolicyFileRule {
    /// What to do.
    public enum Action: String, Sendable, Hashable, CaseIterable {
        /// Enter the member in the report.
        case report
        /// Refuse the object.
        case fail
    }

    /// What to do.
    public let action: Action

    /// The rule. Default: ``Action/report``.
    public init(_ action: Action = .report) {
        self.action = action
    }

    public var situations: RepairSituation { .unknownKey }

    public var description: String { "UnknownKeys(.\(action))" }

    public func repair(_ context: DecodingRuleContext) -> Repair {
        switch action {
        case .report: .drop
        case .fail: .fail("Unknown key \(JSONReplacement.quoted(context.key ?? "")) for \(context.requestedType).")
        }
    }
}

// MARK: Policy files

extension UnknownKeys {
    private enum CodingKeys: CodingKey { case action }

    private static var actions: KeyValuePairs<String, Action> { ["report": .report, "fail": .fail] }

    public init(from decoder: any Decoder) throws {
        self.init(
            try decoder.container(keyedBy: CodingKeys.self).choice(.action, of: Self.actions, default: .report))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: action, .action, of: Self.actions)
    }

    public var explanation: String {
        action == .fail ? "Fails for keys that nobody asks for." : "Reports keys that nobody asks for."
    }
}

// MARK: Lint

extension UnknownKeys: LibraryRule {
    func covers(_ other: UnknownKeys) -> Bool { true }
}
