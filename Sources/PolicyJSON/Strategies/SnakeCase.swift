import FoundationImport

/// Conversions between camel case and snake case.
enum SnakeCase {
    /// Foundation's `convertFromSnakeCase`: `one_two_three` → `oneTwoThree`. Leading and trailing underscores are kept;
    /// the first word is lowercased, the others are capitalized; a name without inner underscores is unchanged.
    @_optimize(size)
    static func camelCase(from key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else {
            return key
        }
        let middle = key[first...last]
        let parts = middle.split(separator: "_")
        let joined =
            parts.count == 1
            ? String(middle)
            : ([parts[0].lowercased()] + parts[1...].map { $0.capitalized }).joined()
        return key[..<first] + joined + key[key.index(after: last)...]
    }

    /// `imageURL` → `image_url`, `URLSession` → `url_session`, `address2` → `address2`. A word begins at an uppercase
    /// letter after another character, and at the last of several uppercase letters before a lowercase one.
    @_optimize(size)
    static func snakeCase(from name: String) -> String {
        let characters = Array(name)
        var result = ""
        for (index, character) in characters.enumerated() {
            if character.isUppercase, index > 0, characters[index - 1] != "_" {
                let followsLower = !characters[index - 1].isUppercase
                let startsWord =
                    index + 1 < characters.count && characters[index - 1].isUppercase
                    && characters[index + 1].isLowercase
                if followsLower || startsWord { result += "_" }
            }
            result += character.lowercased()
        }
        return result
    }

    /// The snake-case names that may correspond to a camel-case name, the most likely first: `address2` is also written
    /// `address_2`. The name itself may be one of them, and they may be equal.
    static func variants(of name: String) -> [String] {
        let plain = snakeCase(from: name)
        var separated = ""
        for character in plain {
            if character.isNumber, let last = separated.last, !last.isNumber, last != "_" { separated += "_" }
            separated.append(character)
        }
        return [plain, separated]
    }
}
