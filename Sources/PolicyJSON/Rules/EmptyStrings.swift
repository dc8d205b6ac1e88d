@_spi(Cursor) internal import JSONTape

/// Decodes an empty string as `nil` where something other than a string is requested.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `EmptyStrings(.asNil)` | `Int?`, `Double?`, `Bool?`, `Decimal?`, `Date?`, `URL?`, `UUID?`, `[Int]?`, `Point?`, `Fruit?` | `""` | `nil` |
/// | `EmptyStrings(.asNil)` | `Int`, `Bool`, `Date`, `URL`, `UUID`, `[Int]`, `Point`, `Fruit` | `""`, no key | declines |
/// | `EmptyStrings(.asNil)` | `Int?`, `UUID?`, `Fruit?` | `" "`, `"\t\n"`, `"x"`, `"\u0000"` | declines |
/// | `EmptyStrings(.asNil)` | `Int?` | `[]`, `{}`, `false`, `1.5` | declines |
/// | `EmptyStrings(.asNil)` | `Int?` | `null` | `nil` |
/// | `EmptyStrings(.asNil)` | `String?` | `""` | `` |
/// | `EmptyStrings(.asNil, includingBlank: true)` | `Int?`, `Date?`, `UUID?`, `Fruit?` | `""`, `" "`, `" \t\r\n "` | `nil` |
/// | `EmptyStrings(.asNil, includingBlank: true)` | `Int?` | `" x"`, `"\u00A0"` | declines |
/// | `EmptyStrings(.asNil, includingOptionalStrings: true)` | `String?` | `""`, `" "`, `"x"`, `null` | `nil`, ` `, `x`, `nil` |
/// | `EmptyStrings(.asNil, includingOptionalStrings: true)` | `String` | `""`, `" "` | ``, ` ` |
/// | `EmptyStrings(.asNil, includingBlank: true, includingOptionalStrings: true)` | `String?`, `Int?` | `""`, `" "`, `"\t\n"` | `nil` |
/// | `EmptyStrings(.asNil, includingBlank: true, includingOptionalStrings: true)` | `String?` | `" x"` | ` x` |
/// | `EmptyStrings(.asNull)` | `Int?`, `Fruit?` | `""` | `nil` |
/// | `EmptyStrings(.asNull)` | `Maybe` | `""` | `Maybe(none)` |
/// | `EmptyStrings(.asNull)` | `Int`, `Point` | `""` | declines |
///
/// An empty string is a string: where a `String` or `String?` is requested, strict decoding accepts it, and no rule is
/// consulted. With `includingOptionalStrings` it becomes `nil` for a `String?`; this changes what valid JSON means, and each
/// such string has to be examined. ``Treatment/asNull`` also applies to types that are not optional but decode from
/// `null` (`Maybe`, a property wrapper over an optional), and to types for which ``DefaultValues`` replaces `null`.
public struct EmptyStrings: DecodingRule {
    /// What an empty string counts as.
    public struct Treatment: Sendable, Hashable, CustomStringConvertible, SourceDescribed {
        let sourceText: String

        /// `nil`, where the property or element is optional.
        public static let asNil = Treatment(sourceText: ".asNil")
        /// `nil` where the property or element is optional; elsewhere `null`, which is decoded under the same policy.
        public static let asNull = Treatment(sourceText: ".asNull")
    }

    /// What an empty string counts as.
    let treatment: Treatment
    /// Whether strings that contain only white space count as empty.
    let includesBlank: Bool
    /// Whether the rule applies to optional strings.
    let includesOptionalStrings: Bool

    /// Creates the rule. Default: only the empty string, where something other than a string is requested.
    ///
    /// - Parameters:
    ///   - treatment: what an empty string counts as.
    ///   - includingBlank: whether strings that contain only spaces, tabs, line feeds and carriage returns count as
    ///     empty.
    ///   - includingOptionalStrings: whether the rule also applies where a `String?` is requested.
    public init(_ treatment: Treatment, includingBlank: Bool = false, includingOptionalStrings: Bool = false) {
        self.treatment = treatment
        includesBlank = includingBlank
        includesOptionalStrings = includingOptionalStrings
    }

    var sourceText: String {
        let blank = includesBlank ? ", includingBlank: true" : ""
        let strings = includesOptionalStrings ? ", includingOptionalStrings: true" : ""
        return "EmptyStrings(\(treatment)\(blank)\(strings))"
    }

    var listedSituations: RepairSituation {
        includesOptionalStrings ? [.mismatch, .unknownCase, .blankString] : [.mismatch, .unknownCase]
    }

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.kind == .string, let text = context.string, isEmpty(text) else { return .decline }
        if context.acceptsNil { return .useNil }
        return treatment == .asNull ? .replaceIfDecodable(with: RawJSON(checked: "null")) : .decline
    }

    private func isEmpty(_ text: String) -> Bool {
        if !includesBlank { return text.utf8.isEmpty }
        return text.utf8.allSatisfy(\.isJSONWhitespace)
    }
}

// MARK: Policy files

extension EmptyStrings {
    private enum CodingKeys: CodingKey { case treatment, includingBlank, includingOptionalStrings }

    static var treatments: KeyValuePairs<String, Treatment> { ["asNil": .asNil, "asNull": .asNull] }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.choice(.treatment, of: Self.treatments), includingBlank: try container.flag(.includingBlank),
            includingOptionalStrings: try container.flag(.includingOptionalStrings))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: treatment, .treatment, of: Self.treatments)
        try container.encode(flag: includesBlank, .includingBlank)
        try container.encode(flag: includesOptionalStrings, .includingOptionalStrings)
    }

    var explanation: String {
        let empty = includesBlank ? "A string that is empty or has only white space" : "An empty string"
        let asked = includesOptionalStrings ? "a value" : "something other than a string"
        let elsewhere = treatment == .asNull ? ", and as null elsewhere" : ""
        return "\(empty) counts as a missing value where \(asked) is requested and may be missing\(elsewhere)."
    }
}

// MARK: Lint

extension EmptyStrings: LibraryRule {
    func covers(_ other: EmptyStrings) -> Bool {
        // A value that is treated as null also becomes `nil` where that is possible.
        (includesBlank || !other.includesBlank) && (includesOptionalStrings || !other.includesOptionalStrings)
            && (treatment == other.treatment || other.treatment == .asNil)
    }
}
