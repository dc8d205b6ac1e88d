extension Tape {
    /// Copies the members of an object that has no braces, and parses them as an object. Locations are those in the document.
    ///
    /// - Parameters:
    ///   - text: the document, after its byte order mark.
    ///   - mark: how many bytes the mark has.
    @_spi(Cursor) public func parse(
        copyingMembers text: [UInt8], after mark: Int, limits: JSONLimits, syntax: Syntax
    ) throws(JSONSyntaxError) {
        // The line end ends a comment.
        let closing: [UInt8] = syntax == .json5 ? [0x0A, 0x7D] : [0x7D]
        var limits = limits
        limits.documentBytes = min(limits.documentBytes, .max - 3) + 1 + closing.count - mark
        do throws(JSONSyntaxError) {
            try parse(copying: [0x7B] + text + closing, limits: limits, syntax: syntax)
        } catch {
            throw unsafe text.withUnsafeBufferPointer { unsafe error.inMembers($0, after: mark) }
        }
        lines = LineCounter(firstLine: 1)
        addedBytes = 1 - mark
    }
}
