@_spi(Tape) internal import JSONTape

/// Provides windows, and takes back their memory.
protocol WindowSource: AnyObject {
    /// The next window. Must not be called after the last one.
    func next() throws(JSONSyntaxError) -> ArrayWindow
    /// Takes back a window that is no longer referenced.
    func recycle(_ tape: Tape)
    /// Ends the use of the document.
    func close()
}

/// Windows that are parsed when they are requested, all in the same memory.
final class WindowsInTurn: WindowSource {
    private let parser: ArrayParser
    private let tapes: TapePool
    private var free: Tape?

    init(_ parser: ArrayParser, _ tapes: TapePool) {
        self.parser = parser
        self.tapes = tapes
    }

    func next() throws(JSONSyntaxError) -> ArrayWindow {
        let tape: Tape
        if let free { tape = free } else { tape = try tapes.take() }
        free = nil
        return try parser.next(into: tape)
    }

    func recycle(_ tape: Tape) { free = tape }

    func close() {
        if let free { tapes.put(free) }
        parser.close(tapes)
    }
}
