/// Bytes in memory that contain JSON: a document, or a chunk of a stream.
///
/// `[UInt8]`, `ArraySlice<UInt8>`, `ContiguousArray<UInt8>`, `RawSpan`, `String` and `Substring` conform; in the library
/// `PolicyJSON` also `Data`, and in `PolicyJSONNIO` (trait `NIO`) SwiftNIO's `ByteBuffer`. To make another buffer conform:
///
/// ```swift
/// extension Buffer: JSONBytes {
///     public func withJSONBytes<R: ~Copyable, Failure: Error>(
///         _ body: (RawSpan) throws(Failure) -> R
///     ) throws(Failure) -> R {
///         try body(bytes)
///     }
/// }
/// ```
public protocol JSONBytes: ~Copyable, ~Escapable {
    /// Calls `body` with the bytes. May be called several times for one value; must give the same bytes each time.
    ///
    /// - Parameter body: receives the bytes, which are valid only during the call.
    /// - Returns: the result of `body`.
    /// - Throws: an error that `body` throws.
    func withJSONBytes<R: ~Copyable, Failure: Error>(
        _ body: (_ bytes: RawSpan) throws(Failure) -> R
    ) throws(Failure) -> R
}

extension RawSpan: JSONBytes {
    public func withJSONBytes<R: ~Copyable, Failure: Error>(
        _ body: (_ bytes: RawSpan) throws(Failure) -> R
    ) throws(Failure) -> R {
        try body(self)
    }
}

extension Array: JSONBytes where Element == UInt8 {
    public func withJSONBytes<R: ~Copyable, Failure: Error>(
        _ body: (_ bytes: RawSpan) throws(Failure) -> R
    ) throws(Failure) -> R {
        try unsafe body(span.bytes)
    }
}

extension ArraySlice: JSONBytes where Element == UInt8 {
    public func withJSONBytes<R: ~Copyable, Failure: Error>(
        _ body: (_ bytes: RawSpan) throws(Failure) -> R
    ) throws(Failure) -> R {
        try unsafe body(span.bytes)
    }
}

extension ContiguousArray: JSONBytes where Element == UInt8 {
    public func withJSONBytes<R: ~Copyable, Failure: Error>(
        _ body: (_ bytes: RawSpan) throws(Failure) -> R
    ) throws(Failure) -> R {
        try unsafe body(span.bytes)
    }
}

extension String: JSONBytes {
    /// Calls `body` with the text in UTF-8.
    ///
    /// - Parameter body: receives the bytes, which are valid only during the call.
    /// - Returns: the result of `body`.
    /// - Throws: an error that `body` throws.
    public func withJSONBytes<R: ~Copyable, Failure: Error>(
        _ body: (_ bytes: RawSpan) throws(Failure) -> R
    ) throws(Failure) -> R {
        try self[...].withJSONBytes(body)
    }
}

extension Substring: JSONBytes {
    /// Calls `body` with the text in UTF-8.
    ///
    /// - Parameter body: receives the bytes, which are valid only during the call.
    /// - Returns: the result of `body`.
    /// - Throws: an error that `body` throws.
    public func withJSONBytes<R: ~Copyable, Failure: Error>(
        _ body: (_ bytes: RawSpan) throws(Failure) -> R
    ) throws(Failure) -> R {
        var text = self
        var result: Result<R, Failure>?
        text.withUTF8 { utf8 in
            do throws(Failure) {
                result = .success(try unsafe body(utf8.span.bytes))
            } catch {
                result = .failure(error)
            }
        }
        // `withUTF8` has called its closure.
        return try result.take()!.get()
    }
}
