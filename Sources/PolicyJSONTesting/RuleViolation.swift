/// A requirement that a rule does not keep to, and where it showed.
public struct RuleViolation: Sendable, Hashable, CustomStringConvertible {
    /// What is required of a rule. More may be added.
    public struct Requirement: Sendable, Hashable, CustomStringConvertible {
        public let description: String

        /// The name is one line that is not empty, and the description is not empty; both stay the same.
        public static let hasName = Requirement(description: "has a name")
        /// JSON that strict decoding takes means the same under the rule.
        public static let declinesCleanJSON = Requirement(description: "declines clean JSON")
        /// The same question has the same answer, each time and from each thread.
        public static let isDeterministic = Requirement(description: "is deterministic")
        /// What comes out differently is in the report, under the rule's name, and what is in the report came out
        /// differently.
        public static let reportsChanges = Requirement(description: "reports changes")
        /// `.use` answers with a value of the type that was asked for.
        public static let answersInType = Requirement(description: "answers in type")
        /// A replacement that ends the decode is JSON; otherwise the answer should be `.attempt`, or to decline.
        public static let replacesWithJSON = Requirement(description: "replaces with JSON")
        /// A replacement is not replaced without end.
        public static let ends = Requirement(description: "ends")
        /// There is a probe or a sample that the rule answers.
        public static let answersQuestions = Requirement(description: "answers questions")
        /// The rule lists the situations in which it answers, and no others.
        public static let listsSituations = Requirement(description: "lists situations")
        /// What the rule answers in a situation is an answer that the situation takes.
        public static let answersFit = Requirement(description: "answers fit")
        /// What the samples say is repaired is repaired, and comes out as they say.
        public static let repairsSamples = Requirement(description: "repairs samples")
        /// What the samples say is declined fails as in strict decoding.
        public static let declinesSamples = Requirement(description: "declines samples")
    }

    public let requirement: Requirement
    /// The type and the document it showed with, and what happened.
    public let explanation: String

    public var description: String { "\(requirement): \(explanation)" }
}
