import Foundation
import PolicyJSON
import Synchronization
import Testing

/// How streams end: by their source, or because nothing more is requested.
@Suite struct StreamEndTests {
    struct Broken: Error, Equatable {}

    // MARK: Errors of the source

    static let partial: [UInt8] = [0xEF, 0xBB]

    /// What has arrived, and what is delivered, with the error that ends the stream if it is not the source's.
    static let arrived: [(bytes: [UInt8], delivered: [Int], syntaxError: String?)] = [
        (Array("[1]".utf8), [1], nil),
        (Array("[1,".utf8), [1], nil),
        (Array("[1,\n2".utf8), [1], nil),
        (Array("[1,".utf8) + [0xC3], [1], "unexpected byte 0xC3"),
        ([], [], nil),
        ([0xEF], [], nil),
        (partial, [], nil),
        (partial + [0xBF], [], nil),
        (partial + [0xBF] + Array("[7,".utf8), [7], nil),
        ([0xFE], [], "unexpected byte 0xFE"),
    ]

    @Test(arguments: arrived.indices, [false, true]) func sourceErrors(index: Int, isCancellation: Bool) async {
        let (bytes, delivered, syntaxError) = Self.arrived[index]
        let cause: any Error = isCancellation ? CancellationError() : Broken()
        func check(_ failure: (any Error)?, _ label: String) {
            if let syntaxError {
                #expect((failure as? JSONDecodingError)?.syntaxError?.message == syntaxError, "\(label)")
            } else if isCancellation, label != "reader" {
                #expect(failure is CancellationError, "\(label)")
            } else {
                let failure = failure as? JSONDecodingError
                #expect(type(of: failure?.underlyingError ?? EmptyError()) == type(of: cause), "\(label)")
                #expect(failure?.location?.offset == bytes.count, "\(label)")
            }
        }
        for length in [1, 100] {
            let chunks = stride(from: 0, to: bytes.count, by: length).map {
                Array(bytes[$0..<min($0 + length, bytes.count)])
            }
            for rejects in [false, true] {
                for tasks in [1, 2, 3] {
                    let source = AsyncThrowingStream<[UInt8], any Error> { continuation in
                        for chunk in chunks { continuation.yield(chunk) }
                        continuation.finish(throwing: cause)
                    }
                    let elements = PolicyJSONDecoder().elements(of: Int.self, from: source).concurrently(tasks: tasks)
                    var found: [Int] = []
                    let label = "\(tasks) tasks, chunks of \(length), rejects: \(rejects)"
                    do {
                        if rejects {
                            for try await result in elements.results() { found.append(try result.get()) }
                        } else {
                            for try await element in elements { found.append(element) }
                        }
                        Issue.record("no error with \(label)")
                    } catch {
                        // A rejection is an error here, too.
                        if !(error is RejectedElement) { check(error, label) }
                    }
                    #expect(found == delivered, "\(label)")
                }
            }
            let reader = try? PolicyJSONDecoder().elements(of: Int.self, from: Chunks(chunks, error: cause))
            var found: [Int] = []
            do {
                while let element = try reader?.next() { found.append(element) }
                Issue.record("no error of the reader")
            } catch {
                check(error, "reader")
            }
            #expect(found == delivered)
        }
    }

    private struct EmptyError: Error {}

    // MARK: Sources without an end

    /// An element, and then chunks without bytes.
    struct Endless: AsyncSequence, Sendable {
        let reads: Counter
        func makeAsyncIterator() -> Iterator { Iterator(life: Life(reads), isFirst: true) }

        struct Iterator: AsyncIteratorProtocol {
            let life: Life
            var isFirst: Bool
            mutating func next() async -> [UInt8]? {
                await Task.yield()
                defer { isFirst = false }
                return isFirst ? Array(#"[{"a":1},"#.utf8) : []
            }
        }
    }
    final class Counter: Sendable { let ended = Atomic<Int>(0) }
    /// Counts iterators that are released.
    final class Life: Sendable {
        let counter: Counter
        init(_ counter: Counter) { self.counter = counter }
        deinit { counter.ended.add(1, ordering: .relaxed) }
    }

    @Test(arguments: [1, 2, 4], [false, true]) func endlessSource(tasks: Int, isCancelled: Bool) async throws {
        let counter = Counter()
        let elements = PolicyJSONDecoder().elements(of: [String: Int].self, from: Endless(reads: counter))
        let consumer = Task {
            var count = 0
            for try await _ in elements.concurrently(tasks: tasks) {
                count += 1
                if !isCancelled { break }
            }
            return count
        }
        if isCancelled {
            try await Task.sleep(for: .milliseconds(20))
            consumer.cancel()
            await #expect(throws: CancellationError.self) { try await consumer.value }
        } else {
            #expect(try await consumer.value == 1)
        }
        // Without an end, this would not end.
        while counter.ended.load(ordering: .relaxed) == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    private struct Held: JSONByteSource {
        let life: Life
        let text: String

        func jsonReader(from offset: Int) -> JSONByteReader {
            var left = [text]
            return JSONByteReader { [life] in withExtendedLifetime(life) { left.popLast().map { Data($0.utf8) } } }
        }
    }

    /// A reader that is kept for its report does not keep the file open.
    @Test(arguments: ["[1]", "[1", #"[1,"x"]"#]) func sourceIsReleasedAtTheEnd(_ text: String) throws {
        let counter = Counter()
        let reader = try PolicyJSONDecoder().elements(of: Int.self, from: Held(life: Life(counter), text: text))
        #expect(counter.ended.load(ordering: .relaxed) == 0)
        while let element = try? reader.next() { #expect(element == 1) }
        #expect(counter.ended.load(ordering: .relaxed) == 1)
        #expect(reader.progress.elements == 1)
    }

    /// Elements can be iterated once: if they are not, which of the iterators counts is not defined, but there is a resume point.
    @Test func twoIterators() async throws {
        let texts = ["[1,2", "," + (3...100).map { "\($0)" }.joined(separator: ",") + "]"]
        let elements = PolicyJSONDecoder().elements(of: Int.self, from: Chunks(texts.map { Array($0.utf8) }).async)
        var first = elements.makeAsyncIterator()
        for _ in 0..<7 { _ = try await first.next() }
        var second = elements.makeAsyncIterator()
        _ = try await second.next()
        for _ in 0..<5 { _ = try await first.next() }
        #expect(elements.resumePoint.elements <= 100)
    }

    // MARK: Handlers that read on

    @Test(arguments: [nil, Broken()] as [Broken?]) func handlerReadsToTheError(_ broken: Broken?) throws {
        nonisolated(unsafe) var reader: JSONElementReader<Bool>?
        let failures = Mutex<[String]>([])
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.reportInterval = 1
        decoder.onReport = { _ in
            guard failures.withLock({ $0.isEmpty }) else { return }
            do {
                _ = unsafe try reader?.next()
            } catch {
                failures.withLock { $0.append("\(error)") }
            }
        }
        let text = broken == nil ? "[{} }" : "[{} "
        unsafe reader = try decoder.elements(of: Bool.self, from: Chunks([Array(text.utf8)], error: broken))
        #expect(unsafe try reader?.next() == nil)
        #expect(failures.withLock { $0.count } == 1)
        #expect(unsafe try reader?.next() == nil)
    }
}
