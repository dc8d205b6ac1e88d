/// Strings of at most 15 bytes of UTF-8, made from the two words that they consist of.
///
/// **Fact.** The standard library stores such a short text inside the `String`: the bytes from the lowest up, and in
/// the highest byte their number and whether all are ASCII.
/// **Source.** `StringObject.swift` of the standard library; part of its binary interface on 64-bit little-endian
/// platforms, but no function takes the words.
/// **Check.** ``isKnown`` makes strings of each length and compares them with the standard library's, once per process.
/// **Gain.** The standard library reads a buffer byte by byte; the tape has the bytes in two words
/// (Docs/Performance.md).
public enum SmallString {
    /// The maximum number of bytes of such a string.
    public static let limit = 15

    #if (arch(x86_64) || arch(arm64)) && _endian(little)
        /// - Parameters:
        ///   - low: the first eight bytes of the text, the first of them lowest.
        ///   - high: the next eight. What follows the text does not matter.
        ///   - count: bytes of text, at most 15. They are UTF-8.
        @inlinable
        @inline(__always)
        public static func make(_ low: UInt64, _ high: UInt64, count: Int, isASCII: Bool) -> String {
            string(words(low, high, count: count, isASCII: isASCII))
        }

        /// The string of two words that ``words(_:_:count:isASCII:)`` made, or that ``isShortASCII(_:)`` accepted.
        @inlinable
        @inline(__always)
        public static func string(_ words: (UInt64, UInt64)) -> String {
            // Moved and not cast: a cast copies, and the copy would be retained.
            var words = words
            return unsafe withUnsafeMutablePointer(to: &words) {
                unsafe $0.withMemoryRebound(to: String.self, capacity: 1) { unsafe $0.move() }
            }
        }

        /// The words of the string that ``make(_:_:count:isASCII:)`` makes.
        @inlinable
        @inline(__always)
        public static func words(_ low: UInt64, _ high: UInt64, count: Int, isASCII: Bool) -> (UInt64, UInt64) {
            let mark = ((isASCII ? 0xE0 : 0xA0) | UInt64(truncatingIfNeeded: count)) << 56
            return count < 8
                ? (low & (1 << UInt64(truncatingIfNeeded: count &* 8) &- 1), mark)
                : (low, high & (1 << UInt64(truncatingIfNeeded: (count &- 8) &* 8) &- 1) | mark)
        }

        /// Whether these are the words of a short string of ASCII characters.
        @inlinable
        @inline(__always)
        public static func isShortASCII(_ words: (UInt64, UInt64)) -> Bool { words.1 >> 60 == 0xE }

        /// Whether strings consist of these words, as far as a comparison with the standard library's can show.
        public static let isKnown: Bool = {
            guard RuntimeFacts.areUsed, MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size else {
                return false
            }
            let texts = [
                "abcdefghijklmnopqrstu", "é\u{7FF}日本\u{10FFFF}x", "\u{0}\u{7F}\"\\/ ~0123456789ABC", "aé日bcdefghijklmn",
            ]
            for text in texts {
                let bytes = Array(text.utf8)
                for count in 0...limit where count <= bytes.count {
                    let part = bytes[..<count]
                    guard let natural = String(validating: part, as: UTF8.self) else { continue }
                    func word(_ start: Int) -> UInt64 {
                        (0..<8).reduce(0) { word, index in
                            word | UInt64(start + index < bytes.count ? bytes[start + index] : 0xA5)
                                << UInt64(index * 8)
                        }
                    }
                    let expected = unsafe unsafeBitCast(natural, to: (UInt64, UInt64).self)
                    let made = make(word(0), word(8), count: count, isASCII: part.allSatisfy { $0 < 0x80 })
                    if unsafe unsafeBitCast(made, to: (UInt64, UInt64).self) != expected { return false }
                }
            }
            // Other kinds of strings are not mistaken for a short ASCII string.
            let others = ["sixteen bytes are", "é", "日本語", String(repeating: "x", count: texts.count * 16)]
            return others.allSatisfy { unsafe !isShortASCII(unsafeBitCast($0, to: (UInt64, UInt64).self)) }
        }()
    #else
        @inlinable
        public static func make(_ low: UInt64, _ high: UInt64, count: Int, isASCII: Bool) -> String { "" }
        @inlinable
        public static func string(_ words: (UInt64, UInt64)) -> String { "" }
        @inlinable
        public static func words(_ low: UInt64, _ high: UInt64, count: Int, isASCII: Bool) -> (UInt64, UInt64) {
            (0, 0)
        }
        @inlinable
        public static func isShortASCII(_ words: (UInt64, UInt64)) -> Bool { false }
        public static let isKnown = false
    #endif
}
