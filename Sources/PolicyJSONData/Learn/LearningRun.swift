package import PolicyJSON

/// Reads samples, learns a policy from them, and checks it.
package struct LearningRun {
    /// How samples are read.
    package struct Reader {
        /// Decodes all samples under a policy, and passes on those that fail, in order and each with its number. Returns how
        /// many samples there are, and how many were changed by the policy.
        package typealias Scan = (
            _ policy: DecodingPolicy, _ failing: (FailingSample, _ number: Int) throws -> Void
        ) throws -> (samples: Int, changed: Int)

        let scan: Scan
        /// Whether the samples can be read several times.
        let isRepeatable: Bool

        package init(isRepeatable: Bool, _ scan: @escaping Scan) {
            self.isRepeatable = isRepeatable
            self.scan = scan
        }
    }

    private let reader: Reader
    private let decoder: SampleDecoder
    private let options: PolicyLearningOptions
    private var result = LearnedPolicy()
    private var learner: PolicyLearner
    /// Some of the failing samples that are held back, if all can be read only once.
    private var heldBack: [FailingSample] = []

    package init(_ reader: Reader, _ decoder: SampleDecoder, _ options: PolicyLearningOptions) {
        self.reader = reader
        self.decoder = decoder
        self.options = options
        learner = PolicyLearner(decoder, options)
    }

    /// - Throws: what reading the samples throws.
    package mutating func learned() throws -> LearnedPolicy {
        try collect()
        learner.learn()
        result.isPartial = result.isPartial || learner.isPartial
        if reader.isRepeatable, learner.isPartial {
            // A sample that was not kept may need another rule than those of its kind.
            for round in 0...4 {
                let (areThere, areKept) = try addCounterexamples()
                result.isPartial = areThere
                if !areKept || round == 4 { break }
                learner.learn()
            }
        }
        if options.allowedFailures > 0 { try leaveOutRareRules() }
        result.policy = learner.policy
        result.conflicts = learner.conflicts
        try gatherEvidence()
        if reader.isRepeatable { try countUnrepaired() }
        return result
    }

    /// Whether a sample is held back. Scattered, because samples can repeat at regular distances; the same in each run.
    private func isHeldBack(_ number: Int) -> Bool {
        Double(UInt64(truncatingIfNeeded: number).scattered >> 11) < options.heldBack * 0x1p53
    }

    private mutating func collect() throws {
        var (learning, held) = (LearnedPolicy.Counts(), LearnedPolicy.Counts())
        var (learner, samples, bytes, isPartial) = (self.learner, [FailingSample](), 0, false)
        let total = try reader.scan(.strict) { sample, number in
            if isHeldBack(number) {
                held.failing += 1
                if reader.isRepeatable { return }
                if sample.isWhole, bytes + sample.bytes.count <= 16 << 20 {
                    bytes += sample.bytes.count
                    samples.append(sample)
                } else {
                    isPartial = true
                }
            } else {
                learning.failing += 1
                _ = learner.keep(sample, under: .strict)
            }
        }.samples
        held.samples = (0..<total).count(where: isHeldBack)
        learning.samples = total - held.samples
        (self.learner, heldBack) = (learner, samples)
        (result.learning, result.heldBack, result.isPartial) = (learning, held, isPartial)
    }

    /// Keeps samples that fail under the policy and were not kept.
    ///
    /// - Returns: whether there are any, and whether some are kept now.
    private mutating func addCounterexamples() throws -> (areThere: Bool, areKept: Bool) {
        var learner = self.learner
        let policy = learner.policy
        var (areThere, areKept) = (false, false)
        learner.keepMore()
        let known = Set(learner.samples.map(\.id))
        _ = try reader.scan(policy) { sample, number in
            if isHeldBack(number) || known.contains(sample.id) { return }
            areThere = true
            if learner.keep(sample, under: policy) { areKept = true }
        }
        self.learner = learner
        return (areThere, areKept)
    }

    /// Leaves out rules for so few samples that these may fail.
    private mutating func leaveOutRareRules() throws {
        var (requirements, failing, examined) = ([Set<Int>: Int](), 0, 0)
        let learner = self.learner
        func add(_ sample: FailingSample) {
            if !sample.isWhole { return }
            examined += 1
            if let rules = learner.requirements(of: sample) {
                requirements[rules, default: 0] += 1
            } else {
                failing += 1
            }
        }
        if reader.isRepeatable {
            _ = try reader.scan(.strict) { if !isHeldBack($1) { add($0) } }
        } else {
            learner.samples.forEach(add)
        }
        // The kept samples stand for all of them.
        let share = Double(examined) / Double(max(result.learning.failing, 1))
        let samples = Double(result.learning.samples)
        var allowed = options.allowedFailures * samples
        // The product of 0.29 and 100 is less than 29.
        if allowed.rounded() / samples <= options.allowedFailures { allowed = max(allowed, allowed.rounded()) }
        self.learner.leaveOut(upTo: allowed * share - Double(failing), requirements)
    }

    // MARK: Evidence

    /// Counts the samples that fail under the policy, and those that it changes or rejects though they decode without one.
    private mutating func countUnrepaired() throws {
        var unrepaired = (learning: 0, heldBack: 0)
        let (_, changed) = try reader.scan(result.policy) { _, number in
            if isHeldBack(number) { unrepaired.heldBack += 1 } else { unrepaired.learning += 1 }
        }
        (result.learning.unrepaired, result.heldBack.unrepaired) = unrepaired
        // A sample that fails without a policy is changed, or fails again.
        let affected = changed + unrepaired.learning + unrepaired.heldBack
        result.changedCleanSamples = max(affected - result.learning.failing - result.heldBack.failing, 0)
    }

    private mutating func gatherEvidence() throws {
        let needs = learner.needs()
        var rules: [LearnedPolicy.Rule] = []
        for (choice, needed) in zip(learner.choices, needs) {
            guard let scope = try? PathPattern(choice.scope) else { continue }
            rules.append(LearnedPolicy.Rule(rule: choice.rule, scope: scope, loss: choice.loss, needed: needed))
        }
        result.rules = rules.sorted { ("\($0.scope)", $0.loss) < ("\($1.scope)", $1.loss) }
        var indexes: [RuleUse: [Int]] = [:]
        for (index, rule) in result.rules.enumerated() {
            indexes[RuleUse(rule: rule.rule.name, scope: "\(rule.scope)"), default: []].append(index)
        }
        var (result, failures) = (self.result, [FailureKind: LearnedPolicy.Failure]())
        func examine(_ sample: FailingSample, isHeldBack: Bool) {
            if !sample.isWhole { return }
            let trial = decoder.trial(sample, result.policy)
            // Samples that can be read again have been counted.
            if !reader.isRepeatable, !trial.problems.isEmpty {
                if isHeldBack { result.heldBack.unrepaired += 1 } else { result.learning.unrepaired += 1 }
            }
            for problem in trial.problems { add(problem, of: sample, to: &failures) }
            for entry in trial.entries {
                let sameName = indexes[RuleUse(entry, decoder)] ?? []
                // One for null, and one for missing keys.
                let answered = sameName.first { index in
                    entry.kind.situation.map { result.rules[index].rule.situations.contains($0) } ?? true
                }
                guard let index = answered ?? sameName.first else { continue }
                result.rules[index].count += 1
                if result.rules[index].example == nil {
                    result.rules[index].example = sample.example(
                        at: entry.path, entry.location, found: entry.found, result: entry.result)
                }
            }
        }
        if reader.isRepeatable {
            _ = try reader.scan(.strict) { examine($0, isHeldBack: isHeldBack($1)) }
        } else {
            for sample in learner.samples { examine(sample, isHeldBack: false) }
            for sample in heldBack { examine(sample, isHeldBack: true) }
        }
        result.unrepaired = failures.values.sorted { ($0.scope, $0.code.rawValue) < ($1.scope, $1.code.rawValue) }
        self.result = result
    }

    /// Failures of which one is an example for all.
    private struct FailureKind: Hashable {
        let scope: String
        let code: DecodingProblem.Code
    }

    /// Lists at most this many kinds of failures.
    private static let failureLimit = 1_000

    private func add(
        _ problem: DecodingProblem, of sample: FailingSample, to failures: inout [FailureKind: LearnedPolicy.Failure]
    ) {
        let kind = FailureKind(scope: decoder.scope(problem.path), code: problem.code)
        if failures[kind] != nil {
            failures[kind]?.count += 1
        } else if failures.count < Self.failureLimit {
            let found = FoundValue(problem, in: decoder.document(of: sample), sample.bytes)
            failures[kind] = LearnedPolicy.Failure(
                scope: kind.scope, code: problem.code, message: problem.message, count: 1,
                example: sample.example(at: problem.path, problem.location, found: found.text))
        }
    }
}

extension DecodingReport.Kind {
    /// The only situation in which rules make such a change; `nil` if there are others.
    fileprivate var situation: RepairSituation? {
        switch self {
        case .keySupplied: .missingKey
        case .nullReplaced: .null
        default: nil
        }
    }
}
