import Foundation

/// Puts results into a Markdown document: each table after the comment `<!-- table: its title -->`, in place of the one that
/// is there, and a line about the machine after `<!-- machine -->`.
struct DocumentTables {
    let tables: [(title: String, rows: [[String]])]
    let machine: String

    init(_ results: Results) {
        let tables = MarkdownTables(results: results)
        self.tables = tables.all
        machine = tables.machine
    }

    /// - Throws: ``BenchmarkFailure`` where the document has no place for any of the tables.
    func fill(_ file: URL) throws {
        let old = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        var lines: [String] = []
        var isReplacing = false
        var filled = 0
        for line in old {
            if isReplacing {
                if line.isEmpty || line.hasPrefix("|") { continue }
                lines.append("")
                isReplacing = false
            }
            lines.append(line)
            guard let table = tables.first(where: { "<!-- table: \($0.title) -->" == line }) else { continue }
            // A comment is a paragraph of its own.
            lines += ["", TableText.markdown(table.rows)]
            isReplacing = true
            filled += 1
        }
        guard filled > 0 else { throw BenchmarkFailure("\(file.path): no comment '<!-- table: … -->' fits") }
        var text = lines.joined(separator: "\n")
        if let start = text.range(of: "<!-- machine -->\n"), let end = text[start.upperBound...].firstIndex(of: "\n") {
            text.replaceSubrange(start.upperBound..<end, with: machine)
        }
        try Data(text.utf8).write(to: file, options: .atomic)
    }
}
