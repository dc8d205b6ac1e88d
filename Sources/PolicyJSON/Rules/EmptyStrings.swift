@_spi(Tape) internal import JSONTape

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
/// | `EmptyStrings(.asNil, .whiteSpace)` | `Int?`, `Date?`, `UUID?`, `Fruit?` | `""`, `" "`, `" \t\r\n "` | `nil` |
/// | `EmptyStrings(.asNil, .whiteSpace)` | `Int?` | `" x"`, `"\u00A0"` | declines |
/// | `EmptyStrings(.asNil, .strings)` | `String?` | `""`, `" "`, `"x"`, `null` | `nil`, ` `, `x`, `nil` |
/// | `EmptyStrings(.asNil, .strings)` | `String` | `""`, `" "` | ``, ` ` |
/// | `EmptyStrings(.asNil, [.whiteSpace, .strings])` | `String?`, `Int?` | `""`, `" "`, `"\t\n"` | `nil` |
/// | `EmptyStrings(.asNil, [.whiteSpace, .strings])` | `String?` | `" x"` | ` x` |
/// | `EmptyStrings(.asNull)` | `Int?`, `Fruit?` | `""` | `nil` |
/// | `EmptyStrings(.asNull)` | `Maybe` | `""` | `Maybe(none)` |
/// | `EmptyStrings(.asNull)` | `Int`, `Point` | `""` | declines |
///
/// An empty string is a string: where a `String` or `String?` is requested, strict decoding accepts it, and no rule is
/// consulted. With ``Option/strings`` it becomes `nil` for a `String?`; this changes what valid JSON means, and each
/// such string has to be examined. ``Treatment/asNull`` also applies to types that are not optional but decode from
/// `null` (`Maybe`, a property wrapper over an optional), and to types for which ``DefaultValues`` replaces `null`.
public struct EmptyStrings: DecodingRule {
    /// What an empty string counts as.
    public struct Treatment: Sendable, Hashable, CustomStringConvertible {
        public let description: String

        /// `nil`, where the property or element is optional.
        public static let asNil = Treatment(description: ".asNil")
        /// `nil` where the property or element is optional; elsewhere `null`, which is decoded under the same policy.
        public static let asNull = Treatment(description: ".asNull")
    }

    /// What else counts as empty.
    public struct Option: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Strings that contain only spaces, tabs, line feeds and carriage returns.
        public static let whiteSpace = Option(rawValue: 1)
        /// Also optional strings.
        public static let strings = Option(rawValue: 2)
    }

    /// What an empty string counts as.
    let treatment: Treatment
    /// What else counts as empty.
    let options: Option

    /// Creates the rule. Default for `options`: only the empty string.
    ///
    /// - Parameters:
    ///   - treatment: what an empty string counts as.
    ///   - options: what else counts as empty.
    public init(_ treatment: Treatment, _ options: Option = []) {
        self.treatment = treatment
        self.options = options
    }

    public var description: String {
        let text = options.sourceTextIfAny
        return "EmptyStrings(\(treatment)\(text.isEmpty ? "" : ", \(text)"))"
    }

    public var situations: RepairSituation {
        options.contains(.strings) ? [.mismatch, .unknownCase, .blankString] : [.mismatch, .unknownCase]
    }

    public func repair(_ context: DecodingRuleContext) -> Repair {
        guard context.kind == .string, let text = context.string, isEmpty(text) else { return .decline }
        if context.acceptsNil { return .useNil }
        return treatment == .asNull ? .replaceIfDecodable(with: .document("null")) : .decline
    }

    private func isEmpty(_ text: String) -> Bool {
        if !options.contains(.whiteSpace) { return text.utf8.isEmpty }
        return text.utf8.allSatisfy(\.isJSONWhitespace)
    }
}

// MARK: Policy files

extension EmptyStrings.Option: NamedOptions {
    static let names: KeyValuePairs<String, Self> = ["whiteSpace": .whiteSpace, "strings": .strings]
}

extension EmptyStrings {
    private enum CodingKeys: CodingKey { case treatment, options }

    static var treatments: KeyValuePairs<String, Treatment> { ["asNil": .asNil, "asNull": .asNull] }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.choice(.treatment, of: Self.treatments), try container.options(.options))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: treatment, .treatment, of: Self.treatments)
        try container.encode(options: options, .options)
    }

    var explanation: String {
        let empty = options.contains(.whiteSpace) ? "A string that is empty or has only white space" : "An empty string"
        let asked = options.contains(.strings) ? "a value" : "something other than a string"
        let elsewhere = treatment == .asNull ? ", and as null elsewhere" : ""
        return "\(empty) counts as a missing value where \(asked) is requested and may be missing\(elsewhere)."
    }
}

// MARK: Lint

extension EmptyStrings: LibraryRule {
    func covers(_ other: EmptyStrings) -> Bool {
        // A value that is treated as null also becomes `nil` where that is possible.
        options.isSuperset(of: other.options) && (treatment == other.treatment || other.treatment == .asNil)
    }
}
