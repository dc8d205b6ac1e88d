@_spi(Cursor) internal import JSONTape

extension WindowDecoding {
    /// The location of the value at an error's path, or of the last value on the path that exists, as
    /// ``DecoderCore/location(of:in:below:)`` determines it for a whole document. `nil`: it is in another window.
    func locationInWindow(of error: any Error) -> JSONLocation? {
        guard let path = (error as? DecodingError)?.context?.codingPath else { return nil }
        guard let position = path.first?.intValue, position >= 0 else { return location(of: TapePosition.root) }
        let first = Int(ordinal)
        guard position >= first, position < core.tape[TapePosition.root].count else { return nil }
        var index = TapePosition.root.firstChild
        for _ in first..<position { index = core.tape.position(after: index) }
        return core.location(of: error, in: index, below: 1)
    }

    /// Searches the document for that value, from the current window on.
    @_optimize(size)
    func findLocation(of error: any Error) -> JSONLocation? {
        while true {
            if let found = locationInWindow(of: error) { return found }
            // The array has fewer elements than the index in the path.
            if isLast { return location(of: TapePosition.root) }
            guard (try? skipWindow()) != nil else { return nil }
        }
    }

    private func location(of index: TapePosition) -> JSONLocation {
        core.tape.location(at: index)
    }
}
