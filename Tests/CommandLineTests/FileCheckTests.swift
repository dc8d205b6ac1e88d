import Foundation
import JSONStream
import PolicyJSON
import Testing

@testable import PolicyJSONTool

@Suite struct FileCheckTests {
    struct Valid: Sendable {
        let json: String
        let values: Int
        let depth: Int
        let duplicateKeys: Int
    }

    @Test(arguments: [
        Valid(json: "1", values: 1, depth: 0, duplicateKeys: 0),
        Valid(json: "[]", values: 1, depth: 1, duplicateKeys: 0),
        Valid(json: "{\"a\": [1, {}], \"b\": null}", values: 5, depth: 3, duplicateKeys: 0),
        Valid(json: "{\"a\": 1, \"\\u0061\": {\"a\": 2}, \"a\": 3}", values: 5, depth: 2, duplicateKeys: 2),
        Valid(json: "\u{FEFF}[1]\n", values: 2, depth: 1, duplicateKeys: 0),
    ])
    func `a valid document is summarized`(_ valid: Valid) throws {
        let data = Data(valid.json.utf8)
        let document = try FileCheck.check(data, label: "a.json")
        #expect(document.bytes == data.count)
        guard case .document(let summary) = document.counts else { return #expect(Bool(false), "other counts") }
        #expect(summary.values == valid.values)
        #expect(summary.depth == valid.depth)
        #expect(summary.duplicateKeys == valid.duplicateKeys)
    }

    struct Invalid: Sendable {
        let bytes: [UInt8]
        let code: String
        let offset: Int
        let text: String

        init(_ bytes: [UInt8], code: String, offset: Int, text: String) {
            (self.bytes, self.code, self.offset, self.text) = (bytes, code, offset, text)
        }

        init(_ json: String, code: String, offset: Int, text: String) {
            self.init(Array(json.utf8), code: code, offset: offset, text: text)
        }
    }

    @Test(arguments: [
        Invalid(
            "{\"a\": [1, 2,\n  ]}", code: "unexpectedToken", offset: 15,
            text: "a.json:2:3: error: unexpected ']', expected a value\n  ]}\n  ^"),
        Invalid(
            "{\"Élodie\": tru}", code: "invalidLiteral", offset: 15,
            text: "a.json:1:16: error: invalid literal at '}'\n{\"Élodie\": tru}\n              ^"),
        // The byte order mark counts towards the offset, but not the column, and is not shown.
        Invalid(
            "\u{FEFF}[1 2]", code: "unexpectedToken", offset: 6,
            text: "a.json:1:4: error: unexpected '2', expected ',' or ']'\n[1 2]\n   ^"),
        Invalid(
            "", code: "unexpectedEnd", offset: 0,
            text: "a.json:1:1: error: unexpected end of document, expected a value"),
        Invalid(
            [0x22, 0xFF, 0x22], code: "invalidUTF8", offset: 1,
            text: "a.json:1:2: error: invalid UTF-8\n\"\u{FFFD}\"\n ^"),
        Invalid(
            "[\"a\u{1B}[31m\"]", code: "controlCharacter", offset: 3,
            text: "a.json:1:4: error: unescaped control character U+001B in a string\n[\"a [31m\"]\n   ^"),
    ])
    func `an error has a location, an excerpt and a caret`(_ invalid: Invalid) {
        let problem = #expect(throws: InputProblem.self) {
            try FileCheck.check(Data(invalid.bytes), label: "a.json")
        }
        #expect(problem?.code == invalid.code)
        #expect(problem?.location?.offset == invalid.offset)
        #expect(problem?.text(.plain) == invalid.text)
    }

    @Test(
        arguments: [
            [0xFF, 0xFE, 0x31, 0x00], [0xFE, 0xFF, 0x00, 0x31], [0x31, 0x00], [0x00, 0x31],
            [0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x31], [0xFF, 0xFE, 0x00, 0x00, 0x31, 0x00, 0x00, 0x00],
            [0x31, 0x00, 0x00, 0x00], [0x00, 0x00, 0x00, 0x31],
        ] as [[UInt8]])
    func `an error names an unsupported encoding`(_ bytes: [UInt8]) {
        let problem = #expect(throws: InputProblem.self) { try FileCheck.check(Data(bytes), label: "a.json") }
        #expect(
            problem?.text(.plain)
                == "a.json: error: this looks like UTF-16 or UTF-32; only UTF-8 is checked (iconv converts it)")
    }

    @Test func `location, severity and caret are coloured`() {
        let problem = #expect(throws: InputProblem.self) { try FileCheck.check(Data("[}".utf8), label: "a.json") }
        #expect(
            problem?.text(Style(isOn: true)) == """
                \u{1B}[1ma.json:1:2:\u{1B}[0m \u{1B}[31merror:\u{1B}[0m unexpected '}', expected a value or ']'
                [}
                 \u{1B}[32m^\u{1B}[0m
                """)
    }

    @Test func `lines of several files are aligned in columns`() throws {
        let small = try FileCheck.check(Data("{\"a\":1,\"a\":2}".utf8), label: "")
        let large = try FileCheck.check(Data("[[[1]]]".utf8), label: "")
        let lines = CheckLines(labels: ["a.json", "orders.json"], largest: 19_000_000)
        #expect(
            lines.line(for: .init(counts: small.counts, bytes: 1, seconds: 1), label: "a.json")
                == "a.json:      valid,           1 byte,          3 values, depth 1, 1 duplicate key, 0.0 MB/s")
        #expect(
            lines.line(for: .init(counts: large.counts, bytes: 19_000_000, seconds: 0.02), label: "orders.json")
                == "orders.json: valid, 19,000,000 bytes,          4 values, depth 3, 0 duplicate keys, 950 MB/s")
    }

    @Test func `the line of a single file is not padded`() throws {
        let document = try FileCheck.check(Data("1".utf8), label: "")
        let lines = CheckLines(labels: ["a.json"], largest: 0)
        #expect(
            lines.line(for: .init(counts: document.counts, bytes: 1_234, seconds: 0), label: "a.json")
                == "a.json: valid, 1,234 bytes, 1 value, depth 0, 0 duplicate keys")
    }

    @Test(arguments: [
        (0.04, "0.0 MB/s"), (9.94, "9.9 MB/s"), (10, "10 MB/s"), (512.4, "512 MB/s"), (1_234.4, "1,234 MB/s"),
    ])
    func `a speed shows significant digits only`(_ speed: Double, _ expected: String) {
        #expect(CheckLines.speed(speed) == expected)
    }
}
