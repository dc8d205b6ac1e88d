import PolicyJSON
import Synchronization

/// Answers every question of every kind with the same repair.
struct Says: DecodingRule {
    let name: String
    let answer: @Sendable (RuleContext) -> Repair

    init(_ name: String, _ answer: @escaping @Sendable (RuleContext) -> Repair) {
        self.name = name
        self.answer = answer
    }

    func repairMismatch(_ context: RuleContext) -> Repair { answer(context) }
    func repairNull(_ context: RuleContext) -> Repair { answer(context) }
    func repairMissingKey(_ context: RuleContext) -> Repair { answer(context) }
    func repairUnknownCase(_ context: RuleContext) -> Repair { answer(context) }
    func repairElement(_ context: RuleContext) -> Repair { answer(context) }
    func repairNestedNull(_ context: RuleContext) -> Repair { answer(context) }
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
    let answer: @Sendable (RuleContext) -> Repair

    init(
        _ name: String = "Recording", in log: QuestionLog,
        answer: @escaping @Sendable (RuleContext) -> Repair = { _ in .decline }
    ) {
        self.name = name
        self.log = log
        self.answer = answer
    }

    private func note(_ occasion: String, _ context: RuleContext) -> Repair {
        log.add("\(name): \(occasion) \(context.requestedType) at '\(DecodingPath(context.codingPath))'")
        return answer(context)
    }

    func repairMismatch(_ context: RuleContext) -> Repair { note("mismatch", context) }
    func repairNull(_ context: RuleContext) -> Repair { note("null", context) }
    func repairMissingKey(_ context: RuleContext) -> Repair { note("missing key", context) }
    func repairUnknownCase(_ context: RuleContext) -> Repair { note("unknown case", context) }
    func repairElement(_ context: RuleContext) -> Repair { note("element", context) }
    func repairNestedNull(_ context: RuleContext) -> Repair { note("nested null", context) }
}
