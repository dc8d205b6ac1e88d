internal import PolicyJSON

extension JSONLocation {
    /// The location in a text as one of the document in which the text starts at another location.
    func moved(to start: JSONLocation) -> JSONLocation {
        JSONLocation(
            offset: start.offset + offset, line: start.line + line - 1,
            column: line == 1 ? start.column + column - 1 : column)
    }

    /// The location so many bytes earlier in the same line.
    func preceding(by count: Int) -> JSONLocation {
        JSONLocation(offset: offset - count, line: line, column: column - count)
    }
}

extension DecodingProblem {
    /// The problem of a text as that of the document in which it starts at a location.
    func moved(to start: JSONLocation) -> DecodingProblem {
        DecodingProblem(
            code, at: path, message: message, location: location?.moved(to: start), expected: expected, found: found)
    }
}
