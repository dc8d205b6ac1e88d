public import JSONTape

/// Counts of a document: the result of checking it.
public struct JSONSummary: Sendable, Hashable {
    /// Length of the document.
    public let bytes: Int
    /// Values of all kinds, at all depths.
    public let values: Int
    /// The deepest nesting: 0 for a scalar, 1 for `[]`.
    public let depth: Int
    /// Members whose name (escapes decoded, compared as Unicode text) occurs earlier in the same object.
    public let duplicateKeys: Int
    /// Whether all member names could be stored for comparison: names in objects larger than 64 KiB are stored up to
    /// about 16 MB. If not, ``duplicateKeys`` is a lower bound.
    public let hasComparedAllKeys: Bool

    /// Checks a document in UTF-8, without a byte order mark.
    ///
    /// - Parameters:
    ///   - bytes: the document.
    ///   - limits: the limits for the document.
    ///   - progress: called about once per MiB with the number of bytes that have been read.
    /// - Throws: ``JSONSyntaxError`` at the first invalid byte.
    /// - Complexity: O(*n*) in the bytes; memory does not grow with them.
    public init<Bytes: JSONBytes & ~Copyable & ~Escapable>(
        validating bytes: borrowing Bytes, limits: JSONLimits = .default,
        progress: ((_ bytesRead: Int) -> Void)? = nil
    ) throws(JSONSyntaxError) {
        self = try bytes.withJSONBytes { bytes throws(JSONSyntaxError) in
            var validator = JSONValidator(limits: limits)
            var start = 0
            while start < bytes.byteCount {
                let end = min(start + 1 << 20, bytes.byteCount)
                try validator.append(bytes.extracting(start..<end))
                start = end
                if start < bytes.byteCount { progress?(start) }
            }
            let summary = try validator.finish()
            progress?(bytes.byteCount)
            return summary
        }
    }

    init(bytes: Int, values: Int, depth: Int, duplicateKeys: Int, hasComparedAllKeys: Bool) {
        self.bytes = bytes
        self.values = values
        self.depth = depth
        self.duplicateKeys = duplicateKeys
        self.hasComparedAllKeys = hasComparedAllKeys
    }
}
