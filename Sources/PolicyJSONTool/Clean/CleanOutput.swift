import Foundation
import PolicyJSON
import PolicyJSONData

/// The outputs of `clean`. Only whole lines are written, also if the process is interrupted.
final class CleanOutput {
    private var lines: [UInt8] = []
    private var rejects: [UInt8] = []
    private let rejectsFile: FileHandle?
    private let rejectsName: String
    private let encoder: JSONEncoder

    init(rejects name: String?) throws {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        rejectsName = name?.onOneLine ?? ""
        guard let name else {
            rejectsFile = nil
            return
        }
        do {
            let url = URL(fileURLWithPath: name)
            try Data().write(to: url)
            rejectsFile = try FileHandle(forWritingTo: url)
        } catch {
            throw InputProblem.unreadable(name.onOneLine, because: error)
        }
    }

    // MARK: Records

    /// Cleans all records of an input.
    ///
    /// - Parameter recordPath: the pattern of the records in the input.
    func clean(
        _ input: Input, _ filter: RecordFilter<SchemaRecord>, recordPath: String
    ) throws -> CleanSummary {
        let source = FlushedChunks(chunks: try Chunks(input), beforeReading: flush)
        let summary = try filter.run(from: source) { result in
            switch result {
            case .success(let text): add(text, to: &lines)
            case .failure(let rejected):
                if rejectsFile != nil {
                    add(String(decoding: try encoder.encode(rejected), as: UTF8.self), to: &rejects)
                }
            }
            if lines.count >= 1 << 16 || rejects.count >= 1 << 16 { try flush() }
        }
        try flush()
        return CleanSummary(summary, input.label, recordPath: recordPath)
    }

    /// Answers each line of an input by exactly one line.
    func answer(_ input: Input, _ filter: RecordFilter<SchemaRecord>) throws -> CleanSummary {
        var summary = CleanSummary()
        var chunks = try Chunks(input)
        var line: [UInt8] = []
        var (offset, omitted) = (0, 0)
        func extend(_ bytes: ArraySlice<UInt8>) {
            let kept = bytes.prefix(max(JSONLimits.default.elementBytes - line.count, 0))
            line.append(contentsOf: kept)
            omitted += bytes.count - kept.count
        }
        func answer() throws {
            let index = summary.records
            let location = JSONLocation(offset: offset, line: index + 1, column: 1)
            offset += line.count + omitted + 1
            if line.last == 0x0D { line.removeLast() }
            let (result, report) = filter.clean(line, index: index, at: location, omitted: omitted)
            omitted = 0
            line.removeAll(keepingCapacity: true)
            summary.records += 1
            if let report { summary.add(report) }
            switch result {
            case .success(let text): add(text, to: &lines)
            case .failure(let rejected):
                summary.rejected += 1
                add(String(decoding: try encoder.encode(["rejected": rejected]), as: UTF8.self), to: &lines)
            }
        }
        while true {
            let chunk = try chunks.next()
            if chunk.isEmpty { break }
            var start = chunk.startIndex
            while let end = chunk[start...].firstIndex(of: 0x0A) {
                extend(chunk[start..<end])
                try answer()
                start = end + 1
            }
            extend(chunk[start...])
            try flush()
        }
        if !line.isEmpty { try answer() }
        try flush()
        return summary
    }

    private func add(_ text: String, to buffer: inout [UInt8]) {
        buffer.append(contentsOf: text.utf8)
        buffer.append(0x0A)
    }

    // MARK: Writing

    private func flush() throws {
        if lines.isEmpty, rejects.isEmpty { return }
        let (output, errors) = (Data(lines), Data(rejects))
        lines.removeAll(keepingCapacity: true)
        rejects.removeAll(keepingCapacity: true)
        try Self.uninterrupted {
            try StandardStream.output.write(output)
            do { try rejectsFile?.write(contentsOf: errors) } catch {
                throw InputProblem.unreadable(rejectsName, because: error)
            }
        }
    }

    /// Delays the signals that end the process until lines are complete.
    private static func uninterrupted(_ body: () throws -> Void) throws {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        defer { unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
        try body()
    }
}

/// Chunks, with a closure that is called before each of them: what is complete is written before more is awaited.
private struct FlushedChunks: JSONByteSource {
    let chunks: Chunks
    let beforeReading: () throws -> Void

    func jsonReader(from offset: Int) -> JSONByteReader {
        var chunks = chunks
        return JSONByteReader {
            try beforeReading()
            let chunk = try chunks.next()
            return chunk.isEmpty ? nil : chunk
        }
    }
}

/// The counts of `clean`.
struct CleanSummary: Encodable {
    var records = 0
    var rejected = 0
    private var repairs = 0
    private var byRule: [String: Int] = [:]
    private var byPath: [String: Int] = [:]
    /// What ended the input early.
    var failure: InputProblem?

    private enum CodingKeys: String, CodingKey { case records, written, rejected, repairs, byRule, byPath, error }

    init() {}

    init(_ summary: RecordFilterSummary, _ label: String, recordPath: String) {
        records = summary.records
        rejected = summary.rejected
        if let report = summary.report { add(report, below: recordPath) }
        failure = summary.failure.map { $0.underlyingError as? InputProblem ?? InputProblem($0, in: label) }
    }

    /// - Parameter recordPath: the pattern of the records, which paths are shown without.
    mutating func add(_ report: DecodingReport, below recordPath: String = "") {
        repairs += report.count
        byRule.merge(report.counts.byRule, uniquingKeysWith: +)
        for (path, count) in report.counts.byPath {
            var path = path[...]
            if path.hasPrefix(recordPath) { path = path.dropFirst(recordPath.count) }
            if path.hasPrefix("."), !recordPath.isEmpty { path = path.dropFirst() }
            byPath[String(path), default: 0] += count
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(records, forKey: .records)
        try container.encode(records - rejected, forKey: .written)
        try container.encode(rejected, forKey: .rejected)
        try container.encode(repairs, forKey: .repairs)
        try container.encode(byRule, forKey: .byRule)
        try container.encode(byPath, forKey: .byPath)
        try container.encodeIfPresent(failure?.message, forKey: .error)
    }

    /// The counts as JSON without line breaks.
    var line: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
