import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Code, offset and text of errors. Documents are one line of printable ASCII, so that the excerpt is the document.
@Suite struct JSONSyntaxErrorTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let document: String
        let offset: Int
        let message: String

        init(_ document: String, at offset: Int, _ message: String) {
            self.document = document
            self.offset = offset
            self.message = message
        }

        var testDescription: String { document.debugDescription }
    }

    private func check(_ test: Case, _ code: JSONSyntaxError.Code) throws {
        let bytes = Array(test.document.utf8)
        let error = try #require(try syntaxError(of: bytes))
        #expect(error.code == code)
        #expect(error.offset == test.offset)
        let location = "line 1, column \(test.offset + 1): "
        let caret = String(repeating: " ", count: test.offset) + "^"
        #expect(error.description == location + test.message + "\n" + test.document + "\n" + caret)
        #expect(try syntaxError(of: bytes, portable: true) == error)
        // One byte at a time; the excerpt then ends with the input.
        let ends = Feeding.ends(every: 1, of: bytes.count)
        let chunked = try #require(try syntaxError(of: bytes, .chunks(ends)))
        #expect(chunked.code == code)
        #expect(chunked.message == test.message)
        #expect(chunked.location == error.location)
        #expect(try syntaxError(of: bytes, .growing(ends))?.location == error.location)
    }

    @Test(arguments: [
        Case("[", at: 1, "unexpected end of document, expected a value or ']'"),
        Case("[1,", at: 3, "unexpected end of document, expected a value"),
        Case("[1", at: 2, "unexpected end of document, expected ',' or ']'"),
        Case("[\"a\"", at: 4, "unexpected end of document, expected ',' or ']'"),
        Case("[[]", at: 3, "unexpected end of document, expected ',' or ']'"),
        Case("{", at: 1, "unexpected end of document, expected a key in double quotes or '}'"),
        Case("{\"a\"", at: 4, "unexpected end of document, expected ':'"),
        Case("{\"a\":", at: 5, "unexpected end of document, expected a value"),
        Case("{\"a\":1", at: 6, "unexpected end of document, expected ',' or '}'"),
        Case("{\"a\":\"b\"", at: 8, "unexpected end of document, expected ',' or '}'"),
        Case("{\"a\":1,", at: 7, "unexpected end of document, expected a key in double quotes"),
        Case("[[1,2],{\"a\":[]}  ", at: 17, "unexpected end of document, expected ',' or ']'"),
        Case("tru", at: 3, "unexpected end of document, expected a value"),
        Case("f", at: 1, "unexpected end of document, expected a value"),
        Case("[nul", at: 4, "unexpected end of document, expected a value or ']'"),
        Case("[1,fals", at: 7, "unexpected end of document, expected a value"),
        Case("-", at: 1, "unexpected end of document, expected a value"),
        Case("1.", at: 2, "unexpected end of document, expected a value"),
        Case("1e", at: 2, "unexpected end of document, expected a value"),
        Case("{\"a\":-2.5E+", at: 11, "unexpected end of document, expected a value"),
        // What has begun is not expected.
        Case("1 -", at: 3, "unexpected end of document"), Case("[] tru", at: 6, "unexpected end of document"),
        Case("\"a\" f", at: 5, "unexpected end of document"),
    ])
    func unexpectedEnd(_ test: Case) throws { try check(test, .unexpectedEnd) }

    @Test(arguments: [
        Case("[,1]", at: 1, "unexpected ',', expected a value or ']'"),
        Case("[1,]", at: 3, "unexpected ']', expected a value"),
        Case("[1,,2]", at: 3, "unexpected ',', expected a value"),
        Case("]", at: 0, "unexpected ']', expected a value"),
        Case(":", at: 0, "unexpected ':', expected a value"),
        Case(" ,", at: 1, "unexpected ',', expected a value"),
        Case("[1 2]", at: 3, "unexpected '2', expected ',' or ']'"),
        Case("[true false]", at: 6, "unexpected 'f', expected ',' or ']'"),
        Case("[truefalse]", at: 5, "unexpected 'f', expected ',' or ']'"),
        Case("[1\"a\"]", at: 2, "unexpected '\"', expected ',' or ']'"),
        Case("[\"a\"\"b\"]", at: 4, "unexpected '\"', expected ',' or ']'"),
        Case("[1:2]", at: 2, "unexpected ':', expected ',' or ']'"),
        Case("[1}", at: 2, "unexpected '}', expected ',' or ']'"),
        Case("[\"a\" : 2]", at: 5, "unexpected ':', expected ',' or ']'"),
        Case("[{}:1]", at: 3, "unexpected ':', expected ',' or ']'"),
        Case("[[[1]],,2]", at: 7, "unexpected ',', expected a value"),
        Case("{,}", at: 1, "unexpected ',', expected a key in double quotes or '}'"),
        Case("{1:2}", at: 1, "unexpected '1', expected a key in double quotes or '}'"),
        Case("{[]:1}", at: 1, "unexpected '[', expected a key in double quotes or '}'"),
        Case("{null:1}", at: 1, "unexpected 'n', expected a key in double quotes or '}'"),
        Case("{]", at: 1, "unexpected ']', expected a key in double quotes or '}'"),
        Case("{\"a\" 1}", at: 5, "unexpected '1', expected ':'"),
        Case("{\"a\" \"b\"}", at: 5, "unexpected '\"', expected ':'"),
        Case("{\"a\",\"b\"}", at: 4, "unexpected ',', expected ':'"),
        Case("{\"a\"}", at: 4, "unexpected '}', expected ':'"),
        Case("{\"a\"::1}", at: 5, "unexpected ':', expected a value"),
        Case("{\"a\":}", at: 5, "unexpected '}', expected a value"),
        Case("{\"a\":,\"b\":1}", at: 5, "unexpected ',', expected a value"),
        Case("{\"a\":1 2}", at: 7, "unexpected '2', expected ',' or '}'"),
        Case("{\"a\":\"b\" 123}", at: 9, "unexpected '1', expected ',' or '}'"),
        Case("{\"a\":\"b\" \"c\":1}", at: 9, "unexpected '\"', expected ',' or '}'"),
        Case("{\"a\":1 [2]}", at: 7, "unexpected '[', expected ',' or '}'"),
        Case("{\"a\":1:2}", at: 6, "unexpected ':', expected ',' or '}'"),
        Case("{\"a\":{\"b\":1 \"c\":2}}", at: 12, "unexpected '\"', expected ',' or '}'"),
        Case("{\"a\":1]", at: 6, "unexpected ']', expected ',' or '}'"),
        Case("{\"a\":[1,2}", at: 9, "unexpected '}', expected ',' or ']'"),
        Case("{\"a\":1,}", at: 7, "unexpected '}', expected a key in double quotes"),
        Case("{\"a\":1,,}", at: 7, "unexpected ',', expected a key in double quotes"),
        Case("{\"a\":1,2:3}", at: 7, "unexpected '2', expected a key in double quotes"),
        Case("1 2", at: 2, "unexpected '2', expected the end of the document"),
        Case("\"a\" \"b\"", at: 4, "unexpected '\"', expected the end of the document"),
        Case("\"a\":1", at: 3, "unexpected ':', expected the end of the document"),
        Case("[] []", at: 3, "unexpected '[', expected the end of the document"),
        Case("[]]", at: 2, "unexpected ']', expected the end of the document"),
        Case("{},", at: 2, "unexpected ',', expected the end of the document"),
    ])
    func unexpectedToken(_ test: Case) throws { try check(test, .unexpectedToken) }

    @Test(arguments: [
        Case("['a']", at: 1, "unexpected '''"),
        Case("// x", at: 0, "unexpected '/'"),
        Case("[1 /* x */]", at: 3, "unexpected '/'"),
        Case("{a:1}", at: 1, "unexpected 'a'"),
        Case("+1", at: 0, "unexpected '+'"),
        Case("[.5]", at: 1, "unexpected '.'"),
        Case("0x10", at: 1, "unexpected 'x'"),
        Case("NaN", at: 0, "unexpected 'N'"),
        Case("[-Infinity, Infinity]".replacing("-Infinity", with: "1"), at: 4, "unexpected 'I'"),
        Case("TRUE", at: 0, "unexpected 'T'"),
        Case("nullx", at: 4, "unexpected 'x'"),
        Case("[1]\\", at: 3, "unexpected '\\'"),
    ])
    func unexpectedByte(_ test: Case) throws { try check(test, .unexpectedByte) }

    @Test(arguments: [
        Case("trux", at: 3, "invalid literal at 'x'"),
        Case("nUll", at: 1, "invalid literal at 'U'"),
        Case("[fals]", at: 5, "invalid literal at ']'"),
        Case("[tru,1]", at: 4, "invalid literal at ','"),
        Case("{\"a\":n}", at: 6, "invalid literal at '}'"),
        Case("t rue", at: 1, "invalid literal at ' '"),
    ])
    func invalidLiteral(_ test: Case) throws { try check(test, .invalidLiteral) }

    @Test(arguments: [
        Case("01", at: 1, "invalid number at '1'"),
        Case("-01", at: 2, "invalid number at '1'"),
        Case("-a", at: 1, "invalid number at 'a'"),
        Case("[-]", at: 2, "invalid number at ']'"),
        Case("[-Infinity]", at: 2, "invalid number at 'I'"),
        Case("[1.]", at: 3, "invalid number at ']'"),
        Case("1.a", at: 2, "invalid number at 'a'"),
        Case("1..2", at: 2, "invalid number at '.'"),
        Case("1.2.3", at: 3, "invalid number at '.'"),
        Case("--1", at: 1, "invalid number at '-'"),
        Case("1-2", at: 1, "invalid number at '-'"),
        Case("1+2", at: 1, "invalid number at '+'"),
        Case("[1e]", at: 3, "invalid number at ']'"),
        Case("[1e+]", at: 4, "invalid number at ']'"),
        Case("1e5.", at: 3, "invalid number at '.'"),
        Case("1ee5", at: 2, "invalid number at 'e'"),
        Case("{\"a\":1.e5}", at: 7, "invalid number at 'e'"),
    ])
    func invalidNumber(_ test: Case) throws { try check(test, .invalidNumber) }

    @Test(arguments: [
        Case("\"\\x\"", at: 1, "invalid escape sequence"),
        Case("\"\\u12G4\"", at: 1, "invalid escape sequence"),
        Case("\"\\u12\"", at: 1, "invalid escape sequence"),
        Case("\"\\U0041\"", at: 1, "invalid escape sequence"),
        Case("\"ab\\'\"", at: 3, "invalid escape sequence"),
        Case("{\"\\a\":1}", at: 2, "invalid escape sequence"),
        Case("\"\\u+123\"", at: 1, "invalid escape sequence"),
    ])
    func invalidEscape(_ test: Case) throws { try check(test, .invalidEscape) }

    @Test(arguments: [
        Case("\"\\ud800\"", at: 1, "escaped surrogate without its other half"),
        Case("\"\\uDC00\"", at: 1, "escaped surrogate without its other half"),
        Case("\"\\udc00\\udc01\"", at: 1, "escaped surrogate without its other half"),
        Case("\"\\uDFFFa\"", at: 1, "escaped surrogate without its other half"),
        Case("\"\\ud800\\u0041\"", at: 1, "escaped surrogate without its other half"),
        Case("\"\\ud800x\"", at: 1, "escaped surrogate without its other half"),
        Case("\"\\ud800\\n\"", at: 1, "escaped surrogate without its other half"),
        Case("\"\\ud83d\\ud83d\"", at: 1, "escaped surrogate without its other half"),
        Case("\"\\ud800\\u12G4\"", at: 1, "escaped surrogate without its other half"),
        Case("\"\\ud83d\\ude00\\ude00\"", at: 13, "escaped surrogate without its other half"),
        Case("{\"\\uDBFF\\uE000\":1}", at: 2, "escaped surrogate without its other half"),
    ])
    func loneSurrogate(_ test: Case) throws { try check(test, .loneSurrogate) }

    @Test(arguments: [
        Case("\"abc", at: 0, "string without closing quote"),
        Case("\"", at: 0, "string without closing quote"),
        Case("[1]\"abc", at: 3, "string without closing quote"),
        Case("{}\"", at: 2, "string without closing quote"),
        Case("1 \"", at: 2, "string without closing quote"),
        Case("\"\\", at: 0, "string without closing quote"),
        Case("\"\\ud83d", at: 0, "string without closing quote"),
        Case("\"\\u00", at: 0, "string without closing quote"),
        Case("[\"a\\\"]", at: 1, "string without closing quote"),
    ])
    func unterminatedString(_ test: Case) throws { try check(test, .unterminatedString) }

    @Test("control characters are named", arguments: [0x00, 0x01, 0x08, 0x09, 0x0B, 0x0C, 0x1F] as [UInt8])
    func controlCharacters(byte: UInt8) throws {
        let name = "U+00" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        let inside = try #require(try syntaxError(of: [0x22, 0x61, byte, 0x62, 0x22]))
        #expect(inside.code == .controlCharacter)
        #expect(
            inside.description == """
                line 1, column 3: unescaped control character \(name) in a string
                "a b"
                  ^
                """)
        if byte == 0x09 { return }
        let between = try #require(try syntaxError(of: [0x5B, byte, 0x5D]))
        #expect(between.code == .unexpectedByte)
        #expect(between.description == "line 1, column 2: unexpected \(name)\n[ ]\n ^")
    }

    @Test(
        "every byte that is not UTF-8 is rejected at its own location",
        arguments: [
            [0xC0, 0x80], [0xC1, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            [0x80], [0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xFE], [0xFF],
            [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xF0, 0x9F, 0x98], [0xF0, 0x28, 0x8C, 0xBC],
            [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) throws {
        let shown = String(decoding: bytes, as: UTF8.self)
        for before in ["", "a", String(repeating: "b", count: 15), String(repeating: "c", count: 40)] {
            let document = Array(("[\"" + before).utf8) + bytes + Array("\"]".utf8)
            let error = try #require(try syntaxError(of: document))
            #expect(error.code == .invalidUTF8)
            #expect(
                error.description == """
                    line 1, column \(before.count + 3): invalid UTF-8
                    ["\(before)\(shown)"]
                    \(String(repeating: " ", count: before.count + 2))^
                    """)
            #expect(try syntaxError(of: document, portable: true) == error)
            let chunked = try syntaxError(of: document, .chunks(Feeding.ends(every: 1, of: document.count)))
            #expect(chunked?.location == error.location)
            #expect(chunked?.code == .invalidUTF8)
        }
        let lead = String(bytes[0], radix: 16, uppercase: true)
        let bare = try #require(try syntaxError(of: [0x5B] + bytes + [0x5D]))
        #expect(bare.description == "line 1, column 2: unexpected byte 0x\(lead)\n[\(shown)]\n ^")
    }
}
