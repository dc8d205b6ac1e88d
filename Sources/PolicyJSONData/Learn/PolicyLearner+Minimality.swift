internal import PolicyJSON

// Which of the chosen rules are needed.
extension PolicyLearner {
    /// What a policy makes of a sample.
    private struct SampleResult {
        let problems: Int
        let dropped: Int
        /// How many values were repaired by rules that lose something.
        let lost: Int
        /// The chosen rules that repaired something.
        let users: Set<Int>
        /// How many values were not repaired, by scope.
        let failing: [String: Int]

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
            users: users,
            failing: trial.problems.reduce(into: [:]) { $0[decoder.scope($1.path), default: 0] += 1 })
    }

    /// Rules of different scopes, which can be left out together: what is then not repaired says which of them is needed. Trying each
    /// rule with each sample would take time quadratic in the number of rules.
    private func batches(of active: Set<Int>) -> [Set<Int>] {
        var (batches, counts) = ([Set<Int>](), [String: Int]())
        for index in active {
            let number = counts[choices[index].scope, default: 0]
            counts[choices[index].scope] = number + 1
            if number == batches.count { batches.append([]) }
            batches[number].insert(index)
        }
        return batches
    }

    /// Rules without which values of their scopes in a sample are not repaired; there may be more.
    private func needed(
        for sample: FailingSample, _ result: SampleResult, _ active: Set<Int>, _ batches: [Set<Int>]
    ) -> Set<Int> {
        var needed: Set<Int> = []
        for batch in batches {
            let users = batch.intersection(result.users)
            if users.count < 2 { continue }
            let failing = self.result(of: sample, active.subtracting(batch)).failing
            needed.formUnion(
                users.filter {
                    failing[choices[$0].scope, default: 0] > result.failing[choices[$0].scope, default: 0]
                })
        }
        return needed
    }

    /// Leaves out each rule without which the results are no worse, those that lose the most first.
    mutating func minimize() {
        var active = Set(choices.indices)
        var results = samples.map { result(of: $0, active) }
        let order = choices.indices.sorted {
            (choices[$0].loss, choices[$0].order, $0) > (choices[$1].loss, choices[$1].order, $1)
        }
        // A rule may be needed only because of one that is left out after it.
        var count: Int
        repeat {
            count = active.count
            let batches = batches(of: active)
            let needed = samples.indices.reduce(into: Set<Int>()) {
                $0.formUnion(self.needed(for: samples[$1], results[$1], active, batches))
            }
            for index in order where active.contains(index) && !needed.contains(index) {
                let rest = active.subtracting([index])
                let changed = samples.indices.filter { results[$0].users.contains(index) }.map {
                    (sample: $0, result: result(of: samples[$0], rest))
                }
                if changed.contains(where: { $1.isWorse(than: results[$0]) }) { continue }
                active = rest
                for (sample, result) in changed { results[sample] = result }
            }
        } while active.count < count
        choices = active.sorted().map { choices[$0] }
    }

    /// For each rule: in how many samples the result is worse without it.
    func needs() -> [Int] {
        var needs = choices.map { _ in 0 }
        for sample in samples {
            for index in rules(for: sample, where: { $0.isWorse(than: $1) }).needed { needs[index] += 1 }
        }
        return needs
    }

    /// The rules without which a sample fails; `nil` if it fails in any case.
    func requirements(of sample: FailingSample) -> Set<Int>? {
        let (result, needed) = rules(for: sample) { result, _ in result.problems > 0 }
        return result.problems > 0 ? nil : needed
    }

    /// What the rules make of a sample, and those without which that is worse.
    ///
    /// - Parameter isWorse: whether a result is worse than that of all rules.
    private func rules(
        for sample: FailingSample, where isWorse: (SampleResult, SampleResult) -> Bool
    ) -> (result: SampleResult, needed: Set<Int>) {
        let active = Set(choices.indices)
        let result = self.result(of: sample, active)
        let needed = self.needed(for: sample, result, active, batches(of: active))
        return (
            result,
            result.users.filter {
                needed.contains($0) || isWorse(self.result(of: sample, active.subtracting([$0])), result)
            }
        )
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
