import Foundation
import Logging
import Metrics
import MetricsTestKit
import PolicyJSON
import Synchronization
import Testing

/// The lines that a ``RecordingHandler`` has received.
final class RecordedLog: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A handler of swift-log that records all events.
struct RecordingHandler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let pairs = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        log.add("\(event.level) \(event.message) \(pairs.joined(separator: " "))")
    }
}

@Suite(.serialized) struct HandlerExamplesTests {
    struct Order: Codable { let id: Int, paid: Bool }

    static let document = #"[{"id": "7", "paid": true}, {"id": 8}, {"id": "9", "paid": 1}]"#

    @Test func logging() throws {
        let log = RecordedLog()
        let decoder = PolicyJSONDecoder(policy: .lenient)
        logRepairs(of: decoder, to: Logger(label: "orders") { _ in RecordingHandler(log: log) })
        _ = try decoder.decode([Order].self, from: Self.document)
        #expect(
            log.all == [
                #"notice JSON repaired change=converted found="7" line=1 path=[0].id result=7 rule=NumericStrings"#,
                #"notice JSON repaired change=dropped found={"id": 8} line=1 path=[1] result=dropped rule=LossyCollections"#,
                #"notice JSON repaired change=converted found="9" line=1 path=[2].id result=9 rule=NumericStrings"#,
                #"notice JSON repaired change=converted found=1 line=1 path=[2].paid result=true rule=Booleans"#,
            ])
    }

    @Test func metrics() throws {
        let metrics = TestMetrics()
        MetricsSystem.bootstrap(metrics)
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.reportLimit = 1
        countRepairs(of: decoder)
        _ = try decoder.decode([Order].self, from: Self.document)
        _ = try decoder.decode([Order].self, from: Self.document)
        func count(_ label: String, _ dimension: (String, String)) throws -> Int64 {
            try metrics.expectCounter(label, [dimension]).totalValue
        }
        #expect(try count("json_repairs_total", ("rule", "NumericStrings")) == 4)
        #expect(try count("json_repairs_total", ("rule", "LossyCollections")) == 2)
        #expect(try count("json_repairs_total", ("rule", "Booleans")) == 2)
        #expect(try count("json_repaired_paths_total", ("path", "[*].id")) == 4)
        // A stream adds the counts of each of its reports, regardless of their number.
        for interval in [nil, 1, 2] {
            decoder.reportInterval = interval
            let orders = try decoder.elements(of: Order.self, from: InputStream(data: Data(Self.document.utf8)))
            while try orders.next() != nil {}
        }
        #expect(try count("json_repairs_total", ("rule", "NumericStrings")) == 10)
        #expect(try count("json_repairs_total", ("rule", "LossyCollections")) == 5)
        #expect(try count("json_repairs_total", ("rule", "Booleans")) == 5)
        #expect(try count("json_repaired_paths_total", ("path", "[*].id")) == 10)
    }

    /// The documentation contains these examples.
    @Test(arguments: ["LoggingExample", "MetricsExample"])
    func documentation(name: String) throws {
        let file = URL(filePath: #filePath)
        let example = try String(
            contentsOf: file.deletingLastPathComponent().appending(path: "\(name).swift"), encoding: .utf8)
        var root = file
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let page = try String(contentsOf: root.appending(path: "Docs/Reports.md"), encoding: .utf8)
        #expect(page.contains("```swift\n\(example)```\n"))
    }
}
