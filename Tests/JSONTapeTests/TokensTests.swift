import Testing

@_spi(Cursor) @testable import JSONTape

/// The fast paths for tokens have the same results as the slow ones (`portable`), at every position in the text.
@Suite("tokens.h") struct TokensTests {
    private func compare(_ bytes: [UInt8], on tape: Tape) -> Bool {
        Outcome(of: bytes, on: tape) == Outcome(of: bytes, portable: true, on: tape)
    }

    @Test("numbers of every length", arguments: ["", "-"], ["", "0", "00", "1"])
    func lengths(sign: String, start: String) throws {
        let tape = try Tape()
        let digits = "123456789012345678901234567"
        let lengths = [0, 1, 2, 7, 8, 9, 15, 16, 17, 18, 19, 20, 24, 25]
        for whole in lengths {
            for fraction in lengths {
                for tail in ["", ".", "e5", "-", "x"] {
                    var number = sign + start + digits.prefix(whole)
                    if fraction > 0 { number += "." + digits.suffix(fraction) }
                    number += tail
                    for space in [String(repeating: " ", count: 80), ""] {
                        let text = "[" + space + number + "," + number + space + "]"
                        if !compare(Array(text.utf8), on: tape) { Issue.record("\(text)") }
                    }
                }
            }
        }
    }

    @Test("numbers near the start and end of the text")
    func boundaries() throws {
        let tape = try Tape()
        for number in ["7", "-0.5", "65.613616999999977", "1234567890123456789", "0.1234567890123456789", "1.5e3"] {
            for before in 0...20 {
                for trailing in stride(from: 0, through: 70, by: 3) {
                    let text =
                        String(repeating: " ", count: before) + "[" + number
                        + String(repeating: " ", count: trailing) + "]"
                    if !compare(Array(text.utf8), on: tape) { Issue.record("\(text)") }
                    if before == 0, !compare(Array(text.utf8.dropLast(trailing + 1)), on: tape) {
                        Issue.record("\(text)")
                    }
                }
            }
        }
    }

    @Test("zeros count as digits, regardless of the preceding text")
    func zeros() throws {
        let tape = try Tape()
        let space = String(repeating: " ", count: 80)
        for number in [
            "0.0", "-0.000000000000000000", "0.00000000000000000001", "1000000000000000000", "10.00000000000000000",
            "0.000000000000000001", "100.0000000000000001", "99999999.99999999999",
        ] {
            #expect(compare(Array("[\(space)\(number)\(space)]".utf8), on: tape), "\(number)")
        }
    }

    @Test("sequences of two and three bytes")
    func sequences() throws {
        let tape = try Tape()
        let seconds: [UInt8] = [0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        let thirds: [UInt8] = [0x22, 0x7F, 0x80, 0xBF, 0xC3]
        for first in UInt8(0x80)...0xFF {
            for second in seconds {
                for third in thirds {
                    let sequence: [UInt8] = [0x22, 0xC3, 0xA9, first, second, third]
                    for tail in [[0x80, 0xE2, 0x82, 0xAC, 0x61, 0x61, 0x22], [0x22]] as [[UInt8]] {
                        if !compare(sequence + tail, on: tape) { Issue.record("\(sequence + tail)") }
                    }
                }
            }
        }
    }

    @Test("white space of every length")
    func space() throws {
        let tape = try Tape()
        for length in 0...50 {
            for (first, rest) in [("\n", " "), ("\r\n", "\t"), (" ", " "), ("\t", "\n"), ("\n ", "\u{C}")] {
                let space = first + String(repeating: rest, count: length)
                for last in ["", "\n", "\r\t", "\u{B}", "\u{0}", "\u{A0}"] {
                    for trailing in ["", String(repeating: " ", count: 40)] {
                        let text = "[1,\(space)\(last)2\(trailing),\(space)\(last)]\(space)\(last)"
                        if !compare(Array(text.utf8), on: tape) { Issue.record("\(text.debugDescription)") }
                    }
                }
            }
        }
    }

    @Test("strings of every length, with special characters at every position")
    func strings() throws {
        let tape = try Tape()
        for length in 0...84 {
            for special in ["", "\"", "\\n", "\\u00e9", "\u{1F}", "é", "\u{7F}"] {
                for position in [0, 1, length / 2, 15, 16, 17, 31, 32, 47, 48, length - 1]
                where (0...length).contains(position) {
                    let string =
                        String(repeating: "x", count: position) + special
                        + String(repeating: "y", count: length - position)
                    for trailing in ["", "]", "]" + String(repeating: " ", count: 40)] {
                        let text = "[\"\(string)\"\(trailing)"
                        if !compare(Array(text.utf8), on: tape) { Issue.record("\(text.debugDescription)") }
                    }
                }
            }
        }
    }

    @Test("literals", arguments: ["true", "false", "null", "tru", "fals", "nul", "trux", "fabse", "nulll", "falsE"])
    func literals(word: String) throws {
        let tape = try Tape()
        for tail in ["", ",", "]", "x", "    "] {
            #expect(compare(Array("[\(word)\(tail)".utf8), on: tape))
            #expect(compare(Array("[\(word)\(tail),\"long enough\"]".utf8), on: tape))
        }
    }
}
