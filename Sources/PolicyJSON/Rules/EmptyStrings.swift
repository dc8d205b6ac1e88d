/// Takes `nil` for an empty string where something other than a string is asked for.
///
/// | rule | asked for | found | outcome |
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
/// An empty string is a string: where a `String` or `String?` is asked for, strict decoding takes it, and no rule is asked.
/// With ``Option/strings`` it is `nil` for a `String?`; that changes what clean JSON means, and costs a look at each such
/// string.
/// ``Treatment/asNull`` also serves types that are not optional and decode from `null` (`Maybe`, a property wrapper over
/// an optional), and those to which ``Defaults`` gives a value for `null`.
public struct EmptyStrings: DecodingRule {
    /// What an empty string counts as.
    public struct Treatment: Sendable, Hashable, CustomStringConvertible {
        public let description: String

        /// `nil`, where the property or element is optional.
        public static let asNil = Treatment(description: ".asNil")
        /// `nil` likewise, and elsewhere a `null`, which is decoded under the same policy.
        public static let asNull = Treatment(description: ".asNull")
    }

    /// What else counts as empty.
    public struct Option: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Strings of nothing but space, tab, line feed and carriage return.
        public static let whiteSpace = Option(rawValue: 1)
        /// Also where the optional is of a string.
        public static let strings = Option(rawValue: 2)
    }

    /// What an empty string counts as.
    public let treatment: Treatment
    /// What else counts as empty.
    public let options: Option

    /// The rule. Default for `options`: only the empty string.
    public init(_ treatment: Treatment, _ options: Option = []) {
        self.treatment = treatment
        self.options = options
    }

    public var description: String {
        let names: [(Option, String)] = [(.whiteSpace, ".whiteSpace"), (.strings, ".strings")]
        let listed = names.filter { options.contains($0.0) }.map(\.1)
        let set = listed.count > 1 ? "[\(listed.joined(separator: ", "))]" : listed.first
        return "EmptyStrings(\([treatment.description, set].compactMap(\.self).joined(separator: ", ")))"
    }

    public var watchedOccasions: WatchedOccasions { options.contains(.strings) ? .blankStrings : [] }

    public func repairMismatch(_ context: RuleContext) -> Repair { answer(context) }
    public func repairUnknownCase(_ context: RuleContext) -> Repair { answer(context) }

    public func repairBlankString(_ context: RuleContext) -> Repair {
        options.contains(.strings) ? answer(context) : .decline
    }

    private func answer(_ context: RuleContext) -> Repair {
        guard context.found == .string, let text = context.string, isEmpty(text) else { return .decline }
        if context.acceptsNil { return .useNil }
        return treatment == .asNull ? .attempt(.document("null")) : .decline
    }

    private func isEmpty(_ text: String) -> Bool {
        if !options.contains(.whiteSpace) { return text.utf8.isEmpty }
        return text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }
}
