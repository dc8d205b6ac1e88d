internal import JSONStream
@_spi(Cursor) internal import JSONTape

/// How the records of an input are separated.
public struct RecordFormat: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case recognized, document, lines
    }

    let kind: Kind

    /// ``lines`` if most lines at the start of the input are complete JSON texts and there is more than one;
    /// otherwise ``document``.
    public static let recognized = RecordFormat(kind: .recognized)
    /// One JSON text: the elements of an array, or the text itself if it is not an array.
    public static let document = RecordFormat(kind: .document)
    /// One JSON text on each line (NDJSON). Blank lines are ignored.
    public static let lines = RecordFormat(kind: .lines)

    /// How the records of an input are read.
    package enum Layout: Sendable, Hashable {
        case lines, elements, text
    }

    /// The layout of an input.
    ///
    /// - Parameters:
    ///   - start: the first bytes, at least ``recognizedBytes`` if the input has that many.
    ///   - isWhole: whether they are all there are.
    package func layout(of start: [UInt8], isWhole: Bool) -> Layout {
        if kind == .lines || kind == .recognized && Self.hasLines(start, isWhole: isWhole) { return .lines }
        return Self.isArray(start) ? .elements : .text
    }

    /// Whether the start of an input is that of an array.
    static func isArray(_ start: [UInt8]) -> Bool {
        start.dropFirst(start.byteOrderMarkLength).firstAfterJSONWhitespace == UInt8(ascii: "[")
    }

    /// The number of bytes at the start of an input from which its format is recognized.
    package static let recognizedBytes = 1 << 16

    /// Whether the start of an input has JSON texts on lines.
    ///
    /// - Parameters:
    ///   - start: the first bytes.
    ///   - isWhole: whether they are all there are.
    static func hasLines(_ start: [UInt8], isWhole: Bool) -> Bool {
        var lines = start.dropFirst(start.byteOrderMarkLength).split(separator: 0x0A, omittingEmptySubsequences: true)
            .filter { !isBlank($0) }
        if !isWhole, start.last != 0x0A, lines.count > 1 { lines.removeLast() }
        if lines.isEmpty || lines.count == 1 && isWhole { return false }
        let texts = lines.prefix(50).count { isText($0) }
        return texts * 2 > min(lines.count, 50)
    }

    /// Whether there is nothing but white space: no record.
    package static func isBlank(_ bytes: some Collection<UInt8>) -> Bool { bytes.firstAfterJSONWhitespace == nil }

    /// Whether a line is the start of a JSON text, and not all of it.
    static func isIncomplete(_ line: ArraySlice<UInt8>) -> Bool {
        var checker = JSONValidator()
        guard (try? checker.append(Array(line))) != nil else { return false }
        return (try? checker.finish()) == nil
    }

    private static func isText(_ line: ArraySlice<UInt8>) -> Bool {
        var checker = JSONValidator()
        do throws(JSONSyntaxError) {
            try checker.append(Array(line))
            _ = try checker.finish()
            return true
        } catch {
            return false
        }
    }
}
