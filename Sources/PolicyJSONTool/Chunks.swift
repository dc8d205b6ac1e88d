import Foundation
import PolicyJSON
import PolicyJSONData

/// Reads an input from start to end, in chunks.
struct Chunks {
    private let input: Input
    private let handle: FileHandle
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    /// What has been read ahead: the next chunk.
    private var start: [UInt8] = []
    private var isAtEnd = false

    init(_ input: Input) throws(InputProblem) {
        self.input = input
        handle = try input.open()
    }

    /// Returns the next bytes; none at the end.
    mutating func next() throws(InputProblem) -> ArraySlice<UInt8> {
        if start.isEmpty { return try read() }
        defer { start = [] }
        return start[...]
    }

    /// Reads ahead, until the format of the input can be recognized: how a pipe is written to makes no difference. The bytes
    /// are part of the next chunk.
    ///
    /// - Parameter isShort: whether more bytes are needed than these.
    /// - Returns: the bytes, and whether they are the whole input.
    mutating func readAhead(
        while isShort: ([UInt8]) -> Bool = { _ in true }
    ) throws(InputProblem) -> (start: [UInt8], isWhole: Bool) {
        while start.count < RecordFormat.recognizedBytes, isShort(start), !isAtEnd { start += try read() }
        return (start, isAtEnd)
    }

    private mutating func read() throws(InputProblem) -> ArraySlice<UInt8> {
        // A terminal would wait for more.
        if isAtEnd { return [] }
        while true {
            let descriptor = handle.fileDescriptor
            // Foundation's own methods make a `Data` for each call.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe Foundation.read(descriptor, bytes.baseAddress, bytes.count)
            }
            if count >= 0 {
                isAtEnd = count == 0
                return buffer[..<count]
            }
            if errno != EINTR { throw input.unreadable(POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)) }
        }
    }
}

/// Chunks, with a closure that is called before each of them with the number of bytes that have been read.
struct ObservedChunks: JSONByteSource {
    let chunks: Chunks
    let beforeReading: (Int) throws -> Void

    func jsonReader(from offset: Int) -> JSONByteReader {
        var chunks = chunks
        var bytes = offset
        return JSONByteReader {
            try beforeReading(bytes)
            let chunk = try chunks.next()
            bytes += chunk.count
            return chunk.isEmpty ? nil : chunk
        }
    }
}
