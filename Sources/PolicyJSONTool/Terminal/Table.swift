import PolicyJSON

/// Text in columns, each as wide as its longest cell, with colours.
struct Table {
    struct Column {
        let title: String
        var alignment = TextTable.Alignment.left
        /// The ink of the cells, not of the title.
        var ink: Style.Ink?
    }

    struct Cell: ExpressibleByStringInterpolation {
        let text: String
        /// The ink of the cell, in place of the column's.
        var ink: Style.Ink?

        init(_ text: String, _ ink: Style.Ink? = nil) {
            self.text = text
            self.ink = ink
        }

        init(stringLiteral text: String) {
            self.init(text)
        }
    }

    private let inks: [Style.Ink?]
    private var cellInks: [[Style.Ink?]] = []
    private var table: TextTable

    init(_ columns: [Column]) {
        inks = columns.map(\.ink)
        table = TextTable(columns.map { TextTable.Column($0.title, $0.alignment) })
    }

    /// Adds a row of as many cells as there are columns.
    mutating func add(_ cells: Cell...) {
        table.add(cells.map(\.text))
        cellInks.append(cells.map(\.ink))
    }

    /// The titles and the rows, one line each; the last column is not padded.
    func lines(_ style: Style) -> [String] {
        table.lines { text, row, column in
            style(text, row.map { cellInks[$0][column] ?? inks[column] } ?? .bold)
        }
    }
}
