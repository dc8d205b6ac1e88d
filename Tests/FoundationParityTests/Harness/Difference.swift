import Foundation
import Testing

/// A deliberate difference from Foundation. The list is ``all``; `Docs/DifferencesFromFoundation.md` has a row for
/// each.
struct Difference: Sendable, CustomTestStringConvertible {
    /// The name in tests.
    let id: String
    /// The cells of the documentation's row.
    let what: String
    let foundation: String
    let policyJSON: String
    let reason: String
    /// The suite and function that demonstrate the difference.
    var pinnedBy = "DifferenceTests.specimens"
    /// Documents that demonstrate the difference, with both outcomes verbatim. If empty, `pinnedBy` names a separate
    /// test.
    var specimens: [Specimen] = []
    /// Whether the difference explains a trial in which the decoders disagree. As narrow as possible, because trials
    /// that it covers are not examined further.
    var covers: @Sendable (Trial) -> Bool = { _ in false }

    struct Specimen: Sendable {
        let data: Data
        let subject: Subject
        let options: Options
        /// More than one if Foundation's outcome varies between runs.
        let foundation: [String]
        let policyJSON: String

        init(
            _ text: String, _ subject: Subject, _ options: Options = .default, foundation: String..., policyJSON: String
        ) {
            self.init(Data(text.utf8), subject, options, foundation: foundation, policyJSON: policyJSON)
        }

        init(_ data: Data, _ subject: Subject, _ options: Options = .default, foundation: [String], policyJSON: String)
        {
            self.data = data
            self.subject = subject
            self.options = options
            self.foundation = foundation
            self.policyJSON = policyJSON
        }
    }

    /// Foundation's error for all documents that are not JSON.
    static let notJSON = "dataCorrupted() at []: The given data was not valid JSON."

    var testDescription: String { id }

    /// The row of the documentation's table.
    var row: String { "| " + [what, foundation, policyJSON, reason, "`\(pinnedBy)`"].joined(separator: " | ") + " |" }

    /// All deliberate differences between a strict `PolicyJSONDecoder` and `JSONDecoder`. Any other difference is a
    /// bug.
    static let all =
        [
            numbersThatDoNotFit, fractionsAreNotIntegers, wideIntegers, zerosWithExponents, escapedInfinities,
        ] + [
            trailingCommas, unreadValues, partialCodeUnits, markedUTF32, swappedMarks, unendedDepth,
        ] + [
            datePaths, iso8601Junk, iso8601Liberties, longFractions,
        ] + [
            json5Escapes, json5Lines, json5KeyEscapes, json5KeyCodes, json5Identifiers, json5Hexadecimals,
            json5DecimalNaN, json5Exponents, json5HexadecimalFractions, json5LastNumbers, json5Crashes,
        ] + [
            orderOfMembers, repeatedMembers, dictionaryPathKeys, keptDictionaryKeys, pathKeys, orderOfMarks,
            callsOfKeyStrategies, keptDecoders, decodersOfFailedCalls, topLevelDictionaryEntry, changingNames,
        ]

    /// The difference that explains a trial.
    static func covering(_ trial: Trial) -> Difference? { all.first { $0.covers(trial) } }
}
