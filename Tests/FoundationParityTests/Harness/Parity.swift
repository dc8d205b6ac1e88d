import Foundation
import Testing

/// The results of many trials.
struct Tally {
    private(set) var trials = 0
    private(set) var values = 0
    private(set) var explained: [String: Int] = [:]
    private(set) var unexplained: [Trial] = []

    mutating func add(_ trial: Trial) {
        trials += 1
        if trial.policyJSON.isValue { values += 1 }
        if trial.agrees { return }
        if let difference = Difference.covering(trial) {
            explained[difference.id, default: 0] += 1
        } else {
            unexplained.append(trial)
        }
    }

    /// The first unexplained trial of each type, and their number.
    private var unexplainedSummary: Comment {
        let groups = Dictionary(grouping: unexplained, by: \.type).values.sorted { $0[0].type < $1[0].type }
        let shown = groups.map { "\($0.count) × \($0[0])" }.joined(separator: "\n")
        return "\(unexplained.count) of \(trials) trials differ, by type the first:\n\(shown)"
    }

    /// Expects that both decoders agree, or that a listed difference explains the disagreement, and that some trials
    /// succeeded.
    func expectParity(minimumValues: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) {
        // Not `#expect`, which would print every trial.
        if !unexplained.isEmpty { Issue.record(unexplainedSummary, sourceLocation: sourceLocation) }
        #expect(values >= minimumValues, "too few documents decode", sourceLocation: sourceLocation)
    }
}

/// Expects the same outcome from both decoders, without exceptions.
func expectSame(
    _ text: String, _ subject: Subject, _ options: Options = .default, sourceLocation: SourceLocation = #_sourceLocation
) -> Trial {
    let trial = subject.trial(text, options)
    #expect(trial.agrees, "\(trial)", sourceLocation: sourceLocation)
    return trial
}
