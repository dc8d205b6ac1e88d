import JSONStream
import TestSupport
import Testing

@Suite struct JSONValidatorTests {
    private func check(_ bytes: [UInt8], length: Int) throws -> JSONSummary {
        var checker = JSONValidator()
        var start = 0
        while start < bytes.count {
            let end = min(start + length, bytes.count)
            try checker.append(Array(bytes[start..<end]))
            start = end
        }
        return try checker.finish()
    }

    @Test func chunksDoNotMatter() throws {
        for seed in 0..<40 {
            var random = RandomJSON(seed: UInt64(seed))
            let bytes = random.document(size: 80)
            let whole = try JSONSummary(validating: bytes)
            for length in [1, 2, 7, 64] { #expect(try check(bytes, length: length) == whole, "seed \(seed)") }
        }
        let text = #"{"a":{"b":[1,{"c":0,"c":1}],"b":2},"x":[],"a":"\u0061","\u0061":1}"#
        for length in 1...text.utf8.count {
            let summary = try check(Array(text.utf8), length: length)
            #expect(summary.duplicateKeys == 4)
            #expect(summary.hasComparedAllKeys)
        }
    }

    @Test func errorsDoNotDependOnChunks() {
        for text in ["[1,\n2 3]", "[1,é]", "{\"a\":\"x\u{1}\"}", "[", "\"abc", "[1]\n\n x"] {
            let whole = #expect(throws: JSONSyntaxError.self) { try JSONSummary(validating: Array(text.utf8)) }
            for length in 1...4 {
                let error = #expect(throws: JSONSyntaxError.self) { try check(Array(text.utf8), length: length) }
                #expect(error?.location == whole?.location)
                #expect(error?.message == whole?.message)
            }
        }
    }

    @Test(arguments: ["1", "true", "\"a\"", "{}", "[1,{}]", "[[[1]]]", " 1 "], [" 2 ", " [2]", " }"])
    func nothingFollowsAFinishedDocument(_ text: String, _ more: String) throws {
        let whole = #expect(throws: JSONSyntaxError.self) { try JSONSummary(validating: Array((text + more).utf8)) }
        var checker = JSONValidator()
        try checker.append(Array(text.utf8))
        #expect(try checker.finish().duplicateKeys == 0)
        let error = #expect(throws: JSONSyntaxError.self) {
            try checker.append(Array(more.utf8))
            _ = try checker.finish()
        }
        #expect(error?.location == whole?.location)
        #expect(error?.message == whole?.message)
    }

    /// Documents with four tokens before the one that exceeds the limit, if there is one, and the first error in each.
    @Test(arguments: [
        ("[1, 2, 3]", "1:9 more values than the token limit"),
        ("[1, 2, 3] x", "1:9 more values than the token limit"),
        ("[1, 2, 3, 4, \u{1}", "1:11 more values than the token limit"),
        ("[1, 2, {\"a\"]", "1:9 more values than the token limit"),
        ("[1, 2, x, 3, 4]", "1:8 unexpected 'x'"),
        ("[1, 2, 3", "1:9 unexpected end of document, expected ',' or ']'"),
        ("[1, 2, 3, x", "1:11 unexpected 'x'"),
    ])
    func tokensAreCountedOverAllChunks(_ json: String, _ expected: String) throws {
        for length in [1, 2, 3, 100] {
            var checker = JSONValidator(limits: JSONLimits(tokens: 4))
            let bytes = Array(json.utf8)
            let error = #expect(throws: JSONSyntaxError.self) {
                for start in stride(from: 0, to: bytes.count, by: length) {
                    try checker.append(Array(bytes[start..<min(start + length, bytes.count)]))
                }
                _ = try checker.finish()
            }
            #expect(error.map { "\($0.location) \($0.message)" } == expected, "chunks of \(length)")
        }
    }

    @Test func tooManyNamesAreNotStored() throws {
        var checker = JSONValidator()
        try checker.append(Array("{".utf8))
        let name = String(repeating: "n", count: 1000)
        for block in 0..<20 {
            let members = (0..<1000).map { "\"\(name)\(block * 1000 + $0)\":0," }.joined()
            try checker.append(Array(members.utf8))
        }
        try checker.append(Array("\"\(name)0\":1}".utf8))
        let summary = try checker.finish()
        #expect(summary.values == 20_002)
        #expect(summary.duplicateKeys == 1)
        #expect(!summary.hasComparedAllKeys)
    }

    @Test func pushedAndPulledEventsAreEqual() throws {
        for seed in 0..<20 {
            var random = RandomJSON(seed: UInt64(seed))
            let bytes = random.document(size: 80)
            let pulled = transcript(of: bytes)
            for length in [1, 5, 1000] {
                var parser = JSONStreamParser()
                var events: [String] = []
                for start in stride(from: 0, to: bytes.count, by: length) {
                    try parser.parse(Array(bytes[start..<min(start + length, bytes.count)])) { event, offset in
                        events.append("\(offset) \(event.word)")
                    }
                }
                try parser.finish { event, offset in events.append("\(offset) \(event.word)") }
                #expect(events == pulled.events)
            }
        }
        struct Enough: Error {}
        var parser = JSONStreamParser()
        #expect(throws: Enough.self) { try parser.parse(Array("[1,2]".utf8)) { _, _ in throw Enough() } }
        // The events that follow are still available.
        #expect(try parser.next() == JSONNumber("1").map { .number($0) })
    }

    /// What follows in the chunk is still available, however long the chunk is.
    @Test func eventsAfterAnErrorOfTheClosure() throws {
        struct Enough: Error {}
        let bytes = Array(("[0" + String(repeating: ",0", count: 100_000) + "]").utf8)
        for last in [0, 1, 40_000, 90_000] {
            var parser = JSONStreamParser()
            var count = 0
            #expect(throws: Enough.self) {
                try parser.parse(bytes) { _, _ in
                    count += 1
                    if count > last { throw Enough() }
                }
            }
            try parser.finish { _, _ in count += 1 }
            #expect(count == 100_003)
        }
    }

    @Test func finishedTwice() throws {
        var checker = JSONValidator()
        try checker.append(Array(#"{"a":1,"a":[2]}"#.utf8))
        let summary = try checker.finish()
        #expect(try checker.finish() == summary)
        #expect(summary.duplicateKeys == 1)
    }
}
