import Foundation

/// Shows results to people.
struct ResultTable {
    let results: Results

    /// The tables, with a heading that says what was measured and on what.
    var text: String {
        ([heading] + tables).joined(separator: "\n\n")
    }

    private var heading: String {
        let machine = results.machine
        let first = """
            \(machine.processor), \(machine.cores) cores · \(machine.system)
            \(machine.swift) · \(machine.date)
            """
        guard !results.measurements.isEmpty else { return first }
        return """
            \(first)

            Decoding, MB/s (10⁶ bytes): the median of \(results.rounds) interleaved rounds.
            ×: speed as a multiple of Foundation's, the median over the rounds of the ratio within a round.
            memory: growth of the peak while decoding once in a process of its own, as a multiple of the document's size.
            """
    }

    private var tables: [String] {
        var tables: [String] = []
        if !results.measurements.isEmpty { tables.append(TableText.lines(speeds, names: [0, 2])) }
        if !results.overhead.isEmpty { tables.append(PolicyOverhead.text(results.overhead)) }
        tables += CountTables(results: results).all.map { "\($0.title)\n\(TableText.lines($0.rows))" }
        return tables
    }

    /// The cells of the table of speeds with its header.
    private var speeds: [[String]] {
        let header = ["payload", "size", "decoder", "MB/s", "×", "memory"]
        var lastPayload: String?
        return [header]
            + results.measurements.map { measurement in
                let isFirst = measurement.payload != lastPayload
                lastPayload = measurement.payload
                let memory = results.memoryRatio(payload: measurement.payload, contestant: measurement.contestant)
                return [
                    isFirst ? measurement.payload : "",
                    isFirst ? TableText.size(measurement.documentSize) : "",
                    measurement.contestant.rawValue,
                    TableText.decimal(measurement.megabytesPerSecond, 1),
                    TableText.decimal(measurement.ratioToFoundation, 2),
                    memory.map { TableText.decimal($0, 2) + " ×" } ?? "–",
                ]
            }
    }
}
