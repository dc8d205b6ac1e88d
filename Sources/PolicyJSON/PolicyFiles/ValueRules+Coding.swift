import Foundation

// Dates and defaults in policy files.

extension Dates.Option: NamedOptions {
    static let names: KeyValuePairs<String, Self> = ["numericStrings": .numericStrings]
}

extension Dates: Codable {
    private enum CodingKeys: CodingKey { case formats, options }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode([Format].self, forKey: .formats), try container.options(.options))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(formats, forKey: .formats)
        try container.encode(options: options, .options)
    }

    public var explanation: String {
        let listed = formats.map(\.words).joined(separator: ", else ")
        if formats.isEmpty { return "Does nothing." }
        let strings = options.contains(.numericStrings) ? " Numbers may stand in strings." : ""
        return "Reads dates that the decoder's own strategy does not read, as \(listed).\(strings)"
    }
}

extension Dates.Format: Codable {
    private enum CodingKeys: CodingKey { case formatted, timeZone }

    private static var names: KeyValuePairs<String, Self> {
        ["iso8601": .iso8601, "secondsSince1970": .secondsSince1970, "millisecondsSince1970": .millisecondsSince1970]
    }

    /// A name, or an object with a pattern.
    public init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self = try named(name, Self.names, at: decoder.codingPath)
            return
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .formatted)
        var zone = TimeZone.gmt
        if let name = try container.decodeIfPresent(String.self, forKey: .timeZone) {
            guard let known = TimeZone(identifier: name) else {
                throw PolicyFileProblem(
                    code: .invalidOption, message: "there is no time zone \(JSONReplacement.quoted(name))"
                ).at(container.codingPath + [CodingKeys.timeZone])
            }
            zone = known
        }
        do throws(DatePattern.InvalidPattern) {
            self = .formatted(try DatePattern(text, timeZone: zone))
        } catch {
            throw PolicyFileProblem(code: .invalidOption, message: error.description)
                .at(container.codingPath + [CodingKeys.formatted])
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch kind {
        case .pattern(let pattern):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(pattern.pattern, forKey: .formatted)
            if pattern.timeZone != .gmt { try container.encode(pattern.timeZone.identifier, forKey: .timeZone) }
        case .iso8601, .seconds, .milliseconds:
            var container = encoder.singleValueContainer()
            try container.encode(String(description.dropFirst()))
        case .text, .custom:
            throw PolicyFileProblem(code: .notWritable, message: "\(self) is code of the program's")
        }
    }

    fileprivate var words: String {
        switch kind {
        case .iso8601: "ISO 8601"
        case .seconds: "seconds since 1970"
        case .milliseconds: "milliseconds since 1970"
        case .pattern(let pattern):
            "\"\(pattern)\"" + (pattern.timeZone == .gmt ? "" : " in the time zone \(pattern.timeZone.identifier)")
        case .text, .custom: "the program has it (\(description))"
        }
    }
}

extension Defaults.Kinds: NamedOptions {
    static let names: KeyValuePairs<String, Self> = [
        "zero": .zero, "emptyString": .emptyString, "false": .false, "emptyArray": .emptyArray,
        "emptyDictionary": .emptyDictionary,
    ]
}

extension Defaults.Occasion: NamedOptions {
    static let names: KeyValuePairs<String, Self> = ["missingKey": .missingKey, "null": .null]
}

extension Defaults: Codable {
    private enum CodingKeys: CodingKey { case kinds, value, json, occasions }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let occasions: Occasion = try container.options(.occasions, default: [.missingKey, .null])
        let sources = [CodingKeys.kinds, .value, .json].filter { container.contains($0) }
        guard sources.count == 1 else {
            throw PolicyFileProblem(code: .invalidForm, message: "needs one of \"kinds\", \"value\" and \"json\"")
                .at(container.codingPath)
        }
        switch sources[0] {
        case .kinds:
            self.init(try container.options(.kinds) as Kinds, for: occasions)
        case .json:
            self.init(
                json: JSONReplacement(try container.decode(JSONFragment.self, forKey: .json)), for: occasions)
        default:
            let value = try container.decode(JSONFragment.self, forKey: .value)
            if let text = value.string {
                self.init(text, for: occasions)
            } else if let flag = value.bool {
                self.init(flag, for: occasions)
            } else if let number = value.number.flatMap({ Int($0.text) }) {
                self.init(number, for: occasions)
            } else {
                throw PolicyFileProblem(
                    code: .invalidOption,
                    message: "a value is a string, an integer, true or false; for others use \"json\""
                ).at(container.codingPath + [CodingKeys.value])
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch source {
        case .kinds(let kinds):
            try container.encode(Kinds.names.filter { kinds.contains($0.value) }.map(\.key), forKey: .kinds)
        case .json(let json):
            let fragment = try JSONFragment(parsing: json.text)
            guard JSONReplacement(fragment).text == json.text, json.isDocument == JSONReplacement(fragment).isDocument
            else {
                throw PolicyFileProblem(
                    code: .notWritable,
                    message: "its JSON has white space around it, or is a scalar given as a document")
            }
            try container.encode(fragment, forKey: .json)
        case .value(let value as String, _): try container.encode(value, forKey: .value)
        case .value(let value as Bool, _): try container.encode(value, forKey: .value)
        case .value(let value as Int, _): try container.encode(value, forKey: .value)
        case .value(_, let type):
            throw PolicyFileProblem(
                code: .notWritable, message: "it has a value of type \(type); use Defaults(json:)")
        case .template(let template):
            throw PolicyFileProblem(
                code: .notWritable, message: "it has a template of the program's, a \(template.type)")
        }
        try container.encode(options: occasions, .occasions, default: [.missingKey, .null])
    }

    public var explanation: String {
        var places: [String] = []
        if occasions.contains(.missingKey) { places.append("a key that is missing") }
        if occasions.contains(.null) { places.append("null") }
        if places.isEmpty { return "Does nothing." }
        let place = "for \(places.joined(separator: ", and for ")) where a value is needed"
        return switch source {
        case .kinds(let kinds): kinds.words.isEmpty ? "Does nothing." : "Gives \(kinds.words) \(place)."
        case .json(let json): "Gives \(json.text) \(place)."
        case .value(let value as String, _): "Gives the string \(JSONReplacement.quoted(value)) \(place)."
        case .value(let value, let type): "Gives the \(type) \(value) \(place)."
        case .template(let template): "Gives members of a \(template.type) what that of the program has, \(place)."
        }
    }
}

extension Defaults.Kinds {
    fileprivate var words: String {
        let words: KeyValuePairs<String, Self> = [
            "0": .zero, "an empty string": .emptyString, "false": .false, "an empty array or set": .emptyArray,
            "an empty dictionary": .emptyDictionary,
        ]
        return words.filter { contains($0.value) }.map(\.key).joined(separator: ", ")
    }
}

extension JSONReplacement {
    /// JSON as it stands in a file.
    fileprivate init(_ fragment: JSONFragment) {
        switch fragment.kind {
        case .null: self = .null
        case .bool: self = .bool(fragment.bool == true)
        case .number: self = .number(fragment.text)
        case .string: self = .string(fragment.string ?? "")
        case .array, .object: self = .document(fragment.text)
        }
    }

    fileprivate var isDocument: Bool {
        if case .document = self { true } else { false }
    }
}
