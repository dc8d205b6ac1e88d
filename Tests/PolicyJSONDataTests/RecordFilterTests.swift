import Foundation
import PolicyJSON
import PolicyJSONData
import Testing

@Suite struct RecordFilterTests {
    private struct Order: Codable, Sendable {
        let id: Int
        let total: Decimal
        var rate: Double?
    }

    private static let input =
        "{\"id\":1,\"total\":\"1.5\"}\n{\"id\":\"2\",\"total\":1}\n\n\u{1}\n{\"id\":3,\"total\":2}\n"
        + "{\"id\":4,\"total\":4,\"rate\":\"inf\"}"
    private static let expected = [
        #"{"id":1,"total":1.5}"#, "1 2:1 /id type_mismatch", "2 4:1  syntax", #"{"id":3,"total":2}"#,
        // What cannot be encoded is a rejection, too.
        "4 6:1  invalid_value",
    ]

    private var filter: RecordFilter<Order> {
        let policy = DecodingPolicy { At("total") { NumbersFromStrings() } }
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return RecordFilter(Order.self, decoder: decoder)
    }

    private func shown(_ result: Result<String, RejectedRecord>) -> String {
        switch result {
        case .success(let text): return text
        case .failure(let rejected):
            let place = "\(rejected.location.line):\(rejected.location.column)"
            return "\(rejected.record) \(place) \(rejected.pointer) \(rejected.problem.code.rawValue)"
        }
    }

    private func check(_ texts: [String], _ summary: RecordFilterSummary) {
        #expect(texts == Self.expected)
        #expect(summary.records == 5)
        #expect(summary.rejected == 3)
        #expect(summary.report?.counts.byRule == ["NumbersFromStrings": 1])
    }

    @Test func `models from a file`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).ndjson")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Self.input.utf8).write(to: file)
        var texts: [String] = []
        let summary = try filter.run(from: file) { texts.append(shown($0)) }
        check(texts, summary)
    }

    @Test(arguments: [1, 4]) func `models on several tasks`(_ concurrency: Int) async throws {
        let bytes = AsyncStream<[UInt8]> { continuation in
            for byte in Self.input.utf8 { continuation.yield([byte]) }
            continuation.finish()
        }
        var texts: [String] = []
        let summary = try await filter.run(from: bytes, concurrency: concurrency) { texts.append(shown($0)) }
        check(texts, summary)
    }

    @Test func `records of an array that ends early`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"{"data":[{"id":1,"total":"2"},{"id":2},}"#.utf8).write(to: file)
        var filter = filter
        filter.format = .elements(at: "data")
        var texts: [String] = []
        let summary = try filter.run(from: file) { texts.append(shown($0)) }
        #expect(texts == [#"{"id":1,"total":2}"#, "1 1:31 /total missing_key"])
        #expect(summary.failure?.syntaxError?.code == .unexpectedToken)
    }

    @Test func `records of several arrays have numbers in the input`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let bad = #"{"items":[{}]}"#
        try Data(#"[\#(bad),{"items":[{"id":1,"total":2},0]},\#(bad)]"#.utf8).write(to: file)
        var filter = filter
        filter.format = .elements(at: "[*].items")
        var records: [Int] = []
        _ = try filter.run(from: file) { if case .failure(let rejected) = $0 { records.append(rejected.record) } }
        #expect(records == [0, 2, 3])
    }

    /// Of the whole input, too, only the start is examined.
    @Test(arguments: [true, false]) func `the format of long lines`(_ isWhole: Bool) throws {
        let line = "[\"\(String(repeating: "x", count: 40_000))\"]\n"
        let bytes = Array((line + line).utf8)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        var filter = RecordFilter(schema: nil, decoder: PolicyJSONDecoder())
        filter.format = .recognized(bytes, isWhole: isWhole)
        let summary = try filter.run(from: file) { _ in }
        #expect([summary.records, summary.rejected] as [Int] == [2, 0])
    }

    /// What need not be decoded depends on the rules of the policy file, too.
    @Test func `a schema under another policy`() throws {
        let schema = try JSONSchema(Data(#"{"type":"object","properties":{"name":{"type":"string"}}}"#.utf8))
        var filter = RecordFilter(schema: schema, decoder: PolicyJSONDecoder())
        (filter.format, filter.rawLimit) = (.concatenated, 3)
        filter = filter.overriding(policy: DecodingPolicy { KeyMatching(.caseInsensitive) })
        let start = JSONLocation(offset: 0, line: 1, column: 1)
        let cleaned = filter.clean(Array(#"{"Name":"x"}"#.utf8), index: 0, at: start)
        #expect(shown(cleaned.result) == #"{"name":"x"}"#)
        #expect(cleaned.report?.counts.byRule == ["KeyMatching": 1])
        guard case .failure(let rejected) = filter.clean(Array("[1,2]".utf8), index: 0, at: start).result else {
            Issue.record("no rejection")
            return
        }
        #expect(rejected.bytes.count == 3)
    }

    @Test func `single records`() throws {
        let start = JSONLocation(offset: 0, line: 1, column: 1)
        let good = filter.clean(Array(#"{"id":1,"total":"1.5"}"#.utf8), index: 0, at: start)
        #expect(shown(good.result) == #"{"id":1,"total":1.5}"#)
        #expect(good.report?.counts.byRule == ["NumbersFromStrings": 1])
        let long = filter.clean(Array("[1,".utf8), index: 7, at: start, omitted: 10)
        #expect(shown(long.result) == "7 1:1  limit")
        guard case .failure(let rejected) = long.result else { return }
        #expect(rejected.problem.message == "The record is too long: it has 13 bytes.")
        #expect(rejected.byteCount == 13)
        let decoder = PolicyJSONDecoder()
        decoder.limits.elementBytes = 20
        for (id, expected) in [(1, #"{"id":1,"total":1.5}"#), (10, "0 1:1  limit")] {
            let record = " {\"id\":\(id),\"total\":1.5} "
            let limited = RecordFilter(Order.self, decoder: decoder).clean(Array(record.utf8), index: 0, at: start)
            #expect(shown(limited.result) == expected)
        }
        var filter = filter
        filter.rawLimit = -1
        guard case .failure(let empty) = filter.clean([0x5B], index: 0, at: start).result else { return }
        #expect(empty.bytes == [])
    }

    /// Rejections of single records are those of a stream, with locations in the document and paths in the record.
    @Test(arguments: [
        #"{"id":1,"total":true}"#, "{\r\n\"id\":1,\r\n \"total\":[]}", "{\"id\":1,}", "nope", "[]", #"{"total":1}"#,
    ])
    func `rejections of records and of streams`(_ record: String) throws {
        let lead = "[{\"id\":1,\"total\":1},\n "
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("\(lead)\(record)]".utf8).write(to: file)
        var filter = filter
        filter.format = .elements(at: "")
        var streamed: [RejectedRecord] = []
        _ = try filter.run(from: file) { if case .failure(let rejected) = $0 { streamed.append(rejected) } }
        let start = JSONLocation(offset: lead.utf8.count, line: 2, column: 2)
        let single = filter.clean(Array(record.utf8), index: 1, at: start).result
        guard case .failure(let rejected) = single, let other = streamed.first else {
            Issue.record("no rejection")
            return
        }
        #expect("\(rejected)" == "\(other)")
        #expect(rejected.problem == other.problem)
        #expect(rejected.pointer == rejected.problem.jsonPointer)
    }

    /// Records that are as required are not decoded. The result must be the same as if they were.
    @Test func `records that are not decoded`() throws {
        let text = """
            {"type":"object","required":["id"],"properties":{"id":{"type":"integer","minimum":1},"name":{"type":"string"},
             "t":{"type":"string","format":"date-time"},"e":{"enum":["a",1,null]},"s":{"type":["string","null"],"maxLength":2},
             "l":{"type":"array","maxItems":2,"items":{"type":"number"}},"o":{"$ref":"#/$defs/o"}},
             "$defs":{"o":{"type":"object","additionalProperties":false,"properties":{"b":{"type":"boolean"}}}}}
            """
        let schema = try JSONSchema(Data(text.utf8))
        let ids = ["1", "1.0", "0", "1.5", "\"1\"", "null", "1e0", "9223372036854775808"]
        let others = [
            #""name":"""#, #""name":" ""#, #""name":"\u0041""#, #""NAME":"x""#, #""x":{}"#, #""name":"x","X":1"#,
            #""t":"2026-03-02T08:15:00Z""#, #""t":"2026-02-30T08:15:00Z""#, #""t":"2026-03-02T24:15:00Z""#,
            #""t":"2026-03-02T08:15:00+01:00""#, #""t":"2026""#, #""e":"a""#, #""e":"b""#, #""e":null"#, #""e":1"#,
            #""s":null"#, #""s":"abc""#, #""s":"äö""#, #""s":1"#, #""l":[1,2.50]"#, #""l":[1,2,3]"#, #""l":[null]"#,
            #""l":["1"]"#, #""l":[1e300]"#, #""o":{}"#, #""o":{"b":true}"#, #""o":{"b":1}"#, #""o":{"c":1}"#,
            #""o":{"B":true}"#,
            #""id":2"#, #""\u0069d":3"#, #""name":5,"name":"x""#,
        ]
        let policies = [
            DecodingPolicy.strict, DecodingPolicy { NumbersFromStrings() },
            DecodingPolicy { KeyMatching(.caseInsensitive) },
            DecodingPolicy { EmptyStrings(.asNil) }, DecodingPolicy { DuplicateKeys(.fail) },
            DecodingPolicy { Sentinels(.asNil, strings: ["x"]) },
        ]
        let start = JSONLocation(offset: 0, line: 1, column: 1)
        for policy in policies {
            let decoder = PolicyJSONDecoder(policy: policy)
            decoder.dateDecodingStrategy = .iso8601
            let filter = RecordFilter(schema: schema, decoder: decoder)
            for id in ids {
                for other in others {
                    let json = "{\"id\":\(id),\(other)}"
                    let decoded = Result {
                        try decoder.decode(SchemaValue.self, from: Data(json.utf8), configuration: schema).text
                    }
                    let filtered = filter.clean(Array(json.utf8), index: 0, at: start).result
                    #expect((try? filtered.get()) == (try? decoded.get()), "\(json) under \(policy)")
                }
            }
        }
    }

    /// An error of `body` is not one of the input, whatever its type.
    @Test func `errors of the body`() async throws {
        let filter = filter
        func fail(_ result: Result<String, RejectedRecord>) throws {
            _ = try PolicyJSONDecoder().decodeReporting(Int.self, from: "no")
        }
        let error = await #expect(throws: JSONDecodingError.self) {
            let bytes = AsyncStream<[UInt8]> { continuation in
                continuation.yield(Array(Self.input.utf8))
                continuation.finish()
            }
            _ = try await filter.run(from: bytes, concurrency: 2, fail)
        }
        #expect(error?.problems.count == 1)
        #expect(throws: JSONDecodingError.self) {
            try filter.run(from: InputStream(data: Data(Self.input.utf8)), fail)
        }
    }
}
