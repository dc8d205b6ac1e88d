import Foundation
import PolicyJSON
import Testing

@Suite struct DecodingReportTextTests {
    private func report<T: Decodable>(
        _ type: T.Type, _ json: String, _ policy: DecodingPolicy = .lenient, limit: Int = 1_000
    ) throws -> DecodingReport {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.reportLimit = limit
        return try decoder.decodeReporting(type, from: json).report
    }

    struct Item: Decodable { let price: Double, name: String? }

    @Test func table() throws {
        let report = try report([Item?].self, "[{\"price\": \"1.50\"},\n  {}, {\"price\": 1, \"name\": true}]")
        #expect(
            report.description == #"""
                line:column  path       rule                change       type            found      result
                       1:12  [0].price  NumbersFromStrings  converted    Double          "1.50"  →  1.50
                        2:3  [1]        LossyCollections    element nil  Optional<Item>  {}      →  nil: No value associated with key CodingKeys(stringValue: "price", intValue: nil) ("price").
                       2:28  [2].name   StringsFromScalars  converted    String?         true    →  "true"
                """#)
    }

    @Test func clean() throws {
        #expect(try report([Int].self, "[1]").description == "nothing changed")
    }

    @Test(arguments: [
        (0, "3 changes"),
        (
            1,
            """
            line:column  path  rule                change     type  found     result
                    1:2  [0]   NumbersFromStrings  converted  Int   "1"    →  1
            and 2 more
            """
        ),
    ])
    func unlisted(limit: Int, text: String) throws {
        #expect(try report([Int].self, #"["1","2","3"]"#, limit: limit).description == text)
    }

    @Test func entry() throws {
        let report = try report([Int?].self, "[\"1\",\n  {\n}, null]")
        #expect(
            report.entries.map(\.description) == [
                "1:2 [0]: NumbersFromStrings: converted, \"1\" → 1 (Int?)",
                "2:3 [1]: LossyCollections: element nil, { } → nil: Expected to decode Int but found a dictionary instead. (Optional<Int>)",
            ])
    }

    /// An entry is one line of bounded length, regardless of documents, names of rules and printed values.
    @Test(arguments: [
        "\n", "\r\n", "\u{1B}[31m", "\u{9B}2J", "\u{2028}", "\u{202E}", "\u{2066}", "\u{7F}", "\t", "\u{85}",
    ])
    func oneLine(text: String) throws {
        let name = "a\(text)b"
        let long = String(repeating: name, count: 200)
        for name in [name, long] {
            let policy = DecodingPolicy { ClosureRule(name) { _ in .use([name: name]) } }
            let json = "{\(JSONText.quoted(name)): [\n]}"
            let report = try report([String: [String: String]].self, json, policy)
            for description in [report.description, report.entries[0].description] {
                #expect(
                    !description.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
                #expect(!description.unicodeScalars.contains { $0.properties.isBidiControl || $0 == "\u{2028}" })
            }
            let lines = report.description.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 2)
            #expect(lines.allSatisfy { $0.count < 500 })
            #expect(!report.entries[0].description.contains("\n"))
        }
    }

    @Test(arguments: [
        (0, "2001-01-01T00:00:00Z"), (0.123, "2001-01-01T00:00:00.123Z"),
        (252_423_993_599, "9999-12-31T23:59:59Z"),
    ])
    func dates(_ seconds: Double, _ text: String) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        let report = try report(Date.self, #""x""#, DecodingPolicy { ClosureRule("Date") { _ in .use(date) } })
        #expect(report.entries.map(\.result) == [text])
    }

    private enum When: Decodable {
        case at(Date)
        case between(start: Date, Int)
        case named(start: Date)
        case never

        init(from decoder: any Decoder) throws { self = try .at(decoder.singleValueContainer().decode(Date.self)) }
    }

    /// Foundation prints other dates for some of these, and traps for `nan`.
    @Test(arguments: [.nan, .infinity, -.infinity, 1e15, 1e300, -63_113_904_001])
    func `dates outside the years 1 to 9999`(_ seconds: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        let text = "Date(timeIntervalSinceReferenceDate: \(seconds))"
        let one = try report(Date.self, #""x""#, DecodingPolicy { ClosureRule("Date") { _ in .use(date) } })
        #expect(one.entries.map(\.result) == [text])
        let many = try report([Date].self, #""x""#, DecodingPolicy { ClosureRule("Dates") { _ in .use([date]) } })
        #expect(many.entries.map(\.result) == ["[\(text)]"])
        for (value, expected) in [
            (When.at(date), "at(\(text))"), (.between(start: date, 1), "between(start: \(text), 1)"),
            (.named(start: date), "named(start: \(text))"), (.never, "never"),
        ] {
            let one = try report(When.self, #""x""#, DecodingPolicy { ClosureRule("When") { _ in .use(value) } })
            #expect(one.entries.map { $0.result.hasPrefix(expected.prefix(60)) } == [true], "\(one.entries)")
        }
    }

    @Test(arguments: [255, 256, 257, 5_000]) func reasonsHaveAtMost256Bytes(length: Int) throws {
        struct Rejecting: Decodable {
            init(from decoder: any Decoder) throws {
                let length = try decoder.singleValueContainer().decode(Int.self)
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: String(repeating: "r", count: length)))
            }
        }
        let policy = DecodingPolicy { LossyCollections() }
        let reason = try #require(try report([Rejecting].self, "[\(length)]", policy).entries.first?.reason)
        #expect(reason == String(repeating: "r", count: min(length, 256)) + (length > 256 ? "…" : ""))
    }

    @Test func longCells() throws {
        let key = String(repeating: "k", count: 100)
        let report = try report([String: Int].self, "{\"\(key)\": \"1\"}")
        let short = String(repeating: "k", count: 30) + "…" + String(repeating: "k", count: 29)
        #expect(
            report.description.split(separator: "\n").last
                == "      1:106  \(short)  NumbersFromStrings  converted  Int   \"1\"    →  1")
    }

    @Test func counts() throws {
        let report = try report(
            [String: [Int]].self, #"{"b": ["1", 2, "3"], "a": [null, "x", "4"], "c": {}}"#,
            DecodingPolicy {
                NumbersFromStrings()
                LossyCollections()
            }, limit: 2)
        #expect(
            report.counts.description == """
                count  rule
                    3  LossyCollections
                    3  NumbersFromStrings

                count  change
                    3  converted
                    3  dropped

                count  type
                    5  Int
                    1  Array<Int>

                count  path
                    3  a[*]
                    2  b[*]
                    1  c
                """)
    }
}

/// JSON assembled manually.
enum JSONText {
    static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            scalar.value < 0x20
                ? "\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))" : String(scalar)
        }
        return "\"\(scalars.joined())\""
    }
}
