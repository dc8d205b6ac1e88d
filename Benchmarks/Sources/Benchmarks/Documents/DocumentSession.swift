import Foundation
import PolicyJSON

/// Reading documents without a model: each is parsed, and all its numbers and the lengths of its strings are added up.
struct DocumentSession {
    static let name = "document"
    private static let names = ["twitter", "canada", "citm_catalog", "github_events", "orders", "logs", "escaped-text"]

    let rounds: Int

    /// What adds up; the raw values are the names that the results use.
    private enum Reader: String, CaseIterable {
        case foundation = "JSONSerialization"
        /// Without adding up, which takes casts.
        case parsing = "JSONSerialization, parsing alone"
        case value = "JSONValue"
        case borrowed = "JSONValue, without copying"
        case tree = "a tree of any JSON, by PolicyJSON"

        func sum(_ document: Data) throws -> Sum {
            var sum = Sum()
            switch self {
            case .foundation: sum.add(try JSONSerialization.jsonObject(with: document))
            case .parsing: blackHole(try JSONSerialization.jsonObject(with: document))
            case .value: sum.add(try unsafe JSONValue(parsing: document.span.bytes))
            case .borrowed: try unsafe JSONValue.withoutCopying(document.span.bytes) { sum.add($0) }
            case .tree: sum.add(try PolicyJSONDecoder().decode(AnyJSON.self, from: document))
            }
            return sum
        }
    }

    /// Prints a table.
    func run() throws {
        print("Reading without a model, MB/s: the median of \(rounds) interleaved rounds.")
        print(
            "×: speed as a multiple of JSONSerialization's, the median over the rounds of the ratio within a round.\n")
        for payload in try PayloadCatalog.payloads(named: Self.names) where Self.names.contains(payload.name) {
            guard let document = try payload.makeShortDocument() else { continue }
            try check(payload.name, document)
            let repetitions = Stopwatch.repetitions(size: document.count)
            var seconds: [[Double]] = Reader.allCases.map { _ in [] }
            for _ in 0..<rounds {
                for (index, reader) in Reader.allCases.enumerated() {
                    let duration = try ContinuousClock().measure {
                        for _ in 0..<repetitions { blackHole(try reader.sum(document)) }
                    }
                    seconds[index].append(duration / .seconds(1))
                }
            }
            for (reader, times) in zip(Reader.allCases, seconds) {
                let speed = Double(document.count * repetitions) / Stopwatch.median(of: times) / 1_000_000
                let ratio = Stopwatch.median(of: zip(seconds[0], times).map { $0 / $1 })
                let name = payload.name.padding(toLength: 16, withPad: " ", startingAt: 0)
                let way = reader.rawValue.padding(toLength: 36, withPad: " ", startingAt: 0)
                print("\(name)\(way)\(String(format: "%9.1f %8.2f", speed, ratio))")
            }
        }
    }

    private func check(_ name: String, _ document: Data) throws {
        let sums = try Reader.allCases.map { try $0.sum(document) }
        for (reader, sum) in zip(Reader.allCases, sums) where reader != .parsing && !sum.isEqual(to: sums[0]) {
            throw BenchmarkFailure("\(name): \(reader.rawValue) adds up to \(sum), not to \(sums[0])")
        }
    }

    /// Has one reader read one payload, for a profiler: `--child-document twitter JSONValue`.
    static func runChild(_ arguments: [String]) throws {
        guard arguments.count == 2, let reader = Reader(rawValue: arguments[1]),
            let document = try PayloadCatalog.payloads(named: [arguments[0]]).first?.makeShortDocument()
        else { throw BenchmarkFailure("--child-document takes a payload and a reader.") }
        try InstructionCounter.runChild { repetitions in
            for _ in 0..<repetitions { blackHole(try reader.sum(document)) }
        }
    }
}

/// The sum of the numbers of a document (`true` is 1), and the number of bytes of its strings, escapes decoded.
private struct Sum {
    var numbers = 0.0
    var bytes = 0

    /// Members are added in any order, and the sum is rounded in each step.
    func isEqual(to other: Sum) -> Bool {
        bytes == other.bytes && abs(numbers - other.numbers) <= 1e-9 * max(abs(numbers), 1)
    }

    mutating func add(_ object: Any) {
        switch object {
        case let string as String: bytes += string.utf8.count
        case let number as NSNumber: numbers += number.doubleValue
        case let array as [Any]: for element in array { add(element) }
        case let members as [String: Any]: for value in members.values { add(value) }
        default: break
        }
    }

    mutating func add(_ value: JSONValue) {
        switch value.kind {
        case .string: bytes += value.string?.utf8.count ?? 0
        case .number: numbers += value.double ?? 0
        case .bool: numbers += value.bool == true ? 1 : 0
        case .array: for element in value.elements { add(element) }
        case .object: for member in value.members { add(member.value) }
        default: break
        }
    }

    mutating func add(_ value: AnyJSON) {
        switch value {
        case .string(let string): bytes += string.utf8.count
        case .integer(let number): numbers += Double(number)
        case .number(let number): numbers += number
        case .bool(let bool): numbers += bool ? 1 : 0
        case .array(let elements): for element in elements { add(element) }
        case .object(let members): for value in members.values { add(value) }
        case .null: break
        }
    }
}
