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
            case (.array, _): decoder.elements(of: Order.self, from: text).concurrently(tasks: concurrency)
            case (.lines, _): decoder.elements(of: Order.self, in: .lines, from: text).concurrently(tasks: concurrency)
            case (.nested, _):
                decoder.elements(of: Order.self, at: "data.list.items", from: text).concurrently(tasks: concurrency)
            }
        for try await order in orders {
            blackHole(order)
            count += 1
        }
        return count
    }

    // MARK: Speed

    /// A way of reading orders.
    private struct Way {
        let name: String
        let text: StreamedText
        /// `nil`: synchronously.
        let concurrency: Int?

        static func all(size: Int) -> [Way] {
            let array = StreamedText(.array, size: size)
            let synchronous = StreamedText.Shape.allCases.map {
                Way(name: $0.rawValue, text: StreamedText($0, size: size), concurrency: nil)
            }
            return synchronous + [
                Way(name: "array, async", text: array, concurrency: 1),
                Way(name: "array, 2 tasks", text: array, concurrency: 2),
                Way(name: "lines, 2 tasks", text: StreamedText(.lines, size: size), concurrency: 2),
            ]
        }

        func read() async throws -> Int {
            if let concurrency { return try await StreamingRow.read(text, concurrency: concurrency) }
            return try StreamingRow.read(text)
        }
    }

    /// How long something took, and how much time of how many cores.
    private struct Duration {
        let seconds: Double
        let processorSeconds: Double

        init(of work: () async throws -> Int, giving expected: Int) async throws {
            let (start, processorStart) = (ContinuousClock.now, ProcessorTime.current)
            let count = try await work()
            guard count == expected else { throw BenchmarkFailure("streaming: \(count) orders and not \(expected)") }
            processorSeconds = ProcessorTime.current - processorStart
            seconds = (ContinuousClock.now - start) / .seconds(1)
        }
    }

    /// One line a way of reading: the median speed; and as medians of the ratios to decoding in memory in the same round, the
    /// speed and the processor time of all cores. The latter tells what a second task costs from what a busy machine costs it.
    func speeds() async throws -> String {
        let ways = Way.all(size: 20_000_000).map {
            Way(name: $0.name, text: $0.text.prepared(), concurrency: $0.concurrency)
        }
        let document = ways[0].text.document()
        let expected = try Self.decoder.decode([Order].self, from: document).count
        var inMemory: [Duration] = []
        var durations: [[Duration]] = ways.map { _ in [] }
        for round in 0...rounds {
            let reference = try await Duration(
                of: {
                    let orders = try Self.decoder.decode([Order].self, from: document)
                    for order in orders { blackHole(order) }
                    return orders.count
                }, giving: expected)
            // The first round does not count.
            if round > 0 { inMemory.append(reference) }
            for (index, way) in ways.enumerated() {
                let duration = try await Duration(of: way.read, giving: expected)
                if round > 0 { durations[index].append(duration) }
            }
        }
        let lines = zip(["in memory"] + ways.map(\.name), [inMemory] + durations).map { name, durations in
            let speed = Double(document.count) / Stopwatch.median(of: durations.map(\.seconds)) / 1e6
            let ratio = Stopwatch.median(of: zip(inMemory, durations).map { $0.seconds / $1.seconds })
            let cost = Stopwatch.median(of: zip(inMemory, durations).map { $1.processorSeconds / $0.processorSeconds })
            return "streaming, \(name): "
                + String(format: "%.0f MB/s, %.2f of in memory, for %.2f of its processor time", speed, ratio, cost)
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Memory

    /// The option that makes this executable the child that reads one text.
    static let option = "--child-streaming"

    /// How much more memory a stream may take, whatever its length.
    private static let memoryBound = 16_000_000

    /// One line a shape and size, each measured in a process of its own.
    static func memory(sizes: [Int]) throws -> String {
        var lines: [String] = []
        let executable = ChildProcess.thisExecutable
        for size in sizes {
            for way in Way.all(size: 0) {
                let arguments =
                    [option, way.text.shape.rawValue, "\(size)"] + (way.concurrency.map { ["\($0)"] } ?? [])
                let (status, output) = try ChildProcess.run(executable, arguments)
                guard status == 0 else { throw BenchmarkFailure("streaming, \(way.name): \(output)") }
                lines.append("streaming, \(way.name): \(output)")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// What the child does with the option's values: a shape, a size, and perhaps how many tasks decode.
    static func runChild(_ values: [String]) async throws {
        guard values.count >= 2, let shape = StreamedText.Shape(rawValue: values[0]), let size = Int(values[1]) else {
            throw BenchmarkFailure("\(option) takes a shape and a size.")
        }
        let concurrency = values.count > 2 ? Int(values[2]) : nil
        func way(_ text: StreamedText) -> Way { Way(name: values[0], text: text, concurrency: concurrency) }
        // Load the code: it is not part of what this text costs.
        _ = try await way(StreamedText(shape, size: 10_000, orders: 10)).read()
        let text = StreamedText(shape, size: size)
        PeakMemory.reset()
        let before = PeakMemory.current
        let start = ContinuousClock.now
        let count = try await way(text).read()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let growth: String
        if let before, let after = PeakMemory.current {
            growth = String(format: "%.1f MB more memory", Double(after - before) / 1e6)
            if after - before > memoryBound { throw BenchmarkFailure("streaming, \(values): \(growth)") }
        } else {
            growth = "memory unknown"
        }
        let gigabytes = String(format: "%.2f GB", Double(text.bytes) / 1e9)
        print(
            "\(gigabytes), \(count) orders, \(growth), "
                + String(format: "%.0f MB/s", Double(text.bytes) / seconds / 1e6))
    }
}
