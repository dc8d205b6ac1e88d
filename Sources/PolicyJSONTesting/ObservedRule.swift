import JSONTape
import PolicyJSON

/// A wrapper that is consulted in every situation and records the answers of the wrapped rule. It passes to the decoder
/// only the answers in situations that the wrapped rule lists.
struct ObservedRule: KeyMatchingRule {
    /// The recorded answers of a rule.
    final class Answers: Sendable {
        private struct State {
            var situations: RepairSituation = []
            var unlisted: RepairSituation = []
            var misfits: [Misfit] = []
            var changing: Set<String> = []
        }

        private let state = CheckedMutex(State())

        func add(_ situation: RepairSituation) { state.withLock { _ = $0.situations.insert(situation) } }
        func addUnlisted(_ situation: RepairSituation) { state.withLock { _ = $0.unlisted.insert(situation) } }
        func addMisfit(_ misfit: Misfit) {
            state.withLock { if !$0.misfits.contains(misfit) { $0.misfits.append(misfit) } }
        }

        func addChanging(_ name: String) { state.withLock { _ = $0.changing.insert(name) } }

        /// The situations in which the rule has answered.
        var situations: RepairSituation { state.withLock { $0.situations } }
        /// The situations that the rule does not list but would answer.
        var unlisted: RepairSituation { state.withLock { $0.unlisted } }
        /// Its answers that are not valid in their situation.
        var misfits: [Misfit] { state.withLock { $0.misfits } }
        /// The names and keys about which it has given different answers.
        var changing: Set<String> { state.withLock { $0.changing } }
    }

    /// An answer that is not valid in its situation.
    struct Misfit: Hashable {
        let answer: String
        let situation: RepairSituation
    }

    let rule: any DecodingRule
    let listed: RepairSituation
    let answers = Answers()
    let situations: RepairSituation = .all

    init(_ rule: any DecodingRule) {
        self.rule = rule
        listed = rule.situations
    }

    var name: String { rule.name }
    var description: String { rule.description }

    func repair(_ context: DecodingRuleContext) -> Repair {
        let repair = rule.repair(context)
        if repair.isDecline { return .decline }
        let situation = context.situation
        guard listed.contains(situation) else {
            // A rule that gives the same answer in a nonexistent situation ignores the situation and relies on its
            // list.
            var elsewhere = context
            elsewhere.situation = RepairSituation(rawValue: 1 << 31)
            if rule.repair(elsewhere).isDecline { answers.addUnlisted(situation) }
            return .decline
        }
        answers.add(situation)
        if repair.fits(situation) { return repair }
        answers.addMisfit(Misfit(answer: repair.spelling, situation: situation))
        return .decline
    }

    func memberPaths(for key: String, of model: Any.Type?) -> [DecodingPath] {
        guard let rule = rule as? any KeyMatchingRule else { return [] }
        return answer(.absentKey, about: key, none: []) { rule.memberPaths(for: key, of: model) }
    }

    func memberNames(for key: String, of model: Any.Type?) -> [String] {
        guard let rule = rule as? any KeyMatchingRule else { return [] }
        return answer(.absentKey, about: key, none: []) { rule.memberNames(for: key, of: model) }
    }

    func comparedName(_ name: String, of model: Any.Type?) -> String {
        guard let rule = rule as? any KeyMatchingRule else { return name }
        return answer(.memberNames, about: name, none: name) { rule.comparedName(name, of: model) }
    }

    /// Asks about names, twice because the decoder keeps the answers, and records the answer.
    private func answer<Answer: Equatable>(
        _ situation: RepairSituation, about name: String, none: Answer, _ ask: () -> Answer
    ) -> Answer {
        let answer = ask()
        if answer != ask() { answers.addChanging(name) }
        if answer == none { return none }
        if listed.contains(situation) {
            answers.add(situation)
            return answer
        }
        answers.addUnlisted(situation)
        return none
    }
}

extension ObservedRule {
    /// The rule to use in a policy, and the observed rules in it. In scopes, the rules inside are observed; rules that
    /// turn off others are never consulted.
    static func observing(_ rule: any DecodingRule) -> (rule: any DecodingRule, observed: [ObservedRule]) {
        func inside(_ rules: [any DecodingRule]) -> (DecodingPolicy, [ObservedRule]) {
            let all = rules.map(observing)
            return (DecodingPolicy(all.map(\.rule)), all.flatMap(\.observed))
        }
        switch rule {
        case let scope as At<any DecodingRule>:
            let (policy, observed) = inside(scope.rules)
            return (At(scope.pattern) { policy }, observed)
        case let scope as For<any DecodingRule>:
            let (policy, observed) = inside(scope.rules)
            return (For(scope.type) { policy }, observed)
        case is Without<any DecodingRule>, is Strictly:
            return (rule, [])
        default:
            let observed = ObservedRule(rule)
            return (observed, [observed])
        }
    }
}
