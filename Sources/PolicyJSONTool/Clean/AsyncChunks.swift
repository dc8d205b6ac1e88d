import PolicyJSON
import Synchronization

/// Chunks that are read on any thread.
struct AsyncChunks: AsyncSequence, Sendable {
    let chunks: Chunks
    let bytesRead: BytesRead

    func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks, bytesRead: bytesRead) }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: Chunks
        let bytesRead: BytesRead

        mutating func next() async throws -> ArraySlice<UInt8>? {
            let chunk = try chunks.next()
            bytesRead.count.add(chunk.count, ordering: .relaxed)
            return chunk.isEmpty ? nil : chunk
        }
    }
}

/// How many bytes of an input have been read, on any thread.
final class BytesRead: Sendable {
    let count = Atomic<Int>(0)
}
