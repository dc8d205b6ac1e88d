extension SnakeCase {
    /// Foundation's `convertToSnakeCase`: `oneTwoThree` → `one_two_three`, `myURLProperty` → `my_url_property`.
    ///
    /// A word starts at a capital letter that follows another kind of character, and at the last of several capital
    /// letters before a lowercase letter.
    @_optimize(size)
    static func convertToSnakeCase(_ key: String) -> String {
        guard !key.isEmpty else { return key }
        if let converted = convertASCII(key) { return converted }
        let scalars = key.unicodeScalars
        var words: [Substring] = []
        var wordStart = key.startIndex
        // Letters are scalars, but words are split between characters: a letter and its combining marks stay together.
        var search = key.index(after: wordStart)
        while let upper = scalars[search...].firstIndex(where: isUpper) {
            words.append(key[wordStart..<upper])
            wordStart = upper
            guard let lower = scalars[upper...].firstIndex(where: isLower) else { break }
            if lower != key.index(after: upper) {
                // Of several capital letters the last one belongs to the next word. It may be the only one, inside a
                // character.
                let last = key.index(before: lower)
                if last >= upper {
                    words.append(key[upper..<last])
                    wordStart = last
                }
            }
            search = scalars.index(after: lower)
        }
        words.append(key[wordStart...])
        return words.map { $0.lowercased() }.joined(separator: "_")
    }

    /// The same for text of ASCII letters, digits and punctuation, in which each character is a byte; otherwise `nil`.
    private static func convertASCII(_ key: String) -> String? {
        let bytes = Array(key.utf8)
        let (upper, lower) = (UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"))
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        var snake: [UInt8] = []
        snake.reserveCapacity(bytes.count + 8)
        var copied = 0
        func endWord(before end: Int) {
            for byte in bytes[copied..<end] { snake.append(upper.contains(byte) ? byte | 0x20 : byte) }
            copied = end
        }
        var search = 1
        while search < bytes.count, let capital = bytes[search...].firstIndex(where: upper.contains) {
            endWord(before: capital)
            snake.append(UInt8(ascii: "_"))
            guard let small = bytes[capital...].firstIndex(where: lower.contains) else { break }
            if small > capital + 1 {
                endWord(before: small - 1)
                snake.append(UInt8(ascii: "_"))
            }
            search = small + 1
        }
        endWord(before: bytes.count)
        return String(decoding: snake, as: UTF8.self)
    }

    private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .titlecaseLetter: true
        default: false
        }
    }

    private static func isLower(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .lowercaseLetter
    }
}
