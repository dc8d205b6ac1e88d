import Foundation
import PolicyJSON

/// Decoding elements as they arrive: how fast, against decoding the same elements in memory, and with how much memory.
struct StreamingRow {
    let rounds: Int

    private static let decoder = PolicyJSONDecoder()

    /// Decodes all orders of a text, one after the other; how many.
    static func read(_ text: StreamedText) throws -> Int {
        var count = 0
        let reader: JSONElementReader<Order> =
            switch text.shape {
            case .array: try decoder.elements(of: Order.self, from: text)
            case .lines: try decoder.elements(of: Order.self, in: .lines, from: text)
            case .nested: try decoder.elements(of: Order.self, at: "data.list.items", from: text)
            }
        while let order = try reader.next() {
            blackHole(order)
            count += 1
        }
        return count
    }

    /// The same asynchronously, on this many tasks.
    static func read(_ text: StreamedText, concurrency: Int) async throws -> Int {
        var count = 0
        let orders: JSONElements<Order, StreamedText> =
            switch (text.shape, concurrency) {
            case (.array, 1): decoder.elements(of: Order.self, from: text)
            case (.lines, 1): decoder.elements(of: Order.self, in: .lines, from: text)
            case (.nested, 1): decoder.elements(of: Order.self, at: "data.list.items", from: text)
            case (.array, _): decoder.elements(of: Order.self, from: text, concurrency: concurrency)
            case (.lines, _): decoder.elements(of: Order.self, in: .lines, from: text, concurrency: concurrency)
            case (.nested, _):
                decoder.elements(of: Order.self, at: "data.list.items", from: text, concurrency: concurrency)
            }
        for try await order in orders {
            blackHole(order)
            count += 1
        }
        return count
    }

    // MARK: Speed

    /// One line a way of reading: the median speed, and the median ratio to decoding in memory in the same round.
    func speeds() async throws -> String {
        let array = StreamedText(.array, size: 20_000_000)
        let document = array.document()
        let expected = try Self.decoder.decode([Order].self, from: document).count
        let names = ["in memory"] + StreamedText.Shape.allCases.map(\.rawValue) + ["array, async", "array, 2 tasks"]
        var seconds: [[Double]] = names.map { _ in [] }
        for round in 0...rounds {
            for (index, name) in names.enumerated() {
                let text = StreamedText(StreamedText.Shape(rawValue: name) ?? .array, size: 20_000_000)
                let start = ContinuousClock.now
                let count: Int
                switch name {
                case "in memory":
                    let orders = try Self.decoder.decode([Order].self, from: document)
                    for order in orders { blackHole(order) }
                    count = orders.count
                case "array, async": count = try await Self.read(text, concurrency: 1)
                case "array, 2 tasks": count = try await Self.read(text, concurrency: 2)
                default: count = try Self.read(text)
                }
                guard count == expected else {
                    throw BenchmarkFailure("streaming, \(name): \(count) orders and not \(expected)")
                }
                // The first round does not count.
                if round > 0 { seconds[index].append((ContinuousClock.now - start) / .seconds(1)) }
            }
        }
        return zip(names, seconds).map { name, times in
            let speed = Double(document.count) / Stopwatch.median(of: times) / 1e6
            let ratio = Stopwatch.median(of: zip(seconds[0], times).map { $0 / $1 })
            return "streaming, \(name): "
                + String(format: "%.0f MB/s, %.2f of in memory", speed, ratio)
        }.joined(separator: "\n")
    }

    // MARK: Memory

    /// The option that makes this executable the child that reads one text.
    static let option = "--child-streaming"

    /// One line a shape and size, each measured in a process of its own.
    static func memory(sizes: [Int]) throws -> String {
        var lines: [String] = []
        let executable = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        for size in sizes {
            for shape in StreamedText.Shape.allCases {
                let (status, output) = try ChildProcess.run(executable, [option, shape.rawValue, "\(size)"])
                guard status == 0 else { throw BenchmarkFailure("streaming \(shape): \(output)") }
                lines.append("streaming, \(shape): \(output)")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// What the child does.
    static func runChild(_ shape: StreamedText.Shape, size: Int) throws {
        // Load the code: it is not part of what this text costs.
        _ = try read(StreamedText(shape, size: 10_000, orders: 10))
        let text = StreamedText(shape, size: size)
        PeakMemory.reset()
        let before = PeakMemory.current
        let start = ContinuousClock.now
        let count = try read(text)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let growth =
            if let before, let after = PeakMemory.current {
                String(format: "%.1f MB more memory", Double(after - before) / 1e6)
            } else {
                "memory unknown"
            }
        let size = String(format: "%.2f GB", Double(text.bytes) / 1e9)
        print("\(size), \(count) orders, \(growth), " + String(format: "%.0f MB/s", Double(text.bytes) / seconds / 1e6))
    }
}
