// The rules about objects in policy files.

extension Keys.Style: NamedOptions {
    static let names: KeyValuePairs<String, Self> = [
        "caseInsensitive": .caseInsensitive, "separatorInsensitive": .separatorInsensitive, "snakeCase": .snakeCase,
    ]
}

extension Keys: Codable {
    private enum CodingKeys: CodingKey { case style, aliases }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.options(.style),
            aliases: try container.decodeIfPresent([String: [String]].self, forKey: .aliases) ?? [:])
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: style, .style)
        if !aliases.isEmpty { try container.encode(aliases, forKey: .aliases) }
    }

    public var explanation: String {
        var parts: [String] = []
        if style.contains(.snakeCase) { parts.append("in snake case (image_url for imageURL)") }
        if style.contains(.caseInsensitive) { parts.append("in upper or lower case") }
        if style.contains(.separatorInsensitive) { parts.append("with other separators or none") }
        parts += aliases.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
            "\($0.value.joined(separator: " or ")) for \($0.key)"
        }
        if parts.isEmpty { return "Does nothing." }
        return "Finds a key that is missing also under other names: \(parts.joined(separator: ", "))."
    }
}

extension UnknownKeys: Codable {
    private enum CodingKeys: CodingKey { case action }

    private static var actions: KeyValuePairs<String, Action> { ["report": .report, "fail": .fail] }

    public init(from decoder: any Decoder) throws {
        self.init(
            try decoder.container(keyedBy: CodingKeys.self).choice(.action, of: Self.actions, default: .report))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: action, .action, of: Self.actions)
    }

    public var explanation: String {
        action == .fail ? "Fails for keys that nobody asks for." : "Reports keys that nobody asks for."
    }
}

extension DuplicateKeys: Codable {
    private enum CodingKeys: CodingKey { case choice }

    private static var choices: KeyValuePairs<String, Choice> { ["first": .first, "last": .last, "fail": .fail] }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).choice(.choice, of: Self.choices))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: choice, .choice, of: Self.choices)
    }

    public var explanation: String {
        switch choice {
        case .first: "Of a key that occurs more than once, takes the first, and reports the others."
        case .last: "Of a key that occurs more than once, takes the last, and reports it."
        case .fail: "Fails for a key that occurs more than once."
        }
    }
}

extension Envelope: Codable {
    private enum CodingKeys: CodingKey { case path, isRequired }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .path)
        guard let path = (try? PathPattern(text))?.path else {
            throw PolicyFileProblem(
                code: .invalidOption, message: "\(JSONReplacement.quoted(text)) is no path"
            ).at(container.codingPath + [CodingKeys.path])
        }
        self.init(path, isRequired: try container.decodeIfPresent(Bool.self, forKey: .isRequired) ?? true)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(path.description, forKey: .path)
        if !isRequired { try container.encode(false, forKey: .isRequired) }
    }

    public var explanation: String {
        let otherwise = isRequired ? "fails if there is none" : "or the value itself if there is none"
        return "Decodes what stands at \(path) inside the value; \(otherwise)."
    }
}
