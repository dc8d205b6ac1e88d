import Foundation

/// How tables show numbers, and how they are laid out.
enum TableText {
    static func decimal(_ number: Double, _ places: Int) -> String { String(format: "%.\(places)f", number) }

    /// A count, with commas.
    static func count(_ number: Int) -> String {
        var digits = String(number)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return ([digits] + groups).joined(separator: ",")
    }

    static func size(_ bytes: Int) -> String {
        bytes < 100_000
            ? decimal(Double(bytes) / 1_000, 2) + " kB" : decimal(Double(bytes) / 1_000_000, 2) + " MB"
    }

    /// The rows of a table, the first of which is its header; the column of names is aligned left, the others right.
    static func lines(_ rows: [[String]], names: Set<Int> = [0]) -> String {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            columns.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].count)
                return names.contains(column) ? row[column] + padding : padding + row[column]
            }
            .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }

    /// The same in Markdown.
    static func markdown(_ rows: [[String]]) -> String {
        let separator = (rows.first ?? []).map { _ in "---" }
        return (rows.prefix(1) + [separator] + rows.dropFirst())
            .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }
}
