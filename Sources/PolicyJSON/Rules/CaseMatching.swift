@_spi(Cursor) internal import JSONTape

/// Accepts other spellings of an enumeration's raw values, or of its cases with associated values.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `CaseMatching(caseInsensitive: true)` | `Status` | `"SENT"`, `"Sent"`, `"In_Transit"` | `sent`, `sent`, `inTransit` |
/// | `CaseMatching(caseInsensitive: true)` | `Status` | `"in-transit"`, `"inTransit"`, `" sent"`, `""`, `" "`, `"sentt"`, `"0"`, `1`, `null`, no key | declines |
/// | `CaseMatching(caseInsensitive: true, separatorInsensitive: true)` | `Status` | `"In-Transit"`, `"inTransit"`, `"IN TRANSIT"` | `inTransit` |
/// | `CaseMatching(separatorInsensitive: true)` | `Status` | `"in-transit"`, `"intransit"`, `"in transit"` | `inTransit` |
/// | `CaseMatching(separatorInsensitive: true)` | `Status` | `"inTransit"`, `"_"`, `""` | declines |
/// | `CaseMatching(trimmingWhitespace: true)` | `Status` | `" sent\n"`, `"\tin_transit"` | `sent`, `inTransit` |
/// | `CaseMatching(namesInSource: true)` | `Status` | `"inTransit"` | `inTransit` |
/// | `CaseMatching(namesInSource: true)` | `Level` | `"high"` | `high` |
/// | `CaseMatching(namesInSource: true)` | `Level` | `"High"`, `"2"`, `""`, `0`, `3` | declines |
/// | `CaseMatching(caseInsensitive: true, namesInSource: true)` | `Level` | `"High"`, `"LOW"` | `high`, `low` |
/// | `CaseMatching(positions: true)` | `Status` | `0`, `2` | `packed`, `inTransit` |
/// | `CaseMatching(positions: true)` | `Status` | `3`, `-1`, `1.0`, `1e0`, `"1"`, `"SENT"`, `true` | declines |
/// | `CaseMatching(positions: true)` | `Level` | `0` | declines |
/// | `CaseMatching(aliases: ["sent": ["shipped"]])` | `Status` | `"shipped"` | `sent` |
/// | `CaseMatching(aliases: ["sent": ["shipped"]])` | `Status` | `"Shipped"`, `"SENT"`, `"lost"` | declines |
/// | `CaseMatching(caseInsensitive: true, aliases: ["sent": ["shipped"]])` | `Status` | `"SHIPPED"`, `"SENT"` | `sent` |
/// | `CaseMatching(aliases: ["nowhere": ["shipped"]])` | `Status` | `"shipped"` | declines |
/// | `CaseMatching(aliases: ["1": ["9"]])` | `Level` | `9` | `low` |
/// | `CaseMatching(aliases: ["1": ["9"]])` | `Level` | `9.0`, `"9"`, `3`, `0` | declines |
/// | `CaseMatching(caseInsensitive: true)` | `Twins` | `"AB"` | declines |
/// | `CaseMatching(caseInsensitive: true)` | `Shape` | `{"Circle":{"_0":1}}`, `{"CIRCLE":1}`, `{"Dot":{}}` | `circle(1)`, `circle(1)`, `dot` |
/// | `CaseMatching(caseInsensitive: true)` | `Shape` | `{"square":{}}`, `{}`, `"DOT"`, `{"Circle":{},"Dot":{}}`, `{"circle":{}}` | declines |
/// | `CaseMatching(aliases: ["circle": ["round"]])` | `Shape` | `{"round":{"_0":1}}` | `circle(1)` |
/// | `CaseMatching(aliases: ["circle": ["round"]])` | `Shape` | `{"Round":{"_0":1}}`, `{"dott":{}}` | declines |
/// | `CaseMatching(aliases: ["circle": ["round"]])` | `Shape` | `{"round":{"_0":"a"}}` | fails: Expected to decode Int but found a string instead. |
///
/// The rule applies to enumerations with raw values, `String` or, for aliases and `namesInSource`, integers, and to those with
/// associated values whose `Codable` is synthesized, for the name of the only member or an unknown tag under ``Variants`` (there the
/// names are those in the source; other names that ``Variants`` gives cases, and tags of classes, are compared exactly). As in
/// ``KeyMatching``, aliases are listed by what the model has: a raw value, with the other values in documents that mean it. Where the
/// spelling matches several cases (`Twins` has `Ab` and `aB`), the rule declines. With ``StringsFromScalars``, aliases of strings may be
/// numbers and Booleans.
/// Aliases of a raw value or case that the enumeration does not have (a misspelled one) never answer, and nothing reports them.
/// With `positions`, an integer is the position of a case whose raw value is a string, among those in the source, from 0; inserting a case
/// there changes what documents mean. List the rule before ``UnknownCases`` and ``StringsFromScalars``.
///
/// In the table `Status` has the raw values `packed`, `sent` and `in_transit`, `Level` has 1 and 2.
public struct CaseMatching: DecodingRule {
    /// Whether upper and lower case are equal.
    let isCaseInsensitive: Bool
    /// Whether separators are ignored.
    let isSeparatorInsensitive: Bool
    /// Whether white space around the text is ignored.
    let trimsWhitespace: Bool
    /// Whether the names of cases in the source are accepted.
    let acceptsNamesInSource: Bool
    /// Whether an integer is the position of a case.
    let acceptsPositions: Bool
    /// The raw values of cases, each with other values that mean it. Integers are written in digits.
    let aliases: [String: [String]]
    /// The aliases as they are looked up. One that is listed for several raw values means the first in alphabetical order.
    private let rawValues: [String: String]
    /// The raw values for the compared spellings of aliases, so that no value is compared with all of them.
    private var spelledRawValues: [String: Set<String>] = [:]

    /// Creates the rule. Default: spellings may not differ.
    ///
    /// - Parameters:
    ///   - caseInsensitive: whether upper and lower case are equal, by the Unicode mappings, independent of the locale.
    ///   - separatorInsensitive: whether underscores, hyphens and spaces are ignored.
    ///   - trimmingWhitespace: whether spaces, tabs, line feeds and carriage returns around the text are ignored.
    ///   - namesInSource: whether the names of cases in the source are accepted as raw values, also where these are integers.
    ///   - positions: whether an integer is the position of a case in the source, from 0, where raw values are strings.
    ///   - aliases: other values for the raw values of cases. Default: none.
    @_optimize(size)
    public init(
        caseInsensitive: Bool = false, separatorInsensitive: Bool = false, trimmingWhitespace: Bool = false,
        namesInSource: Bool = false, positions: Bool = false, aliases: [String: [String]] = [:]
    ) {
        isCaseInsensitive = caseInsensitive
        isSeparatorInsensitive = separatorInsensitive
        trimsWhitespace = trimmingWhitespace
        acceptsNamesInSource = namesInSource
        acceptsPositions = positions
        self.aliases = aliases
        rawValues = Dictionary(
            aliases.flatMap { rawValue, texts in texts.map { ($0, rawValue) } }, uniquingKeysWith: { min($0, $1) })
        if !comparesSpellings { return }
        for (text, rawValue) in rawValues { spelledRawValues[spelled(text), default: []].insert(rawValue) }
    }

    /// Whether spellings may differ.
    private var comparesSpellings: Bool {
        isCaseInsensitive || isSeparatorInsensitive || trimsWhitespace || acceptsNamesInSource
    }

    @_optimize(size)
    var sourceText: String {
        let flags: KeyValuePairs = [
            "caseInsensitive": isCaseInsensitive, "separatorInsensitive": isSeparatorInsensitive,
            "trimmingWhitespace": trimsWhitespace, "namesInSource": acceptsNamesInSource, "positions": acceptsPositions,
        ]
        var parts = flags.filter(\.value).map { "\($0.key): true" }
        if !aliases.isEmpty {
            let pairs = aliases.inKeyOrder().map { "\(RawJSON.quoted($0.key)): \($0.value)" }
            parts.append("aliases: [\(pairs.joined(separator: ", "))]")
        }
        return "CaseMatching(\(parts.joined(separator: ", ")))"
    }

    // The raw value is requested as an integer or a string.
    var listedSituations: RepairSituation {
        if acceptsPositions, !comparesSpellings, rawValues.isEmpty { return .mismatch }
        return acceptsNamesInSource || acceptsPositions ? [.unknownCase, .mismatch] : .unknownCase
    }

    @_optimize(size)
    func answer(to context: DecodingRuleContext) -> Repair {
        if context.situation == .mismatch { return repairRawValue(context) }
        guard let cases = context.enumCases else { return repairMember(context) }
        let text = (context.string ?? context.number ?? context.sourceText).withOrderedMarks()
        func rawValue(_ index: Int) -> Any? { (cases[index].value as? any RawRepresentable)?.rawValue }
        if let alias = alias(text),
            let index = cases.indices.first(where: { rawValue($0).map { "\($0)" } == alias })
        {
            return .use(cases[index].value)
        }
        // Numbers have no other spellings.
        guard context.kind == .string, comparesSpellings else { return .decline }
        let wanted = spelled(text)
        if wanted.isEmpty { return .decline }
        let matches = cases.indices.filter { index in
            guard let rawValue = rawValue(index) as? String else { return false }
            return isSpelled(rawValue, wanted) || acceptsNamesInSource && isSpelled(cases[index].name, wanted)
        }
        return matches.count == 1 ? .use(cases[matches[0]].value) : .decline
    }

    /// The answer for the name of a case whose raw value is an integer, or the position of one whose raw value is a string.
    @_optimize(size)
    @inline(never)
    private func repairRawValue(_ context: DecodingRuleContext) -> Repair {
        guard context.kind == .string ? context.isInteger : context.requestedType == String.self,
            let text = context.string ?? context.number, let type = context.modelType,
            DecodableTraits.of(type).kind == .rawEnum, let cases = enumerationCases(of: type)
        else { return .decline }
        let matches: [(name: String, value: Any)]
        if context.kind == .number {
            let position = acceptsPositions ? Int(text) : nil
            matches = position.flatMap { cases.indices.contains($0) ? [cases[$0]] : nil } ?? []
        } else {
            let wanted = spelled(text)
            matches = acceptsNamesInSource ? cases.filter { isSpelled($0.name, wanted) } : []
        }
        guard matches.count == 1, let value = (matches[0].value as? any RawRepresentable)?.rawValue else {
            return .decline
        }
        return .replaceIfDecodable(with: (value as? String).map { .string($0) } ?? .number("\(value)"))
    }

    /// The answer for an enumeration with associated values, whose case is the name of a member.
    private func repairMember(_ context: DecodingRuleContext) -> Repair {
        let tag = context.unknownCase
        guard let found = tag?.name ?? context.onlyMember else { return .decline }
        let member = DecodingPath([.key(found)])
        func decodeCase(named name: String) -> Repair {
            var paths = tag?.paths ?? VariantPaths(contents: member, selector: member)
            paths.selector = paths.selector ?? member
            paths.isNamedInSource = true
            return Repair(action: .selectCase(name, paths))
        }
        let (alias, names) = (alias(found), context.enumCaseNames ?? [])
        if let alias, names.contains(alias) { return decodeCase(named: alias) }
        let wanted = spelled(found)
        let matches = comparesSpellings && !wanted.isEmpty ? names.filter { isSpelled($0, wanted) } : []
        if matches.count == 1, matches[0] != tag?.name { return decodeCase(named: matches[0]) }
        // It may be the name in `CodingKeys`.
        return alias.map { decodeCase(named: $0) } ?? .decline
    }

    private func alias(_ text: String) -> String? {
        if let value = rawValues[text] { return value }
        guard comparesSpellings, let values = spelledRawValues[spelled(text)] else { return nil }
        return values.count == 1 ? values.first : nil
    }

    /// Whether a text without the ignored differences is `wanted`.
    private func isSpelled(_ text: String, _ wanted: String) -> Bool {
        isSpelledInASCII(text.utf8, wanted.utf8) ?? (spelled(text) == wanted)
    }

    /// As ``isSpelled(_:_:)``, without making texts: there may be hundreds of cases. `nil` if that needs them.
    private func isSpelledInASCII(_ text: String.UTF8View, _ wanted: String.UTF8View) -> Bool? {
        var wanted = wanted.makeIterator()
        for byte in text {
            if byte >= 0x80 || trimsWhitespace && byte.isJSONWhitespace { return nil }
            if isSeparatorInsensitive, [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: " ")].contains(byte) {
                continue
            }
            let isCapital = isCaseInsensitive && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            guard let next = wanted.next(), next < 0x80 else { return nil }
            if next != (isCapital ? byte | 0x20 : byte) { return false }
        }
        return wanted.next() == nil
    }

    /// The text without the ignored differences.
    private func spelled(_ text: String) -> String {
        var text = isCaseInsensitive ? text.lowercased() : text
        if trimsWhitespace { text = text.trimmingJSONWhitespace }
        if isSeparatorInsensitive {
            text.unicodeScalars.removeAll { $0 == "_" || $0 == "-" || $0 == " " }
        }
        return text.withOrderedMarks()
    }
}

// MARK: Policy files

extension CaseMatching {
    private enum CodingKeys: CodingKey {
        case caseInsensitive, separatorInsensitive, trimmingWhitespace, namesInSource, positions, aliases
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            caseInsensitive: try container.flag(.caseInsensitive),
            separatorInsensitive: try container.flag(.separatorInsensitive),
            trimmingWhitespace: try container.flag(.trimmingWhitespace),
            namesInSource: try container.flag(.namesInSource),
            positions: try container.flag(.positions),
            aliases: try container.decodeIfPresent([String: [String]].self, forKey: .aliases) ?? [:])
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(flag: isCaseInsensitive, .caseInsensitive)
        try container.encode(flag: isSeparatorInsensitive, .separatorInsensitive)
        try container.encode(flag: trimsWhitespace, .trimmingWhitespace)
        try container.encode(flag: acceptsNamesInSource, .namesInSource)
        try container.encode(flag: acceptsPositions, .positions)
        if !aliases.isEmpty { try container.encode(aliases, forKey: .aliases) }
    }

    @_optimize(size)
    var explanation: String {
        var parts: [String] = []
        if isCaseInsensitive { parts.append("in upper or lower case") }
        if isSeparatorInsensitive { parts.append("with other separators or none") }
        if trimsWhitespace { parts.append("with white space around it") }
        if acceptsNamesInSource { parts.append("by its name in the source") }
        if acceptsPositions { parts.append("by its position in the source") }
        parts += aliases.filter { !$0.value.isEmpty }.inKeyOrder().map {
            "\($0.value.joined(separator: " or ")) for \($0.key)"
        }
        if parts.isEmpty { return "Does nothing." }
        return "Also accepts an enumeration's case \(parts.joined(separator: ", "))."
    }
}

// MARK: Lint

extension CaseMatching: LibraryRule {
    var doesNothing: Bool { !comparesSpellings && !acceptsPositions && rawValues.isEmpty }

    var findings: [(code: PolicyFinding.Code, message: String)] {
        // Where spellings are compared, an alias of itself distinguishes the raw value from others.
        let others = aliases.map { rawValue, texts in (rawValue, texts.filter { !comparesSpellings || $0 != rawValue })
        }
        return AliasFindings.useless(Dictionary(uniqueKeysWithValues: others))
            + AliasFindings.shared(aliases, effect: "of which it means the first")
    }
}
