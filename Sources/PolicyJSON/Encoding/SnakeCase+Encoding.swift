extension SnakeCase {
    /// Foundation's `convertToSnakeCase`: `oneTwoThree` → `one_two_three`, `myURLProperty` → `my_url_property`.
    ///
    /// A word starts at a capital letter that follows another kind of character, and at the last of several capital
    /// letters before a lowercase letter.
    static func convertToSnakeCase(_ key: String) -> String {
        guard !key.isEmpty else { return key }
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
