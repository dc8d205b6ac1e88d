import Foundation
import Testing

/// A deliberate difference from `JSONEncoder`. The list is ``all``; `Docs/DifferencesFromFoundation.md` has a row for each.
struct EncodingDifference: Sendable, CustomTestStringConvertible {
    /// The name by which tests know it.
    let id: String
    /// The texts of the documentation's row.
    let what: String
    let foundation: String
    let policyJSON: String
    let reason: String
    /// The suite and function that show it.
    var pinnedBy = "EncodingDifferenceTests.specimens"
    /// Values that show it, with both outcomes to the letter.
    var specimens: [Specimen] = []
    /// Whether it explains a trial in which the encoders disagree.
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

    /// Everything in which PolicyJSON is meant to differ from `JSONEncoder`. What is not here is a bug.
    static let all: [EncodingDifference] = [
        memberOrder, nestedPaths, dictionaryPaths, failedAttempts, decimalNaN, misuse, endlessDepth,
    ]

    /// The difference that explains a trial.
    static func covering(_ trial: EncodingTrial) -> EncodingDifference? { all.first { $0.covers(trial) } }
}
