public import PolicyJSON

/// A policy that was learned from samples, with the evidence for it: the result of `DecodingPolicy.learned(for:from:)`.
public struct LearnedPolicy: Sendable {
    /// What a rule loses.
    public struct Loss: Sendable, Hashable, Comparable, CustomStringConvertible {
        private enum Degree: Int { case none, values, elements }

        private let degree: Degree

        /// Nothing: the value is there in another form.
        public static let none = Loss(degree: .none)
        /// A value is rounded, or replaced by `nil` or by a default.
        public static let values = Loss(degree: .values)
        /// An element of a collection is dropped.
        public static let elements = Loss(degree: .elements)

        public static func < (left: Loss, right: Loss) -> Bool { left.degree.rawValue < right.degree.rawValue }
        public var description: String { "\(degree)" }
    }

    /// A value in a sample.
    public struct Example: Sendable, Hashable {
        /// The name of the sample's source; empty for samples in memory.
        public let source: String
        /// The index of the sample in its source, from 0.
        public let record: Int
        /// The location in the source.
        public let location: JSONLocation
        /// The path from the sample.
        public let path: DecodingPath
        /// The value's text, at most 200 characters; empty for a missing key.
        public let found: String
        /// What the rule made of it, at most 200 characters; `nil` if it was not repaired.
        public let result: String?
    }

    /// A rule of the policy, and why it is there.
    public struct Rule: Sendable {
        /// The rule.
        public let rule: any DecodingRule
        /// The scope of the rule.
        public let scope: PathPattern
        /// What the rule loses.
        public let loss: Loss
        /// How many values it repaired.
        public internal(set) var count = 0
        /// The first value that it repaired.
        public internal(set) var example: Example?
        /// In how many samples more values cannot be decoded, or are dropped, without this rule; at least 1. Counted among the
        /// samples that were examined.
        public internal(set) var needed = 0
    }

    /// Values that the policy does not repair.
    public struct Failure: Sendable {
        /// The path of the values.
        public let scope: String
        /// What is wrong.
        public let code: DecodingProblem.Code
        /// What is wrong with the example, in words.
        public let message: String
        /// How many there are.
        public internal(set) var count: Int
        /// The first one.
        public let example: Example
    }

    /// Values that rules read in contradicting ways, so that none of these rules was learned.
    public struct Conflict: Sendable {
        /// The path of the values.
        public let scope: String
        /// What contradicts.
        public let message: String
        /// One of the values.
        public let example: Example
    }

    /// Counts of samples.
    public struct Counts: Sendable, Hashable {
        /// All.
        public internal(set) var samples = 0
        /// Those that fail without a policy.
        public internal(set) var failing = 0
        /// Those that fail under the learned policy.
        public internal(set) var unrepaired = 0
    }

    /// The policy: each rule in the scope of the values for which it was learned.
    public internal(set) var policy = DecodingPolicy.strict
    /// The rules of the policy. Without any of them, more values cannot be decoded.
    public internal(set) var rules: [Rule] = []
    /// What the policy does not repair, by path.
    public internal(set) var unrepaired: [Failure] = []
    /// Values that rules read in contradicting ways.
    public internal(set) var conflicts: [Conflict] = []
    /// The samples from which the policy was learned.
    public internal(set) var learning = Counts()
    /// The samples that were held back, to check the policy.
    public internal(set) var heldBack = Counts()
    /// How many samples that decode without a policy fail or are changed under it; `nil` if that was not checked, because
    /// the samples could be read only once.
    public internal(set) var changedCleanSamples: Int?
    /// Whether there are failing samples from which was not learned: only so many are kept of each problem. If the samples can be
    /// read several times, those that the policy repairs nevertheless do not count.
    public internal(set) var isPartial = false
}

/// What is learned.
public struct PolicyLearningOptions: Sendable {
    /// The share of the samples that is held back, and decoded under the learned policy to check it: 0 to 1. Default: 0.2.
    public var heldBack = 0.2
    /// The share of the samples that may fail under the policy: 0 to 1. Rules for fewer samples are left out. Default: 0.
    public var allowedFailures = 0.0
    /// What rules may lose. A rule that loses something is only learned for values that no other rule repairs. Default:
    /// `.values`.
    public var allowedLoss = LearnedPolicy.Loss.values

    /// Creates options with the defaults.
    public init() {}
}
