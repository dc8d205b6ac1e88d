@_spi(Cursor) internal import JSONTape

/// The text of a document without its elements, with nothing between the brackets around them.
struct EnvelopeText {
    private let limit: Int
    private var text: [UInt8] = []
    private var pieces: [(start: Int, origin: JSONLocation)] = []
    /// Offset of the next byte to copy; `nil` inside the brackets.
    private var next: Int?
    private var startsPiece = false

    init(limit: Int) {
        self.limit = limit
    }

    mutating func pause() { next = nil }

    mutating func resume(at offset: Int) {
        next = offset
        startsPiece = true
    }

    /// Copies the text before `end`.
    mutating func copy(from tape: Tape, upTo end: Int) -> JSONSyntaxError? {
        guard let start = next, start < end else { return nil }
        if startsPiece {
            pieces.append((text.count, tape.location(ofOffset: start)))
            startsPiece = false
        }
        let fits = tape.withText(from: start, to: end) { bytes in
            if bytes.count > limit - text.count { return false }
            unsafe bytes.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
            return true
        }
        next = fits ? end : nil
        return fits ? nil : .limit(.elementBytesLimit, at: tape.location(ofOffset: start + limit - text.count))
    }

    /// Parses the text. Locations on the tape are those in the whole document.
    func parsed(limits: JSONLimits) throws(JSONSyntaxError) -> Tape {
        let tape = try Tape()
        try tape.parse(copying: text, limits: limits)
        tape.pieces = pieces
        return tape
    }
}
