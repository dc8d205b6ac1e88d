public import Foundation

/// A piece of a stream of bytes: what an asynchronous sequence has to be made of to be decoded.
///
/// `Data`, `[UInt8]`, `ArraySlice<UInt8>` and `ContiguousArray<UInt8>` are such pieces. Other buffers become so with a few
/// lines; for that of SwiftNIO:
///
/// ```swift
/// extension ByteBuffer: @retroactive JSONByteChunk {
///     public func withJSONBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R {
///         try withUnsafeReadableBytes { try body($0.bytes) }
///     }
/// }
/// ```
public protocol JSONByteChunk {
    /// Lends the bytes to `body`. Called once for each 64 KiB of them.
    func withJSONBytes<R>(_ body: (RawSpan) throws -> R) rethrows -> R
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
