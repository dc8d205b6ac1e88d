import Foundation

/// Measures hostile shapes at growing sizes: what costs the same per byte at all of them is linear.
struct HostileSession {
    /// The rows of strict decoding, and those of policies and of all errors.
    static let name = "hostile"
    /// The latter alone.
    static let policiesName = "hostile-policies"

    /// How often each is measured; the fastest counts, because what else the machine does only ever adds to its processor time.
    let rounds: Int

    func run(policiesOnly: Bool) throws {
        if !policiesOnly { try runStrict() }
        try runPolicies()
    }

    private func runStrict() throws {
        Self.write(
            "PolicyJSON strict, hostile documents: nanoseconds per byte of n, 2n and 4n; the fastest of \(rounds).")
        Self.write("memory: growth of the peak while decoding 4n, as a multiple of the document's size.\n")
        Self.write(Self.line("shape", "bytes of 4n", "n", "2n", "4n", "4n : n", "memory"))
        for shape in HostileShape.all {
            let figures = try measure(shape)
            let texts = figures.map { String(format: "%.3f", $0.nanoseconds / Double($0.bytes)) }
            guard let first = figures.first, let last = figures.last else { continue }
            let growth = last.nanoseconds / Double(last.bytes) / (first.nanoseconds / Double(first.bytes))
            let memory = Double(last.memory) / Double(last.bytes)
            Self.write(
                Self.line(
                    shape.name, "\(last.bytes)", texts[0], texts[1], texts[2], String(format: "%.2f", growth),
                    String(format: "%.2f", memory)))
        }
        Self.write("")
    }

    private func runPolicies() throws {
        Self.write(
            """
            PolicyJSON with policies, and collecting errors: microseconds per byte, or per key, of n, 2n, 4n and 8n; the \
            fastest of \(rounds).

            """)
        Self.show("shape", "bytes of 8n", "per", "n", "2n", "4n", "8n", "8n : n", "at most")
        for shape in HostileShape.policies {
            Session.note(shape.name)
            let figures = try measure(shape)
            let costs = figures.map { $0.nanoseconds / 1_000 / Double(shape.countsUnits ? $0.units : $0.bytes) }
            guard let first = costs.first, let last = costs.last, let bytes = figures.last?.bytes else { continue }
            let texts = costs.map { TableText.decimal($0, 3) }
            Self.show(
                shape.name, "\(bytes)", shape.countsUnits ? "key" : "byte", texts[0], texts[1], texts[2], texts[3],
                TableText.decimal(last / first, 2),
                shape.atMost.map { "\(TableText.decimal($0, 0))\(last > $0 ? ": more" : "")" } ?? "")
        }
    }

    private static func show(_ cells: String...) {
        let widths = [42, 11, 4, 10, 10, 10, 10, 8, 8]
        write(line(cells, widths))
    }

    /// Writes a line at once: the next one may take a while.
    private static func write(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

    /// What decoding the document of one size took.
    private struct Figures {
        let units: Int
        let bytes: Int
        let nanoseconds: Double
        /// By how much the peak grew, in bytes.
        let memory: Int
    }

    private func measure(_ shape: HostileShape) throws -> [Figures] {
        try (0..<shape.sizes).reversed().map { halvings in
            let units = shape.largest >> halvings
            let document = shape.document(units)
            PeakMemory.reset()
            let before = PeakMemory.current ?? 0
            var fastest = Double.infinity
            for _ in 0..<rounds {
                let start = ProcessorTime.current
                try shape.work(document)
                fastest = min(fastest, (ProcessorTime.current - start) * 1e9)
            }
            return Figures(
                units: units, bytes: document.count, nanoseconds: fastest, memory: (PeakMemory.current ?? 0) - before)
        }
    }

    private static func line(_ cells: String...) -> String { line(cells, [26, 12, 9, 9, 9, 8, 8]) }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        zip(cells, widths).enumerated().map { column, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return column == 0 ? cell.0 + padding : padding + cell.0
        }
        .joined(separator: "  ")
    }
}
