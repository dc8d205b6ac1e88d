import FoundationImport

/// Supplies a value where a key is missing, or where a value that is not optional is `null`.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `DefaultValues(.zero)` | `Int`, `UInt8`, `Int128`, `Decimal` | `null`, no key | `0` |
/// | `DefaultValues(.zero)` | `Double`, `Float`, `CGFloat` | `null`, no key | `0.0` |
/// | `DefaultValues(.emptyString)` | `String` | `null`, no key | `` |
/// | `DefaultValues(.false)` | `Bool` | `null`, no key | `false` |
/// | `DefaultValues(.emptyArray)` | `[Int]`, `[[Int]]`, `Set<Int>`, `ContiguousArray<Int>` | `null`, no key | `[]` |
/// | `DefaultValues(.emptyDictionary)` | `[String: Int]`, `[Int: Int]` | `null`, no key | `[:]` |
/// | `DefaultValues(.zero)` | `String`, `Bool`, `[Int]`, `[String: Int]`, `Date`, `URL`, `Point`, `Level`, `Fruit` | `null`, no key | declines |
/// | `DefaultValues([.emptyString, .emptyArray])` | `String` | `null`, no key | `` |
/// | `DefaultValues([.emptyString, .emptyArray])` | `Int`, `Bool`, `[String: Int]` | `null`, no key | declines |
/// | `DefaultValues(.zero)` | `Int` | `"x"`, `""`, `" "`, `1.5`, `true`, `[]`, `{}` | declines |
/// | `DefaultValues(.zero)` | `Int?` | `null` | `nil` |
/// | `DefaultValues(.zero, for: .null)` | `Int` | `null` | `0` |
/// | `DefaultValues(.zero, for: .null)` | `Int` | no key | declines |
/// | `DefaultValues(.zero, for: .missingKey)` | `Int` | `null` | declines |
/// | `DefaultValues(.zero, for: .nullOptional)` | `Int?` | `null`, `1` | `0`, `1` |
/// | `DefaultValues(.zero, for: .nullOptional)` | `Int` | `null` | declines |
/// | `DefaultValues(.zero, for: .nullOptional)` | `String?` | `null` | `nil` |
/// | `DefaultValues(9)` | `Int` | `null`, no key | `9` |
/// | `DefaultValues(9)` | `Int8`, `Double`, `String` | `null`, no key | declines |
/// | `DefaultValues("none")` | `String` | `null`, no key | `none` |
/// | `DefaultValues(Fruit.pear)` | `Fruit` | `null`, no key | `pear` |
/// | `DefaultValues(Fruit.pear)` | `Fruit` | `"plum"` | declines |
/// | `DefaultValues(Point(x: 1, y: 2))` | `Point` | `null`, no key | `Point(x: 1, y: 2)` |
/// | `DefaultValues(json: 9)` | `Int`, `UInt8`, `Decimal` | `null`, no key | `9` |
/// | `DefaultValues(json: 9)` | `String`, `Bool`, `[Int]`, `Level` | `null`, no key | declines |
/// | `DefaultValues(json: {"x":1,"y":2})` | `Point` | `null`, no key | `Point(x: 1, y: 2)` |
/// | `DefaultValues(template: Page)` | `Page` | `{}` | `Page(size: 20, title: "none", origin: Point(x: 1, y: 2))` |
/// | `DefaultValues(template: Page)` | `Page` | `{"size":5,"origin":{"y":3}}` | `Page(size: 5, title: "none", origin: Point(x: 1, y: 3))` |
/// | `DefaultValues(template: Page)` | `Page` | `{"size":null}` | fails: Cannot get value of type Int -- found null value instead |
/// | `DefaultValues(template: Page)` | `Page`, `Point` | no key | declines |
/// | `DefaultValues(template: Page, for: [.null, .missingKey])` | `Page` | `{"size":null,"origin":{"x":7}}` | `Page(size: 20, title: "none", origin: Point(x: 7, y: 2))` |
/// | `DefaultValues(template: {"size":9,"origin":{"y":3}}, of: Page.self)` | `Page` | `{"title":"t","origin":{"x":1}}` | `Page(size: 9, title: "t", origin: Point(x: 1, y: 3))` |
/// | `DefaultValues(template: {"size":9,"origin":{"y":3}}, of: Page.self)` | `Page` | `{"size":1,"origin":{"x":1,"y":1}}` | fails: No value associated with key |
///
/// Without a scope, generally use only the values for types: each is the empty value of its type.
/// ``DefaultValues/init(_:for:)-(Value,_)`` applies to exactly that type; inside a scope (``At``, ``For``) it also applies to
/// other types that decode from the value's JSON, so that `At("size") { DefaultValues(9) }` covers an `Int8` or a `Double`.
///
/// The missing key of an optional property needs no repair: the property is `nil`. An initial value such as
/// `var note: String? = "none"` therefore has no effect. ``RepairSituation/missingOptional`` and ``RepairSituation/nullOptional``
/// supply values there, too: `DefaultValues("none", for: .missingOptional)`. They change what valid JSON means, and rules with them are
/// consulted about each optional that is missing or `null`.
///
/// **Templates.** `var length = 9` has no effect on decoding: synthesised decoding requires the key nevertheless. A
/// template supplies the value: `DefaultValues(template: Song())` encodes that song once and uses the values of its members
/// for songs that lack them, wherever they are decoded: at the top level, inside other models, in arrays. Models inside
/// the template supply values in the same way for models of their type at the same keys in a song, so that an album
/// that has only a title gets its year from the template's album. Elements of collections do not.
public struct DefaultValues: DecodingRule {
    /// Values for types.
    public struct Kinds: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// 0, for numbers of any type.
        public static let zero = Kinds(rawValue: 1)
        /// `""`.
        public static let emptyString = Kinds(rawValue: 2)
        /// `false`.
        public static let `false` = Kinds(rawValue: 4)
        /// `[]`, for arrays, contiguous arrays and sets.
        public static let emptyArray = Kinds(rawValue: 8)
        /// `[:]`.
        public static let emptyDictionary = Kinds(rawValue: 16)
    }

    let source: Source
    /// When a value is supplied, as stated for the rule.
    private let requestedSituations: RepairSituation

    /// Those in which a value can be supplied.
    private static let possibleSituations: RepairSituation = [.missingKey, .null, .missingOptional, .nullOptional]

    /// Supplies values by type. Default for `situations`: missing keys and `null`, where a value is required.
    ///
    /// - Parameters:
    ///   - kinds: the types, each with its empty value.
    ///   - situations: when a value is supplied; others than these four are ignored.
    public init(_ kinds: Kinds, for situations: RepairSituation = [.null, .missingKey]) {
        source = .kinds(kinds)
        requestedSituations = situations
    }

    /// Supplies this value. Default for `situations`: missing keys and `null`, where a value is required.
    ///
    /// - Parameters:
    ///   - value: the value; its type is the type to which the rule applies.
    ///   - situations: when a value is supplied; others than these four are ignored.
    public init<Value: Encodable & Sendable>(_ value: Value, for situations: RepairSituation = [.null, .missingKey]) {
        source = .value(value, type: Value.self)
        requestedSituations = situations
    }

    /// Supplies this JSON, for any type that decodes from it. Default for `situations`: missing keys and `null`, where a
    /// value is required.
    ///
    /// - Parameters:
    ///   - json: the JSON to decode in place of the missing value.
    ///   - situations: when a value is supplied; others than these four are ignored.
    public init(json: RawJSON, for situations: RepairSituation = [.null, .missingKey]) {
        source = .json(json.withScalars)
        requestedSituations = situations
    }

    /// A text is parsed first, `DefaultValues(json: try RawJSON(parsing: text))`; a string is a value, `DefaultValues("none")`.
    ///
    /// - Parameters:
    ///   - json: the text.
    ///   - situations: when a value is supplied.
    @available(*, unavailable, message: "parse the text, json: try RawJSON(parsing: text); a string has no label")
    @_alwaysEmitIntoClient
    public init(json: String, for situations: RepairSituation = [.null, .missingKey]) {
        preconditionFailure("unavailable")
    }

    /// Supplies the members of this model. Default for `situations`: missing keys.
    ///
    /// If a template cannot be encoded, each decode that needs it fails with the encoding error.
    ///
    /// - Parameters:
    ///   - template: the model whose members are supplied.
    ///   - situations: when a value is supplied; others than these four are ignored.
    public init<Model: Encodable & Sendable>(template: Model, for situations: RepairSituation = .missingKey) {
        source = .template(DefaultsTemplate(template))
        requestedSituations = situations
    }

    /// Supplies the members of this JSON to a model, and to models directly inside it: to any type, also a class and one that
    /// is not `Sendable`. Members that the JSON lacks stay required. Default for `situations`: missing keys.
    ///
    /// - Parameters:
    ///   - template: an object; `try RawJSON(encoding: instance)` makes one of an instance.
    ///   - type: the model, or, for the properties of a base class, the class that is decoded.
    ///   - situations: when a value is supplied; others than these four are ignored.
    public init(template: RawJSON, of type: any Decodable.Type, for situations: RepairSituation = .missingKey) {
        source = .members(JSONTemplate(template, of: type))
        requestedSituations = situations
    }

    var sourceText: String {
        let text = source.sourceText
        return requestedSituations == source.usualSituations
            ? "DefaultValues(\(text))" : "DefaultValues(\(text), for: \(requestedSituations))"
    }

    var listedSituations: RepairSituation { requestedSituations.intersection(Self.possibleSituations) }

    func answer(to context: DecodingRuleContext) -> Repair {
        // Not for raw values: 0 may be the raw value of a case.
        if context.situation == .null, context.modelType is any RawRepresentable.Type { return .decline }
        if context.situation == .missingKey, context.lacksLabelOnly { return .decline }
        return source.answer(context)
    }
}

// MARK: Policy files

extension DefaultValues.Kinds: NamedOptions {
    static let names: KeyValuePairs<String, Self> = [
        "zero": .zero, "emptyString": .emptyString, "false": .false, "emptyArray": .emptyArray,
        "emptyDictionary": .emptyDictionary,
    ]
}

extension DefaultValues {
    private enum CodingKeys: CodingKey { case `for` }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let source = try Source.decode(from: decoder) else {
            throw PolicyFileProblem(
                code: .invalidForm, message: "needs exactly one of \"kinds\", \"value\", \"json\" and \"template\""
            )
            .at(container.codingPath)
        }
        self.source = source
        requestedSituations = try container.situations(.for, default: source.usualSituations)
    }

    func encode(to encoder: any Encoder) throws {
        try source.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(situations: requestedSituations, .for, default: source.usualSituations)
    }

    var explanation: String {
        var causes: [String] = []
        if situations.contains(.missingKey) { causes.append("a key that is missing") }
        if situations.contains(.null) { causes.append("null") }
        let required = causes.isEmpty ? nil : "\(causes.joined(separator: ", and for ")) where a value is needed"
        causes = []
        if situations.contains(.missingOptional) { causes.append("a key that is missing") }
        if situations.contains(.nullOptional) { causes.append("null") }
        let optional = causes.isEmpty ? nil : "\(causes.joined(separator: ", and for ")) where nil is allowed"
        let all = [required, optional].compactMap(\.self)
        guard !all.isEmpty, let words = source.words else { return "Does nothing." }
        return "Supplies \(words) for \(all.joined(separator: ", and for "))."
    }
}

// MARK: Lint

extension DefaultValues: LibraryRule {
    @_optimize(size)
    var doesNothing: Bool { situations.isEmpty || source.isWithoutEffect }

    var findings: [(code: PolicyFinding.Code, message: String)] {
        ignoredSituations(requestedSituations.subtracting(Self.possibleSituations))
    }

    func covers(_ other: DefaultValues) -> Bool {
        // Only rules that can be written have complete descriptions.
        description == other.description && isWritable && other.isWritable
    }
}
