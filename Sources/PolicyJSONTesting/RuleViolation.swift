/// A requirement that a rule violates, and where the violation occurred.
public struct RuleViolation: Sendable, Hashable, CustomStringConvertible {
    /// What is required of a rule. More may be added.
    public struct Requirement: Sendable, Hashable, CustomStringConvertible {
        public let description: String

        /// The name is one line that is not empty, and the description is not empty; both stay the same.
        public static let hasName = Requirement(description: "has a name")
        /// JSON that strict decoding accepts decodes to the same value under the rule.
        public static let declinesCleanJSON = Requirement(description: "declines clean JSON")
        /// The rule gives the same answer to the same context, each time and on each thread.
        public static let isDeterministic = Requirement(description: "is deterministic")
        /// Every changed value is in the report, under the rule's name, and every value in the report has changed.
        public static let reportsChanges = Requirement(description: "reports changes")
        /// `.use` answers with a value of the requested type.
        public static let answersInType = Requirement(description: "answers in type")
        /// A replacement that ends the decode is JSON; otherwise the answer should be
        /// `.replaceIfDecodable(with:)`, or to decline.
        public static let replacesWithJSON = Requirement(description: "replaces with JSON")
        /// Replacements end.
        public static let ends = Requirement(description: "ends")
        /// There is a probe or a sample that the rule answers.
        public static let answersProbes = Requirement(description: "answers probes")
        /// The rule lists the situations in which it answers, and no others.
        public static let listsSituations = Requirement(description: "lists situations")
        /// The rule's answers are valid in their situations.
        public static let answersFit = Requirement(description: "answers fit")
        /// The samples to repair are repaired, with the specified results.
        public static let repairsSamples = Requirement(description: "repairs samples")
        /// The samples to decline have the results of strict decoding.
        public static let declinesSamples = Requirement(description: "declines samples")
        /// The samples to watch are changed or rejected, as specified.
        public static let changesSamples = Requirement(description: "changes samples")
    }

    /// The requirement that is violated.
    public let requirement: Requirement
    /// The type and the document with which the violation occurred, and what happened.
    public let explanation: String

    public var description: String { "\(requirement): \(explanation)" }
}
