@_spi(Tape) internal import JSONTape

/// Where windows come from, and where their memory goes when nobody needs them any more.
protocol WindowSource: AnyObject {
    /// The next window. Not to be called behind the last.
    func next() throws(JSONSyntaxError) -> ArrayWindow
    /// Takes back a window to which nobody refers any more.
    func recycle(_ tape: Tape)
    /// Ends the use of the document.
    func close()
}

/// Windows that are parsed when they are asked for, all in the same memory.
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
