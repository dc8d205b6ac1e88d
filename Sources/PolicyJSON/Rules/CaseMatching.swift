@_spi(Tape) internal import JSONTape

/// Accepts other spellings of an enumeration's raw values, or of its cases with associated values.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `CaseMatching(.caseInsensitive)` | `Status` | `"SENT"`, `"Sent"`, `"In_Transit"` | `sent`, `sent`, `inTransit` |
/// | `CaseMatching(.caseInsensitive)` | `Status` | `"in-transit"`, `"inTransit"`, `" sent"`, `""`, `" "`, `"sentt"`, `"0"`, `1`, `null`, no key | declines |
/// | `CaseMatching([.caseInsensitive, .separatorInsensitive])` | `Status` | `"In-Transit"`, `"inTransit"`, `"IN TRANSIT"` | `inTransit` |
/// | `CaseMatching(.separatorInsensitive)` | `Status` | `"in-transit"`, `"intransit"`, `"in transit"` | `inTransit` |
/// | `CaseMatching(.separatorInsensitive)` | `Status` | `"inTransit"`, `"_"`, `""` | declines |
/// | `CaseMatching(.trimmingWhitespace)` | `Status` | `" sent\n"`, `"\tin_transit"` | `sent`, `inTransit` |
/// | `CaseMatching(.namesInSource)` | `Status` | `"inTransit"` | `inTransit` |
/// | `CaseMatching(.namesInSource)` | `Level` | `"low"`, `0`, `3` | declines |
/// | `CaseMatching(aliases: ["shipped": "sent"])` | `Status` | `"shipped"` | `sent` |
/// | `CaseMatching(aliases: ["shipped": "sent"])` | `Status` | `"Shipped"`, `"SENT"`, `"lost"` | declines |
/// | `CaseMatching(.caseInsensitive, aliases: ["shipped": "sent"])` | `Status` | `"SHIPPED"`, `"SENT"` | `sent` |
/// | `CaseMatching(aliases: ["shipped": "nowhere"])` | `Status` | `"shipped"` | declines |
/// | `CaseMatching(aliases: ["9": "1"])` | `Level` | `9` | `low` |
/// | `CaseMatching(aliases: ["9": "1"])` | `Level` | `9.0`, `"9"`, `3`, `0` | declines |
/// | `CaseMatching(.caseInsensitive)` | `Twins` | `"AB"` | declines |
/// | `CaseMatching(.caseInsensitive)` | `Shape` | `{"Circle":{"_0":1}}`, `{"CIRCLE":1}`, `{"Dot":{}}` | `circle(1)`, `circle(1)`, `dot` |
/// | `CaseMatching(.caseInsensitive)` | `Shape` | `{"square":{}}`, `{}`, `"DOT"`, `{"Circle":{},"Dot":{}}`, `{"circle":{}}` | declines |
/// | `CaseMatching(aliases: ["round": "circle"])` | `Shape` | `{"round":{"_0":1}}` | `circle(1)` |
/// | `CaseMatching(aliases: ["round": "circle"])` | `Shape` | `{"Round":{"_0":1}}`, `{"dott":{}}` | declines |
/// | `CaseMatching(aliases: ["round": "circle"])` | `Shape` | `{"round":{"_0":"a"}}` | fails: Expected to decode Int but found a string instead. |
///
/// The rule applies to enumerations with raw values, `String` or, for aliases, integers, and to those with associated values
/// whose `Codable` is synthesized, for the name of the only member (there the names are those in the source). Aliases map a value in the
/// document to a raw value. Where the spelling matches several cases (`Twins` has `Ab` and `aB`), the rule declines.
/// List it before ``UnknownCases``.
///
/// In the table `Status` has the raw values `packed`, `sent` and `in_transit`, `Level` has 1 and 2.
public struct CaseMatching: DecodingRule {
    /// Which differences in spelling are ignored.
    public struct Option: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Upper and lower case, by the Unicode mappings, independent of the locale.
        public static let caseInsensitive = Option(rawValue: 1)
        /// Underscores, hyphens and spaces.
        public static let separatorInsensitive = Option(rawValue: 2)
        /// Space, tab, line feed and carriage return around the text.
        public static let trimmingWhitespace = Option(rawValue: 4)
        /// The names of cases in the source are accepted as raw values, for enumerations with raw values of type
        /// `String`.
        public static let namesInSource = Option(rawValue: 8)
    }

    /// Which differences in spelling are ignored.
    let options: Option
    /// Other raw values, each with the raw value of a case. Integers are written in digits.
    let aliases: [String: String]

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - options: which differences in spelling are ignored. Default: none.
    ///   - aliases: other raw values, each with the raw value of a case. Default: none.
    public init(_ options: Option = [], aliases: [String: String] = [:]) {
        self.options = options
        self.aliases = aliases
    }

    public var description: String {
        var parts = options.isEmpty ? [] : [options.sourceTextIfAny]
        if !aliases.isEmpty {
            let pairs = aliases.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
            parts.append("aliases: [\(pairs.joined(separator: ", "))]")
        }
        return "CaseMatching(\(parts.joined(separator: ", ")))"
    }

    public var situations: RepairSituation { .unknownCase }

    public func repair(_ context: DecodingRuleContext) -> Repair {
        guard let cases = context.enumCases else { return repairMember(context) }
        guard let text = context.string ?? context.number else { return .decline }
        let rawValues = cases.map { ($0.value as? any RawRepresentable).map { $0.rawValue as Any } }
        if let alias = alias(text) {
            let index = rawValues.firstIndex { rawValue in rawValue.map { "\($0)" == alias } ?? false }
            return index.map { .use(cases[$0].value) } ?? .decline
        }
        // Numbers have no other spellings.
        guard context.kind == .string, !options.isEmpty else { return .decline }
        let wanted = spelled(text)
        if wanted.isEmpty { return .decline }
        let matches = cases.indices.filter { index in
            guard let rawValue = rawValues[index] as? String else { return false }
            return spelled(rawValue) == wanted
                || options.contains(.namesInSource) && spelled(cases[index].name) == wanted
        }
        return matches.count == 1 ? .use(cases[matches[0]].value) : .decline
    }

    /// The answer for an enumeration with associated values, whose case is the name of a member.
    private func repairMember(_ context: DecodingRuleContext) -> Repair {
        guard let member = context.onlyMember else { return .decline }
        let path = DecodingPath([.key(member)])
        if let alias = alias(member) { return .decodeCase(named: alias, at: path, selectedBy: path) }
        let wanted = spelled(member)
        guard !options.isEmpty, !wanted.isEmpty, let names = context.enumCaseNames else { return .decline }
        let matches = names.filter { spelled($0) == wanted }
        return matches.count == 1 ? .decodeCase(named: matches[0], at: path, selectedBy: path) : .decline
    }

    private func alias(_ text: String) -> String? {
        if let value = aliases[text] { return value }
        if options.isEmpty { return nil }
        let wanted = spelled(text)
        let values = Set(aliases.filter { spelled($0.key) == wanted }.values)
        return values.count == 1 ? values.first : nil
    }

    /// The text without the ignored differences.
    private func spelled(_ text: String) -> String {
        var text = options.contains(.caseInsensitive) ? text.lowercased() : text
        if options.contains(.trimmingWhitespace) { text = text.trimmingJSONWhitespace }
        if options.contains(.separatorInsensitive) {
            text.unicodeScalars.removeAll { $0 == "_" || $0 == "-" || $0 == " " }
        }
        return text
    }
}

// MARK: Policy files

extension CaseMatching.Option: NamedOptions {
    static let names: KeyValuePairs<String, Self> = [
        "caseInsensitive": .caseInsensitive, "separatorInsensitive": .separatorInsensitive,
        "trimmingWhitespace": .trimmingWhitespace, "namesInSource": .namesInSource,
    ]
}

extension CaseMatching {
    private enum CodingKeys: CodingKey { case options, aliases }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.options(.options),
            aliases: try container.decodeIfPresent([String: String].self, forKey: .aliases) ?? [:])
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: options, .options)
        if !aliases.isEmpty { try container.encode(aliases, forKey: .aliases) }
    }

    var explanation: String {
        var parts: [String] = []
        if options.contains(.caseInsensitive) { parts.append("in upper or lower case") }
        if options.contains(.separatorInsensitive) { parts.append("with other separators or none") }
        if options.contains(.trimmingWhitespace) { parts.append("with white space around it") }
        if options.contains(.namesInSource) { parts.append("by its name in the source") }
        parts += aliases.sorted { $0.key < $1.key }.map { "\($0.key) for \($0.value)" }
        if parts.isEmpty { return "Does nothing." }
        return "Also accepts an enumeration's case \(parts.joined(separator: ", "))."
    }
}

// MARK: Lint

extension CaseMatching: LibraryRule {
    var doesNothing: Bool { options.isWithoutEffect && aliases.isEmpty }

    var findings: [(code: PolicyFinding.Code, message: String)] {
        AliasFindings.useless(aliases.mapValues { [$0] })
    }
}
