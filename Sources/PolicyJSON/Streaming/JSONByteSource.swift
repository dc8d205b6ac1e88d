/// A source of bytes that is read synchronously: a file (`URL`), a `FileHandle`, or an `InputStream`.
///
/// Under the trait `FoundationEssentials` `FileHandle` and `InputStream` are not available.
public protocol JSONByteSource {
    /// Prepares to read from an offset. With the offset 0, a `FileHandle` is read from its current position.
    ///
    /// - Parameter offset: the number of bytes before the first one to read.
    /// - Returns: a reader that starts at the offset.
    /// - Throws: any error of opening the source or of moving to the offset.
    func jsonReader(from offset: Int) throws -> JSONByteReader
}

/// Reads bytes in pieces.
@safe
public struct JSONByteReader {
    /// Reads bytes into the buffer, waiting for the first one, and returns their number; 0 at the end.
    let read: (_ buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// Creates a reader of the chunks that the closure returns, until it returns `nil`.
    ///
    /// - Parameter next: returns the next chunk, which may be empty, or `nil` at the end. An error that it throws ends
    ///   the stream as the cause of a ``JSONDecodingError``.
    public init<Chunk: JSONBytes>(_ next: @escaping () throws -> Chunk?) {
        var chunk: Chunk?
        var position = 0
        unsafe read = { buffer in
            while true {
                if chunk == nil {
                    chunk = try next()
                    position = 0
                }
                guard let now = chunk else { return 0 }
                let count = now.withJSONBytes { bytes in
                    let count = min(bytes.byteCount - position, buffer.count)
                    unsafe bytes.withUnsafeBytes { raw in
                        unsafe buffer.copyMemory(
                            from: UnsafeRawBufferPointer(rebasing: raw[position..<position + count]))
                    }
                    return count
                }
                position += count
                if count > 0 { return count }
                chunk = nil
            }
        }
    }

    init(reading read: @escaping (_ buffer: UnsafeMutableRawBufferPointer) throws -> Int) {
        unsafe self.read = unsafe read
    }
}
