/// Notices members that no model asked for: misspelt keys, fields that a partner has added.
///
/// | rule | asked for | found | outcome |
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
public struct UnknownKeys: DecodingRule {
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

    public var watchedOccasions: WatchedOccasions { .unknownKeys }

    public var description: String { "UnknownKeys(.\(action))" }

    public func repairUnknownKey(_ context: RuleContext) -> Repair {
        switch action {
        case .report: .drop
        case .fail: .fail("Unknown key \(JSONReplacement.quoted(context.key ?? "")) for \(context.requestedType).")
        }
    }
}
