internal import FoundationImport

/// Swift names made of the keys and values of documents.
enum ModelNames {
    /// Words that are identifiers only between backticks.
    private static let keywords: Set<String> = [
        "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import",
        "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try", "typealias", "var", "where", "while",
    ]
    /// Names that a member cannot have, or that mean something else after a point.
    private static let reservedMembers: Set<String> = [
        "self", "init", "hashValue", "Type", "Protocol", "Self", "Any", "_",
    ]
    private static let reservedCases: Set<String> = reservedMembers.union([
        "unknown", "rawValues", "rawValue", "none", "some", "hash", "encode",
    ])
    /// Types that models use, or that programs often use.
    static let reservedTypes: Set<String> = [
        "Any", "AnyHashable", "Array", "Bool", "Box", "Bundle", "Calendar", "Character", "Codable", "CodingKey",
        "CodingKeys", "Data", "Date", "Decimal", "Decodable", "Decoder", "Dictionary", "Double", "Encodable", "Encoder",
        "Equatable", "Error", "Float", "Hashable", "Hasher", "Identifiable", "Int", "KeyValuePairs",
        "Locale", "Measurement", "Never", "Notification", "Optional", "Process", "Protocol", "Range", "RawJSON",
        "RawValuePreserving", "Result", "Self", "Sendable", "Set", "String", "Task", "TimeZone", "Type", "UInt", "URL",
        "UUID", "Unit", "Void",
        // Those with which the policy of the models is written.
        "At", "DecodingPolicy", "For", "PolicyFile", "PolicyJSONDecoder",
        "AbsoluteURLs", "BooleansFromScalars", "CaseMatching", "DefaultValues", "DictionaryKeys", "DuplicateKeys",
        "Durations",
        "EmptyContainers", "EmptyStrings", "Envelope", "FallbackDataFormats", "FallbackDateFormats", "Fallbacks",
        "IntegersFromBooleans", "KeyMatching",
        "LossyCollections", "NestedOptionals", "NumbersFromStrings", "OptionalPropertyWrappers", "RequiredKeys",
        "Rounding",
        "Sentinels", "SeparatedStrings", "SingleElementArrays", "SingleValuesAsArrays", "SingleValuesAsObjects",
        "Strictly", "StringifiedJSON",
        "StringsFromScalars",
        "UnknownCases", "UnknownKeys", "Validate", "Variants",
    ]

    // MARK: Words

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: true
        case .modifierLetter: scalar.value < 0x3000
        default: false
        }
    }

    /// Whether a scalar that is not the first one of an identifier can be part of it.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .spacingMark: true
        default: isLetter(scalar)
        }
    }

    private static func isUppercase(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isUppercase }

    /// The words of a text: between other characters, and where the case changes (`userName`, `HTMLText`).
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words.append(String(word)) }
            word = String.UnicodeScalarView()
        }
        let scalars = Array(text.unicodeScalars)
        // `+1` and `-1` are not the same.
        if scalars.count > 1, scalars[1].properties.generalCategory == .decimalNumber {
            if scalars[0] == "+" { words.append("plus") }
            if scalars[0] == "-" { words.append("minus") }
        }
        for (index, scalar) in scalars.enumerated() {
            let isStart = word.isEmpty
            guard isStart ? isLetter(scalar) || scalar.properties.generalCategory == .decimalNumber : isPart(scalar)
            else {
                end()
                continue
            }
            if !isStart, isUppercase(scalar), let last = word.last {
                let next = index + 1 < scalars.count ? scalars[index + 1] : scalar
                if !isUppercase(last) || isLetter(next) && !isUppercase(next) { end() }
            }
            word.append(scalar)
        }
        end()
        return words
    }

    /// The words in lower case, each but perhaps the first one with a capital. Words in capitals count as names.
    private static func joined(_ words: [String], isUpper: Bool) -> String {
        var name = ""
        for (index, word) in words.enumerated() {
            let isAcronym = word.count > 1 && word.unicodeScalars.allSatisfy { isUppercase($0) || !isLetter($0) }
            let plain = isAcronym ? word.lowercased() : word
            let first = index > 0 || isUpper ? plain.prefix(1).uppercased() : plain.prefix(1).lowercased()
            // Two numbers stay two.
            if let last = name.last, last.isNumber, plain.first?.isNumber == true { name += "_" }
            name += first + plain.dropFirst()
        }
        return name
    }

    // MARK: Names

    /// The name of a property for a key, without backticks.
    static func property(_ key: String) -> String {
        if let first = key.unicodeScalars.first, isLetter(first), !isUppercase(first),
            key.unicodeScalars.allSatisfy(isPart), !reservedMembers.contains(key)
        {
            return key
        }
        return member(key, empty: key.isEmpty ? "empty" : "key", reserved: reservedMembers)
    }

    /// The name of a case for a string, without backticks.
    static func enumerationCase(_ value: String) -> String {
        member(value, empty: value.isEmpty ? "empty" : "value", reserved: reservedCases)
    }

    private static func member(_ text: String, empty: String, reserved: Set<String>) -> String {
        let name = joined(words(text), isUpper: false)
        if name.isEmpty { return empty }
        if reserved.contains(name) { return name + "Value" }
        return name.first?.isNumber == true ? "_" + name : name
    }

    /// The name of a type for a key.
    static func type(_ key: String) -> String {
        let name = joined(words(key), isUpper: true)
        // Types and properties must differ, also in scripts without capitals.
        guard let first = name.unicodeScalars.first, isUppercase(first) else { return "Type" + name }
        return name
    }

    /// The name, followed by a number if it is used already; inserted into those that are used.
    static func unique(_ name: String, in used: inout Set<String>) -> String {
        var candidate = name
        var number = 2
        while !used.insert(candidate).inserted {
            candidate = name + (name.last?.isNumber == true ? "_" : "") + "\(number)"
            number += 1
        }
        return candidate
    }

    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Whether a text can be the name of a type.
    static func isTypeName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, isLetter(first) || first == "_" else { return false }
        return name.unicodeScalars.allSatisfy { isPart($0) || $0 == "_" } && name != "_"
            && !keywords.contains(name) && !reservedTypes.contains(name)
    }

    // MARK: Singular

    private static let irregular = [
        "children": "child", "people": "person", "men": "man", "women": "woman", "indices": "index",
        "vertices": "vertex", "matrices": "matrix", "criteria": "criterion", "series": "series", "news": "news",
    ]

    /// A key whose last word is in the singular, if it has an English plural.
    static func singular(_ key: String) -> String {
        guard let last = words(key).last, let range = key.ranges(of: last).last else { return key }
        var singular = key
        singular.replaceSubrange(range, with: singularWord(last))
        return singular
    }

    /// The last word of a key in the singular, in lower case: what `shipping_address` and `addresses` have in common.
    static func noun(_ key: String) -> String { words(singular(key)).last?.lowercased() ?? "" }

    private static func singularWord(_ word: String) -> String {
        let lower = word.lowercased()
        if let singular = irregular[lower] {
            return word.first?.isUppercase == true ? singular.prefix(1).uppercased() + singular.dropFirst() : singular
        }
        guard lower.count > 3, lower.hasSuffix("s") else { return word }
        if lower.hasSuffix("ies"), lower.count > 4 {
            return String(word.dropLast(3)) + (word == word.uppercased() ? "Y" : "y")
        }
        if ["ss", "us", "is"].contains(where: lower.hasSuffix) { return word }
        let keepsE = ["ouses", "auses"].contains(where: lower.hasSuffix)
        let endings = ["sses", "shes", "ches", "xes", "zes", "uses"]
        return String(word.dropLast(!keepsE && endings.contains(where: lower.hasSuffix) ? 2 : 1))
    }

    /// What several keys have in common: the words at their ends, or else the first key.
    static func common(_ keys: [String]) -> String {
        let lists = keys.map { words($0) }
        guard var ending = lists.first, lists.count > 1 else { return keys.first ?? "" }
        for list in lists.dropFirst() {
            let same = zip(ending.reversed(), list.reversed()).prefix { $0.lowercased() == $1.lowercased() }
            ending = Array(ending.suffix(same.count))
        }
        return ending.isEmpty ? keys[0] : ending.joined(separator: "_")
    }

    // MARK: Literals

    /// A string literal.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            default:
                if isPrintable(scalar), !(literal.utf8.count == 1 && scalar.properties.isGraphemeExtend) {
                    literal.unicodeScalars.append(scalar)
                } else {
                    literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                }
            }
        }
        return literal + "\""
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }
}
