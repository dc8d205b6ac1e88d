import Foundation
import Testing

/// What came of many trials.
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

    /// The first of the differing trials of each type, and how many there are.
    private var complaint: Comment {
        let groups = Dictionary(grouping: unexplained, by: \.type).values.sorted { $0[0].type < $1[0].type }
        let shown = groups.map { "\($0.count) × \($0[0])" }.joined(separator: "\n")
        return "\(unexplained.count) of \(trials) trials differ, by type the first:\n\(shown)"
    }

    /// Both decoders agree, or the list of differences says why not; and the trials were not all failures.
    func expectParity(minimumValues: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) {
        // No #expect: it would print every trial.
        if !unexplained.isEmpty { Issue.record(complaint, sourceLocation: sourceLocation) }
        #expect(values >= minimumValues, "too few documents decode", sourceLocation: sourceLocation)
    }
}

/// Both decoders make the same of the text, without exception.
func expectSame(
    _ text: String, _ subject: Subject, _ options: Options = .default, sourceLocation: SourceLocation = #_sourceLocation
) -> Trial {
    let trial = subject.trial(text, options)
    #expect(trial.agrees, "\(trial)", sourceLocation: sourceLocation)
    return trial
}
