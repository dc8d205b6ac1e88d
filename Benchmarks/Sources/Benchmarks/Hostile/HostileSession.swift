import Foundation

/// Measures hostile shapes at three sizes: what costs the same per byte at all of them is linear.
struct HostileSession {
    /// How often each is measured; the fastest counts, because what else the machine does only ever adds.
    let rounds: Int

    func run() throws {
        print("PolicyJSON strict, hostile documents: nanoseconds per byte of n, 2n and 4n; the fastest of \(rounds).")
        print("memory: growth of the peak while decoding 4n, as a multiple of the document's size.\n")
        print(line("shape", "bytes of 4n", "n", "2n", "4n", "4n : n", "memory"))
        for shape in HostileShape.all {
            var figures: [Double] = []
            var bytes = 0
            var memory = 0.0
            for size in [shape.largest / 4, shape.largest / 2, shape.largest] {
                let document = shape.document(size)
                bytes = document.count
                PeakMemory.reset()
                let before = PeakMemory.current ?? 0
                var fastest = Double.infinity
                for _ in 0..<rounds {
                    let duration = try ContinuousClock().measure { try shape.work(document) }
                    fastest = min(fastest, duration / .nanoseconds(1))
                }
                figures.append(fastest / Double(bytes))
                memory = Double((PeakMemory.current ?? 0) - before) / Double(bytes)
            }
            let texts = figures.map { String(format: "%.3f", $0) }
            print(
                line(
                    shape.name, "\(bytes)", texts[0], texts[1], texts[2],
                    String(format: "%.2f", figures[2] / figures[0]), String(format: "%.2f", memory)))
        }
    }

    private func line(_ cells: String...) -> String {
        let widths = [26, 12, 9, 9, 9, 8, 8]
        return zip(cells, widths).enumerated().map { column, cell in
            let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
            return column == 0 ? cell.0 + padding : padding + cell.0
        }
        .joined(separator: "  ")
    }
}
