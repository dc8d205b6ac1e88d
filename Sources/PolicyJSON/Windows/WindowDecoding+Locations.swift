@_spi(Cursor) internal import JSONTape

extension WindowDecoding {
    /// The place of the value at an error's path, or of the last value on the path that exists, as
    /// ``DecoderCore/place(of:in:below:)`` determines it for a whole document. `nil`: it is in another window.
    func placeInWindow(of error: any Error) -> ErrorPlace? {
        guard let path = (error as? DecodingError)?.context?.codingPath else { return nil }
        guard let position = path.first?.intValue, position >= 0 else { return top }
        let first = Int(ordinal)
        guard position >= first, position < core.tape[TapePosition.root].count else { return nil }
        var index = TapePosition.root.firstChild
        for _ in first..<position { index = core.tape.position(after: index) }
        return core.place(of: error, in: index, below: 1)
    }

    /// Searches the document for that value, from the current window on.
    @_optimize(size)
    func findPlace(of error: any Error) -> ErrorPlace? {
        while true {
            if let found = placeInWindow(of: error) { return found }
            // The array has fewer elements than the index in the path.
            if isLast { return top }
            guard (try? skipWindow()) != nil else { return nil }
        }
    }

    private var top: ErrorPlace { ErrorPlace(location: core.tape.location(at: TapePosition.root)) }
}
