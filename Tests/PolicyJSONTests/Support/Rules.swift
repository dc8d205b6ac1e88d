import PolicyJSON
import Synchronization

/// Answers with the same repair in the situations in which most values are repaired, or in others.
struct Says: DecodingRule {
    let name: String
    let situations: RepairSituation
    let answer: @Sendable (DecodingRuleContext) -> Repair

    init(
        _ name: String,
        in situations: RepairSituation = [.mismatch, .null, .missingKey, .unknownCase, .undecodableElement],
        _ answer: @escaping @Sendable (DecodingRuleContext) -> Repair
    ) {
        self.name = name
        self.situations = situations
        self.answer = answer
    }

    func repair(_ context: DecodingRuleContext) -> Repair { answer(context) }
}

/// What rules have been asked, in order.
final class QuestionLog: Sendable {
    private let lines = Mutex<[String]>([])

    var questions: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Writes down what it is asked, and declines or answers.
struct Recording: DecodingRule {
    let name: String
    let log: QuestionLog
    let answer: @Sendable (DecodingRuleContext) -> Repair

    init(
        _ name: String = "Recording", in log: QuestionLog,
        answer: @escaping @Sendable (DecodingRuleContext) -> Repair = { _ in .decline }
    ) {
        self.name = name
        self.log = log
        self.answer = answer
    }

    let situations: RepairSituation = [
        .mismatch, .null, .missingKey, .unknownCase, .undecodableElement, .nestedNull,
    ]

    func repair(_ context: DecodingRuleContext) -> Repair {
        let path = DecodingPath(context.codingPath)
        log.add("\(name): \(context.situation) \(context.requestedType) at '\(path)'")
        return answer(context)
    }
}
