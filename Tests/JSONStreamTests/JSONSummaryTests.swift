import JSONStream
import Testing

@Suite struct JSONSummaryTests {
    @Test(arguments: [
        ("0", 1, 0, 0), ("\"a\"", 1, 0, 0), ("[]", 1, 1, 0), ("{}", 1, 1, 0), ("[1,[2,[3]]]", 6, 3, 0),
        (#"{"a":{"b":null}}"#, 3, 2, 0),
        (#"{"a":1,"a":2,"b":3}"#, 4, 1, 1), (#"{"a":1,"\u0061":2,"a":3}"#, 4, 1, 2), (#"[{"a":1},{"a":1}]"#, 5, 2, 0),
        (#"{"a":{"a":1,"a":1},"b":[{"c":0,"c":0}]}"#, 8, 3, 2), ("{\"é\":1,\"e\u{301}\":2}", 3, 1, 1),
        (#"{"":1,"":2}"#, 3, 1, 1),
        (" [ true , false ] \n", 3, 1, 0), (#"{"A":1,"a":2}"#, 3, 1, 0),
    ])
    func table(text: String, values: Int, depth: Int, duplicates: Int) throws {
        let summary = try JSONSummary(validating: Array(text.utf8))
        #expect(summary.bytes == text.utf8.count)
        #expect(summary.values == values)
        #expect(summary.depth == depth)
        #expect(summary.duplicateKeys == duplicates)
        let bytes = Array(text.utf8)
        #expect(try unsafe JSONSummary(validating: bytes.span.bytes) == summary)
    }

    @Test(arguments: [
        ("", "line 1, column 1: unexpected end of document, expected a value"),
        ("[1,\n 2 3]", "line 2, column 4: unexpected '3', expected ',' or ']'\n 2 3]\n   ^"),
        ("[1]x", "line 1, column 4: unexpected 'x'\n[1]x\n   ^"),
        (
            "{\"a\":\"\u{1}\"}",
            "line 1, column 7: unescaped control character U+0001 in a string\n{\"a\":\" \"}\n      ^"
        ),
    ])
    func errors(text: String, message: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONSummary(validating: Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test func limits() {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONSummary(validating: Array("[[[]]]".utf8), limits: JSONLimits(depth: 2))
        }
        #expect(error?.code == .depthLimit)
        #expect(error?.description == "line 1, column 3: nesting deeper than the depth limit\n[[[]]]\n  ^")
    }

    @Test func manyDuplicates() throws {
        let members = (0..<1000).map { "\"k\($0 % 100)\":\($0)" }.joined(separator: ",")
        let summary = try JSONSummary(validating: Array("{\(members)}".utf8))
        #expect(summary.values == 1001)
        #expect(summary.duplicateKeys == 900)
    }

    @Test func progress() throws {
        var calls: [Int] = []
        _ = try JSONSummary(validating: Array("[1,2]".utf8)) { calls.append($0) }
        #expect(calls == [5])
        let large =
            "[" + String(repeating: "\"0123456789012345678901234567890123456789012345678901234567890\",", count: 40_000)
            + "0]"
        let bytes = Array(large.utf8)
        calls = []
        let summary = try JSONSummary(validating: bytes) { calls.append($0) }
        #expect(summary == (try JSONSummary(validating: bytes)))
        #expect(summary.values == 40_002)
        #expect(calls == [1 << 20, 2 << 20, bytes.count])
    }

    @Test func progressEndsAtAnError() {
        var text = Array(("[" + String(repeating: "1234567,", count: 200_000) + "0]").utf8)
        text[1_200_000] = UInt8(ascii: "x")
        var calls: [Int] = []
        let error = #expect(throws: JSONSyntaxError.self) { try JSONSummary(validating: text) { calls.append($0) } }
        #expect(error?.offset == 1_200_000)
        #expect(calls == [1 << 20])
    }
}
