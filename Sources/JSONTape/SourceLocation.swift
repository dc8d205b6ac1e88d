internal import CJSONTape

/// A place in a document.
///
/// Offsets and columns count bytes of UTF-8; a document in UTF-16 or UTF-32 is counted as its UTF-8 form. A line ends
/// with a line feed, a carriage return, or both.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    /// Bytes before this place.
    public let offset: Int
    /// From 1.
    public let line: Int
    /// From 1, in bytes from the start of the line.
    public let column: Int

    /// A place by its three numbers.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// `line:column`.
    public var description: String { "\(line):\(column)" }
}

/// Counts lines through a text that is given in order, remembering where it is.
@_spi(Tape) public struct LineCounter: Sendable {
    private var lines: jt_lines

    /// At the place `start`, from which on the text is given.
    @_spi(Tape) public init(at start: SourceLocation = SourceLocation(offset: 0, line: 1, column: 1)) {
        lines = jt_lines()
        lines.ended = UInt64(max(start.line - 1, 0))
        lines.line_start = UInt64(bitPattern: Int64(start.offset - (start.column - 1)))
        lines.counted = UInt64(max(start.offset, 0))
    }

    /// At offset 0; the first line is counted from `start`, behind a byte order mark.
    init(firstLine start: Int) {
        self.init()
        lines.line_start = UInt64(start)
    }

    /// Offset up to which the text has been counted.
    @_spi(Tape) public var counted: Int { Int(lines.counted) }

    /// Goes on through `bytes`, which start at offset `counted`.
    @_spi(Tape) public mutating func count(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        unsafe jt_lines_count(&lines, start, bytes.count)
    }

    /// The place that has been reached.
    @_spi(Tape) public var location: SourceLocation {
        let column = Int64(bitPattern: lines.counted &- lines.line_start)
        return SourceLocation(offset: counted, line: Int(lines.ended) + 1, column: max(Int(column), 0) + 1)
    }
}
