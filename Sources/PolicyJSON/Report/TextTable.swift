/// A table of text. The width of each column is that of its longest cell.
package struct TextTable {
    package enum Alignment {
        case left, right
    }

    package struct Column {
        package let title: String
        package var alignment: Alignment
        /// The maximum number of characters of a cell; the middle of longer texts is omitted.
        package var limit: Int

        package init(_ title: String, _ alignment: Alignment = .left, limit: Int = .max) {
            self.title = title
            self.alignment = alignment
            self.limit = limit
        }
    }

    package let columns: [Column]
    package private(set) var rows: [[String]] = []

    package init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row with one cell for each column. Cells become single lines: ``Swift/String/onOneLine``.
    package mutating func add(_ cells: [String]) {
        rows.append(zip(columns, cells).map { $1.onOneLine.abbreviated(to: $0.limit) })
    }

    /// The titles and the rows, one line each. The last column is not padded.
    ///
    /// - Parameter paint: colours a padded cell; the row is `nil` for the titles.
    @_optimize(size)
    package func lines(_ paint: (_ text: String, _ row: Int?, _ column: Int) -> String = { text, _, _ in text })
        -> [String]
    {
        let widths = columns.indices.map { index in
            rows.reduce(columns[index].title.count) { max($0, $1[index].count) }
        }
        func line(_ cells: [String], _ row: Int?) -> String {
            columns.indices.map { index in
                let isOpen = index == columns.count - 1 && columns[index].alignment == .left
                let text = cells[index].padded(to: isOpen ? 0 : widths[index], columns[index].alignment)
                return paint(text, row, index)
            }.joined(separator: "  ")
        }
        return [line(columns.map(\.title), nil)] + rows.enumerated().map { line($1, $0) }
    }
}

extension String {
    /// The text, padded with spaces to `width` characters.
    package func padded(to width: Int, _ alignment: TextTable.Alignment = .left) -> String {
        let padding = String(repeating: " ", count: max(width - count, 0))
        return alignment == .left ? self + padding : padding + self
    }

    /// The text in at most `limit` characters: of a longer text both ends, with `…` between them.
    package func abbreviated(to limit: Int) -> String {
        if utf8.count <= limit || count <= limit { return self }
        let tail = (limit - 1) / 2
        return prefix(limit - 1 - tail) + "…" + suffix(tail)
    }

    /// The text with each run of control characters, line breaks and bidirectional formatting characters, and the
    /// spaces that follow it, replaced by one space: untrusted input must not break lines, control the terminal or
    /// reorder other text.
    package var onOneLine: String {
        var result = String.UnicodeScalarView()
        var isInRun = false
        for scalar in unicodeScalars {
            let properties = scalar.properties
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator,
                .format where properties.isBidiControl:
                if !isInRun { result.append(" ") }
                isInRun = true
            case .spaceSeparator where isInRun:
                break
            default:
                result.append(scalar)
                isInRun = false
            }
        }
        return String(result)
    }
}
