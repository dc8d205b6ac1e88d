import PolicyJSON
import Synchronization

/// A rule that is asked every question, and notes which of them the rule inside answers. To the decoder it gives only the
/// answers that the rule inside would be asked for.
struct ObservedRule: DecodingRule {
    /// The questions that have been answered.
    final class Answers: Sendable {
        private let questions = Mutex<Set<RuleQuestion>>([])

        func insert(_ question: RuleQuestion) { questions.withLock { _ = $0.insert(question) } }

        var all: Set<RuleQuestion> { questions.withLock { $0 } }
    }

    let rule: any DecodingRule
    let listed: WatchedOccasions
    let answers = Answers()

    init(_ rule: any DecodingRule) {
        self.rule = rule
        listed = rule.watchedOccasions
    }

    var name: String { rule.name }
    var description: String { rule.description }

    var watchedOccasions: WatchedOccasions {
        RuleQuestion.allCases.reduce(into: []) { $0.formUnion($1.occasion?.watched ?? []) }
    }

    private func isAsked(_ question: RuleQuestion) -> Bool {
        question.occasion.map { listed.contains($0.watched) } ?? true
    }

    /// Notes an answer.
    private func noting(_ question: RuleQuestion, _ repair: Repair) -> Repair {
        if !repair.isDecline { answers.insert(question) }
        return isAsked(question) ? repair : .decline
    }

    func repairMismatch(_ context: RuleContext) -> Repair { noting(.mismatch, rule.repairMismatch(context)) }
    func repairNull(_ context: RuleContext) -> Repair { noting(.null, rule.repairNull(context)) }
    func repairMissingKey(_ context: RuleContext) -> Repair { noting(.missingKey, rule.repairMissingKey(context)) }
    func repairUnknownCase(_ context: RuleContext) -> Repair { noting(.unknownCase, rule.repairUnknownCase(context)) }
    func repairElement(_ context: RuleContext) -> Repair { noting(.element, rule.repairElement(context)) }
    func repairNestedNull(_ context: RuleContext) -> Repair { noting(.nestedNull, rule.repairNestedNull(context)) }
    func repairBlankString(_ context: RuleContext) -> Repair { noting(.blankString, rule.repairBlankString(context)) }
    func repairFailure(_ context: RuleContext) -> Repair { noting(.failure, rule.repairFailure(context)) }
    func unwrap(_ context: RuleContext) -> Repair { noting(.value, rule.unwrap(context)) }
    func repairUnknownKey(_ context: RuleContext) -> Repair { noting(.unknownKey, rule.repairUnknownKey(context)) }
    func repairRepeatedKey(_ context: RuleContext) -> Repair { noting(.repeatedKey, rule.repairRepeatedKey(context)) }

    func allowsLosses(of count: Int, among total: Int) -> Bool {
        let isAllowed = rule.allowsLosses(of: count, among: total)
        if !isAllowed { answers.insert(.losses) }
        return isAllowed || !isAsked(.losses)
    }

    func memberNames(for key: String, of model: Any.Type?) -> [String] {
        let names = rule.memberNames(for: key, of: model)
        if !names.isEmpty { answers.insert(.memberNames) }
        return isAsked(.memberNames) ? names : []
    }

    func comparedName(_ name: String, of model: Any.Type?) -> String {
        let compared = rule.comparedName(name, of: model)
        if compared != name { answers.insert(.member) }
        return isAsked(.member) ? compared : name
    }
}

extension ObservedRule {
    /// The rule to put into a policy, and the observed rules in it. Of scopes those inside are observed; what turns other
    /// rules off is asked nothing.
    static func observing(_ rule: any DecodingRule) -> (rule: any DecodingRule, observed: [ObservedRule]) {
        func inside(_ rules: [any DecodingRule]) -> (DecodingPolicy, [ObservedRule]) {
            let all = rules.map(observing)
            return (DecodingPolicy(all.map(\.rule)), all.flatMap(\.observed))
        }
        switch rule {
        case let scope as At:
            let (policy, observed) = inside(scope.rules)
            return (At(scope.pattern) { policy }, observed)
        case let scope as For:
            let (policy, observed) = inside(scope.rules)
            return (For(scope.type) { policy }, observed)
        case is Without, is Strictly:
            return (rule, [])
        default:
            let observed = ObservedRule(rule)
            return (observed, [observed])
        }
    }
}
