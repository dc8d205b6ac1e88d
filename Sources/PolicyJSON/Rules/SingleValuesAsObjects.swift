@_spi(Cursor) internal import JSONTape

/// Accepts a single value where an object is requested, as its only member.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `SingleValuesAsObjects(under: "id")` | `Entry` | `1`, `{"id":1}`, `{"id":1,"note":"a"}` | `Entry(id: 1, note: nil)`, `Entry(id: 1, note: nil)`, `Entry(id: 1, note: Optional("a"))` |
/// | `SingleValuesAsObjects(under: "id")` | `Entry` | `"1"`, `[1]`, `1.5`, `true`, `{"id":"1"}`, `{}`, `null`, no key | declines |
/// | `SingleValuesAsObjects(under: "x")` | `Point` | `1` | declines |
/// | `SingleValuesAsObjects(under: "a")` | `[String: Int]` | `1` | `["a": 1]` |
/// | `SingleValuesAsObjects(under: "a")` | `[String: [Int]]` | `[1,2]`, `[]` | `["a": [1, 2]]`, `["a": []]` |
/// | `SingleValuesAsObjects(under: "a")` | `[Int]`, `Int`, `[Int: Int]`, `Shape`, `Fruit` | `true` | declines |
///
/// Services that abbreviate objects send `"a"` for `{"text": "a"}`, and converters from XML do so for elements without attributes. The
/// name is that of the member in JSON. List the rule in ``For`` or ``At``: a type whose members are all optional accepts any value in
/// this way, also if it has no such member, and so does a dictionary. The object is decoded under the same policy; if that fails,
/// the rule counts as having declined. Inside it no element is dropped, because a rule has created it; in the report, repairs there have
/// its name in their paths, and the location of the value.
///
/// In the table `Entry` has the properties `id: Int` and `note: String?`.
public struct SingleValuesAsObjects: DecodingRule {
    /// The name of the member.
    let memberName: String

    /// Creates the rule.
    ///
    /// - Parameter name: the name of the member that the value is.
    public init(under name: String) { memberName = name }

    var sourceText: String { "SingleValuesAsObjects(under: \(RawJSON.quoted(memberName)))" }

    let listedSituations: RepairSituation = .mismatch

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.kind != .object, context.requestedContainer == .object,
            let value = try? RawJSON.read(context.core, at: context.reference)
        else { return .decline }
        return .replaceIfDecodable(with: .unchecked("{\(RawJSON.quoted(memberName)):\(value.text)}"))
    }
}

// MARK: Policy files, lint

extension SingleValuesAsObjects: LibraryRule {
    private enum CodingKeys: CodingKey { case under }

    init(from decoder: any Decoder) throws {
        self.init(under: try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .under))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(memberName, forKey: .under)
    }

    var explanation: String { "Accepts a single value as an object whose only member, \(memberName), it is." }
}
