// The rules about numbers, strings and Booleans in policy files.

extension PolicyRegistry {
    mutating func registerBuiltIns() {
        register(Booleans.self)
        register(CaseNames.self)
        register(Dates.self)
        register(Defaults.self)
        register(DoubleOptionals.self)
        register(DuplicateKeys.self)
        register(EmptyStrings.self)
        register(Envelope.self)
        register(Keys.self)
        register(LossyCollections.self)
        register(MissingWrappers.self)
        register(NestedJSON.self)
        register(NumericStrings.self)
        register(Rounding.self)
        register(SingleValuesAsArrays.self)
        register(Strictly.self)
        register(StringsFromScalars.self)
        register(UnknownCases.self)
        register(UnknownKeys.self)
    }
}

extension NumericStrings.Option: NamedOptions {
    static let names: KeyValuePairs<String, Self> = ["trimmingWhitespace": .trimmingWhitespace]
}

extension NumericStrings: Codable {
    private enum CodingKeys: CodingKey { case options }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).options(.options))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: options, .options)
    }

    public var explanation: String {
        "Takes a string that says a number where a number is asked for: \"12\" for 12."
            + (options.contains(.trimmingWhitespace) ? " White space around the number does not matter." : "")
    }
}

extension StringsFromScalars: Codable {
    public init(from decoder: any Decoder) throws { self.init() }

    public func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    public var explanation: String {
        "Takes a number or a Boolean where a string is asked for, as it is written: \"1.50\" for 1.50."
    }
}

extension Booleans.Form: NamedOptions {
    static let names: KeyValuePairs<String, Self> = ["zeroAndOne": .zeroAndOne, "words": .words]
}

extension Booleans: Codable {
    private enum CodingKeys: CodingKey { case forms }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).options(.forms, default: .zeroAndOne))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: forms, .forms, default: .zeroAndOne)
    }

    public var explanation: String {
        let numbers = forms.contains(.zeroAndOne) ? "0 and 1" : nil
        let words = forms.contains(.words) ? "words such as \"yes\", \"off\" and \"t\"" : nil
        let taken = [numbers, words].compactMap(\.self).joined(separator: ", and ")
        return taken.isEmpty ? "Does nothing." : "Takes \(taken) where true or false is asked for."
    }
}

extension EmptyStrings.Option: NamedOptions {
    static let names: KeyValuePairs<String, Self> = ["whiteSpace": .whiteSpace, "strings": .strings]
}

extension EmptyStrings: Codable {
    private enum CodingKeys: CodingKey { case treatment, options }

    private static var treatments: KeyValuePairs<String, Treatment> { ["asNil": .asNil, "asNull": .asNull] }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.choice(.treatment, of: Self.treatments), try container.options(.options))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: treatment, .treatment, of: Self.treatments)
        try container.encode(options: options, .options)
    }

    public var explanation: String {
        let empty = options.contains(.whiteSpace) ? "A string that is empty or has only white space" : "An empty string"
        let asked = options.contains(.strings) ? "a value" : "something other than a string"
        let elsewhere = treatment == .asNull ? ", and like null elsewhere" : ""
        return "\(empty) counts like a missing value where \(asked) is asked for and may be missing\(elsewhere)."
    }
}

extension NestedJSON.Option: NamedOptions {
    static let names: KeyValuePairs<String, Self> = ["scalars": .scalars]
}

extension NestedJSON: Codable {
    private enum CodingKeys: CodingKey { case options }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).options(.options))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: options, .options)
    }

    public var explanation: String {
        let scalars = options.contains(.scalars) ? ", a number or a Boolean" : ""
        return "Reads JSON that stands in a string where an object, an array\(scalars) is asked for."
    }
}

extension Rounding.Option: NamedOptions {
    static let names: KeyValuePairs<String, Self> = ["numericStrings": .numericStrings]
}

extension Rounding: Codable {
    private enum CodingKeys: CodingKey { case direction, options }

    private static var directions: KeyValuePairs<String, FloatingPointRoundingRule> {
        [
            "up": .up, "down": .down, "towardZero": .towardZero, "awayFromZero": .awayFromZero,
            "toNearestOrEven": .toNearestOrEven, "toNearestOrAwayFromZero": .toNearestOrAwayFromZero,
        ]
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.choice(.direction, of: Self.directions), try container.options(.options))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: direction, .direction, of: Self.directions)
        try container.encode(options: options, .options)
    }

    public var explanation: String {
        let direction =
            switch direction {
            case .up: "up"
            case .down: "down"
            case .towardZero: "toward zero"
            case .awayFromZero: "away from zero"
            case .toNearestOrEven: "to the nearest integer, halves to the even one,"
            case .toNearestOrAwayFromZero: "to the nearest integer, halves away from zero,"
            @unknown default: "\(direction)"
            }
        let strings = options.contains(.numericStrings) ? ", or a string that says one," : ""
        return "Rounds a number with a fraction\(strings) \(direction) where an integer is asked for."
    }
}
