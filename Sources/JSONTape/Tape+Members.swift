internal import CJSONTape

extension Tape {
    /// Copies the members of an object that has no braces, and parses them as an object. Locations are those in the document.
    ///
    /// - Parameters:
    ///   - text: the document, after its byte order mark.
    ///   - mark: how many bytes the mark has.
    @_optimize(size)
    @_spi(Cursor) public func parse(
        copyingMembers text: [UInt8], after mark: Int, limits: JSONLimits, syntax: Syntax
    ) throws(JSONSyntaxError) {
        var object = text
        object.insert(UInt8(ascii: "{"), at: 0)
        // Ends a comment.
        if syntax == .json5 { object.append(UInt8(ascii: "\n")) }
        object.append(UInt8(ascii: "}"))
        var limits = limits
        let room = limits.documentBytes - mark
        // Of a text that exceeds the limit, the last brace is not reached.
        limits.documentBytes = text.count <= room ? object.count : max(room, 0) + 1
        do throws(JSONSyntaxError) {
            do throws(JSONSyntaxError) {
                try parse(copying: object, limits: limits, syntax: syntax)
            } catch  where error.code == .controlCharacter && error.offset == text.count + 1 {
                // A string has no end, and contains the line end that was added.
                try parse(copying: Array(object.dropLast(2)), limits: limits, syntax: syntax)
            }
        } catch {
            let root = slotCount > TapePosition.root.index ? self[.root] : nil
            let end = root?.isComplete == true ? offset(at: end(ofContainerAt: .root)) - 1 : nil
            throw unsafe text.withUnsafeBufferPointer { unsafe error.inMembers($0, after: mark, end: end) }
        }
        lines = LineCounter(firstLine: 1)
        addedBytes = 1 - mark
    }

    /// Whether a text begins as one that is not an object, after white space and comments.
    @_spi(Cursor) public static func hasOnlyMembers(_ text: UnsafeRawBufferPointer, syntax: Syntax) -> Bool {
        guard let start = unsafe text.assumingMemoryBound(to: UInt8.self).baseAddress else { return true }
        var open = 0
        let first = unsafe jt_skip_relaxed(start, text.count, syntax == .json5, 0, &open)
        // Not a position if a comment has no end.
        return unsafe !(0..<text.count).contains(first) || text[first] != UInt8(ascii: "{")
    }
}
