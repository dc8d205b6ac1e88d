import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Lines and columns: RFC 8259 does not define lines, so that each of `\n`, `\r` and `\r\n` ends one.
@Suite struct JSONLocationTests {
    /// The line and column of every byte and of the end, computed in a simple way.
    private static func reference(_ text: [UInt8]) -> [[Int]] {
        var line = 1
        var column = 1
        var result = [[1, 1]]
        for (index, byte) in text.enumerated() {
            column += 1
            if byte == 0x0D || (byte == 0x0A && !(index > 0 && text[index - 1] == 0x0D)) {
                line += 1
                column = 1
            } else if byte == 0x0A {
                column = 1
            }
            result.append([line, column])
        }
        return result
    }

    @Test(
        "every byte of small texts",
        arguments: [
            "[]", "[\n]", "[\r]", "[\r\n]", "[\n\r]", "[\r\r\n\n]", "\n\n\n[\n]\n", "[\"é€😀\",\n\"\\n\"]\r\n",
            "[1,\r\n 2,\r 3,\n 4]",
        ])
    func everyByte(text: String) throws {
        let tape = try Tape(parsing: text)
        for (offset, expected) in Self.reference(Array(text.utf8)).enumerated() {
            let location = tape.location(ofOffset: offset)
            #expect([location.line, location.column] == expected, "offset \(offset)")
            #expect(location.offset == offset)
            #expect(location.description == "\(expected[0]):\(expected[1])")
        }
        let end = tape.location(ofOffset: text.utf8.count)
        #expect(tape.location(ofOffset: text.utf8.count + 100) == end)
        #expect(tape.location(ofOffset: -1) == tape.location(ofOffset: 0))
    }

    /// Locations after discarded chunks are computed from the counts of `discard`.
    @Test("counted in pieces", arguments: [1, 2, 3, 5])
    func pieces(size: Int) throws {
        let text = Array("[\r\n1,\r2,\n\r\n3,\r\r\n\n\"a\", [ ]\r\n,\n  ".utf8)
        let expected = Self.reference(text)
        let tape = try Tape()
        for end in 1...text.count {
            // An invalid byte after every prefix.
            let bytes = text[..<end] + [0x01]
            let inside = text[..<end].filter { $0 == 0x22 }.count == 1
            let outcome = Outcome.discarding(
                Array(bytes), ends: Array(stride(from: size, to: bytes.count, by: size)), on: tape)
            let location = try #require(outcome.failure).location
            #expect([location.line, location.column] == expected[end], "end \(end)")
            #expect(location.offset == end)
            #expect(outcome.failure?.code == (inside ? .controlCharacter : .unexpectedByte), "end \(end)")
        }
    }

    @Test("a large document, in random order")
    func largeDocument() throws {
        var generator = SplitMix64(seed: 3)
        var text = "["
        while text.utf8.count < 400_000 {
            text += String(repeating: " ", count: generator.below(30)) + "0,"
            text += generator.pick(["\n", "\r\n", "\r", "", ""])
        }
        text += "0]"
        let expected = Self.reference(Array(text.utf8))
        let tape = try Tape(parsing: text)
        // Around the marks every 64 KiB, and at random offsets.
        var offsets = [65_535, 65_536, 65_537, 131_072, 393_216, 0, text.utf8.count]
        for _ in 0..<200 { offsets.append(generator.below(text.utf8.count)) }
        for offset in offsets {
            let location = tape.location(ofOffset: offset)
            #expect([location.line, location.column] == expected[offset], "offset \(offset)")
        }
        // The marks belong to the document.
        try tape.parse(copying: Array("[\n\n1]".utf8), limits: .default)
        #expect(tape.location(ofOffset: 3).description == "3:1")
    }
}
