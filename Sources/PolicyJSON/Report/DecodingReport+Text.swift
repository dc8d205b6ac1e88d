extension DecodingReport: CustomStringConvertible {
    /// The listed changes as a table with one line each: location, path, rule, kind, type, before and after, and the
    /// reason for an element that was lost. Long cells are abbreviated. The number of unlisted changes follows the
    /// table.
    @_optimize(size)
    public var description: String { lines().joined(separator: "\n") }

    /// The lines of the description.
    ///
    /// - Parameter paint: colours a cell.
    package func lines(
        _ paint: (_ text: String, _ row: Int?, _ column: Int) -> String = { text, _, _ in text }
    ) -> [String] {
        if isEmpty { return ["nothing changed"] }
        var lines = entries.isEmpty ? [] : table.lines(paint)
        if omittedCount > 0 { lines.append(entries.isEmpty ? "\(count) changes" : "and \(omittedCount) more") }
        return lines
    }

    private var table: TextTable {
        var table = TextTable([
            .init("line:column", .right), .init("path", limit: 60), .init("rule", limit: 40),
            .init("change", limit: 40),
            .init("type", limit: 40), .init("found", limit: 66), .init(""), .init("result", limit: 160),
        ])
        for entry in entries {
            table.add([
                "\(entry.location)", entry.path.shortDescription, entry.rule, "\(entry.kind)", entry.requestedType,
                entry.found,
                "→",
                entry.result + entry.lossReason,
            ])
        }
        return table
    }
}

extension DecodingReport.Entry: CustomStringConvertible {
    /// The change on one line.
    @_optimize(size)
    public var description: String {
        "\(location) \(path.shortDescription): \(rule): \(kind), \(found) → \(result)\(lossReason) (\(requestedType))"
            .onOneLine
    }

    /// The reason for losing an element, after a colon; empty for other changes.
    fileprivate var lossReason: String {
        let isLost = kind == .dropped || kind == .elementNil
        return isLost && reason != ReportRedaction.mark ? ": \(reason)" : ""
    }
}

extension DecodingReport.Counts: CustomStringConvertible {
    /// Tables of the counts by rule, kind, type and path, in descending order.
    @_optimize(size)
    public var description: String {
        var parts = [("rule", byRule), ("change", kindNames), ("type", byType)].map { Self.table($0, $1) }
        var paths = byPath.map { (name: $0, count: $1) }
        if otherPaths > 0 { paths.append((name: "other paths", count: otherPaths)) }
        parts.append(Self.table("path", paths))
        return parts.joined(separator: "\n\n")
    }

    /// ``byKind`` with the kinds' texts.
    var kindNames: [String: Int] { Dictionary(uniqueKeysWithValues: byKind.map { ($0.description, $1) }) }

    private static func table(_ title: String, _ counts: [String: Int]) -> String {
        table(title, counts.map { (name: $0, count: $1) })
    }

    private static func table(_ title: String, _ counts: [(name: String, count: Int)]) -> String {
        var table = TextTable([.init("count", .right), .init(title, limit: 100)])
        let sorted = counts.inOrder { left, right in
            let (one, other) = (counts[left], counts[right])
            return one.count == other.count ? one.name < other.name : one.count > other.count
        }
        for (name, count) in sorted { table.add(["\(count)", name]) }
        return table.lines().joined(separator: "\n")
    }
}
