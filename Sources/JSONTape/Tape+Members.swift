extension Tape {
    /// Copies the members of an object that has no braces, and parses them as an object. Locations are those in the document.
    ///
    /// - Parameters:
    ///   - text: the document, after its byte order mark.
    ///   - mark: how many bytes the mark has.
    @_spi(Cursor) public func parse(
        copyingMembers text: [UInt8], after mark: Int, limits: JSONLimits, syntax: Syntax
    ) throws(JSONSyntaxError) {
        var object = text
        object.insert(UInt8(ascii: "{"), at: 0)
        // Ends a comment.
        if syntax == .json5 { object.append(UInt8(ascii: "\n")) }
        object.append(UInt8(ascii: "}"))
        var limits = limits
        limits.documentBytes = min(limits.documentBytes, .max - 3) + object.count - text.count - mark
        do throws(JSONSyntaxError) {
            try parse(copying: object, limits: limits, syntax: syntax)
        } catch {
            throw unsafe text.withUnsafeBufferPointer { unsafe error.inMembers($0, after: mark) }
        }
        lines = LineCounter(firstLine: 1)
        addedBytes = 1 - mark
    }
}
