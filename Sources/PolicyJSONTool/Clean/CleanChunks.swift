import PolicyJSON
import PolicyJSONData
import Synchronization

/// The bytes of an input in chunks, from the start, which has been read to recognize the format.
struct CleanChunks: AsyncSequence, Sendable {
    /// How many bytes of the current input have been read, on any thread.
    static let bytesRead = Atomic<Int>(0)

    private var chunks: Chunks
    /// What has been read to recognize the format.
    private var start: [UInt8] = []
    /// Whether that is the whole input.
    private var isWhole = false

    init(_ input: Input) throws(InputProblem) {
        chunks = try Chunks(input)
        Self.bytesRead.store(0, ordering: .relaxed)
    }

    /// The format of the records.
    ///
    /// - Parameter stated: the format that the user stated, if any.
    mutating func format(_ stated: InputFormat?) throws(InputProblem) -> RecordFilterFormat {
        switch stated {
        case .lines: return .lines
        case .document:
            // Up to the first character, which a byte order mark and white space may precede.
            try read { !$0.contains { $0 > 0x20 && $0 < 0x80 } }
            return .document(startingWith: start)
        case nil:
            // How a pipe is written to makes no difference.
            try read { _ in true }
            return .recognized(start, isWhole: isWhole)
        }
    }

    /// Reads on as long as the start of the input is as stated.
    private mutating func read(while isShort: ([UInt8]) -> Bool) throws(InputProblem) {
        while start.count < RecordFormat.recognizedBytes, isShort(start), !isWhole {
            let chunk = try chunks.next()
            start += chunk
            isWhole = chunk.isEmpty
        }
    }

    /// Returns the next bytes; `nil` at the end.
    mutating func next() throws(InputProblem) -> ArraySlice<UInt8>? {
        let chunk: ArraySlice<UInt8> = start.isEmpty ? isWhole ? [] : try chunks.next() : start[...]
        start = []
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
