/// Takes a case, or `nil`, where an enumeration has no case for the raw value.
///
/// | rule | asked for | found | outcome |
/// |---|---|---|---|
/// | `UnknownCases(.useNil)` | `Fruit?` | `"plum"`, `""`, `" "` | `nil` |
/// | `UnknownCases(.useNil)` | `Level?` | `3`, `0`, `-1` | `nil` |
/// | `UnknownCases(.useNil)` | `Fruit` | `"plum"` | declines |
/// | `UnknownCases(.caseNamed("pear"))` | `Fruit`, `Fruit?` | `"plum"`, `""`, `"PEAR"` | `pear` |
/// | `UnknownCases(.caseNamed("high"))` | `Level` | `3`, `0` | `high` |
/// | `UnknownCases(.caseNamed("plum"))` | `Fruit` | `"plum"` | declines |
/// | `UnknownCases(.first)` | `Fruit` | `"plum"` | `apple` |
/// | `UnknownCases(.last)` | `Fruit` | `"plum"` | `pear` |
/// | `UnknownCases(.case(Fruit.pear))` | `Fruit` | `"plum"` | `pear` |
/// | `UnknownCases(.case(Fruit.pear))` | `Level` | `3` | declines |
/// | `UnknownCases(.fail)` | `Fruit`, `Fruit?` | `"plum"` | fails: Fruit has no case for "plum"; it has: apple, pear. |
/// | `UnknownCases(.first)` | `Fruit` | `1`, `true`, `{}`, `[]`, `null`, no key | declines |
/// | `UnknownCases(.first)` | `Level` | `3`, `1.5` | `low` |
/// | `UnknownCases(.first)` | `Level` | `"1"`, `null`, no key | declines |
/// | `UnknownCases(.last)` | `Level` | `1` | `low` |
/// | `UnknownCases(.first, for: [.unknownValue, .null, .missingKey])` | `Fruit` | `"plum"`, `null`, no key | `apple` |
/// | `UnknownCases(.first, for: [.unknownValue, .null, .missingKey])` | `Int`, `Point` | `null`, no key | declines |
///
/// The rule is about enumerations without associated values that decode from a raw value. By default it answers for raw
/// values of the right kind that no case has. With ``Occasion/null`` and ``Occasion/missingKey`` it also answers for
/// `null` and for missing keys where the property is not optional. A value of another kind (`{}`, or `true` for a
/// string) is no unknown case and fails as in strict decoding.
public struct UnknownCases: DecodingRule {
    /// What is taken.
    public struct Fallback: Sendable, CustomStringConvertible {
        enum Kind: Sendable {
            case useNil, first, last, fail
            case named(String)
            case value(any Sendable)
        }

        let kind: Kind
        public let description: String

        /// `nil`, for optional properties and elements.
        public static let useNil = Fallback(kind: .useNil, description: ".useNil")
        /// The case of this name, as declared; the enumeration need not be `CaseIterable`.
        public static func caseNamed(_ name: String) -> Fallback {
            Fallback(kind: .named(name), description: ".caseNamed(\"\(name)\")")
        }
        /// The case that is declared first.
        public static let first = Fallback(kind: .first, description: ".first")
        /// The case that is declared last.
        public static let last = Fallback(kind: .last, description: ".last")
        /// This value, for its own type.
        public static func `case`(_ value: some Sendable) -> Fallback {
            Fallback(kind: .value(value), description: ".case(\(type(of: value)).\(value))")
        }
        /// No fallback: an error that names the value and the cases.
        public static let fail = Fallback(kind: .fail, description: ".fail")
    }

    /// When the rule answers.
    public struct Occasion: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A raw value that no case has.
        public static let unknownValue = Occasion(rawValue: 1)
        /// `null` for a property or element that is not optional.
        public static let null = Occasion(rawValue: 2)
        /// A missing key for a property that is not optional.
        public static let missingKey = Occasion(rawValue: 4)
    }

    /// What is taken.
    public let fallback: Fallback
    /// When the rule answers.
    public let occasions: Occasion

    /// The rule. Default for `occasions`: unknown values only.
    public init(_ fallback: Fallback, for occasions: Occasion = .unknownValue) {
        self.fallback = fallback
        self.occasions = occasions
    }

    public var description: String {
        if occasions == .unknownValue { return "UnknownCases(\(fallback))" }
        let names: [(Occasion, String)] = [
            (.unknownValue, ".unknownValue"), (.null, ".null"), (.missingKey, ".missingKey"),
        ]
        let listed = names.filter { occasions.contains($0.0) }.map(\.1).joined(separator: ", ")
        return "UnknownCases(\(fallback), for: [\(listed)])"
    }

    public func repairUnknownCase(_ context: RuleContext) -> Repair {
        occasions.contains(.unknownValue) ? repair(context) : .decline
    }

    public func repairNull(_ context: RuleContext) -> Repair {
        occasions.contains(.null) ? repair(context) : .decline
    }

    public func repairMissingKey(_ context: RuleContext) -> Repair {
        occasions.contains(.missingKey) ? repair(context) : .decline
    }

    private func repair(_ context: RuleContext) -> Repair {
        guard context.isEnumeration, let cases = context.enumCases else { return .decline }
        switch fallback.kind {
        case .useNil:
            return .useNil
        case .named(let name):
            return cases.first { $0.name == name }.map { .use($0.value) } ?? .decline
        case .first:
            return cases.first.map { .use($0.value) } ?? .decline
        case .last:
            return cases.last.map { .use($0.value) } ?? .decline
        case .value(let value):
            return type(of: value) == context.requestedType ? .use(value) : .decline
        case .fail:
            let found = context.found == nil ? "nothing" : context.text
            let names = cases.map(\.name).joined(separator: ", ")
            return .fail("\(context.requestedType) has no case for \(found); it has: \(names).")
        }
    }
}
