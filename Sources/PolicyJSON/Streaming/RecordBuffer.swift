import FoundationImport
@_spi(Cursor) internal import JSONTape

/// The received bytes of a stream of records that have not been parsed, and the ends of records in them.
struct RecordBuffer {
    private var bytes: [UInt8] = []
    /// The number of bytes that have been searched for separators.
    private var searched = 0
    /// The ends of records.
    private(set) var ends: [Int] = []
    /// Counts lines up to the first byte.
    private var lines = LineCounter()
    /// Counts lines up to the last requested location.
    private var near = (index: 0, lines: LineCounter())

    var count: Int { bytes.count }
    /// Offset of the first byte.
    var base: Int { lines.counted }

    /// Whether there are enough bytes for ``encoding``.
    var hasEncoding: Bool { TextEncoding.isDetermined(by: bytes[...]) }
    var encoding: TextEncoding { unsafe bytes.withUnsafeBytes { unsafe TextEncoding(of: $0) } }

    mutating func begin(at location: JSONLocation) {
        lines = LineCounter(at: location)
        near = (0, lines)
    }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) { unsafe bytes.append(contentsOf: more) }

    /// Finds the ends of records in the new bytes. Separators that are not white space are replaced with tabs, so that
    /// the records around them can be parsed together: a tab is white space and not allowed inside a string.
    mutating func findEnds(_ separator: UInt8) {
        unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            while searched < bytes.count,
                let found = unsafe memchr(start + searched, Int32(separator), bytes.count - searched)
            {
                let index = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
                if separator != 0x0A { unsafe bytes[index] = 0x09 }
                ends.append(index)
                searched = index + 1
            }
            searched = bytes.count
        }
    }

    /// Ends the last record.
    mutating func end() {
        ends.append(bytes.count)
    }

    /// Drops the first bytes, and the ends among them.
    mutating func drop(_ count: Int) {
        near = advanced(to: count)
        lines = near.lines
        near.index = 0
        bytes.removeFirst(count)
        searched = max(searched - count, 0)
        ends = ends.filter { $0 >= count }.map { $0 - count }
    }

    /// Drops all bytes, which are white space, except a carriage return at the end, which may form one line end with a
    /// line feed that follows.
    mutating func dropBlanks() { drop(bytes.last == 0x0D ? bytes.count - 1 : bytes.count) }

    /// Drops all records that have ended.
    mutating func dropRecords() {
        guard let last = ends.last else { return }
        ends.removeAll(keepingCapacity: true)
        drop(min(last + 1, bytes.count))
    }

    func feed(_ tape: Tape, from start: Int, to end: Int) throws(JSONSyntaxError) {
        try unsafe bytes.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
            try unsafe tape.append(UnsafeBufferPointer(rebasing: bytes[start..<min(end, bytes.count)]))
        }
    }

    // MARK: Locations

    mutating func location(of index: Int) -> JSONLocation {
        near = advanced(to: index)
        return near.lines.location
    }

    private func advanced(to index: Int) -> (index: Int, lines: LineCounter) {
        var (from, counter) = index >= near.index ? near : (0, lines)
        unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe counter.count(UnsafeBufferPointer(rebasing: bytes[from..<index]))
        }
        from = index
        return (from, counter)
    }

    /// The end of the text of a line, whose line feed is at `end` or has not been received: a carriage return before it is part of
    /// the line end.
    func textEnd(ofLineFrom start: Int, to end: Int) -> Int {
        end > start && bytes[end - 1] == 0x0D ? end - 1 : end
    }

    func firstToken(from start: Int, to end: Int) -> Int? {
        bytes[start..<end].firstIndexAfterJSONWhitespace
    }

    /// How many bytes of a record that is not JSON are kept for a report: as many as redaction examines.
    static let reportedBytes = ShortText.scanned

    /// The bytes of a range, at most `limit` of them.
    func bytes(from start: Int, to end: Int, limit: Int) -> [UInt8] {
        Array(bytes[start..<(end - start > limit ? start + limit : end)])
    }
}
