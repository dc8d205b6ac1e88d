/// A part of a policy that has no effect, or probably not the intended one. Found by ``Policy/lint()``.
public struct PolicyFinding: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of findings. More may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        public let description: String

        /// A scope without rules.
        public static let emptyScope = Code(description: "emptyScope")
        /// A scope inside another that has no values in common with it.
        public static let excludedScope = Code(description: "excludedScope")
        /// A rule that follows one which answers everything that it would.
        public static let neverAnswers = Code(description: "neverAnswers")
        /// A rule that follows one which answers some of what is meant for it.
        public static let answersTooLate = Code(description: "answersTooLate")
        /// A rule whose options make it do nothing.
        public static let doesNothing = Code(description: "doesNothing")
        /// A rule that is turned off wherever it applies.
        public static let turnedOff = Code(description: "turnedOff")
        /// A ``Without`` that turns off nothing after it.
        public static let turnsNothingOff = Code(description: "turnsNothingOff")
        /// An alias that is listed twice, or is the name that it is an alias of.
        public static let uselessAlias = Code(description: "uselessAlias")
        /// An alias for several keys, each of which gets the value of that member, or for several cases, of which it means one.
        public static let sharedAlias = Code(description: "sharedAlias")
        /// A situation that is stated for a rule which answers nothing in it.
        public static let ignoredSituation = Code(description: "ignoredSituation")
        /// Names that the decoder's `keyDecodingStrategy` converts before the rule looks for them. Only
        /// ``PolicyJSONDecoder/lint()`` finds these.
        public static let convertedKeys = Code(description: "convertedKeys")
        /// A rule or a scope that applies to no value of a schema. Only the lint of a schema (library `PolicyJSONData`) finds
        /// these.
        public static let neverApplies = Code(description: "neverApplies")
    }

    /// The kind of finding.
    public let code: Code
    /// The description of the rule or scope.
    public let rule: String
    /// What is wrong with it, in words.
    public let message: String
    /// The index of the rule among the policy's rules, preceded by those of the enclosing scopes: `[2, 0]` is the first
    /// rule of the third entry, which is a scope.
    public let position: [Int]

    package init(code: Code, rule: String, message: String, position: [Int]) {
        self.code = code
        self.rule = rule
        self.message = message
        self.position = position
    }

    /// Rule and message.
    public var description: String { "\(rule): \(message)" }
}

extension [PolicyFinding] {
    /// In the order of the policy; those of one rule in the order in which they were found.
    package var inOrder: [PolicyFinding] {
        inOrder { self[$0].position.lexicographicallyPrecedes(self[$1].position) }
    }
}
