import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Small strings, which are assembled from machine words.
@Suite struct SmallStringTests {
    private static let alphabets = [
        "abcdefghijklmnopqrstuvwxyz", "\u{0}\u{1F}\u{7F} ~", "éüñ", "日本語", "😀\u{10FFFF}", "aé日😀",
    ]

    /// Texts of 0 to 18 bytes.
    private static func texts(_ alphabet: String) -> [String] {
        let scalars = Array(alphabet.unicodeScalars)
        return (0..<scalars.count).flatMap { start in
            var text = ""
            var texts = [text]
            for index in start... {
                text.unicodeScalars.append(scalars[index % scalars.count])
                if text.utf8.count > 18 { return texts }
                texts.append(text)
            }
            return texts
        }
    }

    /// Strings at each distance from the end of the document: near the end, they are read differently.
    @Test(arguments: alphabets)
    func strings(_ alphabet: String) throws {
        for text in Self.texts(alphabet) where text.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) {
            for trailing in 0...17 {
                let spaces = String(repeating: " ", count: trailing)
                let tape = try Tape(parsing: "[\"\(text)\",{\"\(text)\":\"\(text)\"}]\(spaces)")
                for index: UInt32 in [2, 5] {
                    let string = tape.string(at: index)
                    #expect(Array(string.utf8) == Array(text.utf8))
                    #expect(string == text && string.hashValue == text.hashValue)
                    #expect(string.count == text.count && string.unicodeScalars.elementsEqual(text.unicodeScalars))
                    #expect("\(string)\(string)x" == "\(text)\(text)x")
                    // The representation is that of the standard library, so that the two cannot be distinguished.
                    if text.utf8.count <= 15 {
                        let natural = String(decoding: Array(text.utf8), as: UTF8.self)
                        #expect(
                            unsafe unsafeBitCast(string, to: (UInt64, UInt64).self)
                                == unsafeBitCast(natural, to: (UInt64, UInt64).self))
                    }
                }
            }
        }
    }

    /// Strings do not contain the bytes that follow.
    @Test func neighbours() throws {
        let strings = (0...16).map { String(repeating: "x", count: $0) }
        let tape = try Tape(parsing: "[\(strings.map { "\"\($0)\"" }.joined(separator: ","))]")
        for (index, text) in strings.enumerated() { #expect(tape.string(at: UInt32(2 + index)) == text) }
    }
}
