/// What to do with JSON that does not match the types: an ordered list of rules, of which the first to answer wins.
///
/// ```swift
/// decoder.policy = DecodingPolicy {
///     NumbersFromStrings()
///     UnknownCases(.caseNamed("unknown"))
///     LossyCollections()
///     At("items[*].price") { NumbersFromStrings(.trimmingWhitespace) }
///     For(PaymentType.self) { UnknownCases(.useNil) }
/// }
/// ```
///
/// Rules inside ``At`` are consulted first, then those inside ``For``, then the others; within each group in the order
/// in which they are listed.
public struct DecodingPolicy: Sendable {
    /// The rules in the order in which they were listed, scopes included.
    public let rules: [any DecodingRule]

    /// Creates a policy from these rules.
    ///
    /// - Parameter rules: the rules, in the order in which they are consulted.
    public init(_ rules: [any DecodingRule]) {
        self.rules = rules
    }

    /// Creates a policy from the rules listed in the closure.
    ///
    /// - Parameter rules: lists the rules, in the order in which they are consulted.
    /// - Throws: what the closure throws.
    public init(@DecodingPolicyBuilder _ rules: () throws -> [any DecodingRule]) rethrows {
        self.init(try rules())
    }

    /// No rules: decodes as Foundation's `JSONDecoder` does.
    public static let strict = DecodingPolicy([])

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
    public static let lenient = DecodingPolicy {
        NumbersFromStrings()
        StringsFromScalars()
        BooleansFromScalars()
        UnknownCases(.useNil)
        LossyCollections()
        OptionalPropertyWrappers()
    }

    /// The rules of this policy, followed by those of another.
    ///
    /// - Parameter other: the policy whose rules are consulted last.
    public func followed(by other: DecodingPolicy) -> DecodingPolicy {
        DecodingPolicy(rules + other.rules)
    }
}

extension DecodingPolicy: CustomStringConvertible {
    /// One rule a line; rules inside scopes are indented.
    public var description: String {
        rules.isEmpty ? "strict" : Self.lines(rules, indent: "").joined(separator: "\n")
    }

    private static func lines(_ rules: [any DecodingRule], indent: String) -> [String] {
        rules.flatMap { rule -> [String] in
            guard let scope = rule as? any RuleScope else { return [indent + rule.description] }
            if scope.rules.isEmpty { return [indent + scope.opening + " {}"] }
            return [indent + scope.opening + " {"] + lines(scope.rules, indent: indent + "    ") + [indent + "}"]
        }
    }
}

/// Collects the rules of a ``DecodingPolicy``.
@resultBuilder
public enum DecodingPolicyBuilder {
    /// One rule.
    ///
    /// - Parameter rule: the rule.
    public static func buildExpression(_ rule: some DecodingRule) -> [any DecodingRule] { [rule] }
    /// The rules of a policy, which is listed as a rule is.
    ///
    /// - Parameter policy: the policy.
    public static func buildExpression(_ policy: DecodingPolicy) -> [any DecodingRule] { policy.rules }
    /// The rules of a block, in order.
    ///
    /// - Parameter parts: the rules of each line.
    public static func buildBlock(_ parts: [any DecodingRule]...) -> [any DecodingRule] { parts.flatMap(\.self) }
    /// The rules of an `if` without `else`; none if the condition is false.
    ///
    /// - Parameter part: the rules of the branch; `nil` if it is not taken.
    public static func buildOptional(_ part: [any DecodingRule]?) -> [any DecodingRule] { part ?? [] }
    /// The rules of the first branch of an `if` or `switch`.
    ///
    /// - Parameter first: the rules of the branch.
    public static func buildEither(first: [any DecodingRule]) -> [any DecodingRule] { first }
    /// The rules of another branch of an `if` or `switch`.
    ///
    /// - Parameter second: the rules of the branch.
    public static func buildEither(second: [any DecodingRule]) -> [any DecodingRule] { second }
    /// The rules of all iterations of a loop, in order.
    ///
    /// - Parameter parts: the rules of each iteration.
    public static func buildArray(_ parts: [[any DecodingRule]]) -> [any DecodingRule] { parts.flatMap(\.self) }
}
