import PolicyJSON
import Synchronization
import TestSupport
import Testing

/// When chunks are requested and released.
@Suite struct StreamChunkTests {
    /// A few bytes show that no byte order mark follows.
    @Test func `a short element does not wait for another chunk`() async throws {
        let decoder = PolicyJSONDecoder()
        func expectOneChunk<E>(
            _ chunk: String, _ elements: (StreamLifeTests.Watched) -> JSONElements<E, StreamLifeTests.Watched>,
            sourceLocation: Testing.SourceLocation = #_sourceLocation
        ) async throws {
            let source = StreamLifeTests.Watched(chunk)
            var iterator = elements(source).makeAsyncIterator()
            #expect(try await iterator.next() != nil, sourceLocation: sourceLocation)
            #expect(source.asked.load(ordering: .relaxed) == 1, sourceLocation: sourceLocation)
        }
        for format in [JSONStreamFormat.lines, .lines(skippingInvalid: true), .concatenated] {
            try await expectOneChunk("{}\n") { decoder.elements(of: RawJSON.self, in: format, from: $0) }
            try await expectOneChunk("7\n") { decoder.elements(of: Int.self, in: format, from: $0).results() }
        }
        try await expectOneChunk("[1,") { decoder.elements(of: Int.self, from: $0) }
        try await expectOneChunk("[1,") { decoder.elements(of: Int.self, from: $0).results() }
    }

    /// One chunk, and whether its memory had been released when another one was requested.
    private struct OneChunk: AsyncSequence, AsyncIteratorProtocol, Sendable {
        final class Token: Sendable {}

        struct Chunk: JSONBytes, Sendable {
            let bytes: [UInt8]
            let token: Token

            func withJSONBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
                try bytes.withJSONBytes(body)
            }
        }

        let isReleased: @Sendable (Bool) -> Void
        private weak var token: Token?
        private var isAtStart = true

        init(_ isReleased: @escaping @Sendable (Bool) -> Void) { self.isReleased = isReleased }

        mutating func next() async -> Chunk? {
            if !isAtStart {
                isReleased(token == nil)
                return nil
            }
            isAtStart = false
            let made = Token()
            token = made
            return Chunk(bytes: Array("[1,2]".utf8), token: made)
        }

        func makeAsyncIterator() -> OneChunk { self }
    }

    @Test(arguments: [1, 2]) func `a chunk is released before the next one`(_ tasks: Int) async throws {
        let log = EventLog()
        let source = OneChunk { log.add("\($0)") }
        for try await _ in PolicyJSONDecoder().elements(of: Int.self, from: source).concurrently(tasks: tasks) {}
        #expect(log.events == ["true"])
    }
}
