import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Streams of many JSON texts.
@Suite("Streams of records") struct RecordStreamTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let format: JSONStreamFormat
        let text: String
        let elements: [String]
        let failure: String?
        let report: [String]

        init(
            _ format: JSONStreamFormat, _ text: String, _ elements: [String], _ failure: String? = nil,
            report: [String] = []
        ) {
            self.format = format
            self.text = text
            self.elements = elements
            self.failure = failure
            self.report = report
        }

        var testDescription: String { "\(format) \(text)" }
    }

    static let rows = [
        Row(.lines, "", []),
        Row(.lines, "\n\n", []),
        Row(.lines, "1\n2\n", ["1", "2"]),
        Row(.lines, " 1 \r\n\r\n\t\n[2, 3]\r\n\"x\"", ["1", "[2, 3]", "\"x\""]),
        Row(.lines, "{\"a\":\"\\n\"}\ntrue\nnull", [#"{"a":"\n"}"#, "true", "null"]),
        Row(.lines, "1\n2 3\n4", ["1"], "2:3 (4) unexpectedToken: unexpected '3', expected the end of the document"),
        Row(
            .lines, "1\n[2,\n3]\n4", ["1"],
            "2:4 (5) unexpectedEnd: unexpected end of document, expected a value"),
        Row(.lines, "1\n\"ab\n\"\n4", ["1"], "2:1 (2) unterminatedString: string without closing quote"),
        Row(.lines, "1\n2x\n4", ["1"], "2:2 (3) unexpectedByte: unexpected 'x'"),
        Row(
            .lines, "1\n{\"a\":1}}\n4", ["1"],
            "2:8 (9) unexpectedToken: unexpected '}', expected the end of the document"),
        Row(
            .lines(skippingInvalid: true), "1\n[2,\n3]\nx\n\n4\n{\"a\"}", ["1", "4"],
            report: [
                "2:4 [1]: JSONStreamFormat: skipped, [2, → skipped (JSON) unexpected end of document, expected a value",
                "3:2 [2]: JSONStreamFormat: skipped, 3] → skipped (JSON) unexpected ']', expected the end of the document",
                "4:1 [3]: JSONStreamFormat: skipped, x → skipped (JSON) unexpected 'x'",
                "7:5 [5]: JSONStreamFormat: skipped, {\"a\"} → skipped (JSON) unexpected '}', expected ':'",
            ]),
        Row(
            .lines(skippingInvalid: true), "@\né\n\"z", [],
            report: [
                "1:1 [0]: JSONStreamFormat: skipped, @ → skipped (JSON) unexpected '@'",
                "2:1 [1]: JSONStreamFormat: skipped, é → skipped (JSON) unexpected 'é'",
                "3:1 [2]: JSONStreamFormat: skipped, \"z → skipped (JSON) string without closing quote",
            ]),
        Row(.concatenated, "", []),
        Row(.concatenated, "1 2[3]\"4\"{}\n5", ["1", "2", "[3]", "\"4\"", "{}", "5"]),
        Row(.concatenated, "[1] [2,] 3", ["[1]"], "1:8 (7) unexpectedToken: unexpected ']', expected a value"),
        Row(.concatenated, "[1] [2", ["[1]"], "1:7 (6) unexpectedEnd: unexpected end of document, expected ',' or ']'"),
        Row(.sequence, "", []),
        Row(.sequence, "\u{1E}{}\n\u{1E}[1,\n2]\n\u{1E}3\n", ["{}", "[1,\n2]", "3"]),
        Row(.sequence, "\u{1E}\u{1E}\"x\"\u{1E}\n", ["\"x\""]),
        Row(
            .sequence, "\u{1E}1\n\u{1E}23\u{1E}4\n", ["1"],
            "2:4 (6) unexpectedEnd: number or literal that may have been truncated"),
        Row(.sequence, "1\n\u{1E}2\n", [], "1:1 (0) unexpectedEnd: text before the first record separator"),
        Row(
            .sequence(skippingInvalid: true), "\u{1E}[1,\u{1E}[2]\n\u{1E}\"a\u{1E}\"b\"\n\u{1E}tru", ["[2]", "\"b\""],
            report: [
                "1:5 [0]: JSONStreamFormat: skipped, [1, → skipped (JSON) unexpected end of document, expected a value",
                "2:2 [2]: JSONStreamFormat: skipped, \"a → skipped (JSON) string without closing quote",
                "3:5 [4]: JSONStreamFormat: skipped, tru → skipped (JSON) unexpected end of document, expected a value",
            ]),
        Row(
            .sequence(skippingInvalid: true), "\u{1E}\"a\u{1E}1\n\u{1E}\"\\\u{1E}\"b\"\u{1E}@", ["1", "\"b\""],
            report: [
                "1:2 [0]: JSONStreamFormat: skipped, \"a → skipped (JSON) string without closing quote",
                "2:2 [2]: JSONStreamFormat: skipped, \"\\ → skipped (JSON) string without closing quote",
                "2:9 [4]: JSONStreamFormat: skipped, @ → skipped (JSON) unexpected '@'",
            ]),
    ]

    @Test(arguments: rows) func row(_ row: Row) async throws {
        let bytes = Array(row.text.utf8)
        let decoder = PolicyJSONDecoder()
        func read(_ chunks: Chunks) throws -> Delivery {
            Delivery(try decoder.elements(of: RawJSON.self, in: row.format, from: chunks))
        }
        let whole = try read(Chunks(bytes))
        #expect(whole.elements == row.elements)
        #expect(whole.failure == row.failure)
        #expect(whole.report == row.report)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                #expect(try read(Chunks(bytes, cutAt: [first, second])) == whole, "cut at \(first), \(second)")
            }
        }
        #expect(try read(Chunks(bytes, length: 1)) == whole)
        let chunks = Chunks(bytes, length: 3)
        #expect(await Delivery(decoder.elements(of: RawJSON.self, in: row.format, from: chunks.async)) == whole)
        #expect(
            await Delivery(
                decoder.elements(of: RawJSON.self, in: row.format, from: chunks.async).concurrently(tasks: 2))
                == whole)
    }

    @Test(arguments: [
        (JSONStreamFormat.lines, "1\n[2,\"é\"]\r\n\n34\n", [2, 12, 16]),
        (.concatenated, "1 [2]{} 34 ", [2, 5, 7, 11]),
        (.sequence, "\u{1E}1\n\u{1E}[2,\n3]\n\u{1E}34\n\u{1E}", [4, 12, 16]),
    ])
    func `a connection that is reset at any offset delivers the preceding records`(
        _ format: JSONStreamFormat, _ text: String, _ ends: [Int]
    ) async throws {
        let bytes = Array(text.utf8)
        let decoder = PolicyJSONDecoder()
        let whole = Delivery(try decoder.elements(of: RawJSON.self, in: format, from: Chunks(bytes)))
        #expect(whole.elements.count == ends.count && whole.failure == nil)
        for end in 0..<bytes.count {
            for length in [1, 4, 1000] {
                var chunks = Chunks(Array(bytes[..<end]), length: length)
                chunks.error = ConnectionReset()
                let elements = Array(whole.elements.prefix(ends.count { $0 <= end }))
                let serial = Delivery(try decoder.elements(of: RawJSON.self, in: format, from: chunks))
                #expect(serial.elements == elements, "cut at \(end)")
                #expect(serial.failure?.hasSuffix(": ConnectionReset()") == true, "cut at \(end)")
                let parallel = await Delivery(
                    decoder.elements(of: RawJSON.self, in: format, from: chunks.async).concurrently(tasks: 2))
                #expect(parallel == serial, "cut at \(end)")
            }
        }
    }

    @Test func `lines that are too long`() throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits.elementBytes = 10
        let text = "[1,2,3,45]\n[1,2,3,456]\n  7  \n" + String(repeating: " ", count: 50) + "\n8"
        let bytes = Array(text.utf8)
        for length in [1, 2, 5, 11, 100] {
            let strict = Delivery(
                try decoder.elements(of: RawJSON.self, in: .lines, from: Chunks(bytes, length: length)))
            #expect(strict.elements == ["[1,2,3,45]"])
            #expect(strict.failure?.hasPrefix("2:1 (11) elementBytesLimit") == true)
            let lenient = Delivery(
                try decoder.elements(
                    of: RawJSON.self, in: .lines(skippingInvalid: true), from: Chunks(bytes, length: length)))
            #expect(lenient.elements == ["[1,2,3,45]", "7", "8"])
            #expect(lenient.report.count == 1)
            #expect(lenient.report.first?.hasPrefix("2:1 [1]: JSONStreamFormat: skipped, [1,2,3,456") == true)
        }
        // A carriage return and a line feed are one line end, even if the first has been dropped already.
        for cut in 1...14 {
            let returns = Chunks(Array("0123456789ABC\r\n7\n".utf8), cutAt: [cut])
            let elements = try decoder.elements(of: Int.self, in: .lines(skippingInvalid: true), from: returns)
            #expect(try elements.next() == 7)
            #expect(elements.resumePoint.location == JSONLocation(offset: 16, line: 2, column: 2), "cut at \(cut)")
        }
    }

    /// Texts of lines that are not JSON, and how reports show them: to 64 bytes, and as much as redaction examines to redaction.
    static let shownTexts: [(line: String, found: String, examined: Int)] = [
        ("[1", "[1", 2),
        ("[" + String(repeating: "1", count: 63), "[" + String(repeating: "1", count: 63), 64),
        ("[" + String(repeating: "1", count: 64), "[" + String(repeating: "1", count: 63) + "…", 65),
        // In the middle of a character.
        ("[" + String(repeating: "é", count: 600), "[" + String(repeating: "é", count: 31) + "…", 1_023),
        ("[" + String(repeating: "1", count: 2_000), "[" + String(repeating: "1", count: 63) + "…", 1_024),
    ]

    @Test(arguments: shownTexts, [1, 50, 5_000])
    func `text of skipped lines`(_ row: (line: String, found: String, examined: Int), length: Int) throws {
        let lines = Chunks(Array("1\n\(row.line)\n2".utf8), length: length)
        let decoder = PolicyJSONDecoder()
        func report() throws -> [String] {
            let elements = try decoder.elements(of: Int.self, in: .lines(skippingInvalid: true), from: lines)
            #expect(try elements.next() == 1)
            #expect(try elements.next() == 2)
            return elements.report.entries.map { "\($0.found) \($0.result)" }
        }
        #expect(try report() == ["\(row.found) skipped"])
        decoder.reportRedaction = .custom { $0.role == .found ? "\($0.path): \($0.text.utf8.count)" : "" }
        #expect(try report() == ["[1]: \(row.examined) skipped"])
        decoder.reportRedaction = .custom { $0.text }
        #expect(try report() == ["\(row.found) skipped"])
        decoder.reportRedaction = .all
        #expect(try report() == ["redacted skipped"])
    }

    @Test func `a stream that is too long`() throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits.elementBytes = 3
        let bytes = Array("1\n[2]\n3456\nx\n7\n".utf8)
        for limit in 0...bytes.count {
            decoder.limits.documentBytes = limit
            for length in [1, 2, 5, 100] {
                let lines = Delivery(
                    try decoder.elements(
                        of: RawJSON.self, in: .lines(skippingInvalid: true), from: Chunks(bytes, length: length)))
                let ends = [2, 6, 15].prefix { $0 <= limit }
                #expect(lines.elements == Array(["1", "[2]", "7"].prefix(ends.count)), "limit \(limit)")
                // An excessive length is detected before the end of a line, other errors are not.
                #expect(lines.report.count == [10, 13].count { $0 <= limit }, "limit \(limit), chunks of \(length)")
                let place = limit < 2 ? "1:\(limit + 1) (\(limit)) documentLimit:" : "(\(limit)) documentLimit:"
                #expect(
                    limit == bytes.count ? lines.failure == nil : lines.failure?.contains(place) == true,
                    "limit \(limit): \(lines)")
            }
        }
    }

    @Test func `random lines, valid and damaged`() throws {
        var generator = SplitMix64(seed: 7)
        let decoder = PolicyJSONDecoder()
        for round in 0..<40 {
            var random = RandomJSON(seed: UInt64(round))
            random.isSpaced = false
            var lines: [[UInt8]] = []
            for _ in 0..<30 {
                var line = random.document(size: 12).filter { $0 != 0x0A && $0 != 0x0D }
                if generator.oneIn(4), !line.isEmpty {
                    line[generator.below(line.count)] = generator.pick([0x5B, 0x22, 0x2C, 0x31])
                }
                lines.append(line)
            }
            // The result of each line by itself.
            let expected = lines.compactMap { line in
                String(validating: line, as: UTF8.self).flatMap { try? RawJSON(parsing: $0) }
            }
            let bytes = Array(lines.joined(separator: [0x0A]))
            for length in [1, 7, 64, 100_000] {
                let found = Delivery(
                    try decoder.elements(
                        of: RawJSON.self, in: .lines(skippingInvalid: true), from: Chunks(bytes, length: length)))
                #expect(found.elements == expected.map { "\($0)" }, "round \(round), chunks of \(length)")
                #expect(found.report.count == lines.count - expected.count, "round \(round), chunks of \(length)")
            }
        }
    }
}
