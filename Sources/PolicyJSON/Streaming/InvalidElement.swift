@_spi(Cursor) internal import JSONTape

/// An element that is not JSON, while its end is searched for. In an array it ends before the next comma or `]` outside of its
/// strings and brackets; among concatenated values, which nothing separates, after its last bracket or quote, or before
/// white space.
struct InvalidElement {
    let error: JSONSyntaxError
    let start: JSONLocation
    let ordinal: Int
    /// The path of its container.
    let container: [DecodingPath.Step]
    /// How many children of each open container precede it or contain it, from the outermost.
    let counts: [Int]
    /// Whether it is an element of an array.
    let isInArray: Bool
    private var bytes: [UInt8] = []
    private var byteCount = 0
    /// The number of bytes up to the last one that is not white space.
    private var textCount = 0
    private var lines: LineCounter
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    init(
        _ error: JSONSyntaxError, at start: JSONLocation, ordinal: Int, in container: [DecodingPath.Step],
        counts: [Int], isInArray: Bool
    ) {
        (self.error, self.start, self.ordinal, self.container) = (error, start, ordinal, container)
        self.counts = counts
        self.isInArray = isInArray
        lines = LineCounter(at: start)
    }

    /// The location that follows the bytes so far.
    var end: JSONLocation { lines.location }

    /// The element with the bytes so far.
    var record: SkippedRecord {
        SkippedRecord(
            error: error, ordinal: ordinal, bytes: Array(bytes.prefix(textCount)), byteCount: textCount,
            location: start, end: end, container: container)
    }

    /// Adds text up to the end of the element.
    ///
    /// - Parameter limit: how many bytes are kept in total.
    /// - Returns: how many bytes belong to the element; `nil` if it continues after the text.
    mutating func append(_ text: Span<UInt8>, keeping limit: Int) -> Int? {
        let end = findEnd(in: text)
        let count = end ?? text.count
        unsafe text.withUnsafeBufferPointer { text in
            let own = unsafe UnsafeBufferPointer(rebasing: text[..<count])
            unsafe bytes += own.prefix(max(limit - bytes.count, 0))
            unsafe lines.count(own)
            if let last = unsafe own.lastIndex(where: { !$0.isJSONWhitespace }) { textCount = byteCount + last + 1 }
        }
        byteCount += count
        return end
    }

    private mutating func findEnd(in text: Span<UInt8>) -> Int? {
        for index in text.indices {
            let byte = text[index]
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                    if depth == 0, !isInArray { return index + 1 }
                }
                continue
            }
            if depth == 0, byteCount + index > 0, ends(before: byte) { return index }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth > 0 { depth -= 1 }
                if depth == 0, !isInArray { return index + 1 }
            default: break
            }
        }
        return nil
    }

    private func ends(before byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"): isInArray
        case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""): !isInArray
        default: !isInArray && byte.isJSONWhitespace
        }
    }
}
