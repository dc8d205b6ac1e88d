/// An ordered list of rules for decoding or for encoding, of which the first to answer decides: a ``DecodingPolicy`` or
/// an ``EncodingPolicy``.
///
/// ```swift
/// decoder.policy = DecodingPolicy {
///     NumbersFromStrings()
///     UnknownCases(.caseNamed("unknown"))
///     LossyCollections()
///     At("items[*].price") { NumbersFromStrings(trimmingWhitespace: true) }
///     For(PaymentType.self) { UnknownCases(.useNil) }
/// }
/// encoder.policy = EncodingPolicy {
///     NilValues(.null)
///     At("items[*].price") { NumbersAsStrings() }
/// }
/// ```
///
/// Rules inside ``At`` are consulted first, then those inside ``For``, then the others; within each group rules in more
/// scopes first, then in the order in which they are listed. A policy without rules costs nothing.
///
/// The direction is the generic argument, which the compiler infers for scopes from the policy around them; rules that
/// are for both directions, such as ``KeyMatching``, can be in either policy.
public struct Policy<Rule: Sendable>: Sendable {
    /// The rules in the order in which they were listed, scopes included.
    public let rules: [Rule]

    /// Creates a policy from these rules.
    ///
    /// - Parameter rules: the rules, in the order in which they are consulted.
    public init(_ rules: [Rule]) {
        self.rules = rules
    }

    /// Creates a policy from the rules listed in the closure.
    ///
    /// - Parameter rules: lists the rules, in the order in which they are consulted.
    /// - Throws: what the closure throws.
    public init(@PolicyBuilder<Rule> _ rules: () throws -> [Rule]) rethrows {
        self.init(try rules())
    }

    /// The rules of this policy, followed by those of another.
    ///
    /// - Parameter other: the policy whose rules are consulted last.
    public func followed(by other: Policy) -> Policy {
        Policy(rules + other.rules)
    }
}

/// What to do with JSON that does not match the types.
public typealias DecodingPolicy = Policy<any DecodingRule>

/// How values are encoded in other forms than the default.
public typealias EncodingPolicy = Policy<any EncodingRule>

extension Policy where Rule == any DecodingRule {
    /// No rules: decodes as Foundation's `JSONDecoder` does.
    public static var strict: DecodingPolicy { DecodingPolicy([]) }

    /// The usual repairs:
    ///
    /// | rule | what it repairs |
    /// |---|---|
    /// | ``NumbersFromStrings`` | `"12"` for a number |
    /// | ``StringsFromScalars`` | `12`, `1.50`, `true` for a string |
    /// | ``BooleansFromScalars`` | `0`, `1` for a Boolean |
    /// | ``UnknownCases`` | an unknown case becomes `nil` where the property or element is optional |
    /// | ``LossyCollections`` | an undecodable element is dropped, or becomes `nil` where elements are optional |
    /// | ``OptionalPropertyWrappers`` | a property wrapper over an optional whose key is missing |
    ///
    /// Each repair is in the report. ``NestedOptionals`` is not included, because it changes the meaning of clean JSON.
    public static var lenient: DecodingPolicy { lenientPolicy }
}

/// Stored, because generic types have no stored static properties.
private let lenientPolicy = DecodingPolicy {
    NumbersFromStrings()
    StringsFromScalars()
    BooleansFromScalars()
    UnknownCases(.useNil)
    LossyCollections()
    OptionalPropertyWrappers()
}

extension Policy where Rule == any EncodingRule {
    /// No rules: encodes as Foundation's `JSONEncoder` does.
    public static var `default`: EncodingPolicy { EncodingPolicy([]) }
}

extension Policy: CustomStringConvertible {
    /// One rule a line; rules inside scopes are indented.
    public var description: String {
        if rules.isEmpty { return Rule.self == (any EncodingRule).self ? "default" : "strict" }
        return Self.lines(rules, indent: "").joined(separator: "\n")
    }

    private static func lines(_ rules: [Rule], indent: String) -> [String] {
        rules.flatMap { rule -> [String] in
            guard let scope = rule as? any RuleScope<Rule> else { return [indent + "\(rule)"] }
            if scope.rules.isEmpty { return [indent + scope.opening + " {}"] }
            return [indent + scope.opening + " {"] + lines(scope.rules, indent: indent + "    ") + [indent + "}"]
        }
    }
}
