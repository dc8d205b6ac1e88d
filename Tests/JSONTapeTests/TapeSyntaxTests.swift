import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Trailing commas and JSON5: the documents that the second scanner accepts, their values, and JSON in all syntaxes.
@Suite("Tape: syntaxes") struct TapeSyntaxTests {
    private func error(_ text: String, _ syntax: Tape.Syntax, limits: JSONLimits = .default) throws -> JSONSyntaxError?
    {
        let tape = try Tape()
        do throws(JSONSyntaxError) {
            try tape.parse(copying: Array(text.utf8), limits: limits, syntax: syntax)
            return nil
        } catch {
            return error
        }
    }

    private func slots(_ bytes: [UInt8], _ syntax: Tape.Syntax) throws -> [Outcome.Slot]? {
        let tape = try Tape()
        do throws(JSONSyntaxError) {
            try tape.parse(copying: bytes, limits: .default, syntax: syntax)
            return tape.allSlots
        } catch {
            return nil
        }
    }

    @Test("JSON is the same in every syntax", arguments: 1...30)
    func strictDocuments(seed: Int) throws {
        var random = RandomJSON(seed: UInt64(seed))
        for size in [1, 30, 4000] {
            let bytes = random.document(size: size, depth: 10)
            let strict = try slots(bytes, .json)
            #expect(strict != nil)
            #expect(try slots(bytes, .trailingCommas) == strict)
            #expect(try slots(bytes, .json5) == strict)
        }
    }

    @Test(
        "JSONTestSuite", .enabled(if: Corpus.hasTestSuite, "the corpus is not here"), arguments: Corpus.testSuiteNames)
    func testSuite(name: String) throws {
        let bytes = try Corpus.testSuite(name)
        guard let strict = try slots(bytes, .json) else {
            // Trailing commas are the only difference from JSON.
            if !["n_array_extra_comma.json", "n_array_number_and_comma.json", "n_object_trailing_comma.json"].contains(
                name)
            {
                #expect(try slots(bytes, .trailingCommas) == nil)
            }
            return
        }
        #expect(try slots(bytes, .trailingCommas) == strict)
        #expect(try slots(bytes, .json5) == strict)
    }

    @Test(arguments: [
        ("[1,]", "[1]"), ("[1, 2 , ]", "[1, 2]"), ("{\"a\":1,}", "{\"a\":1}"),
        ("[[1,],{\"b\":[],},]", "[[1],{\"b\":[]}]"),
        ("[\"a\",\n]", "[\"a\"]"), ("{\"a\":\"b\",\t}", "{\"a\":\"b\"}"), ("[{},]", "[{}]"), ("[true,]", "[true]"),
    ])
    func trailingCommas(text: String, plain: String) throws {
        let expected = try Tape(parsing: plain)
        for syntax in [Tape.Syntax.trailingCommas, .json5] {
            let tape = try Tape()
            try tape.parse(copying: Array(text.utf8), limits: .default, syntax: syntax)
            #expect(
                (0..<tape.slotCount).map { tape[$0].rawKind } == (0..<expected.slotCount).map { expected[$0].rawKind })
            #expect((0..<tape.slotCount).map { tape[$0].body } == (0..<expected.slotCount).map { expected[$0].body })
        }
        #expect(try error(text, .json)?.code == .unexpectedToken)
    }

    @Test(
        "what a trailing comma is not",
        arguments: [
            ("[,]", 1), ("{,}", 1), ("[1,,]", 3), ("{\"a\":1,,}", 7), ("1,", 1), ("[],", 2), ("[1],2", 3), ("[,1]", 1),
            ("{\"a\":,}", 5),
            ("{\"a\",}", 4), ("{,\"a\":1}", 1), ("[1,}", 3), ("{\"a\":1,]", 7),
        ])
    func noTrailingCommas(text: String, offset: Int) throws {
        for syntax in [Tape.Syntax.trailingCommas, .json5] {
            let error = try #require(try error(text, syntax), "\(text)")
            #expect(error.code == .unexpectedToken, "\(text)")
            #expect(error.offset == offset, "\(text)")
        }
    }

    /// Blocks of the skeleton end at each byte of the error.
    @Test(arguments: [Tape.Syntax.trailingCommas, .json5])
    func wrongCommas(syntax: Tape.Syntax) throws {
        for count in Array(1..<10) + Array(2030..<2060) + Array(4080..<4110) {
            for (start, value) in [("[\"\",", "1,"), ("[", "1,"), ("[[],", "[],")] {
                let text = start + String(repeating: value, count: count) + ",2]"
                let error = try error(text, syntax)
                #expect(error?.offset == text.utf8.count - 3, "\(count)")
                #expect(error?.message == "unexpected ',', expected a value", "\(count)")
            }
        }
    }

    @Test(
        "wrong commas before a comment without an end",
        arguments: [
            ("[1,,/* x", 3, "unexpected ',', expected a value"), ("[,/*", 1, "unexpected ',', expected a value or ']'"),
            ("{,/*", 1, "unexpected ',', expected a key or '}'"), ("[1,/* x", 3, "comment without end"),
        ])
    func commaBeforeComment(text: String, offset: Int, message: String) throws {
        let error = try error(text, .json5)
        #expect(error?.offset == offset && error?.message == message)
    }

    @Test(
        "trailing commas are the only difference",
        arguments: [
            "{note:1}", "{true:1}", "{null :1}", "{f:1,}", "[tru,]", "{'a':1}", "[0x1]", "[.5]", "[5.]", "[+1]",
            "[NaN]", "[Infinity]",
            "[1] // x", "/* x */ 1", "[1,\u{B}]", "[1,\u{C}]", "\"\\x41\"", "\"\\'\"", "\"\\\n\"", "[t]", "[nul]",
            "[nullx]", "{n\\u0061:1}",
            "[01,]", "[1.,]", "[-,]", "\"\\ud800\"", "\"a", "[\"\u{1}\",]", "1 2", "[", "", "[1", "{\"a\"", "fals",
            "tr",
        ])
    func otherwiseStrict(text: String) throws {
        let strict = try #require(try error(text, .json))
        let found = try #require(try error(text, .trailingCommas), "\(text)")
        // The same offset and the same message.
        #expect(found.offset == strict.offset, "\(text)")
        #expect(found.message == strict.message, "\(text)")
    }

    // MARK: JSON5

    @Test(arguments: [
        ("{a:1}", "a"), ("{$_9:1}", "$_9"), ("{é:1}", "é"), ("{\\u0061b:1}", "ab"), ("{'a\"b':1}", "a\"b"),
        ("{\"a'b\":1}", "a'b"), ("{true:1}", "true"),
        ("{null :1}", "null"), ("{Infinity:1}", "Infinity"), ("{a/* x */:1}", "a"), ("{a // x\n :1}", "a"),
        ("{'':1}", ""),
    ])
    func json5Keys(text: String, key: String) throws {
        let tape = try Tape()
        try tape.parse(copying: Array(text.utf8), limits: .default, syntax: .json5)
        #expect(tape.slotCount == 5)
        #expect(tape.key(at: 2) == key)
        #expect(tape[2].tokenOffset == 1)
        #expect(tape.integer(at: 3, as: Int.self) == 1)
        if tape[1].hasPlainKeys { #expect(tape.find(key, in: 1, hint: 0) == 3) }
    }

    @Test(arguments: [
        ("'a'", "a"), ("'\"'", "\""), ("'\\''", "'"), ("\"'\"", "'"), ("'\\x41\\xe9\\xFF'", "Aéÿ"),
        ("'\\v\\0'", "\u{B}\u{0}"), ("'a\\\nb'", "ab"),
        ("'a\\\r\nb\\\rc'", "abc"), ("'\\u00e9\\ud83d\\ude00'", "é😀"), ("'é€😀'", "é€😀"), ("'\\n\\t\\/\\\\'", "\n\t/\\"),
    ])
    func json5Strings(text: String, value: String) throws {
        let tape = try Tape()
        for filler in ["", String(repeating: "x", count: 30), String(repeating: "é", count: 700)] {
            let long = String(text.first ?? "'") + filler + text.dropFirst()
            try tape.parse(copying: Array(long.utf8), limits: .default, syntax: .json5)
            #expect(tape.string(at: 1).utf8.elementsEqual((filler + value).utf8), "\(text)")
        }
    }

    @Test(arguments: [
        ("+1", 1.0), (".5", 0.5), ("5.", 5), ("-.5", -0.5), ("+.5e1", 5), ("5.e1", 50), ("0x1F", 31), ("-0XfF", -255),
        ("0xFFFFFFFFFFFFFFFF", 0x1p64),
        ("Infinity", .infinity), ("+Infinity", .infinity), ("-Infinity", -.infinity), ("0x0000000000000000000001", 1),
        ("-0x0", -0.0),
        (".12345678901234567890123456789", 0.12345678901234568),
        ("+9007199254740993.0000000000000001", 9_007_199_254_740_994),
    ])
    func json5Numbers(text: String, value: Double) throws {
        let tape = try Tape()
        for document in [text, "[\(text)]", "[\(text),'a string that is long enough']", "[\(text)/**/]"] {
            try tape.parse(copying: Array(document.utf8), limits: .default, syntax: .json5)
            let index = tape[1].is(.array) ? Tape.root + 1 : Tape.root
            guard let found = tape.double(at: index) else {
                Issue.record("\(document) is out of range")
                continue
            }
            #expect(found.bitPattern == value.bitPattern, "\(document)")
            #expect(tape.numberText(at: index) == text, "\(document)")
            guard let float = tape.float(at: index) else {
                Issue.record("\(document) is out of range")
                continue
            }
            #expect(float == Float(value), "\(document)")
        }
    }

    @Test(
        arguments: [
            ("+1", 1), ("0x1F", 31), ("-0XfF", -255), ("0xFFFFFFFFFFFFFFFF", 18_446_744_073_709_551_615), (".5", nil),
            ("5.", 5),
            ("+5.e1", 50), (".5e1", 5), ("-0x0", 0), ("-0x8000000000000000", -9_223_372_036_854_775_808),
            ("Infinity", nil),
            ("+9007199254740993", 9_007_199_254_740_993),
            ("+100000000000000000000000000000000001", 100_000_000_000_000_000_000_000_000_000_000_001),
            ("+9007199254740993.0000000000000001", nil), ("+1000000000000000000000000000e-27", 1),
            ("+1.00000000000000000000000000001", nil),
            ("+.000000000000000000000000000001e30", 1),
        ] as [(String, Int128?)])
    func json5Integers(text: String, value: Int128?) throws {
        let tape = try Tape()
        try tape.parse(copying: Array(text.utf8), limits: .default, syntax: .json5)
        #expect(tape.integer(at: 1, as: Int128.self) == value)
        #expect(tape.integer(at: 1, as: Int8.self) == value.flatMap { Int8(exactly: $0) })
        #expect(tape.integer(at: 1, as: UInt64.self) == value.flatMap { UInt64(exactly: $0) })
    }

    @Test("not a number", arguments: ["NaN", "+NaN", "-NaN"])
    func notANumber(text: String) throws {
        let tape = try Tape()
        try tape.parse(copying: Array(text.utf8), limits: .default, syntax: .json5)
        guard let value = tape.double(at: 1) else {
            Issue.record("out of range")
            return
        }
        #expect(value.isNaN)
        #expect(tape.integer(at: 1, as: Int.self) == nil)
        #expect(tape.source(of: 1) == text)
    }

    @Test(
        "comments and white space",
        arguments: [
            "1//", "1// x", "// x\n1", "/**/1/***/", "/* // */1", "//\r1", "1/* * / */", "\u{B}\u{C}1\u{B}",
            "/*\u{0}\n'\"*/1", "// é\n/*😀*/1",
        ])
    func json5Space(text: String) throws {
        let tape = try Tape()
        try tape.parse(copying: Array(text.utf8), limits: .default, syntax: .json5)
        #expect(tape.slotCount == 2)
        #expect(tape.integer(at: 1, as: Int.self) == 1)
    }

    @Test(
        "what is not JSON5",
        arguments: [
            ("/*", "line 1, column 1: comment without end\n/*\n^"),
            ("[1, /* x *", "line 1, column 5: comment without end\n[1, /* x *\n    ^"),
            ("[1 / 2]", "line 1, column 4: unexpected '/'\n[1 / 2]\n   ^"),
            ("'abc", "line 1, column 1: string without closing quote\n'abc\n^"),
            ("'abc\"", "line 1, column 1: string without closing quote\n'abc\"\n^"),
            ("['\\x4g']", "line 1, column 3: invalid escape sequence\n['\\x4g']\n  ^"),
            ("['\\01']", "line 1, column 3: invalid escape sequence\n['\\01']\n  ^"),
            ("'\\ud800'", "line 1, column 2: escaped surrogate without its other half\n'\\ud800'\n ^"),
            ("[0x]", "line 1, column 3: invalid number at 'x'\n[0x]\n  ^"),
            ("[0xG]", "line 1, column 4: invalid number at 'G'\n[0xG]\n   ^"),
            ("[1.5x]", "line 1, column 5: invalid number at 'x'\n[1.5x]\n    ^"),
            ("[.]", "line 1, column 2: invalid number at '.'\n[.]\n ^"),
            ("[a]", "line 1, column 2: invalid literal at 'a'\n[a]\n ^"),
            ("{a 1}", "line 1, column 2: invalid literal at 'a'\n{a 1}\n ^"),
            ("[a:1]", "line 1, column 3: unexpected ':', expected ',' or ']'\n[a:1]\n  ^"),
            ("{a:1 b:2}", "line 1, column 6: unexpected 'b', expected ',' or '}'\n{a:1 b:2}\n     ^"),
            (
                "{a:'b' /* x */ 'c'}",
                "line 1, column 16: unexpected ''', expected ',' or '}'\n{a:'b' /* x */ 'c'}\n               ^"
            ),
            (
                "[1 /* x */ 0x1F]",
                "line 1, column 12: unexpected '0', expected ',' or ']'\n[1 /* x */ 0x1F]\n           ^"
            ),
            ("{a:1,,}", "line 1, column 6: unexpected ',', expected a key or '}'\n{a:1,,}\n     ^"),
            ("{,}", "line 1, column 2: unexpected ',', expected a key or '}'\n{,}\n ^"),
            ("{a:1,", "line 1, column 6: unexpected end of document, expected a key or '}'\n{a:1,\n     ^"),
            ("{\u{A0}a:1}", "line 1, column 2: unexpected U+00A0\n{\u{A0}a:1}\n ^"),
        ])
    func json5Errors(text: String, description: String) throws {
        #expect(try error(text, .json5)?.description == description)
    }

    @Test(
        "long documents pass the borders of the skeleton's blocks",
        arguments: [4085, 4086, 4087, 4088, 4089, 4090, 4091, 4092, 4093, 9000])
    func blocks(count: Int) throws {
        let tape = try Tape()
        for tail in ["]", ",]", ", ]", "/*,*/,//\n]"] {
            let text = "[" + Array(repeating: "0", count: count / 2).joined(separator: ",") + tail
            try tape.parse(copying: Array(text.utf8), limits: .default, syntax: .json5)
            #expect(tape.slotCount == UInt32(count / 2 + 3))
            let members =
                "{" + Array(repeating: "k:'v'", count: count / 5).joined(separator: ",")
                + tail.replacing("]", with: "}")
            try tape.parse(copying: Array(members.utf8), limits: .default, syntax: .json5)
            #expect(tape.slotCount == UInt32(count / 5 * 2 + 3))
        }
    }

    @Test(
        "limits",
        arguments: [
            ("[[1,],]", JSONLimits(depth: 1), JSONSyntaxError.Code.depthLimit, 1),
            ("'abcd'", JSONLimits(stringBytes: 3), .stringLimit, 0),
            ("{abcd:1}", JSONLimits(stringBytes: 3), .stringLimit, 1),
            ("[0x12]", JSONLimits(numberBytes: 3), .numberLimit, 1),
            ("[1,2,]", JSONLimits(tokens: 3), .tokenLimit, 5),
            ("[1,2,]", JSONLimits(documentBytes: 5), .documentLimit, 5),
            ("{a:'b'}", JSONLimits(tokens: 2), .tokenLimit, 3),
        ])
    func limits(text: String, limits: JSONLimits, code: JSONSyntaxError.Code, offset: Int) throws {
        #expect(try error(text, .json5) == nil)
        let error = try #require(try error(text, .json5, limits: limits))
        #expect(error.code == code)
        #expect(error.offset == offset)
    }
}
