/// Shows results as documents have them.
struct MarkdownTables {
    let results: Results

    /// The tables, below what they were measured on.
    var text: String {
        ([machine] + all.map { "\($0.title)\n\n\(TableText.markdown($0.rows))" }).joined(separator: "\n\n")
    }

    /// What they were measured on, and when.
    var machine: String {
        let machine = results.machine
        let day = String(machine.date.prefix { $0 != "T" })
        return [machine.processor, "\(machine.cores) cores", machine.system, machine.swift, day].joined(separator: ", ")
    }

    /// Those that there is anything in; the first row of each is its header.
    var all: [(title: String, rows: [[String]])] {
        (results.measurements.isEmpty ? [] : [("speeds", speeds)])
            + (results.overhead.isEmpty ? [] : [(PolicyOverhead.name, overhead)]) + CountTables(results: results).all
    }

    /// A row a payload.
    private var speeds: [[String]] {
        let decoders = Contestant.decoding.filter { decoder in
            decoder != .foundation && results.measurements.contains { $0.contestant == decoder }
        }
        // The policy makes no difference to memory.
        let remembering = [.foundation] + decoders.filter { $0 != .lenient }
        let header =
            ["payload", "size", "Foundation"] + decoders.flatMap { [$0.rawValue, "ratio"] }
            + ["peak memory, \(remembering.map(\.rawValue).joined(separator: " → "))"]
        let rows = results.measurements.filter { $0.contestant == .foundation }.map { foundation in
            let payload = foundation.payload
            let cells = decoders.flatMap { decoder -> [String] in
                let own = results.measurements.first { $0.payload == payload && $0.contestant == decoder }
                guard let own else { return ["–", "–"] }
                return [
                    TableText.decimal(own.megabytesPerSecond, 1), TableText.decimal(own.ratioToFoundation, 2) + " ×",
                ]
            }
            let memory = remembering.compactMap { decoder in
                results.memoryRatio(payload: payload, contestant: decoder).map { TableText.decimal($0, 2) }
            }
            return [
                payload, TableText.size(foundation.documentSize), TableText.decimal(foundation.megabytesPerSecond, 1),
            ] + cells + [memory.isEmpty ? "–" : memory.joined(separator: " → ")]
        }
        return [header] + rows
    }

    private var overhead: [[String]] {
        [["policies", "ms", "× the time of", "", ""]]
            + results.overhead.map { row in
                let isBase = row.row == row.against
                return [
                    row.row, TableText.decimal(row.seconds * 1_000, 1), isBase ? "" : TableText.decimal(row.ratio, 2),
                    isBase ? "" : row.against, row.verdict,
                ]
            }
    }
}
