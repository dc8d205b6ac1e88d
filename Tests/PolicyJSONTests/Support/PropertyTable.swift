import Foundation
import PolicyJSON
import Testing

/// A table in the documentation comment of a source file, which tests execute.
struct PropertyTable: Sendable {
    struct Row: Sendable, CustomTestStringConvertible {
        /// The cells by the heading of the column, without code marks.
        let cells: [String: String]
        /// The line without the slashes of the comment.
        let line: String

        subscript(column: String) -> String { cells[column] ?? "no column \(column)" }
        var testDescription: String { line }
    }

    let rows: [Row]

    /// - Parameters:
    ///   - file: the source file, below `Sources`.
    ///   - heading: the heading of the table's first column.
    init(in file: String, heading: String) {
        var table = Self.lines(of: "Sources/" + file)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { $0.hasPrefix("/// |") }
            .map { String($0.dropFirst(4)) }[...]
        table = table.drop { Self.cells(of: $0).first != heading }
        guard let head = table.first else {
            rows = []
            return
        }
        let columns = Self.cells(of: head)
        // Up to the heading of the next table, which precedes a line of dashes.
        var rows: [Row] = []
        for (line, next) in zip(table.dropFirst(2), Array(table.dropFirst(3)) + [""]) {
            if next.hasPrefix("|---") { break }
            rows.append(Row(cells: Dictionary(zip(columns, Self.cells(of: line))) { first, _ in first }, line: line))
        }
        self.rows = rows
    }

    /// Whether a page of the documentation contains the same rows.
    func isOnPage(_ page: String) -> Bool {
        let lines = Set(Self.lines(of: "Docs/" + page))
        return rows.allSatisfy { lines.contains($0.line) }
    }

    private static func lines(of path: String) -> [String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../" + path)
        return (try? String(contentsOf: file, encoding: .utf8))?.components(separatedBy: "\n") ?? []
    }

    private static func cells(of line: String) -> [String] {
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { cell in
            let text = cell.trimmingCharacters(in: .whitespaces)
            return text.count > 1 && text.hasPrefix("`") && text.hasSuffix("`")
                ? String(text.dropFirst().dropLast()) : text
        }
    }
}

/// Models with one property, `value`, by the name of its type in the tables.
struct PropertyModels: Sendable {
    let models: [String: any (Codable & SendableMetatype).Type]

    /// The value of the property, or `fails: ` and the error's text.
    func outcome(_ type: String, _ decode: (any (Codable & SendableMetatype).Type) throws -> Any) -> String {
        guard let model = models[type] else { return "no model for \(type)" }
        do {
            return shown(try decode(model))
        } catch {
            return "fails: " + description(of: error)
        }
    }

    /// The document for a cell in the column "in the JSON".
    static func document(_ cell: String) -> String { cell == "no key" ? "{}" : #"{"value":\#(cell)}"# }

    /// The cell for an encoded model.
    static func cell(_ document: String) -> String {
        if document == "{}" { return "no key" }
        return String(document.dropFirst(#"{"value":"#.count).dropLast())
    }

    /// Decodes a row under both policies, and compares strict decoding with Foundation.
    func check(_ row: PropertyTable.Row, sourceLocation: SourceLocation = #_sourceLocation) {
        let document = Self.document(row["in the JSON"])
        func decoded(_ policy: DecodingPolicy) -> String {
            outcome(row["property"]) { try PolicyJSONDecoder(policy: policy).decode($0, from: document) }
        }
        let strict = row[".strict"]
        #expect(decoded(.strict) == strict, sourceLocation: sourceLocation)
        #expect(
            decoded(.lenient) == (row[".lenient"] == "the same" ? strict : row[".lenient"]),
            sourceLocation: sourceLocation)
        // Foundation does not preserve the text of a fragment.
        if row["property"].contains("RawJSON") { return }
        let foundation = outcome(row["property"]) { try JSONDecoder().decode($0, from: Data(document.utf8)) }
        // On Linux, Foundation has no specific error for numbers that do not fit.
        if foundation.contains("The given data was not valid JSON.") { return }
        #expect(foundation == strict, sourceLocation: sourceLocation)
    }

    /// Encodes the decoded value of a row, and compares the text.
    func checkWritten(_ row: PropertyTable.Row, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let model = try #require(models[row["property"]])
        let value = try PolicyJSONDecoder(policy: .lenient).decode(model, from: Self.document(row["in the JSON"]))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let written = String(decoding: try encoder.encode(value), as: UTF8.self)
        #expect(Self.cell(written) == row["written"], sourceLocation: sourceLocation)
    }

    private func description(of error: any Error) -> String {
        switch error as? DecodingError {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.debugDescription
        default: String(describing: error)
        }
    }

    /// A model's property as printed, with enumeration cases as `.name`.
    private func shown(_ model: Any) -> String {
        guard let value = Mirror(reflecting: model).children.first?.value else { return "nothing" }
        // In an array, values are printed with `debugDescription`, as inside other values.
        return String(printed([value]).dropFirst().dropLast())
            .replacing(/(?:PolicyJSON\.(?:Presence|Outcome)<[\w.<>, ]+>|\b[A-Z]\w*)\.(?=[a-z])/, with: ".")
    }
}
