internal import JSONTape

/// A line, another record, or an element that is not JSON.
struct SkippedRecord {
    let error: JSONSyntaxError
    /// Its index among the records, or in its container.
    let ordinal: Int
    /// Its text, truncated.
    private(set) var bytes: [UInt8]
    /// The number of bytes of the whole text.
    private(set) var byteCount: Int
    /// Where it starts.
    let location: JSONLocation
    /// Where it ends.
    var end: JSONLocation
    /// The path of its container.
    let container: [DecodingPath.Step]

    init(
        error: JSONSyntaxError, ordinal: Int, bytes: [UInt8], byteCount: Int, location: JSONLocation,
        end: JSONLocation, container: [DecodingPath.Step] = []
    ) {
        (self.error, self.ordinal, self.bytes, self.byteCount) = (error, ordinal, bytes, byteCount)
        (self.location, self.end, self.container) = (location, end, container)
    }

    /// Adds the bytes of a buffer up to `end`, up to `limit` in total.
    mutating func append(_ buffer: RecordBuffer, upTo end: Int, limit: Int) {
        bytes += buffer.bytes(from: 0, to: end, limit: max(limit - bytes.count, 0))
        byteCount += end
    }

    /// Its text for a report, not yet redacted.
    var text: String {
        String(record: bytes, of: byteCount) ?? String(decoding: bytes, as: UTF8.self)
    }
}
