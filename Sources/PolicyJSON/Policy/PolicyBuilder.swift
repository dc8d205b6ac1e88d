/// Collects the rules of a ``Policy`` or of a scope.
@resultBuilder
public enum PolicyBuilder<Rule: Sendable> {
    /// One rule.
    ///
    /// - Parameter rule: the rule.
    public static func buildExpression(_ rule: Rule) -> [Rule] { [rule] }
    /// The rules of a policy, which is listed as a rule is.
    ///
    /// - Parameter policy: the policy.
    public static func buildExpression(_ policy: Policy<Rule>) -> [Rule] { policy.rules }
    /// The rules of an array, in order.
    ///
    /// - Parameter rules: the rules.
    public static func buildExpression(_ rules: [Rule]) -> [Rule] { rules }
    // Without it the compiler has no error text for such an expression.
    /// Anything else is not a rule of this policy.
    ///
    /// - Parameter other: the expression.
    @available(*, unavailable, message: "this is not a rule for the direction of the policy, decoding or encoding")
    public static func buildExpression<T>(_ other: T) -> [Rule] { preconditionFailure("unavailable") }
    /// The rules of a block, in order.
    ///
    /// - Parameter parts: the rules of each line.
    public static func buildBlock(_ parts: [Rule]...) -> [Rule] { parts.flatMap(\.self) }
    /// The rules of an `if` without `else`; none if the condition is false.
    ///
    /// - Parameter part: the rules of the branch; `nil` if it is not taken.
    public static func buildOptional(_ part: [Rule]?) -> [Rule] { part ?? [] }
    /// The rules of the first branch of an `if` or `switch`.
    ///
    /// - Parameter first: the rules of the branch.
    public static func buildEither(first: [Rule]) -> [Rule] { first }
    /// The rules of another branch of an `if` or `switch`.
    ///
    /// - Parameter second: the rules of the branch.
    public static func buildEither(second: [Rule]) -> [Rule] { second }
    /// The rules of all iterations of a loop, in order.
    ///
    /// - Parameter parts: the rules of each iteration.
    public static func buildArray(_ parts: [[Rule]]) -> [Rule] { parts.flatMap(\.self) }
}
