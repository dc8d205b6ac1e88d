extension DecodingReport {
    /// Records of a stream that were left out.
    init(_ records: [SkippedRecord], listing room: Int, _ redaction: ReportRedaction) {
        self.init(
            entries: records.prefix(room).map { Entry($0, redaction) }, unlistedCount: max(records.count - room, 0))
        if records.isEmpty { return }
        counts.byRule = [Entry.streamRule: records.count]
        counts.byKind = [Kind.skipped.description: records.count]
        counts.byType = [Entry.recordType: records.count]
        counts.byPath = ["[*]": records.count]
    }
}

extension DecodingReport.Entry {
    fileprivate static let streamRule = "JSONStreamFormat"
    fileprivate static let recordType = "JSON"

    fileprivate init(_ record: SkippedRecord, _ redaction: ReportRedaction) {
        let path = DecodingPath([.index(record.ordinal)])
        func shown(_ text: String, _ role: ReportRedaction.Excerpt.Role) -> String {
            redaction.shown(
                .init(role: role, path: path, requestedType: JSONFragment.self, text: text), isWhole: true)
        }
        self.init(
            rule: Self.streamRule, kind: .skipped, path: path, documentPath: path, requestedType: Self.recordType,
            found: shown(record.text, .found), result: "skipped", reason: shown(record.error.message, .reason),
            location: record.error.location)
    }
}

extension DecodingReport.Counts {
    /// Paths that are told apart in a stream, whose parts each have some of their own.
    private static let pathLimit = 4_096

    /// Counts those of another part of a stream, too.
    mutating func add(_ more: Self) {
        byRule.merge(more.byRule, uniquingKeysWith: +)
        byKind.merge(more.byKind, uniquingKeysWith: +)
        byType.merge(more.byType, uniquingKeysWith: +)
        for (path, count) in more.byPath {
            if byPath[path] != nil || byPath.count < Self.pathLimit {
                byPath[path, default: 0] += count
            } else {
                otherPaths += count
            }
        }
        otherPaths += more.otherPaths
    }
}
