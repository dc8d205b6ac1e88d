import Foundation
import Metrics
import MetricsTestKit
import PolicyJSON
import PolicyJSONMetrics
import Synchronization
import Testing

@Suite struct DecodingMetricsTests {
    struct Order: Codable { let id: Int, paid: Bool }

    /// A number in objects with any keys.
    struct Nested: Decodable {
        let number: Int

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try? decoder.container(keyedBy: Key.self)
            if let container, let key = container.allKeys.first {
                number = try container.decode(Nested.self, forKey: key).number
            } else {
                number = try decoder.singleValueContainer().decode(Int.self)
            }
        }
    }

    private let document = #"[{"id": "7", "paid": true}, {"id": 8}, {"id": "9", "paid": 1}]"#
    private let backend = TestMetrics()

    private func count(_ label: String, _ name: String, _ value: String) -> Int64? {
        try? backend.expectCounter(label, [(name, value)]).totalValue
    }

    @Test func `repairs of documents and streams`() throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.reportLimit = 1
        let earlier = Atomic(0)
        decoder.onReport = { _ in earlier.add(1, ordering: .relaxed) }
        DecodingMetrics(factory: backend).observe(decoder)
        _ = try decoder.decode([Order].self, from: document)
        _ = try decoder.decode([Order].self, from: document)
        #expect(count("json_repairs_total", "rule", "NumbersFromStrings") == 4)
        #expect(count("json_repairs_total", "rule", "LossyCollections") == 2)
        #expect(count("json_repairs_total", "rule", "BooleansFromScalars") == 2)
        #expect(count("json_repaired_paths_total", "path", "[*].id") == 4)
        // A stream adds the counts of each of its reports, regardless of their number.
        for interval in [nil, 1, 2] {
            decoder.reportInterval = interval
            let orders = try decoder.elements(of: Order.self, from: InputStream(data: Data(document.utf8)))
            while try orders.next() != nil {}
        }
        #expect(count("json_repairs_total", "rule", "NumbersFromStrings") == 10)
        #expect(count("json_repairs_total", "rule", "LossyCollections") == 5)
        #expect(count("json_repairs_total", "rule", "BooleansFromScalars") == 5)
        #expect(count("json_repaired_paths_total", "path", "[*].id") == 10)
        #expect(earlier.load(ordering: .relaxed) > 2)
    }

    @Test func `counters of a stream without an end`() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        DecodingMetrics(factory: backend).observe(decoder)
        let lines = String(repeating: "{\"id\":\"7\",\"paid\":true}\n", count: 2_500)
        let orders = try decoder.elements(of: Order.self, in: .lines, from: InputStream(data: Data(lines.utf8)))
        for _ in 0..<2_100 { _ = try orders.next() }
        #expect(count("json_repairs_total", "rule", "NumbersFromStrings") == 2_000)
        while try orders.next() != nil {}
        #expect(count("json_repairs_total", "rule", "NumbersFromStrings") == 2_500)
        // An interval that has been set stays.
        let other = PolicyJSONDecoder(policy: .lenient)
        other.reportInterval = 7
        DecodingMetrics(factory: backend).observe(other)
        #expect(other.reportInterval == 7)
    }

    @Test func rejections() throws {
        let metrics = DecodingMetrics(prefix: "orders", factory: backend)
        let decoder = PolicyJSONDecoder()
        for text in [document, "[", #"[{"id":1}]"#] {
            for _ in 0..<2 {
                do { _ = try decoder.decodeCollectingErrors([Order].self, from: text) } catch { metrics.record(error) }
            }
        }
        let orders = try decoder.elements(of: Order.self, from: InputStream(data: Data(document.utf8))).results()
        while let result = try orders.next() {
            if case .failure(let rejected) = result { metrics.record(rejected) }
        }
        metrics.record(CancellationError())
        #expect(count("orders_rejections_total", "code", "type_mismatch") == 4)
        #expect(count("orders_rejections_total", "code", "missing_key") == 3)
        #expect(count("orders_rejections_total", "code", "syntax") == 2)
        #expect(backend.counters.count == 3)
    }

    /// Calls a function before a counter of a path is made.
    private struct InterruptedFactory: MetricsFactory {
        let backend: TestMetrics
        let interrupt: @Sendable () -> Void

        func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
            if label.hasSuffix("paths_total") { interrupt() }
            return backend.makeCounter(label: label, dimensions: dimensions)
        }

        func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
            backend.makeRecorder(label: label, dimensions: dimensions, aggregate: aggregate)
        }

        func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
            backend.makeTimer(label: label, dimensions: dimensions)
        }

        func destroyCounter(_ handler: any CounterHandler) { backend.destroyCounter(handler) }
        func destroyRecorder(_ handler: any RecorderHandler) { backend.destroyRecorder(handler) }
        func destroyTimer(_ handler: any TimerHandler) { backend.destroyTimer(handler) }
    }

    @Test func `a path that is counted again before it has a counter`() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        let calls = Atomic(0)
        let factory = InterruptedFactory(backend: backend) {
            guard calls.add(1, ordering: .relaxed).oldValue == 0 else { return }
            _ = try? decoder.decode([String: Int].self, from: #"{"a":"1"}"#)
        }
        DecodingMetrics(pathLimit: 2, factory: factory).observe(decoder)
        for key in ["a", "b", "c"] { _ = try decoder.decode([String: Int].self, from: "{\"\(key)\":\"1\"}") }
        #expect(count("json_repaired_paths_total", "path", "b") == 1)
        #expect(count("json_repaired_paths_total", "path", "other") == 1)
    }

    @Test func `a bounded number of paths`() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        DecodingMetrics(pathLimit: 3, factory: backend).observe(decoder)
        for index in 0..<10 {
            _ = try decoder.decode([String: Int].self, from: #"{"a":"1","key\#(index)":"2"}"#)
        }
        #expect(count("json_repairs_total", "rule", "NumbersFromStrings") == 20)
        let paths = backend.counters.filter { $0.label == "json_repaired_paths_total" }
        #expect(paths.count == 4)
        #expect(paths.reduce(0) { $0 + $1.totalValue } == 20)
        #expect(count("json_repaired_paths_total", "path", "other") == 8)
        // A member of that name is not among them.
        let named = TestMetrics()
        let second = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        DecodingMetrics(pathLimit: 1, factory: named).observe(second)
        _ = try second.decode([String: Int].self, from: #"{"other":"1"}"#)
        _ = try second.decode([String: Int].self, from: #"{"a":"1"}"#)
        for value in [#""other""#, "other"] {
            #expect(try named.expectCounter("json_repaired_paths_total", [("path", value)]).totalValue == 1)
        }

        // Long paths have no counter of their own, and clients have no influence on the length of labels.
        let long = TestMetrics()
        let third = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        DecodingMetrics(factory: long).observe(third)
        let deep = String(repeating: #"{"a key of some length":"#, count: 20)
        _ = try third.decode(Nested.self, from: #"{"inner":\#(deep)"1"\#(String(repeating: "}", count: 21))"#)
        #expect(long.counters.map(\.label).sorted() == ["json_repaired_paths_total", "json_repairs_total"])
        #expect(try long.expectCounter("json_repaired_paths_total", [("path", "other")]).totalValue == 1)

        let none = TestMetrics()
        let other = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        DecodingMetrics(pathLimit: 0, factory: none).observe(other)
        _ = try other.decode([String: Int].self, from: #"{"a":"1"}"#)
        #expect(none.counters.map(\.label) == ["json_repairs_total"])
    }
}
