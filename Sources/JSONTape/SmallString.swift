/// Strings of at most 15 bytes, put together from their words.
///
/// The standard library keeps so short a text inside the `String`: the bytes from the lowest up, and in the highest byte
/// their number and whether they are ASCII. That is its binary interface, but it has no function that takes words; by way
/// of a buffer it reads the bytes one by one (measured: Docs/Performance.md). Whether strings are as said is looked at
/// once, by making some of each length; if they are not, none is made in this way.
@usableFromInline
enum SmallString {
    static let limit = 15

    #if (arch(x86_64) || arch(arm64)) && _endian(little)
        /// - Parameters:
        ///   - low: the first eight bytes of the text, the first of them lowest.
        ///   - high: the next eight. What lies behind the text does not matter.
        ///   - count: bytes of text, at most 15. They are UTF-8.
        @inline(__always)
        static func make(_ low: UInt64, _ high: UInt64, count: Int, isASCII: Bool) -> String {
            unsafe unsafeBitCast(words(low, high, count: count, isASCII: isASCII), to: String.self)
        }

        /// What `make` makes, as words.
        @inlinable
        @inline(__always)
        static func words(_ low: UInt64, _ high: UInt64, count: Int, isASCII: Bool) -> (UInt64, UInt64) {
            let mark = ((isASCII ? 0xE0 : 0xA0) | UInt64(truncatingIfNeeded: count)) << 56
            return count < 8
                ? (low & (1 << UInt64(truncatingIfNeeded: count &* 8) &- 1), mark)
                : (low, high & (1 << UInt64(truncatingIfNeeded: (count &- 8) &* 8) &- 1) | mark)
        }

        /// Whether a string of these words is as `make` makes them, of ASCII.
        @inlinable
        @inline(__always)
        static func isShortASCII(_ words: (UInt64, UInt64)) -> Bool { words.1 >> 60 == 0xE }

        /// Whether `make` makes what the standard library makes.
        static let isKnown: Bool = {
            guard MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size else { return false }
            let texts = [
                "abcdefghijklmnopqrstu", "é\u{7FF}日本\u{10FFFF}x", "\u{0}\u{7F}\"\\/ ~0123456789ABC", "aé日bcdefghijklmn",
            ]
            for text in texts {
                let bytes = Array(text.utf8)
                for count in 0...limit where count <= bytes.count {
                    let part = bytes[..<count]
                    guard let natural = String(validating: part, as: UTF8.self) else { continue }
                    func word(_ start: Int) -> UInt64 {
                        (0..<8).reduce(0) { word, place in
                            word | UInt64(start + place < bytes.count ? bytes[start + place] : 0xA5)
                                << UInt64(place * 8)
                        }
                    }
                    let expected = unsafe unsafeBitCast(natural, to: (UInt64, UInt64).self)
                    let made = make(word(0), word(8), count: count, isASCII: part.allSatisfy { $0 < 0x80 })
                    if unsafe unsafeBitCast(made, to: (UInt64, UInt64).self) != expected { return false }
                }
            }
            // Others do not look like a short one of ASCII.
            let others = ["sixteen bytes are", "é", "日本語", String(repeating: "x", count: texts.count * 16)]
            return others.allSatisfy { unsafe !isShortASCII(unsafeBitCast($0, to: (UInt64, UInt64).self)) }
        }()
    #else
        static func make(_ low: UInt64, _ high: UInt64, count: Int, isASCII: Bool) -> String { "" }
        @inlinable
        static func words(_ low: UInt64, _ high: UInt64, count: Int, isASCII: Bool) -> (UInt64, UInt64) { (0, 0) }
        @inlinable
        static func isShortASCII(_ words: (UInt64, UInt64)) -> Bool { false }
        static let isKnown = false
    #endif
}
