import Testing

@_spi(Cursor) @testable import JSONTape

/// White space (RFC 8259 section 2), and other characters.
@Suite struct JSONWhitespaceTests {
    @Test func bytes() {
        #expect((0...UInt8.max).filter(\.isJSONWhitespace) == [0x09, 0x0A, 0x0D, 0x20])
    }

    /// The definition in C is the same: a document may begin with the same characters.
    @Test(arguments: 0...UInt8.max)
    func inTheParser(byte: UInt8) throws {
        let tape = try Tape()
        let isAccepted = (try? tape.parse(copying: [byte, UInt8(ascii: "1")], limits: .default)) != nil
        let isPartOfNumber = byte == UInt8(ascii: "-") || (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(byte)
        #expect(isAccepted == (byte.isJSONWhitespace || isPartOfNumber))
    }

    @Test(arguments: [
        ("", ""), (" ", ""), ("\t\r\n ", ""), ("a", "a"), (" a b\r\n", "a b"), ("\u{A0}a\u{2028}", "\u{A0}a\u{2028}"),
        ("\u{B}a\u{C}", "\u{B}a\u{C}"), ("\r\na\r\n", "a"), (" \u{301}", "\u{301}"),
    ])
    func trimming(text: String, expected: String) {
        #expect(text.trimmingJSONWhitespace.unicodeScalars.elementsEqual(expected.unicodeScalars))
        #expect(text.utf8.firstAfterJSONWhitespace == expected.utf8.first)
        #expect(text.utf8.firstIndexAfterJSONWhitespace.map { text.utf8[$0] } == expected.utf8.first)
        #expect(Array(text.utf8).trimmingJSONWhitespace.elementsEqual(expected.utf8))
    }
}
