public import JSONTape

/// What a document is made of: the outcome of checking it.
public struct JSONSummary: Sendable, Hashable {
    /// Length of the document.
    public let bytes: Int
    /// Values of all kinds, at all depths.
    public let values: Int
    /// The deepest nesting: 0 for a scalar, 1 for `[]`.
    public let depth: Int
    /// Members whose name (escapes decoded, compared as Unicode text) stands in the same object before.
    public let duplicateKeys: Int
    /// Whether there was memory to remember all names of members. If not, ``duplicateKeys`` is what was found without: names
    /// in objects of more than 64 KiB are remembered up to some 16 MB.
    public let hasComparedAllKeys: Bool

    /// Checks a document in UTF-8, without a byte order mark.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - limits: bounds on it.
    ///   - progress: called about once a MiB with the number of bytes that have been read.
    /// - Throws: ``JSONSyntaxError`` at the first byte that is not JSON.
    /// - Complexity: O(*n*) in the bytes; memory does not grow with them.
    public init(
        validating bytes: RawSpan, limits: JSONLimits = .default, progress: ((_ bytesRead: Int) -> Void)? = nil
    ) throws(JSONSyntaxError) {
        var checker = JSONChecker(limits: limits)
        var start = 0
        while start < bytes.byteCount {
            let end = min(start + 1 << 20, bytes.byteCount)
            try checker.append(bytes.extracting(start..<end))
            start = end
            if start < bytes.byteCount { progress?(start) }
        }
        self = try checker.finish()
        progress?(bytes.byteCount)
    }

    /// Checks a document in UTF-8, without a byte order mark.
    public init(
        validating bytes: [UInt8], limits: JSONLimits = .default, progress: ((_ bytesRead: Int) -> Void)? = nil
    ) throws(JSONSyntaxError) {
        unsafe try self.init(validating: bytes.span.bytes, limits: limits, progress: progress)
    }

    init(bytes: Int, values: Int, depth: Int, duplicateKeys: Int, hasComparedAllKeys: Bool) {
        self.bytes = bytes
        self.values = values
        self.depth = depth
        self.duplicateKeys = duplicateKeys
        self.hasComparedAllKeys = hasComparedAllKeys
    }
}
