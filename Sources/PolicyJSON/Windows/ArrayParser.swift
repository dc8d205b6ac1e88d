@_spi(Tape) internal import JSONTape

/// Some elements of a document's top-level array: a tape whose array has only these, with their original indexes. The
/// text is that of the whole document, in the caller's memory.
struct ArrayWindow {
    let tape: Tape
    /// Whether this is the end of the array and of the document.
    let isLast: Bool
}

/// Parses a document whose top-level value is an array, and writes its elements to windows.
@safe
final class ArrayParser {
    private let tape: Tape
    private let bytes: UnsafeBufferPointer<UInt8>
    private let size: Int
    private let step: Int
    private var position = 0

    init(
        _ bytes: UnsafeRawBufferPointer, _ options: DecodingOptions, tape: Tape, mayChange: Bool
    ) throws(JSONSyntaxError) {
        self.tape = tape
        unsafe self.bytes = bytes.assumingMemoryBound(to: UInt8.self)
        size = bytes.count
        var skipping = 0
        if case .utf8(let mark) = unsafe TextEncoding(of: bytes) { skipping = mark }
        step = max(options.windows.step, 1)
        tape.textMayChange = mayChange
        try tape.begin(limits: options.limits, skipping: skipping)
    }

    /// Writes the next elements to `window`. Must not be called after the last window or after an error.
    func next(into window: Tape) throws(JSONSyntaxError) -> ArrayWindow {
        while true {
            position += min(step, size - position)
            let isLast = position == size
            try unsafe tape.scan(bytes, upTo: position)
            if try tape.cutElements(into: window, isLast: isLast) { return ArrayWindow(tape: window, isLast: isLast) }
        }
    }

    /// Returns the parser's own memory to the pool.
    func close(_ tapes: TapePool) { tapes.put(tape) }
}
