// The rules about enumerations, optionals and collections in policy files.

extension UnknownCases.Occasion: NamedOptions {
    static let names: KeyValuePairs<String, Self> = [
        "unknownValue": .unknownValue, "null": .null, "missingKey": .missingKey,
    ]
}

extension UnknownCases: Codable {
    private enum CodingKeys: CodingKey { case fallback, occasions }
    private enum FallbackKeys: CodingKey { case caseNamed }

    private static var fallbacks: KeyValuePairs<String, Fallback> {
        ["useNil": .useNil, "first": .first, "last": .last, "fail": .fail]
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let fallback: Fallback
        // A name, or an object with the name of a case.
        if let named = try? container.nestedContainer(keyedBy: FallbackKeys.self, forKey: .fallback) {
            fallback = .caseNamed(try named.decode(String.self, forKey: .caseNamed))
        } else {
            fallback = try container.choice(.fallback, of: Self.fallbacks)
        }
        self.init(fallback, for: try container.options(.occasions, default: .unknownValue))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch fallback.kind {
        case .useNil: try container.encode("useNil", forKey: .fallback)
        case .first: try container.encode("first", forKey: .fallback)
        case .last: try container.encode("last", forKey: .fallback)
        case .fail: try container.encode("fail", forKey: .fallback)
        case .named(let name):
            var named = container.nestedContainer(keyedBy: FallbackKeys.self, forKey: .fallback)
            try named.encode(name, forKey: .caseNamed)
        case .value:
            throw PolicyFileProblem(
                code: .notWritable, message: "it has a value of the program's; use .caseNamed or .useNil")
        }
        try container.encode(options: occasions, .occasions, default: .unknownValue)
    }

    public var explanation: String {
        var found: [String] = []
        if occasions.contains(.unknownValue) { found.append("a value that an enumeration has no case for") }
        if occasions.contains(.null) { found.append("null for an enumeration") }
        if occasions.contains(.missingKey) { found.append("a missing enumeration") }
        if found.isEmpty { return "Does nothing." }
        let value = found.joined(separator: ", or for ")
        return switch fallback.kind {
        case .useNil: "Takes nil for \(value), where nil is allowed."
        case .first: "Takes the first case for \(value)."
        case .last: "Takes the last case for \(value)."
        case .named(let name): "Takes the case named \(name) for \(value), where there is such a case."
        case .value(let value): "Takes \(value) for \(found.joined(separator: ", or for ")) of its type."
        case .fail: "Fails for \(value), and says which cases there are."
        }
    }
}

extension CaseNames.Option: NamedOptions {
    static let names: KeyValuePairs<String, Self> = [
        "caseInsensitive": .caseInsensitive, "separatorInsensitive": .separatorInsensitive,
        "trimmingWhitespace": .trimmingWhitespace, "namesInSource": .namesInSource,
    ]
}

extension CaseNames: Codable {
    private enum CodingKeys: CodingKey { case options, aliases }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.options(.options),
            aliases: try container.decodeIfPresent([String: String].self, forKey: .aliases) ?? [:])
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: options, .options)
        if !aliases.isEmpty { try container.encode(aliases, forKey: .aliases) }
    }

    public var explanation: String {
        var parts: [String] = []
        if options.contains(.caseInsensitive) { parts.append("in upper or lower case") }
        if options.contains(.separatorInsensitive) { parts.append("with other separators or none") }
        if options.contains(.trimmingWhitespace) { parts.append("with white space around it") }
        if options.contains(.namesInSource) { parts.append("by its name in the source") }
        parts += aliases.sorted { $0.key < $1.key }.map { "\($0.key) for \($0.value)" }
        if parts.isEmpty { return "Does nothing." }
        return "Takes an enumeration's case also \(parts.joined(separator: ", "))."
    }
}

extension MissingWrappers: Codable {
    public init(from decoder: any Decoder) throws { self.init() }

    public func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    public var explanation: String { "Decodes a property wrapper from null where its key is missing, if it can be." }
}

extension DoubleOptionals: Codable {
    public init(from decoder: any Decoder) throws { self.init() }

    public func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    public var explanation: String {
        "Keeps null apart from a missing key, for properties that are optionals of optionals."
    }
}

extension LossyCollections: Codable {
    private enum CodingKeys: CodingKey { case atMost, percent }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            atMost: try container.decodeIfPresent(Int.self, forKey: .atMost),
            percent: try container.decodeIfPresent(Double.self, forKey: .percent))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(countLimit, forKey: .atMost)
        try container.encodeIfPresent(percentLimit, forKey: .percent)
    }

    public var explanation: String {
        let limits = [countLimit.map { "more than \($0) of them" }, percentLimit.map { "more than \($0) % of them" }]
            .compactMap(\.self)
        return "Leaves bad elements out of arrays, sets and dictionaries, or makes them nil where nil is allowed"
            + (limits.isEmpty ? "." : "; fails if \(limits.joined(separator: " or ")) are bad.")
    }
}

extension SingleValuesAsArrays: Codable {
    public init(from decoder: any Decoder) throws { self.init() }

    public func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    public var explanation: String { "Takes a single value for an array of one element." }
}
