internal import CJSONTape

/// Counts the lines of a text that is passed in order, and keeps the current location.
@_spi(Cursor) public struct LineCounter: Sendable {
    private var lines: jt_lines

    /// Starts at the location `start`, where the text begins.
    @_spi(Cursor) public init(at start: JSONLocation = JSONLocation.start) {
        lines = jt_lines()
        lines.ended = UInt64(max(start.line - 1, 0))
        lines.line_start = UInt64(bitPattern: Int64(start.offset - (start.column - 1)))
        lines.counted = UInt64(max(start.offset, 0))
    }

    /// Starts at offset 0; columns of the first line are counted from `start`, after a byte order mark.
    init(firstLine start: Int) {
        self.init()
        lines.line_start = UInt64(start)
    }

    /// Offset up to which the text has been counted.
    @_spi(Cursor) public var counted: Int { Int(lines.counted) }

    /// Continues with `bytes`, which start at the offset `counted`.
    @_spi(Cursor) public mutating func count(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        unsafe jt_lines_count(&lines, start, bytes.count)
    }

    /// The current location.
    @_spi(Cursor) public var location: JSONLocation {
        let column = Int64(bitPattern: lines.counted &- lines.line_start)
        return JSONLocation(offset: counted, line: Int(lines.ended) + 1, column: max(Int(column), 0) + 1)
    }
}
