import PolicyJSON
import PolicyJSONData
import Synchronization

/// The bytes of an input in chunks, from the start, which has been read to recognize the format.
struct CleanChunks: AsyncSequence, Sendable {
    private var chunks: Chunks
    private var first: ArraySlice<UInt8>?

    init(_ input: Input) throws(InputProblem) { chunks = try Chunks(input) }

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
        CleanProgress.bytes.add(chunk.count, ordering: .relaxed)
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

/// The progress bar of `clean`, which is drawn if standard error is a terminal.
struct CleanProgress {
    /// The bytes that this process has read of its input, on any thread.
    static let bytes = Atomic<Int>(0)

    private var bar: ProgressBar?
    private let begin = ContinuousClock.now

    init(_ input: Input) {
        if StandardStream.error.isTerminal() { bar = ProgressBar(label: input.label, total: input.fileSize) }
    }

    mutating func draw() {
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        bar?.update(done: Self.bytes.load(ordering: .relaxed), seconds: seconds).map(StandardStream.error.draw)
    }

    mutating func erase() { bar?.erase().map(StandardStream.error.draw) }
}
