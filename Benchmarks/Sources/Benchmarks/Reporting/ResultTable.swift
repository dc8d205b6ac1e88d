import Foundation

/// Shows results to people.
struct ResultTable {
    let results: Results

    /// The table, with a heading that says what was measured and on what.
    var text: String {
        let machine = results.machine
        let heading = """
            \(machine.processor), \(machine.cores) cores · \(machine.system)
            \(machine.swift) · \(machine.date)

            Decoding, MB/s (10⁶ bytes): the median of \(results.rounds) interleaved rounds.
            ×: speed as a multiple of Foundation's, the median over the rounds of the ratio within a round.
            memory: growth of the peak while decoding once in a process of its own, as a multiple of the document's size.
            """
        let speeds = results.measurements.isEmpty ? "" : "\n\n" + rows.map(line).joined(separator: "\n")
        let overhead = results.overhead.isEmpty ? "" : "\n\n" + PolicyOverhead.text(results.overhead)
        return heading + speeds + overhead
    }

    /// The cells of the table with its header.
    private var rows: [[String]] {
        let header = ["payload", "size", "decoder", "MB/s", "×", "memory"]
        var lastPayload: String?
        return [header]
            + results.measurements.map { measurement in
                let isFirst = measurement.payload != lastPayload
                lastPayload = measurement.payload
                let memory = results.memoryRatio(payload: measurement.payload, contestant: measurement.contestant)
                return [
                    isFirst ? measurement.payload : "",
                    isFirst ? size(measurement.documentSize) : "",
                    measurement.contestant.rawValue,
                    decimal(measurement.megabytesPerSecond, places: 1),
                    decimal(measurement.ratioToFoundation, places: 2),
                    memory.map { decimal($0, places: 2) + " ×" } ?? "–",
                ]
            }
    }

    /// Text is aligned left and numbers are aligned right.
    private func line(_ cells: [String]) -> String {
        let widths = [16, 9, 18, 9, 8, 10]
        return zip(cells, widths).enumerated().map { column, cell in
            let (text, width) = cell
            let padding = String(repeating: " ", count: max(0, width - text.count))
            return column == 0 || column == 2 ? text + padding : padding + text
        }
        .joined(separator: "  ")
    }

    private func size(_ bytes: Int) -> String {
        bytes < 100_000
            ? decimal(Double(bytes) / 1_000, places: 2) + " kB" : decimal(Double(bytes) / 1_000_000, places: 2) + " MB"
    }

    private func decimal(_ number: Double, places: Int) -> String {
        String(format: "%.\(places)f", number)
    }
}
