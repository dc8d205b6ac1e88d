import Foundation
import PolicyJSON
import PolicyJSONData

/// The counts of `clean`.
struct CleanSummary: Encodable {
    var records = 0
    var rejected = 0
    private var repairs = 0
    private var counts = DecodingReport.Counts()
    /// What ended the input early.
    var failure: InputProblem?

    private enum CodingKeys: String, CodingKey {
        case records, written, rejected, repairs, byRule, byPath, otherPaths, error
    }

    /// Adds the counts of an input.
    ///
    /// - Parameters:
    ///   - label: the input's name for messages.
    ///   - recordPath: the pattern of the records, which paths are shown without.
    ///   - path: the path to the arrays that the user stated, if any.
    mutating func add(_ summary: RecordFilterSummary, _ label: String, recordPath: PathPattern, at path: PathPattern?) {
        records += summary.records
        rejected += summary.rejected
        if let report = summary.report { add(report, below: recordPath) }
        failure = summary.failure.map { error in
            if let problem = error.underlyingError as? InputProblem { return problem }
            let problem = InputProblem(error, in: label)
            return path.map { problem.hinting(after: error, at: $0) } ?? problem
        }
    }

    /// - Parameter recordPath: the pattern of the records, which paths are shown without.
    mutating func add(_ report: DecodingReport, below recordPath: PathPattern = "") {
        repairs += report.count
        var counts = report.counts
        counts.byPath = [:]
        for (path, count) in report.counts.byPath {
            counts.byPath[String(recordPath.rest(of: path)), default: 0] += count
        }
        self.counts.add(counts)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(records, forKey: .records)
        try container.encode(records - rejected, forKey: .written)
        try container.encode(rejected, forKey: .rejected)
        try container.encode(repairs, forKey: .repairs)
        try container.encode(counts.byRule, forKey: .byRule)
        try container.encode(counts.byPath, forKey: .byPath)
        if counts.otherPaths > 0 { try container.encode(counts.otherPaths, forKey: .otherPaths) }
        try container.encodeIfPresent(failure?.message, forKey: .error)
    }

    /// The counts for a person, with the rules by how often they answered.
    var text: [String] {
        let total = [
            counted(records, "record"), "\(grouped(records - rejected)) written", "\(grouped(rejected)) rejected",
            counted(repairs, "repair"),
        ]
        let rules = counts.byRule.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return [total.joined(separator: ", ")] + rules.map { "  \(grouped($0.value))  \($0.key.onOneLine)" }
    }
}
