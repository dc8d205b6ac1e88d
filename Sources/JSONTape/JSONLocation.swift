internal import CJSONTape

/// A location in a document.
///
/// Offsets and columns count bytes of UTF-8; a document in UTF-16 or UTF-32 is counted as its UTF-8 form. A line ends
/// with a line feed, a carriage return, or both.
public struct JSONLocation: Sendable, Hashable, CustomStringConvertible {
    /// The number of bytes before this location.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in bytes from the start of the line.
    public let column: Int

    /// The start of a document.
    public static let start = JSONLocation(offset: 0, line: 1, column: 1)

    /// Creates a location.
    ///
    /// - Parameters:
    ///   - offset: the number of bytes before the location.
    ///   - line: the line, from 1.
    ///   - column: the column, from 1, in bytes.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// `line:column`.
    public var description: String { "\(line):\(column)" }
}

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
