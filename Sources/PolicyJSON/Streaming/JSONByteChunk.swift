public import Foundation

/// A chunk of a byte stream. An asynchronous sequence must have elements of such a type to be decoded.
///
/// `Data`, `[UInt8]`, `ArraySlice<UInt8>` and `ContiguousArray<UInt8>` conform, and SwiftNIO's `ByteBuffer` in the library
/// `PolicyJSONNIO` (trait `NIO`). To make another buffer conform:
///
/// ```swift
/// extension Buffer: JSONByteChunk {
///     public func withJSONBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R { try body(bytes) }
/// }
/// ```
public protocol JSONByteChunk {
    /// Calls `body` with the bytes. Called once for each 64 KiB of them.
    ///
    /// - Parameter body: receives the bytes, which are valid only during the call.
    /// - Returns: the result of `body`.
    /// - Throws: an error that `body` throws.
    func withJSONBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R
}

extension JSONByteChunk {
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

extension Data: JSONByteChunk {
    public func withJSONBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        try unsafe withUnsafeBytes { try unsafe body($0.bytes) }
    }
}

extension Array: JSONByteChunk where Element == UInt8 {
    public func withJSONBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        try unsafe withUnsafeBytes { try unsafe body($0.bytes) }
    }
}

extension ArraySlice: JSONByteChunk where Element == UInt8 {
    public func withJSONBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        try unsafe withUnsafeBytes { try unsafe body($0.bytes) }
    }
}

extension ContiguousArray: JSONByteChunk where Element == UInt8 {
    public func withJSONBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
        try unsafe withUnsafeBytes { try unsafe body($0.bytes) }
    }
}
