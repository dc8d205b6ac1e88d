extension DecodingReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case count, omittedCount, counts, entries
    }

    /// Encodes an object with the numbers `count` and `omittedCount`, the object `counts` (``Counts/encode(to:)``) and
    /// the array `entries` (``Entry/encode(to:)``). Later versions may add members.
    ///
    /// Entries are encoded as long as their paths have at most 1 MiB together, and at least one: a long key in a document may be
    /// part of many paths. The others are in `omittedCount`.
    @_optimize(size)
    public func encode(to encoder: any Encoder) throws {
        let listed = entries.prefix(ofSize: 1 << 20) { $0.path.description.utf8.count + $0.jsonPointer.utf8.count }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
        try container.encode(omittedCount + entries.count - listed.count, forKey: .omittedCount)
        try container.encode(counts, forKey: .counts)
        try container.encode(Array(listed), forKey: .entries)
    }
}

extension DecodingReport.Entry: Encodable {
    private enum CodingKeys: String, CodingKey {
        case rule, kind, path, pointer, type, found, result, reason, offset, line, column
    }

    /// Encodes an object with the strings `rule`, `kind`, `path`, `pointer` (RFC 6901), `type`, `found`, `result`,
    /// `reason` and the numbers `offset` (bytes, from 0), `line` and `column` (from 1; bytes).
    @_optimize(size)
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rule, forKey: .rule)
        try container.encode(kind.description, forKey: .kind)
        try container.encode(path.description, forKey: .path)
        try container.encode(jsonPointer, forKey: .pointer)
        try container.encode(requestedType, forKey: .type)
        try container.encode(found, forKey: .found)
        try container.encode(result, forKey: .result)
        try container.encode(reason, forKey: .reason)
        try container.encode(location.offset, forKey: .offset)
        try container.encode(location.line, forKey: .line)
        try container.encode(location.column, forKey: .column)
    }
}

extension DecodingReport.Counts: Encodable {
    private enum CodingKeys: String, CodingKey {
        case byRule, byKind, byType, byPath, otherPaths
    }

    /// Encodes an object with `byRule`, `byKind`, `byType` and `byPath` (objects of numbers) and the number
    /// `otherPaths`.
    @_optimize(size)
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(byRule, forKey: .byRule)
        try container.encode(kindNames, forKey: .byKind)
        try container.encode(byType, forKey: .byType)
        try container.encode(byPath, forKey: .byPath)
        try container.encode(otherPaths, forKey: .otherPaths)
    }
}
