public import FoundationImport
public import JSONTape

extension Data: JSONBytes {
    public func withJSONBytes<R: ~Copyable, Failure: Error>(
        _ body: (_ bytes: RawSpan) throws(Failure) -> R
    ) throws(Failure) -> R {
        try body(bytes)
    }
}

extension JSONBytes {
    /// Calls `body` with the next slice of the bytes, if there is one.
    ///
    /// - Parameter position: how many bytes previous calls have passed to `body`.
    /// - Returns: whether there was a slice.
    func takeSlice(at position: inout Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
        let start = position
        position = withJSONBytes { bytes in
            let end = min(start + WindowSizes.slice, bytes.byteCount)
            if start < end {
                unsafe bytes.extracting(start..<end).withUnsafeBytes { raw in
                    unsafe body(raw.assumingMemoryBound(to: UInt8.self))
                }
            }
            return end
        }
        return position > start
    }
}
