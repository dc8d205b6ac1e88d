import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Runs of escapes, which are read in blocks, at all distances from the end of the text.
@Suite struct EscapesTests {
    private static func escape(_ scalar: Unicode.Scalar, _ generator: inout SplitMix64) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: generator.oneIn(2))
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    @Test("strings of escapes and plain pieces", arguments: 0..<40)
    func runs(length: Int) throws {
        var generator = SplitMix64(seed: UInt64(length))
        let scalars: [Unicode.Scalar] = [
            "\0", "a", "\u{7F}", "é", "\u{7FF}", "\u{800}", "я", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "😀", "\u{10FFFF}",
        ]
        let tape = try Tape()
        for _ in 0..<100 {
            var (text, expected) = ("", "")
            for _ in 0..<length {
                switch generator.below(6) {
                case 0:
                    let plain = String(repeating: "p", count: generator.below(40))
                    text += plain
                    expected += plain
                case 1:
                    let short = generator.pick([
                        ("n", "\n"), ("t", "\t"), ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"),
                    ])
                    text += "\\" + short.0
                    expected += short.1
                default:
                    let scalar = generator.pick(scalars)
                    text += Self.escape(scalar, &generator)
                    expected.unicodeScalars.append(scalar)
                }
            }
            try tape.parse(copying: Array("\"\(text)\"".utf8), limits: .default)
            let read = tape.string(at: .root)
            if Array(read.unicodeScalars) != Array(expected.unicodeScalars) {
                Issue.record("\(text) is read as \(read)")
            }
        }
    }

    @Test("a byte changed anywhere in a run gives the same result as without blocks")
    func corruptions() throws {
        let text = #"["\u0041\u00e9\ud83d\ude00\u043F\uD83D\uDE00 \u20ac\n\u0000\uFFFF\ud800\udc00\u0041\u0041"]"#
        let tape = try Tape()
        for index in text.utf8.indices {
            for byte in Array("\\u0dDfgG\"/ ".utf8) + [0x00, 0x80, 0xC3] {
                var bytes = Array(text.utf8)
                bytes[text.utf8.distance(from: text.utf8.startIndex, to: index)] = byte
                let whole = Outcome(of: bytes, on: tape)
                if Outcome(of: bytes, portable: true, on: tape) != whole {
                    Issue.record("differs: \(String(decoding: bytes, as: UTF8.self))")
                }
            }
        }
    }
}
