import Foundation
import Testing

/// A deliberate difference from `JSONEncoder`. The list is ``all``; `Docs/DifferencesFromFoundation.md` has a row for
/// each.
struct EncodingDifference: Sendable, CustomTestStringConvertible {
    /// The name in tests.
    let id: String
    /// The cells of the documentation's row.
    let what: String
    let foundation: String
    let policyJSON: String
    let reason: String
    /// The suite and function that demonstrate the difference.
    var pinnedBy = "EncodingDifferenceTests.specimens"
    /// Values that demonstrate the difference, with both outcomes verbatim.
    var specimens: [Specimen] = []
    /// Whether the difference explains a trial in which the encoders disagree.
    var covers: @Sendable (EncodingTrial) -> Bool = { _ in false }

    struct Specimen: Sendable {
        let subject: EncodingSubject
        var settings = EncodingSettings.sorted
        let foundation: String
        let policyJSON: String
    }

    var testDescription: String { id }

    /// The row of the documentation's table.
    var row: String { "| " + [what, foundation, policyJSON, reason, "`\(pinnedBy)`"].joined(separator: " | ") + " |" }

    /// All deliberate differences between `PolicyJSONEncoder` and `JSONEncoder`. Any other difference is a bug.
    static let all: [EncodingDifference] = [
        memberOrder, callsOfKeyStrategies, nestedPaths, dictionaryPaths, failedAttempts, decimalNaN, changingNames,
        laterMembers, keptPaths, keptSuperEncoders, formattingDuringCalls, misuse, endlessDepth, caughtDepth,
    ]

    /// The difference that explains a trial.
    static func covering(_ trial: EncodingTrial) -> EncodingDifference? { all.first { $0.covers(trial) } }
}
