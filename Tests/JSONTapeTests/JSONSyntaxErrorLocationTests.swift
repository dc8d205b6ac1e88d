import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Locations and excerpts: several lines, long lines, characters of several bytes, and errors far from the beginning.
@Suite("JSONSyntaxError+Location") struct JSONSyntaxErrorLocationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let document: String
        let description: String

        init(_ document: String, _ description: String) {
            self.document = document
            self.description = description
        }

        var testDescription: String { document.debugDescription }
    }

    private static let sixty = String(repeating: "1,", count: 30)
    private static let accents = String(repeating: "é", count: 50)

    @Test(
        "whole texts",
        arguments: [
            Case("", "line 1, column 1: unexpected end of document, expected a value"),
            Case(" \n ", "line 2, column 2: unexpected end of document, expected a value\n \n ^"),
            Case("[1,\n", "line 2, column 1: unexpected end of document, expected a value"),
            Case("{\"a\":\r\n  1,\r\"b\":\n\r2 3}", "line 5, column 3: unexpected '3', expected ',' or '}'\n2 3}\n  ^"),
            Case("[1,\r\n2,\r\n3 4]", "line 3, column 3: unexpected '4', expected ',' or ']'\n3 4]\n  ^"),
            Case("[1,\n\n\nx]", "line 4, column 1: unexpected 'x'\nx]\n^"),
            Case("\"a\nb\"", "line 1, column 3: unescaped control character U+000A in a string\n\"a\n  ^"),
            Case("[\t\t\"a\"\tx]", "line 1, column 8: unexpected 'x'\n[  \"a\" x]\n       ^"),
            Case("[1,\u{C}2]", "line 1, column 4: unexpected U+000C\n[1, 2]\n   ^"),
            Case("[\u{7F}]", "line 1, column 2: unexpected U+007F\n[ ]\n ^"),
            Case("é", "line 1, column 1: unexpected 'é'\né\n^"),
            Case("[😀]", "line 1, column 2: unexpected '😀'\n[😀]\n ^"),
            Case("nulé", "line 1, column 4: invalid literal at 'é'\nnulé\n   ^"),
            Case("0e-é", "line 1, column 4: invalid number at 'é'\n0e-é\n   ^"),
            Case("\"\\é\"", "line 1, column 2: invalid escape sequence\n\"\\é\"\n ^"),
            // The column counts bytes, the caret characters.
            Case("[\"ééé\", x]", "line 1, column 12: unexpected 'x'\n[\"ééé\", x]\n        ^"),
            Case("[\"e\u{301}\", x]", "line 1, column 9: unexpected 'x'\n[\"e\u{301}\", x]\n      ^"),
            Case("[\"👩‍👩‍👧\", x]", "line 1, column 24: unexpected 'x'\n[\"👩 👩 👧\", x]\n          ^"),
            // Invisible characters, and those that change lines or the text direction.
            Case("[1,\u{FEFF}2]", "line 1, column 4: unexpected U+FEFF\n[1, 2]\n   ^"),
            Case("[\"\u{202E}\" \u{202E}]", "line 1, column 8: unexpected U+202E\n[\" \"  ]\n     ^"),
            Case("[\u{85}]", "line 1, column 2: unexpected U+0085\n[ ]\n ^"),
            Case("[\u{2028}\u{2029}]", "line 1, column 2: unexpected U+2028\n[  ]\n ^"),
            Case("\u{E0001}", "line 1, column 1: unexpected U+E0001\n \n^"),
            // 60 bytes before, 20 after.
            Case(
                "[0," + sixty + "x,\(sixty)1]",
                "line 1, column 64: unexpected 'x'\n\(sixty)x,1,1,1,1,1,1,1,1,1,\n\(String(repeating: " ", count: 60))^"
            ),
            Case(
                "[\"\(accents)\",!\(accents)]",
                "line 1, column 105: unexpected '!'\n\(accents.prefix(29))\",!\(accents.prefix(9))\n"
                    + String(repeating: " ", count: 31) + "^"),
            Case(
                "[\"a\(accents)\",!a\(accents)]",
                "line 1, column 106: unexpected '!'\n\(accents.prefix(29))\",!a\(accents.prefix(9))\n"
                    + String(repeating: " ", count: 31) + "^"),
        ])
    func texts(_ test: Case) throws {
        let bytes = Array(test.document.utf8)
        let error = try #require(try syntaxError(of: bytes))
        #expect(error.description == test.description)
        #expect(try syntaxError(of: bytes, portable: true) == error)
    }

    /// An invalid end of a document, and its error.
    struct Tail: Sendable, CustomTestStringConvertible {
        let text: String
        let offset: Int
        let message: String
        var testDescription: String { text.debugDescription }
    }

    /// Tails of an array; each follows a complete element.
    private static let tails = [
        Tail(text: ", 1 2]", offset: 4, message: "unexpected '2', expected ',' or ']'"),
        Tail(text: ", {\"a\" : \"b\" 12}]", offset: 13, message: "unexpected '1', expected ',' or '}'"),
        Tail(text: ", {\"a\" ; 1}]", offset: 7, message: "unexpected ';'"),
        Tail(text: ", {\"a\" , 1}]", offset: 7, message: "unexpected ',', expected ':'"),
        Tail(text: ",,1]", offset: 1, message: "unexpected ',', expected a value"),
        Tail(text: "  ,  \n  ,1]", offset: 8, message: "unexpected ',', expected a value"),
        Tail(text: " : 1]", offset: 1, message: "unexpected ':', expected ',' or ']'"),
        Tail(text: ",\"a\nb\"]", offset: 3, message: "unescaped control character U+000A in a string"),
        Tail(text: ",\"a\\ud800\"]", offset: 3, message: "escaped surrogate without its other half"),
        Tail(text: ",\"\\q\"]", offset: 2, message: "invalid escape sequence"),
        Tail(text: ",tru]", offset: 4, message: "invalid literal at ']'"),
        Tail(text: ",12.x]", offset: 4, message: "invalid number at 'x'"),
        Tail(text: "]]", offset: 1, message: "unexpected ']', expected the end of the document"),
        Tail(text: ",{\"a\":[1}]", offset: 8, message: "unexpected '}', expected ',' or ']'"),
        Tail(text: ",{\"a\":[]", offset: 8, message: "unexpected end of document, expected ',' or '}'"),
        Tail(text: ", 1", offset: 3, message: "unexpected end of document, expected ',' or ']'"),
        Tail(text: ",\"abc", offset: 1, message: "string without closing quote"),
        Tail(text: ",", offset: 1, message: "unexpected end of document, expected a value"),
    ]

    /// yajl reads the skeleton in blocks of 4096 bytes: the error is on either side of their boundaries.
    @Test("after long documents", arguments: tails)
    func blocks(tail: Tail) throws {
        let tape = try Tape()
        for (element, skeleton) in [("0", 1), ("\"s\"", 2), ("{\"k\":[]}", 7)] {
            for border in [4096, 8192] {
                for count in (border / (skeleton + 1) - 4)...(border / (skeleton + 1) + 1) {
                    let filler = Array(repeating: element, count: count).joined(separator: ",\n")
                    let bytes = Array(("[" + filler + tail.text).utf8)
                    let error = try #require(try syntaxError(of: bytes))
                    #expect(error.message == tail.message)
                    #expect(error.offset == 1 + filler.utf8.count + tail.offset)
                    let outcome = Outcome(of: bytes, on: tape)
                    #expect(outcome.failure == Outcome.Failure(error))
                    let ends = [bytes.count - 3, bytes.count - 2]
                    #expect(Outcome(of: bytes, .chunks(ends), on: tape) == outcome)
                    #expect(Outcome.discarding(bytes, ends: ends, on: tape) == outcome.withoutStructure)
                }
            }
        }
    }

    @Test("at every boundary between chunks", arguments: tails)
    func boundaries(tail: Tail) throws {
        let tape = try Tape()
        let head = "[ {\"k\" : \"v\"} , \n true"
        let bytes = Array((head + tail.text).utf8)
        let whole = Outcome(of: bytes, on: tape)
        let error = try #require(try syntaxError(of: bytes))
        #expect(error.message == tail.message)
        #expect(error.offset == head.utf8.count + tail.offset)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let ends = [first, second]
                #expect(Outcome(of: bytes, .chunks(ends), on: tape) == whole, "cut at \(ends)")
                #expect(
                    Outcome.discarding(bytes, ends: ends, on: tape) == whole.withoutStructure,
                    "cut at \(ends), discarding")
            }
        }
    }

    /// Discarded chunks of white space advance the text, but not the grammar.
    @Test(
        "discarded white space",
        arguments: [
            (["[   ", "  ", "  , 1]"], 8), (["  ", "   ", "  ,"], 7), (["{\"a\" ", "   ", " , 1}"], 9),
            (["{\"a\":1", " ", " \n", " ", "  2}"], 12), (["[1,", "\r", "\n", " ]"], 6), (["[1] ", "  ", "  x"], 8),
        ])
    func discardedSpace(chunks: [String], offset: Int) throws {
        let bytes = Array(chunks.joined().utf8)
        var ends: [Int] = []
        for chunk in chunks.dropLast() { ends.append((ends.last ?? 0) + chunk.utf8.count) }
        let tape = try Tape()
        let whole = Outcome(of: bytes, on: tape)
        #expect(whole.failure?.location.offset == offset)
        #expect(Outcome.discarding(bytes, ends: ends, on: tape) == whole.withoutStructure)
    }

    @Test("lines and columns of a large document")
    func largeDocument() throws {
        // 200,000 lines of three kinds of ends.
        var text = "["
        for index in 0..<200_000 { text += "\(index),\(["\n", "\r\n", "\r"][index % 3])" }
        let error = try #require(try syntaxError(of: Array((text + "  }").utf8)))
        #expect(error.line == 200_001)
        #expect(error.column == 3)
        #expect(error.offset == text.utf8.count + 2)
        #expect(error.description == "line 200001, column 3: unexpected '}', expected a value\n  }\n  ^")
    }
}
