import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Lines that are not JSON, as rejections: their text, their locations, and where the stream continues.
@Suite struct RejectedLineTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        /// Values and rejections, each with the resume point after it.
        let results: [String]

        init(_ text: String, _ results: [String]) {
            self.text = text
            self.results = results
        }

        var testDescription: String { text.debugDescription }
    }

    static let rows = [
        Row("1\nx\n3\ny\n", ["1 → 1:2 (1)", "2:1 <x> → 2:2 (3)", "3 → 3:2 (5)", "4:1 <y> → 4:2 (7)"]),
        Row("1\r\nx\r\n3\r\ny\r\n", ["1 → 1:2 (1)", "2:1 <x> → 2:2 (4)", "3 → 3:2 (7)", "4:1 <y> → 4:2 (10)"]),
        // The last line has no end, or half of one.
        Row("x\r\ny", ["1:1 <x> → 1:2 (1)", "2:1 <y> → 2:2 (4)"]),
        Row("x\r\ny\r", ["1:1 <x> → 1:2 (1)", "2:1 <y> → 2:2 (4)"]),
        // Blank lines.
        Row("\r\n\r\nx\r\n\r\n3", ["3:1 <x> → 3:2 (5)", "3 → 5:2 (10)"]),
        // A carriage return that is not before a line feed is a line end, but no end of a record.
        Row("x\r1\r\n3", ["1:1 <x\r1> → 2:2 (3)", "3 → 3:2 (6)"]),
        Row("x\r\r\n3", ["1:1 <x\r> → 2:1 (2)", "3 → 3:2 (5)"]),
        Row(" x \t\r\n3", ["1:2 <x \t> → 1:5 (4)", "3 → 2:2 (7)"]),
        // Longer than the limit, and exactly as long.
        Row(
            "\"01234567\"\r\n\"012345678\"\r\n3",
            ["\"01234567\" → 1:11 (10)", "2:1 <\"012345678\"> → 2:12 (23)", "3 → 3:2 (26)"]),
        Row(
            "x123456789\r\nx1234567890123\r\n3",
            ["1:1 <x123456789> → 1:11 (10)", "2:1 <x1234567890123> → 2:15 (26)", "3 → 3:2 (29)"]),
        Row("x1234567890\r1\r\n3", ["1:1 <x1234567890\r1> → 2:2 (13)", "3 → 3:2 (16)"]),
        Row("x1234567890\r", ["1:1 <x1234567890> → 1:12 (11)"]),
    ]

    private static func reader(
        _ bytes: [UInt8], _ size: Int, from point: JSONResumePoint?
    ) throws -> JSONElementReader<Result<RawJSON, RejectedElement>> {
        let decoder = PolicyJSONDecoder()
        decoder.limits.elementBytes = 10
        return try decoder.elements(
            of: RawJSON.self, in: .lines, from: Chunks(bytes, length: size), resumingAt: point
        ).results()
    }

    private static func describe(_ result: Result<RawJSON, RejectedElement>, _ point: JSONResumePoint) -> String {
        let end = "→ \(point.location) (\(point.offset))"
        switch result {
        case .success(let value): return "\(value.text) \(end)"
        case .failure(let rejected):
            let text = String(decoding: rejected.bytes, as: UTF8.self)
            #expect(rejected.byteCount == rejected.bytes.count)
            return "\(rejected.location) <\(text)> \(end)"
        }
    }

    @Test(arguments: rows)
    func `the text of a line has no line end, and lines are counted once`(_ row: Row) throws {
        let bytes = Array(row.text.utf8)
        for size in 1...bytes.count {
            let whole = try Self.reader(bytes, size, from: nil)
            var found: [String] = []
            while let result = try whole.next() { found.append(Self.describe(result, whole.resumePoint)) }
            #expect(found == row.results, "chunks of \(size)")
            var parts: [String] = []
            var point: JSONResumePoint?
            while true {
                let part = try Self.reader(bytes, size, from: point)
                guard let result = try part.next() else { break }
                point = part.resumePoint
                parts.append(Self.describe(result, part.resumePoint))
            }
            #expect(parts == row.results, "resumed, chunks of \(size)")
        }
    }

    /// The end of a line is before its line end.
    @Test(arguments: ["\n", "\r\n", "\r"])
    func `an error at the end of a line`(_ end: String) throws {
        let bytes = Array("1\n[2,\(end)".utf8)
        for size in 1...bytes.count {
            let reader = try PolicyJSONDecoder().elements(
                of: RawJSON.self, in: .lines, from: Chunks(bytes, length: size))
            let delivery = Delivery(reader)
            #expect(delivery.failure == "2:4 (5) unexpectedEnd: unexpected end of document, expected a value")
        }
    }
}
