/// The tables of what is not a speed: how it scales, and what was counted.
struct CountTables {
    let results: Results

    /// Those that there is anything in; the first row of each is its header.
    var all: [(title: String, rows: [[String]])] {
        var tables: [(title: String, rows: [[String]])] = []
        for group in results.scaling.map(\.group).uniqued {
            let rows = results.scaling.filter { $0.group == group }
            tables.append(("scaling: \(group)", [ScalingRow.header] + rows.map(\.cells)))
        }
        if !results.allocations.isEmpty {
            tables.append(("allocations in one decode", counts(results.allocations)))
        }
        if !results.instructions.isEmpty {
            tables.append(("instructions of one decode", counts(results.instructions)))
        }
        if !results.overheadInstructions.isEmpty {
            tables.append(
                (
                    "\(PolicyOverhead.name): instructions of one decode",
                    [PolicyOverhead.InstructionRow.header] + results.overheadInstructions.map(\.cells)
                ))
        }
        if !results.shares.isEmpty {
            tables.append(("shares of the instructions of one decode", CostShares.rows(results.shares)))
        }
        return tables
    }

    /// A row a payload, a column a decoder.
    private func counts(_ counts: [Count]) -> [[String]] {
        let decoders = counts.map(\.decoder).uniqued
        return [["payload"] + decoders]
            + counts.map(\.payload).uniqued.map { payload in
                [payload]
                    + decoders.map { decoder in
                        let count = counts.first { $0.payload == payload && $0.decoder == decoder }
                        return count.map { TableText.count($0.count) } ?? "–"
                    }
            }
    }
}

extension [String] {
    /// Each once, in the order in which it comes first.
    fileprivate var uniqued: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
