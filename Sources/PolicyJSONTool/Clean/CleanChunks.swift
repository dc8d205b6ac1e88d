import PolicyJSON
import PolicyJSONData
import Synchronization

/// The bytes of an input in chunks, from the start, which has been read to recognize the format.
struct CleanChunks: AsyncSequence, Sendable {
    /// How many bytes of the current input have been read, on any thread.
    static let bytesRead = Atomic<Int>(0)

    private var chunks: Chunks
    private var first: ArraySlice<UInt8>?

    init(_ input: Input) throws(InputProblem) {
        chunks = try Chunks(input)
        Self.bytesRead.store(0, ordering: .relaxed)
    }

    /// The format of the records.
    ///
    /// - Parameter stated: the format that the user stated, if any.
    mutating func format(_ stated: InputFormat?) throws(InputProblem) -> RecordFilterFormat {
        let start = try chunks.next()
        first = start
        switch stated {
        case .lines: return .lines
        case .document: return .document(startingWith: Array(start))
        case nil: return .recognized(Array(start), isWhole: false)
        }
    }

    /// Returns the next bytes; `nil` at the end.
    mutating func next() throws(InputProblem) -> ArraySlice<UInt8>? {
        let chunk: ArraySlice<UInt8>
        if let first { chunk = first } else { chunk = try chunks.next() }
        first = nil
        Self.bytesRead.add(chunk.count, ordering: .relaxed)
        return chunk.isEmpty ? nil : chunk
    }

    func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: CleanChunks

        mutating func next() async throws -> ArraySlice<UInt8>? { try chunks.next() }
    }
}

/// Chunks, with a closure that is called before each of them: what is complete is written before more is awaited.
struct FlushedChunks: JSONByteSource {
    let chunks: CleanChunks
    let beforeReading: () throws -> Void

    func jsonReader(from offset: Int) -> JSONByteReader {
        var chunks = chunks
        return JSONByteReader {
            try beforeReading()
            return try chunks.next()
        }
    }
}
