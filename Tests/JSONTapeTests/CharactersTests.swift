import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Characters beyond ASCII, which are validated in blocks: the standard library says which bytes are UTF-8, and the scanner
/// without blocks where an error is.
@Suite struct CharactersTests {
    private static func check(_ contents: [UInt8], spacesAfter: Int = 0, on tape: Tape) throws {
        let quote = [UInt8(ascii: "\"")]
        let bytes = quote + contents + quote + Array(repeating: UInt8(ascii: " "), count: spacesAfter)
        let outcome = Outcome(of: bytes, on: tape)
        if Outcome(of: bytes, portable: true, on: tape) != outcome {
            Issue.record("differs without blocks: \(contents)")
        }
        if contents.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) { return }
        let expected = String(validating: contents, as: UTF8.self)
        let read = try? { () throws -> String in
            try tape.parse(copying: bytes, limits: .default)
            return tape.string(at: .root)
        }()
        if read.map({ Array($0.utf8) }) != expected.map({ Array($0.utf8) }) {
            Issue.record("\(contents) is read as \(String(describing: read))")
        }
    }

    @Test("every first byte with second bytes at the bounds, at each place in a block", arguments: 0..<17)
    func seconds(place: Int) throws {
        let tape = try Tape()
        let seconds: [UInt8] = [
            0x00, 0x1F, 0x20, 0x22, 0x41, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC3, 0xE0, 0xF0, 0xFF,
        ]
        for first in UInt8(0x80)...0xFF {
            for second in seconds {
                for continuing in 0...3 {
                    let sequence = [first, second] + Array(repeating: 0xA5, count: continuing)
                    let before = Array("é".utf8) + Array(repeating: UInt8(ascii: "a"), count: place)
                    try Self.check(before + sequence, spacesAfter: continuing == 2 ? 0 : 20, on: tape)
                }
            }
        }
    }

    @Test("text of several languages, with one byte changed", arguments: 0..<20)
    func corruptions(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let tape = try Tape()
        let words = ["Größe", "ещё", "色は匂へど", "सभी", "자유로우며 힣", "🦊🐶", "plain ", "–", "\u{10FFFF}\u{FFFF}", "e\u{301}"]
        for _ in 0..<50 {
            let text = (0..<1 + generator.below(12)).map { _ in generator.pick(words) }.joined()
            try Self.check(Array(text.utf8), on: tape)
            for _ in 0..<20 {
                var bytes = Array(text.utf8)
                let index = generator.below(bytes.count)
                switch generator.below(3) {
                case 0: bytes.remove(at: index)
                case 1: bytes[index] = UInt8(generator.below(256))
                default: bytes[index] ^= UInt8(1 << generator.below(8))
                }
                try Self.check(bytes, spacesAfter: generator.below(2) * 20, on: tape)
            }
        }
    }
}
