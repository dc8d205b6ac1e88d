/// Something in a policy that can have no effect, or hardly the one that is meant: what ``DecodingPolicy/lint()`` finds.
public struct PolicyFinding: Sendable, Hashable, CustomStringConvertible {
    /// The sorts of findings. More may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        public let description: String

        /// A scope without rules.
        public static let emptyScope = Code(description: "emptyScope")
        /// A scope inside another, where no value can be in both.
        public static let excludedScope = Code(description: "excludedScope")
        /// A rule behind one that has answered whatever it would.
        public static let neverAnswers = Code(description: "neverAnswers")
        /// A rule that does nothing with its options.
        public static let doesNothing = Code(description: "doesNothing")
        /// A rule that is turned off wherever it stands.
        public static let turnedOff = Code(description: "turnedOff")
        /// A ``Without`` with nothing behind it that it turns off.
        public static let turnsNothingOff = Code(description: "turnsNothingOff")
        /// An alias that is listed twice, or is the name that it is an alias of.
        public static let uselessAlias = Code(description: "uselessAlias")
        /// An alias for several keys, each of which gets the value of that member.
        public static let sharedAlias = Code(description: "sharedAlias")
    }

    /// The sort of finding.
    public let code: Code
    /// The rule or scope, as it prints itself.
    public let rule: String
    /// What is wrong with it, in words.
    public let message: String
    /// The index of the rule among the policy's rules, behind those of the scopes around it: `[2, 0]` is the first rule of the
    /// scope that stands third.
    public let position: [Int]

    /// Rule and message.
    public var description: String { "\(rule): \(message)" }
}
