internal import FoundationImport
@_spi(Cursor) internal import JSONTape
public import PolicyJSON

/// Decodes records under a policy and writes them as JSON, one by one: what can be repaired is repaired, the rest is
/// rejected with a reason.
///
/// ```swift
/// let decoder = PolicyJSONDecoder(policy: policy)
/// let filter = RecordFilter(Order.self, decoder: decoder)
/// let summary = try filter.run(from: FileHandle.standardInput) { result in
///     switch result {
///     case .success(let line): print(line)
///     case .failure(let rejected): deadLetters.append(rejected)
///     }
/// }
/// print(summary.records, summary.rejected)
/// ```
///
/// Paths in the policy's scopes start at the record, in every format: `items[*].price`.
///
/// Every record is passed on exactly once, in order: as the text of a JSON value on one line, or as a rejection. Memory
/// does not grow with the input.
public struct RecordFilter<Record: Decodable & Sendable>: Sendable {
    private let decoder: PolicyJSONDecoder
    /// Makes what decodes and writes a record, for the policy of a decoder.
    private let makeText: @Sendable (PolicyJSONDecoder) -> RecordText.Body
    /// How the records are separated. Default: one JSON text on each line.
    public var format = RecordFilterFormat.lines
    /// How many bytes of a rejected record are kept. Default: 64 KiB.
    public var rawLimit = 1 << 16

    /// Creates a filter for a model.
    ///
    /// - Parameters:
    ///   - type: the model of a record.
    ///   - decoder: the decoder, with the policy.
    ///   - encoder: the encoder, whose output must be on one line. Default: one that sorts keys.
    public init(_ type: Record.Type, decoder: PolicyJSONDecoder, encoder: PolicyJSONEncoder? = nil)
    where Record: Encodable {
        let encoder = encoder ?? .forLines
        self.init(decoder) { _ in
            { decoder in
                let record = try decoder.singleValueContainer().decode(Record.self)
                return (String(decoding: try encoder.encode(record), as: UTF8.self), true)
            }
        }
    }

    fileprivate init(
        _ decoder: PolicyJSONDecoder, _ makeText: @escaping @Sendable (PolicyJSONDecoder) -> RecordText.Body
    ) {
        self.decoder = decoder.overriding(userInfo: [.recordText: RecordText(body: makeText(decoder))])
        self.makeText = makeText
    }

    /// The filter with another policy.
    package func overriding(policy: DecodingPolicy) -> RecordFilter {
        var filter = RecordFilter(decoder.overriding(policy: policy), makeText)
        (filter.format, filter.rawLimit) = (format, rawLimit)
        return filter
    }

    // MARK: All records

    /// Reads all records.
    ///
    /// - Parameters:
    ///   - source: the input in UTF-8: a file (`URL`), a `FileHandle`, or an `InputStream`.
    ///   - body: receives each record as text without line breaks, or its rejection.
    /// - Returns: counts of records and repairs, and what ended the input early.
    /// - Throws: any error of opening the source, `InvalidPattern` if a pattern of the policy has too many
    ///   steps, or what `body` throws.
    public func run(
        from source: some JSONByteSource, _ body: (Result<String, RejectedRecord>) throws -> Void
    ) throws -> RecordFilterSummary {
        var summary = RecordFilterSummary()
        let decoder = try streamDecoder()
        let reader =
            switch format.kind {
            case .lines:
                try decoder.elements(of: FilteredRecord.self, in: .lines(skippingInvalid: true), from: source)
                    .results(keeping: rawLimit)
            case .concatenated:
                try decoder.elements(of: FilteredRecord.self, in: .concatenated, from: source)
                    .results(keeping: rawLimit)
            case .path(let path):
                try decoder.elements(of: FilteredRecord.self, at: path, from: source).results(keeping: rawLimit)
            }
        while true {
            let result: Result<FilteredRecord, RejectedElement>?
            do throws(JSONDecodingError) {
                result = try reader.next()
            } catch {
                summary.failure = error
                break
            }
            guard let result else { break }
            try body(summary.count(result))
        }
        summary.report = reader.report
        return summary
    }

    /// Reads all records, and decodes on several tasks.
    ///
    /// - Parameters:
    ///   - bytes: the input in UTF-8, in chunks of any size.
    ///   - concurrency: how many tasks decode at the same time, and take turns at reading and parsing.
    ///   - body: receives each record, in order, as text without line breaks, or its rejection.
    /// - Returns: counts of records and repairs, and what ended the input early.
    /// - Throws: `InvalidPattern` if a pattern of the policy has too many steps, or what `body` throws.
    public func run<Bytes: AsyncSequence & Sendable>(
        from bytes: Bytes, concurrency: Int, _ body: (Result<String, RejectedRecord>) throws -> Void
    ) async throws -> RecordFilterSummary where Bytes.Element: JSONBytes {
        var summary = RecordFilterSummary()
        let decoder = try streamDecoder()
        let elements =
            switch format.kind {
            case .lines:
                decoder.elements(
                    of: FilteredRecord.self, in: .lines(skippingInvalid: true), from: bytes
                ).concurrently(tasks: concurrency).results(keeping: rawLimit)
            case .concatenated:
                decoder.elements(of: FilteredRecord.self, in: .concatenated, from: bytes)
                    .concurrently(tasks: concurrency).results(keeping: rawLimit)
            case .path(let path):
                decoder.elements(of: FilteredRecord.self, at: path, from: bytes).concurrently(tasks: concurrency)
                    .results(keeping: rawLimit)
            }
        var iterator = elements.makeAsyncIterator()
        while true {
            let result: Result<FilteredRecord, RejectedElement>?
            do {
                result = try await iterator.next()
            } catch let error as JSONDecodingError {
                summary.failure = error
                break
            }
            guard let result else { break }
            try body(summary.count(result))
        }
        summary.report = elements.report
        return summary
    }

    /// The decoder for a stream, in which paths start at the top.
    private func streamDecoder() throws -> PolicyJSONDecoder {
        let elements =
            switch format.kind {
            case .lines, .concatenated: "[*]"
            case .path(let path): "\(path)[*]"
            }
        return decoder.overriding(policy: try decoder.policy.below(elements))
    }

    // MARK: One record

    /// The maximum number of bytes of a record.
    package var recordLimit: Int { decoder.limits.elementBytes }

    /// Cleans one record.
    ///
    /// - Parameters:
    ///   - line: the record; white space around it is allowed.
    ///   - index: the index of the record for a rejection.
    ///   - location: where the record starts, for a rejection.
    ///   - omitted: how many bytes of the record are not in `line`, because it is too long. If there are any, the record
    ///     is rejected. Default: none.
    /// - Returns: the text, without line breaks, or the rejection, and what the policy changed.
    public func clean(
        _ line: [UInt8], index: Int, at location: JSONLocation, omitted: Int = 0
    ) -> (result: Result<String, RejectedRecord>, report: DecodingReport?) {
        clean(line, padding: 0, index: index, at: location, omitted: omitted)
    }

    /// Cleans one line: as in a stream of lines, it has to be UTF-8, and has no byte order mark.
    package func cleanLine(
        _ line: [UInt8], index: Int, at location: JSONLocation, omitted: Int
    ) -> (result: Result<String, RejectedRecord>, report: DecodingReport?) {
        clean(line, padding: line.linePadding, index: index, at: location, omitted: omitted)
    }

    private func clean(
        _ line: [UInt8], padding: Int, index: Int, at location: JSONLocation, omitted: Int
    ) -> (result: Result<String, RejectedRecord>, report: DecodingReport?) {
        let problem: DecodingProblem
        do {
            if omitted == 0, line.trimmingJSONWhitespace.count <= recordLimit {
                let text = padding == 0 ? line : [UInt8](repeating: 0x20, count: padding) + line
                let outcome = try decoder.decodeReporting(FilteredRecord.self, from: text)
                return (.success(outcome.value.text), outcome.report)
            }
            problem = DecodingProblem(
                .limit, at: DecodingPath(), message: "The record is too long: it has \(line.count + omitted) bytes.")
        } catch {
            problem =
                DecodingProblem.problems(in: error, includingValues: true).first
                ?? DecodingProblem(.invalidValue, at: DecodingPath(), message: "\(error)")
        }
        let rejected = RejectedRecord(
            record: index, location: location, problem: problem.moved(to: location.preceding(by: padding)),
            bytes: Array(line.prefix(max(rawLimit, 0))), byteCount: line.count + omitted)
        return (.failure(rejected), nil)
    }
}

extension PolicyJSONEncoder {
    /// An encoder whose output is on one line, with sorted keys.
    package static var forLines: PolicyJSONEncoder {
        let encoder = PolicyJSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension [UInt8] {
    /// How many spaces have to precede a line, so that neither another encoding nor a byte order mark is recognized in it.
    var linePadding: Int { first ?? 0 >= 0xEF || prefix(4).contains(0) ? 2 : 0 }
}

extension RecordFilter where Record == SchemaRecord {
    /// Creates a filter for the values of a schema.
    ///
    /// - Parameters:
    ///   - schema: the schema of a record; `nil` for any JSON.
    ///   - decoder: the decoder, with the policy.
    public init(schema: JSONSchema?, decoder: PolicyJSONDecoder) {
        self.init(decoder) { decoder in
            let check = schema.flatMap { SchemaCheck($0, decoder) }
            return { decoder in
                let record = try SchemaRecord(from: decoder, schema, check)
                return (record.text, record.isChanged)
            }
        }
    }
}

/// Counts of a filter.
public struct RecordFilterSummary: Sendable {
    /// The records of the input.
    public internal(set) var records = 0
    /// The records that were rejected.
    public internal(set) var rejected = 0
    /// The records of a schema whose text is not that of the input. Those of a model, which are encoded anew, all count.
    public internal(set) var changed = 0
    /// What the policy has repaired, with counts by rule and path; `nil` before the first record.
    public internal(set) var report: DecodingReport?
    /// Why the input ended early; `nil` if it was read to its end.
    public internal(set) var failure: JSONDecodingError?

    /// Counts a record.
    mutating func count(_ result: Result<FilteredRecord, RejectedElement>) -> Result<String, RejectedRecord> {
        records += 1
        switch result {
        case .success(let record):
            if record.isChanged { changed += 1 }
            return .success(record.text)
        case .failure(let element):
            rejected += 1
            // The index of the element is that in its array.
            return .failure(RejectedRecord(element, record: records - 1))
        }
    }
}
