import Testing

@_spi(Cursor) @testable import JSONTape

/// Sequences of UTF-8 are accepted and rejected at the same byte when several are read at once.
@Suite("sequences of UTF-8") struct SequencesTests {
    private static func string(_ bytes: [UInt8]) -> [UInt8] { [0x22] + bytes + [0x22] }

    /// Compares a string of `before`, a sequence and `after`, with the same, read byte by byte.
    private func compare(_ sequence: [UInt8], between before: [UInt8], and after: [UInt8], on tape: Tape) {
        let bytes = Self.string(before + sequence + after)
        if Outcome(of: bytes, on: tape) != Outcome(of: bytes, portable: true, on: tape) {
            Issue.record("\(sequence) after \(before.count) bytes")
        }
    }

    @Test(
        "every first byte with the bounds of the second",
        arguments: [UInt8(0x80)...0xBF, 0xC0...0xDF, 0xE0...0xEF, 0xF0...0xFF])
    func leads(first: ClosedRange<UInt8>) throws {
        let tape = try Tape()
        let bounds: [UInt8] = [0x00, 0x22, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE0, 0xFF]
        for lead in first {
            for second in bounds {
                for third in bounds {
                    for position in 0..<6 {
                        let threes = Array(String(repeating: "語", count: position).utf8)
                        let twos = Array(String(repeating: "ж", count: position).utf8)
                        compare([lead, second, third], between: threes, and: threes + twos, on: tape)
                        compare([lead, second], between: twos, and: Array("жжжжжжжжж".utf8), on: tape)
                    }
                }
            }
        }
    }

    @Test("every character of the basic plane, in rows of 5 and 8")
    func characters() throws {
        let tape = try Tape()
        let scalars = (0x80...0xFFFF).compactMap(Unicode.Scalar.init)
        for length in [1, 5, 8, 16] {
            for start in stride(from: 0, to: scalars.count, by: length) {
                let row = String(String.UnicodeScalarView(scalars[start..<min(start + length, scalars.count)]))
                let outcome = Outcome(of: Self.string(Array((row + " und " + row).utf8)), on: tape)
                if !outcome.isAccepted { Issue.record("\(row)") }
            }
        }
    }
}
