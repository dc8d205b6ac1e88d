extension Decoder {
    /// Looks at values: what rules change meanwhile is not in the report.
    package func unreported<R>(_ body: () throws -> R) rethrows -> R {
        guard let collector = (self as? ValueDecoder)?.core.collector else { return try body() }
        let mark = collector.mark
        defer { collector.undo(to: mark, because: Look()) }
        return try body()
    }
}

/// Why changes are undone that were made to look at a value.
private struct Look: Error {}
