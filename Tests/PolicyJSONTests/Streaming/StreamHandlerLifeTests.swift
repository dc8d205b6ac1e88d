import Foundation
import PolicyJSON
import Synchronization
import TestSupport
import Testing

/// Handlers of streams that are abandoned, cancelled, resumed, or used by a handler; their threads; and the envelope.
@Suite("Handlers in the lifetime of a stream") struct StreamHandlerLifeTests {
    /// A decoder whose handlers record their calls.
    private static func decoder(interval: Int? = nil) -> (PolicyJSONDecoder, EventLog) {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let log = EventLog()
        decoder.reportInterval = interval
        decoder.onReport = { report in
            for entry in report.entries { log.add("\(entry.path)") }
            log.add("report of \(report.count)")
        }
        return (decoder, log)
    }

    private static func numbers(_ count: Int) -> Chunks {
        Chunks(Array(("[" + (0..<count).map { "\"\($0)\"" }.joined(separator: ",") + "]").utf8))
    }

    // MARK: Abandoning

    /// Changes in elements that have not been delivered are not reported, even if they have been decoded.
    @Test(arguments: [0, 2, 5]) func `leaving the loop`(_ concurrency: Int) async throws {
        let (decoder, log) = Self.decoder()
        let numbers =
            concurrency == 0
            ? decoder.elements(of: Int.self, from: Self.numbers(50_000).async)
            : decoder.elements(of: Int.self, from: Self.numbers(50_000).async).concurrently(tasks: concurrency)
        for try await number in numbers where number == 2 { break }
        #expect(log.events == ["[0]", "[1]", "[2]", "report of 3"])
        #expect(numbers.report.entries.map { "\($0.path)" } == ["[0]", "[1]", "[2]"])
        #expect(numbers.report.counts.byPath == ["[*]": 3])
        #expect(numbers.resumePoint.elements == 3)
    }

    @Test func `releasing a reader`() throws {
        let (decoder, log) = Self.decoder(interval: 2)
        do {
            let reader = try decoder.elements(of: Int.self, from: Self.numbers(9))
            for _ in 0..<3 { _ = try reader.next() }
            #expect(log.events == ["[0]", "[1]", "report of 2"])
        }
        #expect(log.events == ["[0]", "[1]", "report of 2", "[2]", "report of 1"])
        // No further report at the end.
        let reader = try decoder.elements(of: Int.self, from: Self.numbers(1))
        while try reader.next() != nil {}
        #expect(try reader.next() == nil)
        #expect(log.events.dropFirst(5) == ["[0]", "report of 1"])
    }

    @Test(arguments: [0, 2]) func cancelling(_ concurrency: Int) async throws {
        let (decoder, log) = Self.decoder()
        decoder.reportLimit = .max
        let task = Task {
            let chunks = Self.numbers(50_000).async
            let numbers =
                concurrency == 0
                ? decoder.elements(of: Int.self, from: chunks)
                : decoder.elements(of: Int.self, from: chunks).concurrently(tasks: concurrency)
            var count = 0
            do {
                for try await _ in numbers {
                    count += 1
                    if count == 10 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                }
            } catch {
                log.add("\(type(of: error)) after \(count == numbers.report.count)")
                return count
            }
            return 0
        }
        // The elements of the parsed window are still delivered.
        let count = await task.value
        #expect(count >= 10)
        #expect(log.events.suffix(2) == ["report of \(count)", "CancellationError after true"])
        #expect(log.events.count == count + 2)
    }

    // MARK: Resuming

    @Test(arguments: [StreamForm.synchronous, .asynchronous, .twoTasks])
    func resuming(_ form: StreamForm) async throws {
        let chunks = Chunks(Array(#"["0",{},"2",{},{},"5"]"#.utf8))
        for left in 0...3 {
            let (decoder, log) = Self.decoder(interval: 1)
            var point = JSONResumePoint.start
            do {
                let first = try decoder.elements(of: Int.self, from: chunks)
                for _ in 0..<left { if let number = try first.next() { log.add("> \(number)") } }
                point = first.resumePoint
            }
            let rest = Chunks([Array(chunks.chunks.joined().dropFirst(form == .synchronous ? 0 : point.offset))])
            await form.read(Int.self, .elements(""), of: rest, decoder, log, resumingAt: point)
            #expect(
                log.events.filter { !$0.hasPrefix("report") }
                    == ["[0]", "> 0", "[1]", "[2]", "> 2", "[3]", "[4]", "[5]", "> 5"], "left after \(left)")
        }
    }

    // MARK: The envelope

    struct Page: Decodable { let total: Int, next: String, items: [Int] }

    @Test(arguments: [0, 1, 2]) func envelope(_ concurrency: Int) async throws {
        let (decoder, log) = Self.decoder(interval: 1)
        let text = Array("{\"total\": \"7\",\n\"items\": [1,\n\"2\"], \"next\":\n1}".utf8)
        func check(_ envelope: () throws -> Page, _ report: () -> DecodingReport) throws {
            #expect(log.events == ["items[1]", "report of 1"])
            _ = try envelope()
            #expect(log.events == ["items[1]", "report of 1", "total", "next", "report of 2"])
            #expect(report().count == 3)
        }
        if concurrency == 0 {
            let reader = try decoder.elements(of: Int.self, at: "items", from: Chunks(text), keepingEnvelope: true)
            while try reader.next() != nil {}
            try check({ try reader.envelope(as: Page.self) }, { reader.report })
        } else {
            let stream = decoder.elements(
                of: Int.self, at: "items", from: Chunks(text).async, keepingEnvelope: true
            ).concurrently(tasks: concurrency)
            for try await _ in stream {}
            try check({ try stream.envelope(as: Page.self) }, { stream.report })
        }
    }

    @Test func `an undecodable envelope, and one beyond the limit`() throws {
        struct Odd: Decodable { let total: Int, next: [Int] }
        let (decoder, log) = Self.decoder()
        decoder.reportLimit = 2
        let text = Array(#"{"total": "7", "items": ["1"], "next": true}"#.utf8)
        let reader = try decoder.elements(of: Int.self, at: "items", from: Chunks(text), keepingEnvelope: true)
        while try reader.next() != nil {}
        #expect(throws: JSONDecodingError.self) { try reader.envelope(as: Odd.self) }
        #expect(log.events == ["items[0]", "report of 1", "total", "report of 1"])
        #expect(try reader.envelope(as: Page.self).total == 7)
        #expect(log.events.dropFirst(4) == ["report of 2"])
        #expect(reader.report.entries.map { "\($0.path)" } == ["items[0]", "total"])
        #expect(reader.report.counts.byPath == ["items[*]": 1, "total": 2, "next": 1])
    }

    // MARK: Threads and locks

    /// Whether this is the task that consumes the elements.
    @TaskLocal private static var isConsumer = false

    @Test(arguments: [1, 2, 4])
    func `handlers run on the task that consumes the elements`(_ concurrency: Int) async throws {
        let (decoder, _) = Self.decoder(interval: 10_000)
        let calls = Mutex((consumer: 0, others: 0))
        @Sendable func note() {
            calls.withLock { if Self.isConsumer { $0.consumer += 1 } else { $0.others += 1 } }
        }
        decoder.onReport = { _ in note() }
        decoder.reportLimit = .max
        let numbers = decoder.elements(of: Int.self, from: Self.numbers(25_000).async).concurrently(tasks: concurrency)
        // The tasks that read and decode inherit this task-local value.
        var iterator = numbers.makeAsyncIterator()
        try await Self.$isConsumer.withValue(true) {
            while try await iterator.next() != nil {}
        }
        #expect(calls.withLock { $0 } == (3, 0))
    }

    struct Pair: Decodable, Sendable { let a: Int, b: Int? }

    /// A handler may read the state of the stream, use the decoder, and change its settings; so may a key strategy.
    @Test(arguments: [1, 2]) func `handlers may use the stream`(_ concurrency: Int) async throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let log = EventLog()
        let stream = Mutex<JSONElements<Pair, AsyncChunks>?>(nil)
        decoder.reportInterval = 1
        @Sendable func look() -> String {
            guard let stream = stream.withLock({ $0 }) else { return "" }
            return "\(stream.report.count) \(stream.progress.elements) \(stream.resumePoint.elements)"
        }
        // Reports use the strategy, too.
        let isLooking = Atomic<Bool>(false)
        decoder.keyDecodingStrategy = .custom { path in
            if !isLooking.exchange(true, ordering: .relaxed) {
                _ = look()
                isLooking.store(false, ordering: .relaxed)
            }
            return path[path.count - 1]
        }
        decoder.onReport = { [unowned decoder] report in
            decoder.policy = .strict
            let value = try? decoder.decode([Int].self, from: "[1]")
            log.add("\(report.entries.map(\.path)) \(look()) \(value ?? [])")
        }
        let text = Array(#"[{"a":"1","b":"2"},{"a":1},{"a":"3"}]"#.utf8)
        let elements = decoder.elements(
            of: Pair.self, from: Chunks(text, length: 3).async
        ).concurrently(tasks: concurrency)
        stream.withLock { $0 = elements }
        for try await element in elements { log.add("> \(element.a)") }
        // Changes, elements delivered, elements that have passed.
        #expect(
            log.events == [
                "[[0].a, [0].b] 2 1 1 [1]", "> 1", "> 1", "[[2].a] 3 3 3 [1]", "> 3",
            ])
        stream.withLock { $0 = nil }
    }
}
