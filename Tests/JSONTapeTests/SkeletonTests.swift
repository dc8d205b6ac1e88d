import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// The abridged skeleton leads to the same slots, and the same error at the same offset, as the full one (`portable`).
@Suite("skeleton.h") struct SkeletonTests {
    private static let tokens = ["[", "]", "{", "}", ",", ":", "1", "\"a\""]
    private static let beginnings = [
        "", "[", "{\"b\":", "[0,", "[[0],", "[0,[0],{\"c\":[0],\"d\":0},", "{\"b\":{\"c\":0},\"d\":1,",
        "{\"b\":[{\"c\":0}],", "[[[1]],\"x\",[],{}", "[[],{\"c\":[],\"d\":{}},", "{\"b\":{\"c\":[]},",
        "[{\"c\":[0],\"d\":0},", "{\"b\":[0,{\"c\":0}],\"d\":", "[[[0],{\"c\":0},0],[[]",
    ]

    /// Calls `body` with `beginning` followed by every sequence of up to `length` tokens.
    private func forEachDocument(_ beginning: String, length: Int, _ body: ([UInt8]) -> Void) {
        body(Array(beginning.utf8))
        if length == 0 { return }
        for token in Self.tokens { forEachDocument(beginning + token, length: length - 1, body) }
    }

    @Test("every short sequence of tokens", arguments: beginnings, [false, true])
    func sequences(beginning: String, manyDocuments: Bool) throws {
        let tape = try Tape()
        forEachDocument(beginning, length: manyDocuments ? 2 : 3) { bytes in
            let whole = Outcome(of: bytes, manyDocuments: manyDocuments, on: tape)
            let plain = Outcome(of: bytes, portable: true, manyDocuments: manyDocuments, on: tape)
            if whole != plain { Issue.record("\(String(decoding: bytes, as: UTF8.self))") }
        }
    }

    @Test("every short sequence of tokens, with limits", arguments: beginnings)
    func limitedSequences(beginning: String) throws {
        let limits = [
            JSONLimits(depth: 0), JSONLimits(depth: 1), JSONLimits(depth: 2), JSONLimits(members: 0),
            JSONLimits(members: 1), JSONLimits(elements: 0), JSONLimits(elements: 1), JSONLimits(elements: 2),
            JSONLimits(depth: 1, elements: 1), JSONLimits(tokens: 2), JSONLimits(tokens: 5),
            JSONLimits(tokens: 4, elements: 1), JSONLimits(depth: 1, tokens: 1),
        ]
        let tape = try Tape()
        forEachDocument(beginning, length: 2) { bytes in
            for limits in limits {
                let whole = Outcome(of: bytes, limits: limits, on: tape)
                let plain = Outcome(of: bytes, limits: limits, portable: true, on: tape)
                let chunks = Outcome(of: bytes, .chunks([bytes.count / 2]), limits: limits, on: tape)
                if whole != plain || whole != chunks {
                    Issue.record("\(String(decoding: bytes, as: UTF8.self)), \(limits)")
                }
            }
        }
    }

    @Test(
        "errors beside what is shown shorter",
        arguments: [
            ("{\"a\":[1,2}", 10, "unexpected '}', expected ',' or ']'"),
            ("[1,2}", 5, "unexpected '}', expected ',' or ']'"),
            ("[1,,2]", 4, "unexpected ',', expected a value"),
            ("[1 2]", 4, "unexpected '2', expected ',' or ']'"),
            ("[1,2,3 4,5]", 8, "unexpected '4', expected ',' or ']'"),
            ("[1,2,]", 6, "unexpected ']', expected a value"),
            ("[1,2:3,4]", 5, "unexpected ':', expected ',' or ']'"),
            ("{\"a\":1,2:3}", 8, "unexpected '2', expected a key in double quotes"),
            ("{\"a\":1,2,3,4}", 8, "unexpected '2', expected a key in double quotes"),
            ("{\"a\":1,\"b\":2,\"c\":3,}", 20, "unexpected '}', expected a key in double quotes"),
            ("{\"a\":1,\"b\":2,\"c\":3 4}", 20, "unexpected '4', expected ',' or '}'"),
            ("{\"a\":1,\"b\":2]", 13, "unexpected ']', expected ',' or '}'"),
            ("[{]", 3, "unexpected ']', expected a key in double quotes or '}'"),
            ("{\"a\":}", 6, "unexpected '}', expected a value"),
            ("{[1]:2}", 2, "unexpected '[', expected a key in double quotes or '}'"),
            ("{{\"a\":1}:2}", 2, "unexpected '{', expected a key in double quotes or '}'"),
            ("{\"a\":1,[]:2}", 8, "unexpected '[', expected a key in double quotes"),
            ("{\"a\"[1,2]}", 5, "unexpected '[', expected ':'"),
            ("{\"a\",\"b\":1}", 5, "unexpected ',', expected ':'"),
            ("[\"a\":1,\"b\":2]", 5, "unexpected ':', expected ',' or ']'"),
            ("[\"a\",\"b\",\"c\":1]", 13, "unexpected ':', expected ',' or ']'"),
            ("[1[2]]", 3, "unexpected '[', expected ',' or ']'"),
            ("[[1]{}]", 5, "unexpected '{', expected ',' or ']'"),
            ("[[1],[2],[3]:4]", 13, "unexpected ':', expected ',' or ']'"),
            ("{\"a\":{\"b\":1}\"c\":2}", 13, "unexpected '\"', expected ',' or '}'"),
            ("{\"a\":{},\"b\":[],{}}", 16, "unexpected '{', expected a key in double quotes"),
            ("[1,2]]", 6, "unexpected ']', expected the end of the document"),
            ("[1][2]", 4, "unexpected '[', expected the end of the document"),
            ("1,2,3", 2, "unexpected ',', expected the end of the document"),
            ("{\"a\":1}{", 8, "unexpected '{', expected the end of the document"),
            (",1,2", 1, "unexpected ',', expected a value"),
            ("[[1,2],[3,x]]", 11, "unexpected 'x'"),
            ("[:,0]", 2, "unexpected ':', expected a value or ']'"),
        ])
    func errors(text: String, column: Int, message: String) throws {
        let bytes = Array(text.utf8)
        let error = try #require(try syntaxError(of: bytes))
        let pointer = String(repeating: " ", count: column - 1) + "^"
        #expect(error.description == "line 1, column \(column): \(message)\n\(text)\n\(pointer)")
        for cut in 0...bytes.count {
            for portable in [false, true] {
                let other = try syntaxError(of: bytes, .chunks([cut]), portable: portable)
                #expect(other?.message == error.message, "cut at \(cut)")
                #expect(other?.location == error.location, "cut at \(cut)")
                #expect(other?.expected == error.expected, "cut at \(cut)")
            }
        }
    }

    @Test(
        "limits inside what is shown shorter",
        arguments: [
            ("[[1,2],[1,2,3]]", JSONLimits(elements: 2), JSONSyntaxError.Code.elementLimit, 12),
            ("[[1],[2],[3]]", JSONLimits(elements: 2), .elementLimit, 9),
            ("[1,2,[3]]", JSONLimits(depth: 1), .depthLimit, 5),
            ("[1,2,[3]]", JSONLimits(depth: 1, elements: 1), .elementLimit, 3),
            ("[1,2,[3]]", JSONLimits(depth: 1, elements: 2), .elementLimit, 5),
            ("[1]", JSONLimits(depth: 0), .depthLimit, 0),
            ("{\"a\":1,\"b\":{},\"c\":2}", JSONLimits(depth: 1), .depthLimit, 11),
            ("{\"a\":1,\"b\":{},\"c\":2}", JSONLimits(depth: 1, members: 1), .memberLimit, 7),
            ("[{\"a\":1,\"b\":2},{\"a\":1,\"b\":2,\"c\":3}]", JSONLimits(members: 2), .memberLimit, 28),
            ("[{\"a\":1,\"b\":2}]", JSONLimits(tokens: 4), .tokenLimit, 8),
            ("[[1],[2,3],4]", JSONLimits(tokens: 6), .tokenLimit, 8),
            ("[1,[2,[],3]]", JSONLimits(depth: 2), .depthLimit, 6),
            ("[1,[2,[],3]]", JSONLimits(depth: 1), .depthLimit, 3),
            ("[1,[2],{\"a\":1,\"b\":{}}]", JSONLimits(depth: 2), .depthLimit, 18),
            ("[1,[2],{\"a\":1,\"b\":{}}]", JSONLimits(depth: 2, elements: 2), .elementLimit, 7),
            ("[1,[2,[3],4]]", JSONLimits(depth: 2), .depthLimit, 6),
            ("[1,[2,[3],4]]", JSONLimits(depth: 1), .depthLimit, 3),
            ("[[0],[2,{\"a\":3}],{\"a\":[1],\"b\":[2]}]", JSONLimits(depth: 2), .depthLimit, 8),
            ("[1,{\"a\":[1,2],\"b\":[1,2,3]}]", JSONLimits(elements: 2), .elementLimit, 23),
            ("[{\"a\":[1],\"b\":{\"c\":2,\"d\":3}}]", JSONLimits(members: 1), .memberLimit, 10),
            ("[{\"a\":[1],\"b\":[2]}]", JSONLimits(tokens: 6), .tokenLimit, 10),
            ("[[],[[],[]],[]]", JSONLimits(tokens: 7), .tokenLimit, 9),
            ("[[],[[],[]],[]]", JSONLimits(elements: 1), .elementLimit, 4),
            ("[[1],[2,3],4]", JSONLimits(tokens: 8), .tokenLimit, 11),
        ])
    func limits(text: String, limits: JSONLimits, code: JSONSyntaxError.Code, offset: Int) throws {
        let bytes = Array(text.utf8)
        let tape = try Tape()
        #expect(Outcome(of: bytes, on: tape).isAccepted)
        let whole = Outcome(of: bytes, limits: limits, on: tape)
        #expect(whole.failure?.code == code)
        #expect(whole.failure?.location.offset == offset)
        #expect(Outcome(of: bytes, limits: limits, portable: true, on: tape) == whole)
        for cut in 0...bytes.count {
            #expect(Outcome(of: bytes, .chunks([cut]), limits: limits, on: tape) == whole, "cut at \(cut)")
        }
    }

    @Test("containers of any height, damaged, with limits", arguments: 0..<16)
    func heights(seed: Int) throws {
        let tape = try Tape()
        var random = RandomJSON(seed: UInt64(seed))
        for round in 0..<150 {
            // Single elements, so that documents become deep.
            let levels = random.generator.below(14)
            let inner = random.document(size: 60, depth: 12 - min(levels, 11))
            var bytes = inner
            for _ in 0..<levels {
                let isArray = random.generator.oneIn(2)
                bytes = Array((isArray ? "[0," : "{\"a\":").utf8) + bytes + Array((isArray ? "]" : "}").utf8)
            }
            if random.generator.oneIn(3) { bytes = random.damaged(bytes) }
            var limits = JSONLimits.default
            if random.generator.oneIn(2) { limits.depth = random.generator.below(16) }
            if random.generator.oneIn(4) { limits.members = random.generator.below(6) }
            if random.generator.oneIn(4) { limits.elements = random.generator.below(6) }
            if random.generator.oneIn(4) { limits.tokens = random.generator.below(80) }
            let plain = Outcome(of: bytes, limits: limits, portable: true, on: tape)
            let cut = random.generator.below(bytes.count + 1)
            for feeding in [Feeding.whole, .growing([cut]), .chunks([cut])] {
                let outcome = Outcome(of: bytes, feeding, limits: limits, on: tape)
                if outcome != plain {
                    Issue.record("\(round), \(feeding), \(limits): \(String(decoding: bytes, as: UTF8.self))")
                }
            }
        }
    }

    @Test("a depth limit inside a leaf of each height", arguments: 1..<14)
    func depths(height: Int) throws {
        let tape = try Tape()
        // The last two have empty containers beside the innermost value, too.
        let shapes = [("[", "]", 0), ("{\"a\":", "}", 0), ("[0,", ",[]]", 1), ("{\"b\":[],\"a\":", ",\"c\":{}}", 1)]
        for (opening, closing, more) in shapes {
            let text = String(repeating: opening, count: height) + "1" + String(repeating: closing, count: height)
            let bytes = Array(text.utf8)
            for depth in 0...height + 2 {
                let limits = JSONLimits(depth: depth)
                let outcome = Outcome(of: bytes, limits: limits, on: tape)
                #expect(outcome == Outcome(of: bytes, limits: limits, portable: true, on: tape), "\(text), \(depth)")
                #expect(outcome.isAccepted == (depth >= height + more), "\(text), \(depth)")
            }
        }
    }

    @Test(
        "at the borders of blocks",
        arguments: [
            "[1,2]", "[]", "{\"a\":1,\"b\":2}", "\"a\"", "{\"a\":[1],\"é\":{},\"\\n\":{\"b\":[2]},\"a\":3}",
            "[[[1],2],[3]]", "{\"a\":[],\"b\":{}}", "{\"a\":[1,{\"b\":[2]}],\"c\":{\"d\":3,\"e\":[4,5]},\"f\":6}",
        ])
    func blocks(element: String) throws {
        let tape = try Tape()
        for first in 0..<3 {
            let start = "[" + String(repeating: "0,", count: first)
            let text = start + Array(repeating: element, count: 4200).joined(separator: ",")
            for tail in ["]", ",]", " 1]"] {
                let bytes = Array((text + tail).utf8)
                let whole = Outcome(of: bytes, on: tape)
                #expect(whole.isAccepted == (tail == "]"))
                #expect(Outcome(of: bytes, portable: true, on: tape) == whole, "\(first)")
            }
        }
    }
}
