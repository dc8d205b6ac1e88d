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
    var choices: [Choice] = []
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
    ///   - policy: the policy that was learned so far.
    /// - Returns: whether the sample was kept.
    mutating func keep(_ sample: FailingSample, under policy: DecodingPolicy) -> Bool {
        guard sample.isWhole, bytes + sample.bytes.count <= Self.keptBytes else {
            isPartial = true
            return false
        }
        let value = decoder.document(of: sample)
        let problems = Set(
            decoder.trial(sample, policy).problems.map { problem in
                let found = FoundValue(problem, in: value, sample.bytes)
                return ProblemKind(scope: decoder.scope(problem.path), code: problem.code, form: found.form)
            })
        let isNew = problems.contains { kinds[$0, default: 0] < Self.keptPerKind }
        guard isNew, kinds.count < Self.kindLimit else {
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
            choose(for: values)
            if choices.count == before { break }
        }
        if options.allowedLoss == .elements { dropElements() }
        minimize()
    }

    var policy: DecodingPolicy { Self.policy(choices) }

    static func policy(_ choices: [Choice]) -> DecodingPolicy {
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

    /// Chooses the fewest rules for the values of each scope, among those that lose the least. A rule is tried in all scopes at the same
    /// time: decoding a sample once for each scope would take time quadratic in their number.
    private mutating func choose(for values: [String: [Value]]) {
        let (scopes, firstConflict) = (values.keys.sorted(), conflicts.count)
        var left = values.mapValues { Set($0.indices) }
        for loss in [LearnedPolicy.Loss.none, .values] where loss <= options.allowedLoss {
            var found: [String: [(order: Int, rule: any DecodingRule, values: Set<Int>)]] = [:]
            for (order, family) in RuleFamily.all.enumerated() where family.loss == loss {
                let applicable = subsets(left, of: values, where: family.applies)
                if applicable.isEmpty { continue }
                let repaired = family.options.map { option in
                    self.repaired(by: option.rule, values, subsets(applicable, of: values, where: option.accepts))
                }
                for scope in scopes where applicable[scope] != nil {
                    let repaired = repaired.map { $0[scope] ?? [] }
                    guard let (rule, all) = rule(of: family, for: scope, values[scope] ?? [], repaired) else {
                        continue
                    }
                    found[scope, default: []].append((order, rule, all))
                }
            }
            for scope in scopes {
                let found = found[scope] ?? []
                for index in smallestCover(found.map(\.values)) {
                    choices.append(
                        Choice(rule: found[index].rule, scope: scope, loss: loss, order: found[index].order))
                    left[scope]?.subtract(found[index].values)
                }
            }
        }
        conflicts[firstConflict...].sort { $0.scope < $1.scope }
    }

    /// Some values of scopes, by scope; no empty sets.
    private func subsets(
        _ sets: [String: Set<Int>], of values: [String: [Value]], where isIncluded: (FoundValue) -> Bool
    ) -> [String: Set<Int>] {
        var subsets: [String: Set<Int>] = [:]
        for (scope, indexes) in sets {
            let values = values[scope] ?? []
            let subset = indexes.filter { isIncluded(values[$0].found) }
            if !subset.isEmpty { subsets[scope] = subset }
        }
        return subsets
    }

    /// The rule of a family that repairs the most values, and these values.
    ///
    /// - Parameter repaired: the values that each option repairs.
    private mutating func rule(
        of family: RuleFamily, for scope: String, _ values: [Value], _ repaired: [Set<Int>]
    ) -> (any DecodingRule, Set<Int>)? {
        var repaired = repaired
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

    /// The values that a rule repairs in their scopes, in addition to the rules that have been chosen.
    private func repaired(
        by rule: any DecodingRule, _ values: [String: [Value]], _ accepted: [String: Set<Int>]
    ) -> [String: Set<Int>] {
        let scopes = accepted.keys.sorted().compactMap { try? PathPattern($0) }
        if scopes.isEmpty { return [:] }
        let problems = decoder.problems(
            policy.followed(by: DecodingPolicy(scopes.map { pattern in At(pattern) { rule } })))
        var samples: [Int: [(scope: String, index: Int)]] = [:]
        for scope in scopes.map(\.description) {
            for index in accepted[scope] ?? [] {
                samples[values[scope]?[index].sample ?? 0, default: []].append((scope, index))
            }
        }
        var repaired: [String: Set<Int>] = [:]
        for (sample, indexes) in samples {
            let problems = problems(kept[sample])
            let failing = Set(problems.map(\.path))
            let missing = Set(problems.filter { $0.code == .missingKey }.map(\.path))
            for (scope, index) in indexes {
                guard let value = values[scope]?[index] else { continue }
                // A member that was found under another name can have a failure of its own.
                if !(value.found.isMissing ? missing : failing).contains(value.path) {
                    repaired[scope, default: []].insert(index)
                }
            }
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
}
