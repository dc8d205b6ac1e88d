import Foundation
import PolicyJSON
import PolicyJSONData
import Synchronization

/// The outputs of `clean`. Only whole lines are written, also if the process is interrupted.
final class CleanOutput {
    private var lines: [UInt8] = []
    private var rejects: [UInt8] = []
    private let rejectsFile: FileHandle?
    private let rejectsName: String?
    private let encoder = PolicyJSONEncoder.forLines
    /// The file of the records, for rejected ones; `nil` if there is only one.
    var fileName: String?
    /// The text before the next record and after the last one, if the records are written as an array.
    private var separator: (next: String, end: String)?
    /// Only while records are cleaned: answers to single lines have no progress.
    private var progress: InputProgress?
    private let bytesRead = BytesRead()

    /// - Parameters:
    ///   - name: the file for rejected records, if any; `-` for standard output.
    ///   - asArray: whether the records are written as an array, and not as lines.
    init(rejects name: String?, asArray: Bool) throws {
        separator = asArray ? ("[\n", "[]\n") : nil
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
            throw InputProblem.unwritable(name.onOneLine, because: error)
        }
    }

    // MARK: Records

    /// Cleans all records of an input.
    ///
    /// - Parameters:
    ///   - filter: cleans the records.
    ///   - format: the format that the user stated, if any.
    ///   - path: the path to the arrays whose elements are the records, if the user stated it.
    ///   - threads: how many threads decode.
    ///   - summary: receives the counts.
    func clean<Record>(
        _ input: Input, _ filter: RecordFilter<Record>, format: InputFormat?, at path: PathPattern?, threads: Int,
        _ summary: inout CleanSummary
    ) async throws {
        // A path of as many steps as a pattern may have stays in the paths of the counts.
        let recordPath = (try? PathPattern((path.map { "\($0)" } ?? "") + "[*]")) ?? ""
        var chunks = try Chunks(input)
        var filter = filter
        filter.format = try path.map { .elements(at: $0) } ?? chunks.recordFormat(format)
        bytesRead.count.store(0, ordering: .relaxed)
        progress = InputProgress(input)
        defer {
            progress?.erase()
            progress = nil
        }
        let counts =
            threads == 1
            ? try filter.run(from: ObservedChunks(chunks: chunks, beforeReading: catchUp), write)
            : try await filter.run(from: AsyncChunks(chunks: chunks, bytesRead: bytesRead), concurrency: threads, write)
        summary.add(counts, input.label, recordPath: recordPath, at: path)
        try flush()
    }

    /// Writes what follows the last record.
    func end() throws {
        if let separator { lines.append(contentsOf: separator.end.utf8) }
        try flush()
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
                try add(RejectedInFile(rejected: rejected, file: fileName), to: &rejects)
            } else if rejectsName != nil {
                try add(["rejected": RejectedInFile(rejected: rejected, file: fileName)], to: &lines)
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
    ///   - summary: receives the counts.
    func answer<Record>(
        _ input: Input, _ filter: RecordFilter<Record>, isKeyed: Bool, _ summary: inout CleanSummary
    ) throws {
        var index = 0
        var chunks = try Chunks(input)
        var line: [UInt8] = []
        var (offset, omitted) = (0, 0)
        // A byte order mark and a carriage return are no part of the record.
        let limit = max(filter.recordLimit, JSONLimits.default.elementBytes) + 4
        // For the key, and then for the record.
        var (room, isKey) = (limit, isKeyed)
        func extend(_ bytes: ArraySlice<UInt8>) {
            if isKey, let tab = bytes.firstIndex(of: 0x09) {
                isKey = false
                extend(bytes[...tab])
                room = limit
                return extend(bytes[(tab + 1)...])
            }
            let kept = bytes.prefix(room)
            room -= kept.count
            line.append(contentsOf: kept)
            omitted += bytes.count - kept.count
        }
        func answer() throws {
            if offset == 0, line.byteOrderMarkLength > 0 {
                offset = line.byteOrderMarkLength
                line.removeFirst(offset)
            }
            let key = isKeyed ? line.firstIndex(of: 0x09).map { line[...$0] } ?? [] : []
            let location = JSONLocation(offset: offset + key.count, line: index + 1, column: key.count + 1)
            offset += line.count + omitted + 1
            lines.append(contentsOf: key)
            line.removeFirst(key.count)
            if line.last == 0x0D { line.removeLast() }
            let (result, report) = filter.cleanLine(line, index: index, at: location, omitted: omitted)
            omitted = 0
            (room, isKey) = (limit, isKeyed)
            line.removeAll(keepingCapacity: true)
            index += 1
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

    /// Writes what is complete before more bytes are read, which may take long.
    private func catchUp(read bytes: Int) throws {
        bytesRead.count.store(bytes, ordering: .relaxed)
        try flush()
    }

    private func flush() throws {
        progress?.draw(bytesRead.count.load(ordering: .relaxed))
        if lines.isEmpty, rejects.isEmpty { return }
        let (output, errors) = (Data(lines), Data(rejects))
        lines.removeAll(keepingCapacity: true)
        rejects.removeAll(keepingCapacity: true)
        try UninterruptedOutput.write {
            do { try StandardStream.output.write(output) } catch {
                throw InputProblem.unwritable("<stdout>", because: error)
            }
            do { try rejectsFile?.write(contentsOf: errors) } catch {
                throw InputProblem.unwritable(rejectsName?.onOneLine ?? "", because: error)
            }
        }
    }
}

extension Chunks {
    /// The format of the records.
    ///
    /// - Parameter stated: the format that the user stated, if any.
    fileprivate mutating func recordFormat(_ stated: InputFormat?) throws(InputProblem) -> RecordFilterFormat {
        switch stated {
        case .lines: return .lines
        case .document:
            // Up to the first character, which a byte order mark and white space may precede.
            return .document(startingWith: try readAhead { !$0.contains { $0 > 0x20 && $0 < 0x80 } }.start)
        case nil:
            let (start, isWhole) = try readAhead()
            return .recognized(start, isWhole: isWhole)
        }
    }
}

/// A rejected record as JSON: its members, and the file if there are several.
private struct RejectedInFile: Encodable {
    let rejected: RejectedRecord
    let file: String?

    private enum CodingKeys: String, CodingKey { case file }

    func encode(to encoder: any Encoder) throws {
        try rejected.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(file, forKey: .file)
    }
}
