import JSONText
import TestSupport
import Testing

@Suite struct TextBufferTests {
    private static func text(_ write: (TextBuffer) -> Void) -> String {
        let buffer = TextBuffer()
        write(buffer)
        return String(decoding: buffer.drain(), as: UTF8.self)
    }

    /// Nothing is written to a text that has no memory yet.
    @Test func emptyTexts() {
        for write in [{ $0.append(plain: "") }, { $0.append([]) }, { $0.append([][...]) }] as [(TextBuffer) -> Void] {
            #expect(Self.text(write) == "")
            #expect(
                Self.text {
                    $0.append(plain: "a")
                    write($0)
                    $0.append(plain: "b")
                } == "ab")
        }
    }

    // MARK: Strings

    /// Escapes a string character by character, without vectors.
    private static func escaped(_ string: String, escapingSlashes: Bool) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "/" where escapingSlashes: text += "\\/"
            case "\u{8}": text += "\\b"
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\u{C}": text += "\\f"
            case "\r": text += "\\r"
            case "\0"..<" ":
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    @Test("every ASCII character at every position of strings of every length", arguments: [false, true])
    func escapes(escapingSlashes: Bool) {
        for length in 1...40 {
            for position in 0..<length {
                for special in (0...0x22).map(UInt8.init) + [0x2F, 0x5B, 0x5C, 0x5D, 0x7E, 0x7F] {
                    var bytes = [UInt8](repeating: 0x61, count: length)
                    bytes[position] = special
                    let string = String(decoding: bytes, as: UTF8.self)
                    let written = Self.text { $0.append(string, escapingSlashes: escapingSlashes) }
                    let expected = Self.escaped(string, escapingSlashes: escapingSlashes)
                    if written != expected { Issue.record("\(expected) is written as \(written)") }
                }
            }
        }
    }

    @Test func randomStrings() {
        var generator = SplitMix64(seed: 1)
        let pieces = ["a", "bcdefgh", "\"", "\\", "/", "\n", "\u{1}", "é", "€", "😀", "0123456789abcdef"]
        for round in 0..<2_000 {
            let count = round % 20 == 0 ? generator.below(1_500) : generator.below(12)
            let string = (0..<count).map { _ in generator.pick(pieces) }.joined()
            let slashes = generator.oneIn(2)
            let expected = Self.escaped(string, escapingSlashes: slashes)
            #expect(Self.text { $0.append(string, escapingSlashes: slashes) } == expected)
            #expect(Self.text { $0.append(string, escapingSlashes: slashes, comma: true) } == expected + ",")
        }
    }

    /// The longest escapes only, around the lengths at which room is made.
    @Test func escapesOnly() {
        for length in Array(0...100) + Array(990...1100) + Array(2030...2070) {
            let string = String(repeating: "\u{1}", count: length)
            #expect(
                Self.text { $0.append(string, escapingSlashes: true) }
                    == "\"" + String(repeating: "\\u0001", count: length) + "\"")
        }
    }

    @Test("appending a key returns its offset, and whether it is ASCII")
    func keys() {
        let buffer = TextBuffer()
        buffer.append(UInt8(ascii: "{"))
        let plain = buffer.appendKey("name", escapingSlashes: true)
        let escaped = buffer.appendKey("a/\u{1}", escapingSlashes: true)
        let accented = buffer.appendKey("0123456789 café", escapingSlashes: true)
        let again = buffer.appendKey("name", escapingSlashes: true)
        #expect((plain.start, plain.length) == (2, 4))
        #expect((escaped.start, escaped.length) == (8, 9))
        #expect([plain, escaped, accented, again].map(\.isASCII) == [true, true, false, true])
        #expect(!buffer.appendKey("0123456789/0123456789 é", escapingSlashes: true).isASCII)
        #expect(plain.fingerprint == again.fingerprint)
        #expect(plain.fingerprint != escaped.fingerprint)
        #expect(buffer.isSame(plain.start, again.start, length: 4))
        #expect(!buffer.isSame(plain.start, escaped.start, length: 4))
    }

    // MARK: Numbers and words

    @Test func words() {
        #expect(
            Self.text {
                $0.append(true)
                $0.append(false, comma: true)
                $0.append(true, comma: true)
                $0.append(false)
                $0.append("null")
                $0.append(plain: "é")
            } == "truefalse,true,falsenullé")
    }

    @Test func elements() {
        #expect(Self.text { $0.append(elements: [1, -2, .max]) } == "1,-2,9223372036854775807,")
        #expect(Self.text { $0.append(elements: ["a", "\""], escapingSlashes: false) } == #""a","\"","#)
        let buffer = TextBuffer()
        #expect(buffer.append(elements: [0.5, -1, .infinity, 2]) == 2)
        #expect(String(decoding: buffer.drain(), as: UTF8.self) == "0.5,-1,")
    }

    // MARK: Editing

    @Test func editing() {
        let buffer = TextBuffer()
        buffer.append(Array("abcdef".utf8))
        #expect(buffer[2] == UInt8(ascii: "c"))
        #expect(buffer.bytes(1..<3) == Array("bc".utf8))
        #expect(buffer.cut(from: 4) == Array("ef".utf8))
        buffer.truncate(to: 3)
        buffer.appendLine(indentedBy: 2)
        buffer.append("x")
        buffer.replaceLineEnds(from: 0)
        #expect(unsafe buffer.withText { unsafe Array($0) } == Array("abc   x".utf8))
        buffer.permute(from: 1, [6..<7, 1..<6])
        buffer.removeFirst(1)
        buffer.overwrite(1..<4, with: "de")
        #expect(buffer.drain() == Array("xde   ".utf8))
        #expect(buffer.count == 0)
    }

    /// On Linux, a text of 64 KiB or more has its own pages.
    @Test("texts that grow, move and are transferred", arguments: [100, 65_535, 65_536, 300_000, 1_100_000])
    func growth(count: Int) {
        let expected = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for _ in 0..<3 {
            let buffer = TextBuffer()
            for start in stride(from: 0, to: count, by: 1_000) {
                buffer.append(expected[start..<min(start + 1_000, count)])
            }
            #expect(buffer.count == count)
            #expect(buffer.capacity >= count)
            let (bytes, free) = unsafe buffer.take()
            #expect(unsafe bytes.elementsEqual(expected))
            free()
            #expect(buffer.count == 0)
            buffer.append(expected)
            #expect(buffer.drain() == expected)
        }
    }
}
