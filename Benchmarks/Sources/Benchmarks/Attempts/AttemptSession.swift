import Foundation
import PolicyJSON

/// The cost of one failure: of an attempt that a model makes, and of an element that a rule drops.
struct AttemptSession {
    static let name = "attempts"

    let rounds: Int

    /// What is subtracted, what is measured, and how many failures are the difference.
    private struct Row {
        let name: String
        let base: () throws -> Void
        let work: () throws -> Void
        let failures: Int
    }

    private static let count = 20_000

    /// Prints a table.
    func run() throws {
        print(
            "Nanoseconds for a failure: the time with failures without that of a document, or a model, that has none,")
        print("the median of \(rounds) interleaved rounds.\n")
        for row in Self.rows { try measure(row) }
    }

    private static var rows: [Row] {
        let elements = Data("[\((0..<count).map { "\"value \($0 % 100)\"" }.joined(separator: ","))]".utf8)
        let members = Data(
            "[\((0..<count).map { #"{"name":"value \#($0 % 100)"}"# }.joined(separator: ","))]".utf8)
        var rows: [Row] = []
        for (name, decoder) in [("strict", PolicyJSONDecoder() as any MeasuredDecoder), ("Foundation", JSONDecoder())] {
            func row<Base: Decodable, Model: Decodable>(
                _ title: String, _ base: Base.Type, _ model: Model.Type, _ document: Data, _ attempts: Int
            ) {
                rows.append(
                    Row(
                        name: "\(title), \(name)", base: { blackHole(try decoder.decode(base, from: document)) },
                        work: { blackHole(try decoder.decode(model, from: document)) }, failures: attempts * count))
            }
            row("one attempt, elements", [Attempted<NoAttempt>].self, [Attempted<OneAttempt>].self, elements, 1)
            row("three attempts, elements", [Attempted<NoAttempt>].self, [Attempted<ThreeAttempts>].self, elements, 3)
            row(
                "one attempt, members", [AttemptedMember<NoAttempt>].self, [AttemptedMember<OneAttempt>].self, members,
                1)
            row(
                "three attempts, members", [AttemptedMember<NoAttempt>].self, [AttemptedMember<ThreeAttempts>].self,
                members, 3)
        }
        return rows + droppedElements
    }

    private static var droppedElements: [Row] {
        let lossy = PolicyJSONDecoder(policy: DecodingPolicy { LossyCollections() })
        func row<Model: Decodable>(_ name: String, _ type: Model.Type, _ clean: Data, _ broken: Data) -> Row {
            Row(
                name: name, base: { blackHole(try lossy.decode(type, from: clean)) },
                work: { blackHole(try lossy.decode(type, from: broken)) }, failures: count)
        }
        let numbers = (0..<count).map { 100_000 + $0 }
        let brokenObject = #"{"name":1}"#
        let objects = (0..<count).map { #"{"name":"value \#($0 % 100)"}"# }
        func half(_ elements: [String], _ broken: String) -> Data {
            Data("[\(elements.map { "\($0),\(broken)" }.joined(separator: ","))]".utf8)
        }
        func all(_ elements: [String]) -> Data { Data("[\(elements.joined(separator: ","))]".utf8) }
        return [
            row(
                "an integer dropped", [Int].self, all(numbers.map(\.description)),
                half(numbers.map(\.description), #""none""#)),
            row("an object dropped", [Named].self, all(objects), half(objects, brokenObject)),
            row("an object without a key dropped", [Named].self, all(objects), half(objects, #"{"title":1}"#)),
        ]
    }

    private struct Named: Decodable { let name: String }

    private func measure(_ row: Row) throws {
        try row.base()
        try row.work()
        let times = try (0..<rounds).map { _ in
            var difference = Duration.zero
            for _ in 0..<10 {
                difference -= try ContinuousClock().measure(row.base)
                difference += try ContinuousClock().measure(row.work)
            }
            return difference / .seconds(1) / Double(10 * row.failures) * 1e9
        }
        let name = row.name.padding(toLength: 40, withPad: " ", startingAt: 0)
        print("\(name)\(String(format: "%8.0f", Stopwatch.median(of: times)))")
    }
}
