import PolicyJSON
import Synchronization

/// A rule that answers with a closure, by default in the situations in which most values are repaired.
struct ClosureRule: DecodingRule {
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

/// A log of events, such as the calls of rules or handlers.
final class EventLog: Sendable {
    private let lines = Mutex<[String]>([])

    var events: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A rule that records each call, and answers with a closure; declines by default.
struct RecordingRule: DecodingRule {
    let name: String
    let log: EventLog
    let answer: @Sendable (DecodingRuleContext) -> Repair

    init(
        _ name: String = "Recording", in log: EventLog,
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
