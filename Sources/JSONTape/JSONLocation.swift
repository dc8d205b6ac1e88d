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
