import JSONStream
import Testing

@Suite struct JSONStreamParserTests {
    static let documents: [(String, [String])] = [
        ("null", ["0 null"]),
        (" true ", ["1 true"]),
        ("false", ["0 false"]),
        ("-1.50e+2", ["0 number -1.50e+2"]),
        ("0", ["0 number 0"]),
        (#""""#, ["0 string "]),
        (#""a\n\u00e9\ud83c\udf88""#, ["0 string a\né🎈"]),
        ("\"Grüße 日本 🎈\"", ["0 string Grüße 日本 🎈"]),
        ("[]", ["0 [", "1 ]"]),
        ("{}", ["0 {", "1 }"]),
        ("[1, 22,333 ]", ["0 [", "1 number 1", "4 number 22", "7 number 333", "11 ]"]),
        (#"{"a":1}"#, ["0 {", "1 key a", "5 number 1", "6 }"]),
        (
            #"{ "k\u0065y" : [ { } , [ ] , "x" ] }"#,
            ["0 {", "2 key key", "15 [", "17 {", "19 }", "23 [", "25 ]", "29 string x", "33 ]", "35 }"]
        ),
        (#"{"a":null,"a":true}"#, ["0 {", "1 key a", "5 null", "10 key a", "14 true", "18 }"]),
        (
            "\r\n[\r\n\t123456789012345678901234567890,\n1E400 ]\n",
            ["2 [", "6 number 123456789012345678901234567890", "38 number 1E400", "44 ]"]
        ),
        ("[[[[[]]]]]", ["0 [", "1 [", "2 [", "3 [", "4 [", "5 ]", "6 ]", "7 ]", "8 ]", "9 ]"]),
        (#"{"":{"":[""]}}"#, ["0 {", "1 key ", "4 {", "5 key ", "8 [", "9 string ", "11 ]", "12 }", "13 }"]),
        (#"["\\","\"","\/"]"#, ["0 [", #"1 string \"#, #"6 string ""#, "11 string /", "15 ]"]),
    ]

    @Test(arguments: documents.indices)
    func events(index: Int) {
        let (text, expected) = Self.documents[index]
        let whole = transcript(of: Array(text.utf8))
        #expect(whole.events == expected)
        #expect(whole.error == nil)
        for chunk in [1, 2, 3, 7] {
            for isEager in [true, false] {
                let pieces = transcript(of: Array(text.utf8), chunk: chunk, isEager: isEager)
                #expect(pieces == whole, "chunks of \(chunk), taken \(isEager ? "at once" : "at the end")")
            }
        }
    }

    /// A document with all kinds of tokens, large enough for several blocks of the parser.
    @Test(arguments: [1, 2, 3, 7, 16, 63, 64, 65, 1000])
    func largeDocument(chunk: Int) {
        let record =
            #"{"id": 12345, "name": "Grüße \"quoted\" \u00e9 🎈", "tags": ["a", "bb", null, true], "x": -1.5e-7},"#
            + "\n"
        let bytes = Array(("[" + String(repeating: record, count: 40) + "0]").utf8)
        let whole = transcript(of: bytes)
        #expect(whole.events.count == 40 * 15 + 3)
        #expect(whole.error == nil)
        #expect(transcript(of: bytes, chunk: chunk) == whole)
        #expect(transcript(of: bytes, chunk: chunk, isEager: false) == whole)
    }

    static let failures: [(String, [String], String)] = [
        ("", [], "unexpectedEnd 1:1+0: unexpected end of document, expected a value"),
        (" \n ", [], "unexpectedEnd 2:2+3: unexpected end of document, expected a value"),
        ("[1,", ["0 [", "1 number 1"], "unexpectedEnd 1:4+3: unexpected end of document, expected a value"),
        ("[1", ["0 [", "1 number 1"], "unexpectedEnd 1:3+2: unexpected end of document, expected ',' or ']'"),
        ("[1,]", ["0 [", "1 number 1"], "unexpectedToken 1:4+3: unexpected ']', expected a value"),
        ("{\"a\"\n1}", ["0 {", "1 key a"], "unexpectedToken 2:1+5: unexpected '1', expected ':'"),
        (
            #"{"a":1,}"#, ["0 {", "1 key a", "5 number 1"],
            "unexpectedToken 1:8+7: unexpected '}', expected a key in double quotes"
        ),
        ("{1:2}", ["0 {"], "unexpectedToken 1:2+1: unexpected '1', expected a key in double quotes or '}'"),
        ("[1 2]", ["0 [", "1 number 1"], "unexpectedToken 1:4+3: unexpected '2', expected ',' or ']'"),
        ("1 2", ["0 number 1"], "unexpectedToken 1:3+2: unexpected '2', expected the end of the document"),
        ("[]]", ["0 [", "1 ]"], "unexpectedToken 1:3+2: unexpected ']', expected the end of the document"),
        ("[}", ["0 ["], "unexpectedToken 1:2+1: unexpected '}', expected a value or ']'"),
        ("[tru]", ["0 ["], "invalidLiteral 1:5+4: invalid literal at ']'"),
        ("[nulL]", ["0 ["], "invalidLiteral 1:5+4: invalid literal at 'L'"),
        ("[01]", ["0 ["], "invalidNumber 1:3+2: invalid number at '1'"),
        ("[1.]", ["0 ["], "invalidNumber 1:4+3: invalid number at ']'"),
        ("[-]", ["0 ["], "invalidNumber 1:3+2: invalid number at ']'"),
        ("[1e+]", ["0 ["], "invalidNumber 1:5+4: invalid number at ']'"),
        ("[+1]", ["0 ["], "unexpectedByte 1:2+1: unexpected '+'"),
        ("[.5]", ["0 ["], "unexpectedByte 1:2+1: unexpected '.'"),
        (#"["a","\x"]"#, ["0 [", "1 string a"], "invalidEscape 1:7+6: invalid escape sequence"),
        (#"["\ud800"]"#, ["0 ["], "loneSurrogate 1:3+2: escaped surrogate without its other half"),
        (#"["\u12g4"]"#, ["0 ["], "invalidEscape 1:3+2: invalid escape sequence"),
        ("[\"a\u{1}\"]", ["0 ["], "controlCharacter 1:4+3: unescaped control character U+0001 in a string"),
        ("[\"abc", ["0 ["], "unterminatedString 1:2+1: string without closing quote"),
        ("[1]\n\n  x", ["0 [", "1 number 1", "2 ]"], "unexpectedByte 3:3+7: unexpected 'x'"),
        ("/* */", [], "unexpectedByte 1:1+0: unexpected '/'"),
        ("'a'", [], "unexpectedByte 1:1+0: unexpected '''"),
    ]

    @Test(arguments: failures.indices)
    func errorsFollowPrecedingEvents(index: Int) {
        let (text, events, failure) = Self.failures[index]
        let whole = transcript(of: Array(text.utf8))
        #expect(whole.events == events)
        #expect(whole.failure == failure)
        for chunk in [1, 2, 3, 7] {
            for isEager in [true, false] {
                let pieces = transcript(of: Array(text.utf8), chunk: chunk, isEager: isEager)
                #expect(pieces.events == events, "chunks of \(chunk)")
                #expect(pieces.failure == failure, "chunks of \(chunk)")
            }
        }
    }

    @Test(
        arguments: [
            [0x5B, 0x22, 0xFF, 0x22, 0x5D], [0x5B, 0x22, 0xC0, 0x80, 0x22, 0x5D],
            [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D],
            [0x5B, 0x22, 0xF4, 0x90, 0x80, 0x80, 0x22, 0x5D], [0x5B, 0x22, 0xE2, 0x82, 0x22, 0x5D],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        for chunk in [1, 2, 3, .max] {
            let result = transcript(of: bytes, chunk: chunk)
            #expect(result.events == ["0 ["])
            #expect(result.error?.code == .invalidUTF8)
            #expect(result.failure == "invalidUTF8 1:3+2: invalid UTF-8")
        }
    }

    /// An invalid character may be divided between chunks.
    @Test(arguments: [("[\"é\" ä]", 6, "unexpected 'ä'"), ("\u{FEFF}[]", 0, "unexpected U+FEFF")])
    func invalidCharacters(text: String, offset: Int, message: String) {
        for chunk in [1, 2, 3, 7, .max] {
            let result = transcript(of: Array(text.utf8), chunk: chunk)
            #expect(result.error?.code == .unexpectedByte)
            #expect(result.error?.offset == offset)
            if chunk == .max {
                #expect(result.error?.message == message)
            } else {
                // The message depends on the available part of the character.
                #expect(result.error?.found.hasPrefix("unexpected ") == true)
            }
        }
    }

    @Test func errorsAreThrownAgain() throws {
        var parser = JSONStreamParser()
        parser.append(Array("[1,x".utf8))
        #expect(try parser.next() == .beginArray)
        #expect(try parser.next() == JSONNumber("1").map(JSONEvent.number))
        var texts: [String] = []
        for _ in 0..<3 {
            do throws(JSONSyntaxError) { _ = try parser.next() } catch { texts.append(error.description) }
            // Further input does not change the error.
            parser.append(Array("1]".utf8))
            parser.finish()
        }
        #expect(texts == Array(repeating: "line 1, column 4: unexpected 'x'\n[1,x\n   ^", count: 3))
    }

    @Test func waitsForMore() throws {
        var parser = JSONStreamParser()
        #expect(try parser.next() == nil)
        parser.append([])
        #expect(try parser.next() == nil)
        parser.append(Array("[12".utf8))
        #expect(try parser.next() == .beginArray)
        #expect(parser.offset == 0)
        // The number may continue.
        #expect(try parser.next() == nil)
        parser.append(Array("3,\"a".utf8))
        #expect(try parser.next() == JSONNumber("123").map(JSONEvent.number))
        #expect(parser.offset == 1)
        #expect(try parser.next() == nil)
        parser.append(Array("b\"]".utf8))
        #expect(try parser.next() == .string("ab"))
        #expect(parser.offset == 5)
        #expect(try parser.next() == .endArray)
        #expect(parser.offset == 9)
        parser.finish()
        #expect(try parser.next() == nil)
        parser.finish()
        #expect(try parser.next() == nil)
    }

    @Test func spans() throws {
        let bytes = Array(#"{"a":[1]}"#.utf8)
        var parser = JSONStreamParser()
        unsafe parser.append(bytes.span.bytes)
        parser.finish()
        var words: [String] = []
        while let event = try parser.next() { words.append(event.word) }
        #expect(words == ["{", "key a", "[", "number 1", "]", "}"])
    }

    static let streams: [(String, [String])] = [
        ("", []), ("  \n", []), ("1 2\n3", ["0 number 1", "2 number 2", "4 number 3"]),
        ("{}{}", ["0 {", "1 }", "2 {", "3 }"]),
        ("[][1]\n\"a\"null", ["0 [", "1 ]", "2 [", "3 number 1", "4 ]", "6 string a", "9 null"]),
        (#""a""b""#, ["0 string a", "3 string b"]), ("true false", ["0 true", "5 false"]),
        (
            "{\"a\":1}\r\n{\"a\":2}\r\n",
            ["0 {", "1 key a", "5 number 1", "6 }", "9 {", "10 key a", "14 number 2", "15 }"]
        ),
        ("1[2]3", ["0 number 1", "1 [", "2 number 2", "3 ]", "4 number 3"]),
    ]

    @Test(arguments: streams.indices)
    func manyDocuments(index: Int) {
        let (text, expected) = Self.streams[index]
        for chunk in [1, 2, 3, 7, .max] {
            let result = transcript(of: Array(text.utf8), chunk: chunk, documents: .many)
            #expect(result.events == expected, "chunks of \(chunk)")
            #expect(result.failure == nil)
        }
    }

    @Test func oneInvalidDocumentAmongMany() {
        for chunk in [1, 2, 3, 7, .max] {
            let result = transcript(of: Array("{\"a\":1}\n{\"a\":}\n{\"a\":3}".utf8), chunk: chunk, documents: .many)
            #expect(result.events == ["0 {", "1 key a", "5 number 1", "6 }", "8 {", "9 key a"])
            #expect(result.failure == "unexpectedToken 2:6+13: unexpected '}', expected a value")
            let open = transcript(of: Array("[1]\n[2".utf8), chunk: chunk, documents: .many)
            #expect(open.failure == "unexpectedEnd 2:3+6: unexpected end of document, expected ',' or ']'")
        }
    }

    /// The message of an error must not depend on chunks, even if they divide the character that it names.
    @Test(arguments: [
        ("[é]", "unexpected 'é'", 1), ("[1,€]", "unexpected '€'", 2),
        ("tr😀e", "invalid literal at '😀'", 0), ("[1😀", "unexpected '😀'", 2),
        ("[-é]", "invalid number at 'é'", 1), ("[\u{2028}]", "unexpected U+2028", 1),
    ])
    func cutCharacters(text: String, message: String, events: Int) {
        let bytes = Array(text.utf8)
        for chunk in [1, 2, 3, 4, 5, .max] {
            for isEager in [true, false] {
                let result = transcript(of: bytes, chunk: chunk, isEager: isEager)
                #expect(result.error?.message == message, "chunks of \(chunk)")
                #expect(result.events.count == events, "chunks of \(chunk)")
            }
        }
        // An incomplete character at the end of the document is invalid.
        let cut = bytes.firstIndex { $0 >= 0x80 } ?? 0
        let broken = transcript(of: Array(bytes[...cut]), chunk: 1)
        #expect(broken.error?.message.contains("byte 0x") == true)
        #expect(broken.error?.offset == cut)
        let whole = transcript(of: Array(bytes[...cut]))
        #expect(broken.failure == whole.failure && broken.events == whole.events)
    }
}
