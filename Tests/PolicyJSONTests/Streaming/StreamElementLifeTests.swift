import Foundation
import PolicyJSON
import Synchronization
import TestSupport
import Testing

/// Elements are released once, however they leave a stream.
@Suite struct StreamElementLifeTests {
    /// A number that knows how many of its kind are alive.
    final class Tracked: Decodable, Sendable {
        final class Counter: Sendable {
            let made = Atomic(0), alive = Atomic(0)
        }

        static let key = CodingUserInfoKey(rawValue: "counter")!
        let number: Int
        private let counter: Counter?

        init(from decoder: any Decoder) throws {
            number = try decoder.singleValueContainer().decode(Int.self)
            counter = decoder.userInfo[Self.key] as? Counter
            counter?.made.add(1, ordering: .relaxed)
            counter?.alive.add(1, ordering: .relaxed)
        }

        deinit { counter?.alive.subtract(1, ordering: .relaxed) }
    }

    /// More than fit into a register.
    struct Row: Decodable {
        let first: Tracked, texts: [String], second: Tracked?
    }

    private let counter = Tracked.Counter()

    private func decoder(_ policy: DecodingPolicy = .lenient) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.userInfo = [Tracked.key: counter]
        return decoder
    }

    private func expectAllReleased(_ made: Int, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        #expect(counter.made.load(ordering: .relaxed) >= made, sourceLocation: sourceLocation)
        #expect(counter.alive.load(ordering: .relaxed) == 0, sourceLocation: sourceLocation)
    }

    private static func text(_ rows: Int, bad: Set<Int> = []) -> Data {
        let rows = (0..<rows).map { row in
            #"{"first":\#(row),"texts":["a long text that is on the heap"],"second":\#(bad.contains(row) ? "[]" : #""7""#)}"#
        }
        return Data("[\(rows.joined(separator: ","))]".utf8)
    }

    @Test(arguments: [20, 5_000]) func `to the end, and abandoned`(_ count: Int) throws {
        for limit in [0, 1, 7, count] {
            do {
                let rows = try decoder().elements(of: Row.self, from: InputStream(data: Self.text(count)))
                for _ in 0..<limit { #expect(try rows.next()?.second?.number == 7) }
            }
            expectAllReleased(limit)
        }
    }

    @Test func `dropped, rejected, and too many rejections`() throws {
        do {
            let rows = try decoder().elements(of: Row.self, from: InputStream(data: Self.text(50, bad: [0, 3, 49])))
            var found: [Int] = []
            while let row = try rows.next() { found.append(row.first.number) }
            #expect(found == (0..<50).filter { ![0, 3, 49].contains($0) })
            let results = try decoder().elements(of: Row.self, from: InputStream(data: Self.text(50, bad: [0, 3, 49])))
                .results(within: LossBounds(count: 2))
            var rejected = 0
            #expect(throws: JSONDecodingError.self) {
                while let result = try results.next() { if case .failure = result { rejected += 1 } }
            }
            #expect(rejected == 2)
            let strict = try decoder(.strict).elements(of: Row.self, from: InputStream(data: Self.text(2)))
            #expect(throws: JSONDecodingError.self) { try strict.next() }
            let members = try decoder().members(
                of: Row.self, from: InputStream(data: Data(#"{"a":\#(row),"b":[]}"#.utf8)))
            #expect(try members.next()?.value.first.number == 1)
            #expect(try members.next() == nil)
        }
        expectAllReleased(100)
    }

    private var row: String { #"{"first":1,"texts":[],"second":2}"# }

    @Test(arguments: [1, 2, 4]) func `asynchronously`(_ concurrency: Int) async throws {
        for limit in [0, 1, 300, 2_000] {
            do {
                let chunks = Chunks(Array(Self.text(2_000, bad: [5])))
                let rows =
                    concurrency == 1
                    ? decoder().elements(of: Row.self, from: chunks.async)
                    : decoder().elements(of: Row.self, from: chunks.async).concurrently(tasks: concurrency)
                var count = 0
                for try await row in rows {
                    #expect(row.texts.count == 1)
                    count += 1
                    if count >= limit { break }
                }
            }
            // Tasks that decode ahead end after the loop.
            for _ in 0..<1_000 where counter.alive.load(ordering: .relaxed) > 0 {
                try await Task.sleep(for: .milliseconds(2))
            }
            expectAllReleased(limit > 1_999 ? 1_999 : limit)
        }
    }

    /// What a handler on the same thread shares with a test.
    private final class Reading<Value>: @unchecked Sendable {
        var reader: JSONElementReader<Value>?
        var inner: [Int?] = []
    }

    /// The handler of a change reads on before the changed element is delivered.
    @Test func `a handler that reads on`() throws {
        let reading = Reading<Row>()
        let decoder = decoder()
        decoder.reportInterval = 1
        decoder.onReport = { _ in reading.inner.append((try? reading.reader?.next())?.first.number) }
        reading.reader = try decoder.elements(of: Row.self, from: InputStream(data: Self.text(6)))
        #expect(try reading.reader?.next()?.first.number == 0)
        #expect(reading.inner == [nil, 5, 4, 3, 2, 1])
        #expect(try reading.reader?.next() == nil)
        reading.reader = nil
        expectAllReleased(6)
    }

    /// The same for changes that deliver nothing, in the last element of a window or before the first: each element is
    /// delivered once. Each chunk is a window.
    @Test(arguments: [
        (["1\n[]\n", "2\n30\n", "4\n"], [1, 30, 4], [2]),
        (["[[[]]]\n", "10\n200\n", "[]\n", "3\n"], [200], [10, 3]),
        (["oops\n", "1\n2\n3\n"], [2, 3], [1]),
        (["1\noops\n", "[]\n2\n3\n"], [1], [2, 3]),
        (["1\n[]\noops\n[", "]\noops\n", "2\n", "oops\n3\n[]"], [1], [2, 3, nil, nil, nil, nil]),
    ])
    func `a handler that reads on, about what is not delivered`(
        chunks: [String], outer: [Int], inner: [Int?]
    ) throws {
        let reading = Reading<Int>()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { LossyCollections() })
        decoder.reportInterval = 1
        decoder.onReport = { _ in reading.inner.append(try? reading.reader?.next()) }
        var rest = chunks[...]
        reading.reader = try decoder.elements(
            of: Int.self, in: .lines(skippingInvalid: true),
            from: Pieces(JSONByteReader { rest.popFirst().map { Array($0.utf8) } }))
        var found: [Int] = []
        while let number = try reading.reader?.next() {
            found.append(number)
            _ = reading.reader?.resumePoint
        }
        #expect(found == outer)
        #expect(reading.inner == inner)
        #expect(reading.reader?.progress.elements == outer.count + inner.count { $0 != nil })
        reading.reader = nil
    }

    private struct Pieces: JSONByteSource {
        let reader: JSONByteReader
        init(_ reader: JSONByteReader) { self.reader = reader }
        func jsonReader(from offset: Int) -> JSONByteReader { reader }
    }
}
