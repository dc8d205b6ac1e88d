internal import JSONTape
internal import PolicyJSON

/// Learns a policy from samples that fail without one.
struct PolicyLearner {
    /// A rule that has been chosen for a scope.
    struct Choice {
        let rule: any DecodingRule
        let scope: String
        let loss: LearnedPolicy.Loss
        /// The index of the rule's family, for the order of rules.
        let order: Int

        var use: RuleUse { RuleUse(rule: rule.name, scope: scope) }
    }

    /// Problems of which one sample shows as much as another.
    private struct ProblemKind: Hashable {
        let scope: String
        let code: DecodingProblem.Code
        /// The form of the value.
        let form: String
    }

    /// A value that a sample has, and that has not been repaired.
    private struct Value {
        let sample: Int
        let path: DecodingPath
        let location: JSONLocation?
        let found: FoundValue
    }

    /// How many samples with a kind of problem are kept.
    private static let keptPerKind = 48
    /// How many kinds are distinguished.
    private static let kindLimit = 4_096
    /// How many bytes of samples are kept.
    private static let keptBytes = 32 << 20

    let decoder: SampleDecoder
    let options: PolicyLearningOptions
    private var kept: [FailingSample] = []
    private var kinds: [ProblemKind: Int] = [:]
    private var bytes = 0
    /// Whether samples were not kept.
    private(set) var isPartial = false
    private(set) var choices: [Choice] = []
    private(set) var conflicts: [LearnedPolicy.Conflict] = []
    private var conflicting: Set<String> = []

    init(_ decoder: SampleDecoder, _ options: PolicyLearningOptions) {
        self.decoder = decoder
        self.options = options
    }

    var samples: [FailingSample] { kept }

    // MARK: Samples

    /// Keeps a sample, unless enough of its kind have been kept.
    ///
    /// - Parameters:
    ///   - sample: the sample.
    ///   - trial: what is wrong with it under the policy that was learned so far.
    /// - Returns: whether the sample was kept.
    mutating func keep(_ sample: FailingSample, _ trial: SampleDecoder.Trial) -> Bool {
        let value = decoder.document(of: sample)
        let problems = Set(
            trial.problems.map { problem in
                let found = FoundValue(problem, in: value, sample.bytes)
                return ProblemKind(scope: decoder.scope(problem.path), code: problem.code, form: found.form)
            })
        let isNew = problems.contains { kinds[$0, default: 0] < Self.keptPerKind }
        guard isNew, sample.bytes.count == sample.byteCount, bytes + sample.bytes.count <= Self.keptBytes,
            kinds.count < Self.kindLimit
        else {
            isPartial = true
            return false
        }
        for problem in problems { kinds[problem, default: 0] += 1 }
        bytes += sample.bytes.count
        kept.append(sample)
        return true
    }

    /// Keeps further samples of the kinds of which enough have been kept.
    mutating func keepMore() { kinds = [:] }

    // MARK: Learning

    /// Learns a policy from the samples that are kept.
    mutating func learn() {
        choices = []
        conflicts = []
        conflicting = []
        // Repairs can uncover further failures: of a member under another name, inside a string.
        for _ in 0..<16 {
            let values = values(under: policy)
            let before = choices.count
            for scope in values.keys.sorted() { choose(for: scope, values[scope] ?? []) }
            if choices.count == before { break }
        }
        if options.allowedLoss == .elements { dropElements() }
        minimize()
    }

    var policy: DecodingPolicy { Self.policy(choices) }

    private static func policy(_ choices: [Choice]) -> DecodingPolicy {
        let scopes = Dictionary(grouping: choices, by: \.scope)
        return DecodingPolicy(
            scopes.keys.sorted().compactMap { scope -> (any DecodingRule)? in
                let rules = (scopes[scope] ?? []).sorted { $0.order < $1.order }.map(\.rule)
                guard let pattern = try? PathPattern(scope) else { return nil }
                return At(pattern) { DecodingPolicy(rules) }
            })
    }

    /// What is not repaired in the samples, by scope.
    private func values(under policy: DecodingPolicy) -> [String: [Value]] {
        var values: [String: [Value]] = [:]
        let problems = decoder.problems(policy)
        for (index, sample) in kept.enumerated() {
            let problems = problems(sample)
            if problems.isEmpty { continue }
            let document = decoder.document(of: sample)
            for problem in problems where problem.code != .syntax && problem.code != .limit {
                let found = FoundValue(problem, in: document, sample.bytes)
                values[decoder.scope(problem.path), default: []].append(
                    Value(sample: index, path: problem.path, location: problem.location, found: found))
            }
        }
        return values
    }

    /// Chooses the fewest rules for the values of a scope, among those that lose the least.
    private mutating func choose(for scope: String, _ values: [Value]) {
        var left = Set(values.indices)
        for loss in [LearnedPolicy.Loss.none, .values] where loss <= options.allowedLoss && !left.isEmpty {
            var found: [(order: Int, rule: any DecodingRule, values: Set<Int>)] = []
            for (order, family) in RuleFamily.all.enumerated() where family.loss == loss {
                let applicable = left.filter { family.applies(values[$0].found) }
                if applicable.isEmpty { continue }
                guard let (rule, repaired) = rule(of: family, for: scope, values, applicable) else { continue }
                found.append((order, rule, repaired))
            }
            for index in smallestCover(found.map(\.values)) {
                choices.append(Choice(rule: found[index].rule, scope: scope, loss: loss, order: found[index].order))
                left.subtract(found[index].values)
            }
        }
    }

    /// The rule of a family that repairs the most values, and these values.
    private mutating func rule(
        of family: RuleFamily, for scope: String, _ values: [Value], _ applicable: Set<Int>
    ) -> (any DecodingRule, Set<Int>)? {
        var repaired = family.options.map { option in
            let accepted = applicable.filter { option.accepts(values[$0].found) }
            return accepted.isEmpty ? [] : self.repaired(by: option.rule, at: scope, values, accepted)
        }
        guard let combined = family.combined else {
            let all = repaired.reduce(into: Set<Int>()) { $0.formUnion($1) }
            guard let example = all.min() else { return nil }
            if let index = repaired.firstIndex(of: all) { return (family.options[index].rule, all) }
            addConflict(scope, "No single rule reads all of these \(family.name).", values[example])
            return nil
        }
        let readings = Dictionary(grouping: family.options.indices) { family.options[$0].reading }
        let texts = Dictionary(grouping: readings.keys.compactMap { $0 }, by: \.texts)
        for (_, rivals) in texts.sorted(by: { $0.key < $1.key }) {
            let sets = rivals.map { reading in
                readings[reading, default: []].reduce(into: Set<Int>()) { $0.formUnion(repaired[$1]) }
            }
            guard sets.count(where: { !$0.isEmpty }) > 1 else { continue }
            let whole = sets.reduce(into: Set<Int>()) { $0.formUnion($1) }
            let complete = sets.indices.filter { sets[$0] == whole }
            for index in rivals.indices where complete != [index] {
                for option in readings[rivals[index], default: []] { repaired[option] = [] }
            }
            if complete.count != 1, let example = whole.min() {
                let names = rivals.map(\.name).sorted().joined(separator: " and ")
                let reason = complete.isEmpty ? "No reading fits all of them" : "All of them can be read in both ways"
                addConflict(scope, "Contradicting readings: \(names). \(reason).", values[example])
            }
        }
        let indexes = smallestCover(repaired)
        if indexes.isEmpty { return nil }
        return (combined(indexes), indexes.reduce(into: Set<Int>()) { $0.formUnion(repaired[$1]) })
    }

    private mutating func addConflict(_ scope: String, _ message: String, _ value: Value) {
        guard conflicting.insert("\(scope) \(message)").inserted else { return }
        let sample = kept[value.sample]
        conflicts.append(
            LearnedPolicy.Conflict(
                scope: scope, message: message,
                example: sample.example(at: value.path, value.location, found: value.found.text)))
    }

    /// The values that a rule repairs, in addition to the rules that have been chosen.
    private func repaired(
        by rule: any DecodingRule, at scope: String, _ values: [Value], _ accepted: Set<Int>
    ) -> Set<Int> {
        guard let pattern = try? PathPattern(scope) else { return [] }
        let problems = decoder.problems(policy.followed(by: DecodingPolicy([At(pattern) { rule }])))
        var repaired: Set<Int> = []
        for (sample, indexes) in Dictionary(grouping: accepted, by: { values[$0].sample }) {
            let problems = problems(kept[sample])
            let failing = Set(problems.map(\.path))
            let missing = Set(problems.filter { $0.code == .missingKey }.map(\.path))
            repaired.formUnion(
                indexes.filter { index in
                    let value = values[index]
                    // A member that was found under another name can have a failure of its own.
                    return !(value.found.isMissing ? missing : failing).contains(value.path)
                })
        }
        return repaired
    }

    /// Drops the elements in which something is left.
    private mutating func dropElements() {
        let paths = values(under: policy).values.joined().compactMap { $0.path.element.map(decoder.scope) }
        for scope in Set(paths).sorted() {
            choices.append(
                Choice(rule: LossyCollections(), scope: scope, loss: .elements, order: RuleFamily.all.count))
        }
    }

    // MARK: Minimality

    /// What a policy makes of a sample.
    private struct SampleResult {
        let problems: Int
        let dropped: Int
        /// How many values were repaired by rules that lose something.
        let lost: Int
        /// The chosen rules that repaired something.
        let users: Set<Int>

        /// Whether more values are not repaired, are dropped, or are repaired with a loss.
        func isWorse(than other: SampleResult) -> Bool {
            (problems, dropped, lost) > (other.problems, other.dropped, other.lost)
        }
    }

    private func result(of sample: FailingSample, _ active: Set<Int>) -> SampleResult {
        let trial = decoder.trial(sample, Self.policy(active.sorted().map { choices[$0] }))
        // Of too many changes not all are listed.
        var users = active
        if trial.entries.count < SampleDecoder.entryLimit {
            let uses = Set(trial.entries.map { RuleUse($0, decoder) })
            users = active.filter { uses.contains(choices[$0].use) }
        }
        let lossy = Set(active.filter { choices[$0].loss > .none }.map { choices[$0].use })
        return SampleResult(
            problems: trial.problems.count,
            dropped: trial.entries.count { $0.kind == .dropped || $0.kind == .elementNil },
            lost: lossy.isEmpty ? 0 : trial.entries.count { lossy.contains(RuleUse($0, decoder)) },
            users: users)
    }

    /// Leaves out each rule without which the results are no worse, those that lose the most first.
    private mutating func minimize() {
        var active = Set(choices.indices)
        var results = kept.map { result(of: $0, active) }
        let order = choices.indices.sorted {
            (choices[$0].loss, choices[$0].order, $0) > (choices[$1].loss, choices[$1].order, $1)
        }
        // A rule may be needed only because of one that is left out after it.
        var count: Int
        repeat {
            count = active.count
            for index in order where active.contains(index) {
                let rest = active.subtracting([index])
                let changed = self.results(without: index, rest, results)
                if changed.contains(where: { $1.isWorse(than: results[$0]) }) { continue }
                active = rest
                for (sample, result) in changed { results[sample] = result }
            }
        } while active.count < count
        choices = active.sorted().map { choices[$0] }
    }

    /// For each rule: in how many samples the result is worse without it.
    func needs() -> [Int] {
        let active = Set(choices.indices)
        let results = kept.map { result(of: $0, active) }
        return choices.indices.map { index in
            self.results(without: index, active.subtracting([index]), results)
                .count { $1.isWorse(than: results[$0]) }
        }
    }

    /// The results of the samples in which a rule repaired something, without that rule.
    private func results(
        without index: Int, _ rest: Set<Int>, _ results: [SampleResult]
    ) -> [(sample: Int, result: SampleResult)] {
        kept.indices.filter { results[$0].users.contains(index) }.map { ($0, result(of: kept[$0], rest)) }
    }

    /// The rules without which a sample fails; `nil` if it fails in any case.
    func requirements(of sample: FailingSample) -> Set<Int>? {
        let active = Set(choices.indices)
        let result = self.result(of: sample, active)
        if result.problems > 0 { return nil }
        return result.users.filter { self.result(of: sample, active.subtracting([$0])).problems > 0 }
    }

    /// Leaves out the rules that the fewest samples require.
    ///
    /// - Parameters:
    ///   - count: how many samples may fail because of that.
    ///   - requirements: the sets of rules that samples require, each with the number of samples.
    mutating func leaveOut(upTo count: Double, _ requirements: [Set<Int>: Int]) {
        var removed: Set<Int> = []
        func cost(_ index: Int) -> Int {
            let rules = removed.union([index])
            return requirements.reduce(0) { $0 + ($1.key.isDisjoint(with: rules) ? 0 : $1.value) }
        }
        while let (index, cost) = choices.indices.filter({ !removed.contains($0) }).map({ ($0, cost($0)) })
            .min(by: { $0.1 < $1.1 }), Double(cost) <= count
        {
            removed.insert(index)
        }
        choices = choices.indices.filter { !removed.contains($0) }.map { choices[$0] }
    }
}
