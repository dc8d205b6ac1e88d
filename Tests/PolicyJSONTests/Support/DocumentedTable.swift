import Foundation
import RuntimeFacts
import Testing

/// A case of the table in a rule's documentation: `| rule | requested | found | outcome |`. A row with several values
/// in `found` has several cases.
struct DocumentedCase: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable, Hashable {
        /// This value, as printed.
        case value(String)
        /// The outcome of strict decoding.
        case declines
        /// An error whose text has this prefix.
        case fails(String)
    }

    /// The rule as a Swift expression.
    let rule: String
    /// The requested type as a Swift expression.
    let type: String
    /// The JSON; `nil` for a missing key.
    let found: String?
    let outcome: Outcome

    var testDescription: String { "\(rule): \(type) from \(found ?? "nothing")" }

    /// Whether the row is about cases with associated values, whose names only the metadata has.
    var needsMetadata: Bool { rule.contains("Shape") || type.contains("Shape") || rule.contains(".untagged") }
}

/// The table in the documentation of a rule, from its source file.
enum DocumentedTable {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The rows of the table, verbatim.
    static func lines(of rule: String) -> [String] {
        let file = root.appending(path: "Sources/PolicyJSON/Rules/\(rule).swift")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("/// | `") }
        return rows.map { String($0.dropFirst(4)) }
    }

    /// The rows of the section about the rule in Docs/Policies.md.
    static func guideLines(of rule: String) -> [String] {
        let text = (try? String(contentsOf: root.appending(path: "Docs/Policies.md"), encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "### \(rule)" }.dropFirst().prefix { !$0.hasPrefix("#") }
        return section.filter { $0.hasPrefix("| `") }.map(String.init)
    }

    /// The cases of the rows.
    static func cases(of rule: String) -> [DocumentedCase] {
        lines(of: rule).flatMap { line -> [DocumentedCase] in
            let cells = line.dropFirst().dropLast().components(separatedBy: " | ").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            guard cells.count == 4, let rule = quoted(cells[0]).first else {
                Issue.record("not a row of a rule's table: \(line)")
                return []
            }
            // A missing key is last.
            let found: [String?] = quoted(cells[2]) + (cells[2].hasSuffix("no key") ? [nil] : [])
            let outcomes = outcomes(cells[3], count: found.count)
            if found.isEmpty || outcomes.count != found.count { Issue.record("values and outcomes differ: \(line)") }
            return quoted(cells[1]).flatMap { type in
                zip(found, outcomes).map { DocumentedCase(rule: rule, type: type, found: $0, outcome: $1) }
            }
        }
        .filter { RuntimeFacts.areUsed || !$0.needsMetadata }
    }

    private static func outcomes(_ cell: String, count: Int) -> [DocumentedCase.Outcome] {
        if cell == "declines" { return Array(repeating: .declines, count: count) }
        if cell.hasPrefix("fails: ") { return Array(repeating: .fails(String(cell.dropFirst(7))), count: count) }
        let values = quoted(cell).map { DocumentedCase.Outcome.value($0) }
        return values.count == 1 ? Array(repeating: values[0], count: count) : values
    }

    /// The texts in backquotes.
    private static func quoted(_ cell: String) -> [String] {
        cell.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }
}
