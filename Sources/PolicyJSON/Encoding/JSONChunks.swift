public import FoundationImport

/// The text of a sequence of elements, in chunks: an `AsyncSequence` of `Data`. Made by
/// ``PolicyJSONEncoder/chunks(of:as:chunkSize:)->JSONChunks<S>``.
///
/// An element is requested after the previous chunk has been consumed, so that memory is limited to one chunk and the
/// largest element. Concatenated, the chunks are the text. If an element cannot be encoded, the text before it is
/// delivered first, and then the error; an array is then incomplete. So it is with a `CancellationError` if the sequence ends
/// in a cancelled task: `AsyncStream`, for example, then ends early, without an error.
public struct JSONChunks<Elements: AsyncSequence>: AsyncSequence where Elements.Element: Encodable {
    let elements: Elements
    let options: EncodingOptions
    package let format: JSONStreamFormat
    let chunkSize: Int

    public func makeAsyncIterator() -> Iterator {
        Iterator(
            elements: elements.makeAsyncIterator(), writer: ElementWriter(options, format), chunkSize: chunkSize)
    }

    /// Encodes elements until a chunk is full.
    public struct Iterator: AsyncIteratorProtocol {
        var elements: Elements.AsyncIterator
        let writer: ElementWriter
        let chunkSize: Int
        var isAtEnd = false
        var failure: (any Error)?

        public mutating func next() async throws -> Data? {
            try await next { bytes in unsafe bytes.withUnsafeBytes { unsafe Data($0) } }
        }

        /// The next chunk, as another type than `Data`.
        ///
        /// - Parameter copy: copies the bytes of the chunk.
        package mutating func next<Chunk>(_ copy: @Sendable (RawSpan) -> Chunk) async throws -> Chunk? {
            if let failure {
                self.failure = nil
                throw failure
            }
            if isAtEnd { return nil }
            do {
                while writer.available < chunkSize {
                    guard let element = try await elements.next() else {
                        // A sequence may end because the task was cancelled: the text must not look complete.
                        try Task.checkCancellation()
                        writer.end()
                        isAtEnd = true
                        return writer.isEmpty ? nil : writer.take(copy)
                    }
                    try writer.append(element)
                }
            } catch {
                isAtEnd = true
                if writer.isEmpty { throw error }
                failure = error
            }
            return writer.take(copy)
        }
    }
}

@available(*, unavailable)
extension JSONChunks.Iterator: Sendable {}

extension JSONChunks: Sendable where Elements: Sendable {}

/// A sequence as an asynchronous sequence that never suspends.
public struct ReadyElements<Base: Sequence>: AsyncSequence {
    let base: Base

    public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeIterator()) }

    /// Iterates over the elements.
    public struct Iterator: AsyncIteratorProtocol {
        var base: Base.Iterator

        public mutating func next() async -> Base.Element? { base.next() }
    }
}

extension ReadyElements: Sendable where Base: Sendable {}
