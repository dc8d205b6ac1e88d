@_spi(Cursor) internal import JSONTape

/// Makes windows of a document or a stream: the only way in which elements are decoded before all text has been parsed.
///
/// | parser | text | elements |
/// |---|---|---|
/// | ``ArrayParser`` | in the caller's memory | of the top-level array |
/// | ``ElementParser`` | arrives in chunks | at a path, or all top-level values |
/// | ``RejectingElementParser`` | the same | the same; those that are not JSON are skipped |
/// | ``RecordParser`` | arrives in chunks | lines or other records |
///
/// After each call there may be windows to take. An error is stored in `failure`; it applies after the elements of all
/// previous windows.
protocol WindowParser: AnyObject {
    /// Continues with these bytes, which are copied. Preferably about 64 KiB at a time.
    func append(_ bytes: UnsafeBufferPointer<UInt8>)
    /// Ends the document.
    func finish()
    /// Ends the input before the end of the document.
    func interrupt()
    /// The next window. All windows must be taken before the next call of `append` or `finish`.
    func takeWindow() -> ElementWindow?
    /// Why there are no more windows, after all previous ones have been taken.
    var failure: StreamFailure? { get }
    /// How many bytes have been received.
    var received: Int { get }
    /// The location after them.
    func endLocation() -> JSONLocation
    /// The envelope, once the document has ended, if it was requested.
    func takeEnvelope() throws(JSONSyntaxError) -> Tape?
}

/// For parsers that receive no bytes, because they have all of them or have failed.
extension WindowParser {
    func append(_ bytes: UnsafeBufferPointer<UInt8>) {}
    func finish() {}
    func interrupt() {}
    func takeEnvelope() throws(JSONSyntaxError) -> Tape? { nil }
}

/// Why a document or a stream has ended early.
struct StreamFailure: Error {
    let error: any Error
    let location: JSONLocation
    /// What is not JSON, or exceeds a limit.
    let syntaxError: JSONSyntaxError?

    init(_ error: any Error, at location: JSONLocation) {
        self.error = error
        self.location = location
        syntaxError = nil
    }

    init(_ error: JSONSyntaxError) {
        self.error = DecodingError.notJSON(error)
        location = error.location
        syntaxError = error
    }
}
