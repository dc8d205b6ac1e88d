/// Finds members whose names differ from the model's keys.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `Keys(.snakeCase)` | `Link` | `{"image_url":"u"}`, `{"imageURL":"u","image_url":"v"}` | `Link(imageURL: "u")` |
/// | `Keys(.snakeCase)` | `Link` | `{"ImageURL":"u"}`, `{"image-url":"u"}`, `{"IMAGE_URL":"u"}`, `{}` | declines |
/// | `Keys(.snakeCase)` | `Line` | `{"address_2":"a"}` | `Line(address2: "a")` |
/// | `Keys(.caseInsensitive)` | `Link` | `{"imageurl":"u"}`, `{"IMAGEURL":"u"}`, `{"ImageURL":"u","IMAGEURL":"v"}` | `Link(imageURL: "u")` |
/// | `Keys(.caseInsensitive)` | `Link` | `{"image_url":"u"}`, `{"imageURLs":"u"}`, `{"":"u"}` | declines |
/// | `Keys(.separatorInsensitive)` | `Link` | `{"image_URL":"u"}`, `{"image-URL":"u"}`, `{"image.URL":"u"}`, `{" imageURL ":"u"}` | `Link(imageURL: "u")` |
/// | `Keys(.separatorInsensitive)` | `Link` | `{"image_url":"u"}` | declines |
/// | `Keys([.caseInsensitive, .separatorInsensitive])` | `Link` | `{"Image-Url":"u"}`, `{"IMAGE_URL":"u"}` | `Link(imageURL: "u")` |
/// | `Keys(aliases: ["imageURL": ["img", "pic"]])` | `Link` | `{"pic":"v","img":"u"}`, `{"img":"u"}`, `{"pic":"u"}` | `Link(imageURL: "u")` |
/// | `Keys(aliases: ["imageURL": ["img", "pic"]])` | `Link` | `{"Img":"u"}`, `{"image_url":"u"}` | declines |
/// | `Keys(aliases: ["imageURL": ["img", "pic"]])` | `Link` | `{"img":1}` | fails: Expected to decode String but found number instead. |
/// | `Keys(.caseInsensitive)` | `[String: Int]` | `{"A":1}` | declines |
///
/// Separators are `_`, `-`, `.` and space. A member with the key's own name is always preferred; then aliases in their
/// order, then snake case, and then the first member in the document that is equal when case (of ASCII letters) or
/// separators are ignored. The rule converts the model's key, not the document's: unlike with `convertFromSnakeCase`,
/// `imageURL` needs no `CodingKeys`, and an encoder's `image_url` is decoded as `imageURL`. Keys of dictionaries come
/// from the document and are unchanged.
///
/// Each member that is found this way is in the report; paths show the model's keys, and JSON Pointers the names in the
/// document, so that scopes and redaction use the model's keys. For a missing member the error is the strict one, with
/// the model's key. A key that an object has costs nothing; for each missing key, including optional ones, the rule's
/// names are looked up, and if case or separators are ignored, each member's name is compared. With aliases inside
/// ``For`` the same key may have different names in different models.
public struct Keys: KeyMatchingRule, PolicyFileRule {
    /// How names may differ.
    public struct Style: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Ignores upper and lower case of ASCII letters.
        public static let caseInsensitive = Style(rawValue: 1)
        /// Ignores `_`, `-`, `.` and space.
        public static let separatorInsensitive = Style(rawValue: 2)
        /// The document's name is the model's in snake case.
        public static let snakeCase = Style(rawValue: 4)
    }

    /// How names may differ.
    public let style: Style
    /// Other names of the model's keys, in order of preference.
    public let aliases: [String: [String]]

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - style: how names may differ. Default: they may not.
    ///   - aliases: other names of the model's keys, in order of preference. Default: none.
    public init(_ style: Style = [], aliases: [String: [String]] = [:]) {
        self.style = style
        self.aliases = aliases
    }

    public var description: String {
        var parts = style.isEmpty ? [] : [style.sourceTextIfAny]
        if !aliases.isEmpty {
            let pairs = aliases.sorted { $0.key < $1.key }.map { "\(JSONReplacement.quoted($0.key)): \($0.value)" }
            parts.append("aliases: [\(pairs.joined(separator: ", "))]")
        }
        return "Keys(\(parts.joined(separator: ", ")))"
    }

    public var situations: RepairSituation {
        style.isDisjoint(with: [.caseInsensitive, .separatorInsensitive]) ? .absentKey : [.absentKey, .memberNames]
    }

    public func repair(_ context: DecodingRuleContext) -> Repair { .decline }

    public func memberNames(for key: String, of model: Any.Type?) -> [String] {
        let listed = aliases[key] ?? []
        return style.contains(.snakeCase) ? listed + SnakeCase.names(of: key) : listed
    }

    public func comparedName(_ name: String, of model: Any.Type?) -> String {
        var bytes = Array(name.utf8)
        if style.contains(.separatorInsensitive) {
            bytes.removeAll { $0 == 0x5F || $0 == 0x2D || $0 == 0x2E || $0 == 0x20 }
        }
        if style.contains(.caseInsensitive) {
            for index in bytes.indices where (0x41...0x5A).contains(bytes[index]) { bytes[index] |= 0x20 }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

// MARK: Policy files

extension Keys.Style: NamedOptions {
    static let names: KeyValuePairs<String, Self> = [
        "caseInsensitive": .caseInsensitive, "separatorInsensitive": .separatorInsensitive, "snakeCase": .snakeCase,
    ]
}

extension Keys {
    private enum CodingKeys: CodingKey { case style, aliases }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.options(.style),
            aliases: try container.decodeIfPresent([String: [String]].self, forKey: .aliases) ?? [:])
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: style, .style)
        if !aliases.isEmpty { try container.encode(aliases, forKey: .aliases) }
    }

    public var explanation: String {
        var parts: [String] = []
        if style.contains(.snakeCase) { parts.append("in snake case (image_url for imageURL)") }
        if style.contains(.caseInsensitive) { parts.append("in upper or lower case") }
        if style.contains(.separatorInsensitive) { parts.append("with other separators or none") }
        parts += aliases.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
            "\($0.value.joined(separator: " or ")) for \($0.key)"
        }
        if parts.isEmpty { return "Does nothing." }
        return "Also finds a missing key under other names: \(parts.joined(separator: ", "))."
    }
}

// MARK: Lint

extension Keys: LibraryRule {
    var doesNothing: Bool { style.isWithoutEffect && aliases.values.allSatisfy(\.isEmpty) }

    var findings: [(code: PolicyFinding.Code, message: String)] {
        AliasFindings.useless(aliases) + AliasFindings.shared(aliases)
    }
}
