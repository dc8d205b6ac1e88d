extension SnakeCase {
    /// Foundation's `convertToSnakeCase`: `oneTwoThree` → `one_two_three`, `myURLProperty` → `my_url_property`.
    ///
    /// A word begins at a capital behind something else, and at the last of several capitals before a small letter.
    static func convertToSnakeCase(_ key: String) -> String {
        let scalars = Array(key.unicodeScalars)
        guard !scalars.isEmpty else { return key }
        var words: [Range<Int>] = []
        var wordStart = 0
        var search = 1
        while let upper = (search..<max(search, scalars.count)).first(where: { isUpper(scalars[$0]) }) {
            words.append(wordStart..<upper)
            wordStart = upper
            guard let lower = (upper..<scalars.count).first(where: { isLower(scalars[$0]) }) else {
                search = scalars.count
                break
            }
            if lower != upper + 1 {
                // Several capitals: the last one belongs to the next word.
                words.append(upper..<(lower - 1))
                wordStart = lower - 1
            }
            search = lower + 1
        }
        words.append(wordStart..<scalars.count)
        return words.map { range in
            var word = String.UnicodeScalarView()
            word.append(contentsOf: scalars[range])
            return String(word).lowercased()
        }.joined(separator: "_")
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
