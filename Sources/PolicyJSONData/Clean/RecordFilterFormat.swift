@_spi(Cursor) internal import JSONTape
public import PolicyJSON

/// How the records of a filter are separated.
public struct RecordFilterFormat: Sendable {
    enum Kind: Sendable {
        case lines
        case concatenated
        case path(PathPattern)
    }

    let kind: Kind

    /// One JSON text on each line (NDJSON). Blank lines are not records.
    public static let lines = RecordFilterFormat(kind: .lines)

    /// JSON texts one after the other, each over any number of lines: a file with a single object has one record. One that is
    /// not JSON ends after its last bracket or quote, or before white space.
    public static let concatenated = RecordFilterFormat(kind: .concatenated)

    /// The format of an input: ``lines`` if most lines at its start are JSON texts, the elements of the
    /// document if that is an array, ``concatenated`` if the first line
    /// is the start of a JSON text, and otherwise ``lines``.
    ///
    /// - Parameters:
    ///   - start: the first bytes of the input, at most 64 KiB of which are examined.
    ///   - isWhole: whether these are all bytes of the input.
    /// - Returns: the format.
    public static func recognized(_ start: [UInt8], isWhole: Bool) -> RecordFilterFormat {
        let isWhole = isWhole && start.count <= RecordFormat.recognizedBytes
        let start = Array(start.prefix(RecordFormat.recognizedBytes))
        let lines = start.dropFirst(start.byteOrderMarkLength).split(separator: 0x0A)
            .filter { !RecordFormat.isBlank($0) }
        let isArray = RecordFormat.isArray(start)
        // One line that starts with a bracket is more often a document than a record.
        if isArray, lines.count < 2 { return document(startingWith: start) }
        if RecordFormat.hasLines(start, isWhole: isWhole) { return .lines }
        // A line that is invalid, and not just incomplete, is a record to reject.
        return isArray || lines.first.map(RecordFormat.isIncomplete) == true
            ? document(startingWith: start) : .lines
    }

    /// The format of a document: the elements of an array, or one value.
    package static func document(startingWith start: [UInt8]) -> RecordFilterFormat {
        RecordFormat.isArray(start) ? .elements(at: "") : .concatenated
    }

    /// The elements of the arrays at a path.
    ///
    /// - Parameter path: the path; the empty one is that of the document.
    public static func elements(at path: PathPattern) -> RecordFilterFormat { RecordFilterFormat(kind: .path(path)) }
}
