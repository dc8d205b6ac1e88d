import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Every limit from both sides: a document at the limit is accepted, and one above it is rejected at an offset that
/// does not depend on how the document is passed to the parser.
@Suite struct JSONLimitsTests {
    /// Checks that `bytes` are accepted with `fitting` and rejected with `tight` in every feeding.
    private func check(
        _ text: String, fitting: JSONLimits, tight: JSONLimits, _ code: JSONSyntaxError.Code, at offset: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let bytes = Array(text.utf8)
        let tape = try Tape()
        var feedings: [Feeding] = [.whole]
        for size in [1, 2, 3, 7, 64, 4096] where size < bytes.count {
            if bytes.count > 5000, size < 7 { continue }
            let ends = Feeding.ends(every: size, of: bytes.count)
            feedings += [.chunks(ends), .growing(ends)]
        }
        for feeding in feedings {
            for portable in [false, true] {
                let passed = Outcome(of: bytes, feeding, limits: fitting, portable: portable, on: tape)
                #expect(passed.failure == nil, "\(feeding)", sourceLocation: sourceLocation)
                let failed = Outcome(of: bytes, feeding, limits: tight, portable: portable, on: tape)
                #expect(failed.failure?.code == code, "\(feeding)", sourceLocation: sourceLocation)
                #expect(failed.failure?.location.offset == offset, "\(feeding)", sourceLocation: sourceLocation)
                #expect(failed.failure?.location.column == offset + 1, "\(feeding)", sourceLocation: sourceLocation)
                // The slots before the error are the same, too.
                let whole = Outcome(of: bytes, limits: tight, on: tape)
                #expect(failed == whole, "\(feeding)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test(arguments: [0, 1, 2, 14, 15, 16, 17, 511, 512, 513, 5000])
    func depth(depth: Int) throws {
        let scalar = "0"
        let deeper = JSONLimits(depth: depth)
        let arrays = String(repeating: "[", count: depth + 1) + scalar + String(repeating: "]", count: depth + 1)
        try check(arrays, fitting: JSONLimits(depth: depth + 1), tight: deeper, .depthLimit, at: depth)
        let objects = String(repeating: "{\"\":", count: depth + 1) + scalar + String(repeating: "}", count: depth + 1)
        try check(objects, fitting: JSONLimits(depth: depth + 1), tight: deeper, .depthLimit, at: depth * 4)
    }

    @Test("siblings do not add to the depth")
    func depthOfSiblings() throws {
        let wide = "[" + String(repeating: "[[]],", count: 300) + "[{\"a\":[]}]]"
        try check(
            wide, fitting: JSONLimits(depth: 4), tight: JSONLimits(depth: 3), .depthLimit, at: wide.utf8.count - 5)
    }

    @Test("the default depth is Foundation's")
    func defaultDepth() throws {
        let text = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
        try check(text, fitting: JSONLimits(depth: 513), tight: .default, .depthLimit, at: 512)
    }

    @Test(arguments: [
        "0", "12345", "\"abc\"", "[true,false,null]", "{\"key\":\"value\"}", "[1]   ", "   [1]",
        "[\"\\ud83d\\ude00é\"]", "-1.5e10",
        "[" + String(repeating: "1,", count: 5000) + "1]",
    ])
    func document(text: String) throws {
        let count = text.utf8.count
        for limit in [count - 1, count / 2, 1, 0] where limit < count {
            try check(
                text, fitting: JSONLimits(documentBytes: count), tight: JSONLimits(documentBytes: limit),
                .documentLimit,
                at: limit)
        }
    }

    @Test("errors before the document limit take precedence")
    func errorsBeforeTheLimit() throws {
        let error = try syntaxError(of: Array("[1,,2,3,4]".utf8), limits: JSONLimits(documentBytes: 4))
        #expect(error?.description == "line 1, column 4: unexpected ',', expected a value\n[1,,\n   ^")
        #expect(try syntaxError(of: Array("[1,,".utf8), limits: JSONLimits(documentBytes: 3))?.code == .documentLimit)
        #expect(try syntaxError(of: [], limits: JSONLimits(documentBytes: 0))?.code == .unexpectedEnd)
    }

    @Test(arguments: [
        ("\"abc\"", 3, 0), ("[\"\", \"abcd\"]", 4, 5), ("{\"key\":\"v\"}", 3, 1), ("{\"k\":\"value\"}", 5, 5),
        ("\"\\u00e9\"", 6, 0),
        ("\"é€😀\"", 9, 0), ("\"\\ud83d\\ude00\"", 12, 0),
        ("[1,2,\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"]", 41, 5),
        ("[\"a\",\"\\\"\"]", 2, 5),
    ])
    func strings(text: String, length: Int, offset: Int) throws {
        for limit in [length - 1, length / 2] {
            try check(
                text, fitting: JSONLimits(stringBytes: length), tight: JSONLimits(stringBytes: limit), .stringLimit,
                at: offset)
        }
    }

    @Test("only empty strings are allowed")
    func emptyStrings() throws {
        try check(
            "{\"\":[\"\",1,\"a\"]}", fitting: JSONLimits(stringBytes: 1), tight: JSONLimits(stringBytes: 0),
            .stringLimit, at: 10)
    }

    @Test("a string that is too long and unterminated, or invalid beyond the limit")
    func longAndBroken() throws {
        let limits = JSONLimits(stringBytes: 4)
        for (text, code) in [
            ("\"abcd", JSONSyntaxError.Code.unterminatedString), ("\"abcde", .stringLimit), ("\"abcd\\", .stringLimit),
            ("\"abcdef", .stringLimit),
            ("\"abcde\u{1}\"", .stringLimit), ("\"abc\u{1}\"", .controlCharacter), ("\"abcd\\q\"", .stringLimit),
        ] {
            let bytes = Array(text.utf8)
            let tape = try Tape()
            let whole = Outcome(of: bytes, limits: limits, on: tape)
            #expect(whole.failure?.code == code, "\(text)")
            let ends = Feeding.ends(every: 1, of: bytes.count)
            #expect(Outcome(of: bytes, .chunks(ends), limits: limits, on: tape) == whole, "\(text)")
            #expect(Outcome(of: bytes, .growing(ends), limits: limits, portable: true, on: tape) == whole, "\(text)")
        }
    }

    @Test(arguments: [
        ("12", 2, 0), ("[-1]", 2, 1), ("[1, 12.5e-3 ]", 7, 4), ("{\"a\":100}", 3, 5), ("-0.0", 4, 0),
        ("[7, 77" + String(repeating: " ", count: 60) + "]", 2, 4),
        ("[" + String(repeating: "8", count: 5000) + "]", 5000, 1),
    ])
    func numbers(text: String, length: Int, offset: Int) throws {
        for limit in [length - 1, max(length / 2, 1)] {
            try check(
                text, fitting: JSONLimits(numberBytes: length), tight: JSONLimits(numberBytes: limit), .numberLimit,
                at: offset)
        }
    }

    @Test("the minimum limit of numbers is one character", arguments: [1, 0, -1, .min])
    func oneDigit(limit: Int) throws {
        let spaces = String(repeating: " ", count: 60)
        for text in ["5", "[5]", "[5,\(spaces)6]", "{\"a\":5,\(spaces)\"b\":6}"] {
            #expect(try syntaxError(of: Array(text.utf8), limits: JSONLimits(numberBytes: limit)) == nil, "\(text)")
        }
        #expect(try syntaxError(of: Array("[10]".utf8), limits: JSONLimits(numberBytes: limit))?.code == .numberLimit)
    }

    @Test(
        arguments: [
            // The offsets of all tokens.
            ("0", [0]), ("[]", [0, 1]), ("[1,2]", [0, 1, 3, 4]), ("{\"a\":\"b\"}", [0, 1, 5, 8]),
            ("[\"abc\", null,{}]", [0, 1, 8, 13, 14, 15]),
            ("{\"a\":1,\"b\":2,\"c\":3,\"d\":4}", [0, 1, 5, 7, 11, 13, 17, 19, 23, 24]),
        ] as [(String, [Int])])
    func tokens(text: String, offsets: [Int]) throws {
        for limit in offsets.indices {
            try check(
                text, fitting: JSONLimits(tokens: offsets.count), tight: JSONLimits(tokens: limit), .tokenLimit,
                at: offsets[limit])
            let tape = try Tape()
            _ = Outcome(of: Array(text.utf8), limits: JSONLimits(tokens: limit), on: tape)
            #expect(tape.slotCount == limit + 1)
        }
    }

    @Test("many tokens", arguments: [4095, 4096, 4097, 20_000])
    func manyTokens(limit: Int) throws {
        let text = "[" + String(repeating: "1,", count: 20_000) + "1]"
        try check(
            text, fitting: JSONLimits(tokens: 20_003), tight: JSONLimits(tokens: limit), .tokenLimit, at: 2 * limit - 1)
        let members = "{" + String(repeating: "\"k\":1,", count: 15_000) + "\"k\":1}"
        try check(
            members, fitting: JSONLimits(tokens: 30_004), tight: JSONLimits(tokens: limit), .tokenLimit,
            at: limit % 2 == 1 ? 1 + limit / 2 * 6 : 5 + (limit / 2 - 1) * 6)
    }

    @Test(
        arguments: [
            // The offsets of all elements or members of the largest container.
            ("[1]", [1]), ("[1,\"b\",null,[],{},true,-2.5]", [1, 3, 7, 12, 15, 18, 23]),
            ("[[[1,2,3],4],{\"a\":5}]", [3, 5, 7]), ("[[],[[]],[[[]]],[]]", [1, 4, 9, 16]),
            ("{\"a\":[[1],[[2]], 3 ]}", [6, 10, 17]), ("[{\"a\":1},{\"b\":2},[]]", [1, 9, 17]),
            (String(repeating: "[0,", count: 300) + "0" + String(repeating: "]", count: 300), [1, 3]),
        ] as [(String, [Int])])
    func elements(text: String, offsets: [Int]) throws {
        for limit in offsets.indices.reversed() where limit > 0 || offsets[0] == 1 {
            // No object of these texts has more than one member.
            try check(
                text, fitting: JSONLimits(members: 1, elements: offsets.count), tight: JSONLimits(elements: limit),
                .elementLimit, at: offsets[limit])
        }
    }

    @Test(
        arguments: [
            ("{\"a\":1}", [1]), ("{\"a\":1,\"a\":[],\"c\":{},\"d\":\"x\" , \"e\":null}", [1, 7, 14, 21, 31]),
            ("{\"a\":{\"b\":{\"c\":1,\"d\":2,\"e\":3},\"f\":[0,0,0,0]},\"g\":0}", [11, 17, 23]),
            ("[{\"a\":1},{\"b\":[{}],\"c\":{\"x\":[]}},{},7]", [10, 19]),
        ] as [(String, [Int])])
    func members(text: String, offsets: [Int]) throws {
        for limit in offsets.indices.reversed() where limit > 0 || offsets[0] == 1 {
            try check(
                text, fitting: JSONLimits(members: offsets.count, elements: 4), tight: JSONLimits(members: limit),
                .memberLimit, at: offsets[limit])
        }
    }

    @Test("many elements and members", arguments: [0, 1, 1000, 1364, 1365, 4095, 4096, 4097, 5000])
    func manyElements(limit: Int) throws {
        let elements = "[" + String(repeating: "1,", count: 5000) + "1]"
        try check(
            elements, fitting: JSONLimits(elements: 5001), tight: JSONLimits(elements: limit), .elementLimit,
            at: 1 + 2 * limit)
        let nested = "[" + String(repeating: "[],", count: 5000) + "[]]"
        try check(
            nested, fitting: JSONLimits(elements: 5001), tight: JSONLimits(elements: limit), .elementLimit,
            at: 1 + 3 * limit)
        // Scalars and containers alternate, so that runs end and begin.
        let members = "{" + String(repeating: "\"k\":1,\"l\":2,\"m\":[],", count: 1700) + "\"n\":{}}"
        try check(
            members, fitting: JSONLimits(members: 5101), tight: JSONLimits(members: limit), .memberLimit,
            at: 1 + limit / 3 * 19 + limit % 3 * 6)
        let run = "{" + String(repeating: "\"k\":1,", count: 5000) + "\"n\":2}"
        try check(
            run, fitting: JSONLimits(members: 5001), tight: JSONLimits(members: limit), .memberLimit, at: 1 + limit * 6)
    }

    @Test("documents of a stream do not count as elements")
    func documentsAreNoElements() throws {
        let limits = JSONLimits(members: 0, elements: 0)
        let text = Array("1 2 {} [] \"a\" null [ ] { }".utf8)
        #expect(try syntaxError(of: text, limits: limits, manyDocuments: true) == nil)
        let long = Array("1 2 3 [4]".utf8)
        #expect(try syntaxError(of: long, limits: limits, manyDocuments: true)?.offset == 7)
    }

    @Test("containers in which a limit is exceeded are open")
    func cutContainers() throws {
        let tape = try Tape()
        let text = Array("[[[1],{\"a\":[2]},[3]],4]".utf8)
        for limits in [JSONLimits(tokens: 9), JSONLimits(elements: 2)] {
            #expect(Outcome(of: text, limits: limits, on: tape).failure != nil)
            for index in 1..<tape.slotCount where tape[index].isContainer {
                #expect(tape[index].next <= tape.slotCount)
            }
            #expect(tape[1].next == 0 && tape[2].next == 0 && tape[3].next == 6)
        }
    }

    @Test("negative limits count as 0")
    func negative() throws {
        let zero = Array("0".utf8)
        #expect(try syntaxError(of: Array("[]".utf8), limits: JSONLimits(depth: -1))?.code == .depthLimit)
        #expect(try syntaxError(of: zero, limits: JSONLimits(depth: -1)) == nil)
        #expect(try syntaxError(of: zero, limits: JSONLimits(documentBytes: .min))?.code == .documentLimit)
        #expect(try syntaxError(of: Array("\"a\"".utf8), limits: JSONLimits(stringBytes: -5))?.code == .stringLimit)
        #expect(try syntaxError(of: zero, limits: JSONLimits(tokens: -1))?.code == .tokenLimit)
        let nested = Array("[{\"a\":0}]".utf8)
        #expect(try syntaxError(of: nested, limits: JSONLimits(elements: -1))?.code == .elementLimit)
        #expect(try syntaxError(of: nested, limits: JSONLimits(members: -1))?.code == .memberLimit)
    }

    @Test("limits beyond the maximum")
    func huge() throws {
        let limits = JSONLimits(
            depth: .max, documentBytes: .max, stringBytes: .max, numberBytes: .max, tokens: .max, members: .max,
            elements: .max)
        let text = Array("{\"a\":[1,\"b\",{\"c\":12.5}]}".utf8)
        let tape = try Tape()
        #expect(Outcome(of: text, limits: limits, on: tape) == Outcome(of: text, on: tape))
    }

    @Test(
        "texts",
        arguments: [
            ("[[1]]", JSONLimits(depth: 1), "line 1, column 2: nesting deeper than the depth limit\n[[1]]\n ^"),
            (
                "[1,\n22]", JSONLimits(documentBytes: 5),
                "line 2, column 2: more bytes than the document limit\n2\n ^"
            ),
            (
                "[\n\"abc\"]", JSONLimits(stringBytes: 2),
                "line 2, column 1: string longer than the string limit\n\"abc\"]\n^"
            ),
            (
                "[1, 22]", JSONLimits(numberBytes: 1),
                "line 1, column 5: number longer than the number limit\n[1, 22]\n    ^"
            ),
            ("[1,\"a\"]", JSONLimits(tokens: 2), "line 1, column 4: more values than the token limit\n[1,\"a\"]\n   ^"),
            (
                "{\"a\":1,\n \"b\":2}", JSONLimits(members: 1),
                "line 2, column 2: object of more members than the member limit\n \"b\":2}\n ^"
            ),
            (
                "[1, 2]", JSONLimits(elements: 1),
                "line 1, column 5: array of more elements than the element limit\n[1, 2]\n    ^"
            ),
        ])
    func texts(text: String, limits: JSONLimits, description: String) throws {
        #expect(try syntaxError(of: Array(text.utf8), limits: limits)?.description == description)
    }

    @Test("the earliest error is reported")
    func order() throws {
        let limits = JSONLimits(depth: 2, stringBytes: 3, numberBytes: 2, tokens: 5)
        for (text, code, offset) in [
            ("[[[\"abcd\"]]]", JSONSyntaxError.Code.depthLimit, 2), ("[\"abcd\",[[1]]]", .stringLimit, 1),
            ("[1,2,3,4,5,[[[", .tokenLimit, 9), ("[1 2,\"abcd\"]", .unexpectedToken, 3), ("[[[x", .depthLimit, 2),
            ("[1,2,3,4,x]", .unexpectedByte, 9), ("[1,2,3,4,5 x]", .tokenLimit, 9), ("[123,[[[", .numberLimit, 1),
        ] {
            for feeding in [Feeding.whole, .chunks(Feeding.ends(every: 1, of: text.utf8.count))] {
                let error = try syntaxError(of: Array(text.utf8), feeding, limits: limits)
                #expect(error?.code == code, "\(text)")
                #expect(error?.offset == offset, "\(text)")
            }
        }
    }
}
