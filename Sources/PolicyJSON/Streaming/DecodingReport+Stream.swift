extension DecodingReport {
    /// The entry for a record of a stream that was skipped.
    init(_ record: SkippedRecord, isListed: Bool, _ redaction: ReportRedaction) {
        self.init(entries: isListed ? [Entry(record, redaction)] : [], omittedCount: isListed ? 0 : 1)
        counts.byRule = [Entry.streamRule: 1]
        counts.byKind = [.skipped: 1]
        counts.byType = [Entry.recordType: 1]
        counts.byPath = ["[*]": 1]
    }

    /// Adds the changes of a later part of the stream.
    mutating func append(_ more: DecodingReport) {
        if more.isEmpty { return }
        entries += more.entries
        omittedCount += more.omittedCount
        counts.add(more.counts)
    }

    /// The same changes, of which at most `room` are listed.
    func listing(atMost room: Int) -> DecodingReport {
        var report = self
        report.entries = Array(entries.prefix(max(room, 0)))
        report.omittedCount = count - report.entries.count
        return report
    }
}

extension DecodingReport.Entry {
    fileprivate static let streamRule = "JSONStreamFormat"
    fileprivate static let recordType = "JSON"

    fileprivate init(_ record: SkippedRecord, _ redaction: ReportRedaction) {
        let path = DecodingPath([.index(record.ordinal)])
        func shown(_ text: String, _ role: ReportRedaction.Excerpt.Role) -> String {
            redaction.shown(
                .init(role: role, path: path, requestedType: RawJSON.self, text: text), mayContainOtherValues: true
            )
        }
        self.init(
            rule: Self.streamRule, kind: .skipped, path: path, documentPath: path, requestedType: Self.recordType,
            found: ShortText.shorten(shown(record.text, .found)), result: "skipped",
            reason: ShortText.shorten(shown(record.error.message, .reason), to: 256), location: record.error.location)
    }
}

extension DecodingReport.Counts {
    /// The maximum number of different paths that are counted for a stream, whose parts each contribute some.
    private static let pathLimit = 4_096
    /// The maximum number of bytes of such a path, which keys in the stream may make as long as an element.
    private static let pathBytes = 4_096

    /// Adds the counts of another part of a stream.
    package mutating func add(_ more: Self) {
        byRule.merge(more.byRule, uniquingKeysWith: +)
        byKind.merge(more.byKind, uniquingKeysWith: +)
        byType.merge(more.byType, uniquingKeysWith: +)
        for (path, count) in more.byPath {
            if byPath[path] != nil || byPath.count < Self.pathLimit && path.utf8.count <= Self.pathBytes {
                byPath[path, default: 0] += count
            } else {
                otherPaths += count
            }
        }
        otherPaths += more.otherPaths
    }
}
