import Foundation
import PolicyJSON
import PolicyJSONData

/// The outputs of `clean`. Only whole lines are written, also if the process is interrupted.
final class CleanOutput {
    private var lines: [UInt8] = []
    private var rejects: [UInt8] = []
    private let rejectsFile: FileHandle?
    private let rejectsName: String?
    private let encoder: JSONEncoder
    private let input: Input
    /// The text before the next record and after the last one, if the records are written as an array.
    private var separator: (next: String, end: String)?
    /// Only while records are cleaned: answers to single lines have no progress.
    private var progress: CleanProgress?

    /// - Parameters:
    ///   - input: what is read, for messages.
    ///   - name: the file for rejected records, if any; `-` for standard output.
    ///   - asArray: whether the records are written as an array, and not as lines.
    init(_ input: Input, rejects name: String?, asArray: Bool) throws {
        self.input = input
        separator = asArray ? ("[\n", "[]\n") : nil
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        rejectsName = name
        guard let name, name != CleanOptions.standardOutputName else {
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
    /// - Parameters:
    ///   - chunks: the input.
    ///   - filter: cleans the records.
    ///   - recordPath: the pattern of the records in the input.
    ///   - threads: how many threads decode.
    func clean<Record>(
        _ chunks: CleanChunks, _ filter: RecordFilter<Record>, recordPath: String, threads: Int
    ) async throws -> CleanSummary {
        progress = CleanProgress(input)
        defer { progress?.erase() }
        let summary =
            threads == 1
            ? try filter.run(from: FlushedChunks(chunks: chunks, beforeReading: flush), write)
            : try await filter.run(from: chunks, concurrency: threads, write)
        if let separator { lines.append(contentsOf: separator.end.utf8) }
        try flush()
        return CleanSummary(summary, input.label, recordPath: recordPath)
    }

    private func write(_ result: Result<String, RejectedRecord>) throws {
        switch result {
        case .success(let text):
            if let separator {
                lines.append(contentsOf: separator.next.utf8)
                lines.append(contentsOf: text.utf8)
                self.separator = (",\n", "\n]\n")
            } else {
                add(text, to: &lines)
            }
        case .failure(let rejected):
            if rejectsFile != nil {
                try add(rejected, to: &rejects)
            } else if rejectsName != nil {
                try add(["rejected": rejected], to: &lines)
            }
        }
        if lines.count >= 1 << 16 || rejects.count >= 1 << 16 { try flush() }
    }

    /// Writes the counts as the last line.
    func write(_ summary: CleanSummary) throws {
        try add(["report": summary], to: &lines)
        try flush()
    }

    // MARK: Answers

    /// Answers each line of the input by exactly one line.
    ///
    /// - Parameters:
    ///   - filter: cleans the records.
    ///   - isKeyed: whether a key and a tab precede the record; a line without a tab is a record.
    func answer<Record>(_ filter: RecordFilter<Record>, isKeyed: Bool) throws -> CleanSummary {
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
            let key = isKeyed ? line.firstIndex(of: 0x09).map { line[...$0] } ?? [] : []
            let location = JSONLocation(offset: offset + key.count, line: index + 1, column: key.count + 1)
            offset += line.count + omitted + 1
            lines.append(contentsOf: key)
            line.removeFirst(key.count)
            if line.last == 0x0D { line.removeLast() }
            let (result, report) = filter.clean(line, index: index, at: location, omitted: omitted)
            omitted = 0
            line.removeAll(keepingCapacity: true)
            summary.records += 1
            if let report { summary.add(report) }
            if case .failure = result { summary.rejected += 1 }
            try write(result)
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

    private func add(_ value: some Encodable, to buffer: inout [UInt8]) throws {
        buffer.append(contentsOf: try encoder.encode(value))
        buffer.append(0x0A)
    }

    private func flush() throws {
        progress?.draw()
        if lines.isEmpty, rejects.isEmpty { return }
        let (output, errors) = (Data(lines), Data(rejects))
        lines.removeAll(keepingCapacity: true)
        rejects.removeAll(keepingCapacity: true)
        try UninterruptedOutput.write {
            do { try StandardStream.output.write(output) } catch {
                throw InputProblem.unreadable("<stdout>", because: error)
            }
            do { try rejectsFile?.write(contentsOf: errors) } catch {
                throw InputProblem.unreadable(rejectsName?.onOneLine ?? "", because: error)
            }
        }
    }
}
