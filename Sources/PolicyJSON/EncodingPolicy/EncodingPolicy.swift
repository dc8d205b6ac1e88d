/// How values are encoded in other forms than the default: an ordered list of rules. The first rule that answers
/// decides.
///
/// ```swift
/// encoder.policy = EncodingPolicy {
///     NilValues(.null)
///     KeyCase(.snakeCase)
///     EncodingAt("items[*].price") { NumbersAsStrings() }
///     EncodingFor(Receipt.self) { NilValues(.omit) }
/// }
/// ```
///
/// Rules inside ``EncodingAt`` are consulted first, then those inside ``EncodingFor``, then the others; within each
/// group in the order in which they are listed. A policy without rules costs nothing, and rules that are only about
/// `nil` cost nothing where there is a value.
public struct EncodingPolicy: Sendable {
    /// The rules in the order in which they were listed, including scopes.
    public let rules: [any EncodingRule]

    /// Creates a policy of these rules.
    ///
    /// - Parameter rules: the rules, in the order in which they are consulted.
    public init(_ rules: [any EncodingRule]) {
        self.rules = rules
    }

    /// Creates a policy of the rules listed in the closure.
    ///
    /// - Parameter rules: lists the rules, in the order in which they are consulted.
    /// - Throws: what the closure throws.
    public init(@EncodingPolicyBuilder _ rules: () throws -> [any EncodingRule]) rethrows {
        self.init(try rules())
    }

    /// No rules: encodes as Foundation's `JSONEncoder` does.
    public static let strict = EncodingPolicy([])

    /// The rules of this policy, and after them those of another.
    ///
    /// - Parameter other: the policy whose rules are consulted last.
    public func followed(by other: EncodingPolicy) -> EncodingPolicy {
        EncodingPolicy(rules + other.rules)
    }
}

extension EncodingPolicy: CustomStringConvertible {
    /// One rule per line.
    public var description: String {
        rules.isEmpty ? "strict" : rules.map(\.description).joined(separator: "\n")
    }
}

/// Collects the rules of an ``EncodingPolicy``.
@resultBuilder
public enum EncodingPolicyBuilder {
    /// One rule.
    ///
    /// - Parameter rule: the rule.
    public static func buildExpression(_ rule: some EncodingRule) -> [any EncodingRule] { [rule] }
    /// The rules of a policy, which is listed as a rule is.
    ///
    /// - Parameter policy: the policy.
    public static func buildExpression(_ policy: EncodingPolicy) -> [any EncodingRule] { policy.rules }
    /// The rules of a block, in order.
    ///
    /// - Parameter parts: the rules of each line.
    public static func buildBlock(_ parts: [any EncodingRule]...) -> [any EncodingRule] { parts.flatMap(\.self) }
    /// The rules of an `if` without `else`; none if the condition is false.
    ///
    /// - Parameter part: the rules of the branch; `nil` if it is not taken.
    public static func buildOptional(_ part: [any EncodingRule]?) -> [any EncodingRule] { part ?? [] }
    /// The rules of the first branch of an `if` or `switch`.
    ///
    /// - Parameter first: the rules of the branch.
    public static func buildEither(first: [any EncodingRule]) -> [any EncodingRule] { first }
    /// The rules of another branch of an `if` or `switch`.
    ///
    /// - Parameter second: the rules of the branch.
    public static func buildEither(second: [any EncodingRule]) -> [any EncodingRule] { second }
    /// The rules of all iterations of a loop, in order.
    ///
    /// - Parameter parts: the rules of each iteration.
    public static func buildArray(_ parts: [[any EncodingRule]]) -> [any EncodingRule] { parts.flatMap(\.self) }
}
