import Foundation
internal import RuntimeFacts

/// Supplies a value where a key is missing, or where a value that is not optional is `null`.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `Defaults(.zero)` | `Int`, `UInt8`, `Int128`, `Decimal` | `null`, no key | `0` |
/// | `Defaults(.zero)` | `Double`, `Float`, `CGFloat` | `null`, no key | `0.0` |
/// | `Defaults(.emptyString)` | `String` | `null`, no key | `` |
/// | `Defaults(.false)` | `Bool` | `null`, no key | `false` |
/// | `Defaults(.emptyArray)` | `[Int]`, `[[Int]]`, `Set<Int>`, `ContiguousArray<Int>` | `null`, no key | `[]` |
/// | `Defaults(.emptyDictionary)` | `[String: Int]`, `[Int: Int]` | `null`, no key | `[:]` |
/// | `Defaults(.zero)` | `String`, `Bool`, `[Int]`, `[String: Int]`, `Date`, `URL`, `Point`, `Level`, `Fruit` | `null`, no key | declines |
/// | `Defaults([.emptyString, .emptyArray])` | `String` | `null`, no key | `` |
/// | `Defaults([.emptyString, .emptyArray])` | `Int`, `Bool`, `[String: Int]` | `null`, no key | declines |
/// | `Defaults(.zero)` | `Int` | `"x"`, `""`, `" "`, `1.5`, `true`, `[]`, `{}` | declines |
/// | `Defaults(.zero)` | `Int?` | `null` | `nil` |
/// | `Defaults(.zero, for: .null)` | `Int` | `null` | `0` |
/// | `Defaults(.zero, for: .null)` | `Int` | no key | declines |
/// | `Defaults(.zero, for: .missingKey)` | `Int` | `null` | declines |
/// | `Defaults(9)` | `Int` | `null`, no key | `9` |
/// | `Defaults(9)` | `Int8`, `Double`, `String` | `null`, no key | declines |
/// | `Defaults("none")` | `String` | `null`, no key | `none` |
/// | `Defaults(Fruit.pear)` | `Fruit` | `null`, no key | `pear` |
/// | `Defaults(Fruit.pear)` | `Fruit` | `"plum"` | declines |
/// | `Defaults(Point(x: 1, y: 2))` | `Point` | `null`, no key | `Point(x: 1, y: 2)` |
/// | `Defaults(json: 9)` | `Int`, `UInt8`, `Decimal` | `null`, no key | `9` |
/// | `Defaults(json: 9)` | `String`, `Bool`, `[Int]`, `Level` | `null`, no key | declines |
/// | `Defaults(json: {"x":1,"y":2})` | `Point` | `null`, no key | `Point(x: 1, y: 2)` |
/// | `Defaults(template: Page)` | `Page` | `{}` | `Page(size: 20, title: "none", origin: Point(x: 1, y: 2))` |
/// | `Defaults(template: Page)` | `Page` | `{"size":5,"origin":{"y":3}}` | `Page(size: 5, title: "none", origin: Point(x: 1, y: 3))` |
/// | `Defaults(template: Page)` | `Page` | `{"size":null}` | fails: Cannot get value of type Int -- found null value instead |
/// | `Defaults(template: Page)` | `Page`, `Point` | no key | declines |
/// | `Defaults(template: Page, for: [.missingKey, .null])` | `Page` | `{"size":null,"origin":{"x":7}}` | `Page(size: 20, title: "none", origin: Point(x: 7, y: 2))` |
///
/// Without a scope, generally use only the values for types: each is the empty value of its type.
/// ``Defaults/init(_:for:)-(Value,_)`` applies to exactly that type; inside a scope (``At``, ``For``) it also applies to
/// other types that decode from the value's JSON, so that `At("size") { Defaults(9) }` covers an `Int8` or a `Double`.
///
/// The missing key of an optional property needs no repair: the property is `nil`. An initial value such as
/// `var note: String? = "none"` therefore has no effect.
///
/// **Templates.** `var length = 9` has no effect on decoding: synthesised decoding requires the key nevertheless. A
/// template supplies the value: `Defaults(template: Song())` encodes that song once and uses the values of its members
/// for songs that lack them, wherever they are decoded: at the top level, inside other models, in arrays. Models inside
/// the template supply values in the same way for models of their type at the same keys in a song, so that an album
/// that has only a title gets its year from the template's album. Elements of collections do not.
public struct Defaults: PolicyFileRule {
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

    /// When a value is supplied.
    public struct Occasion: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The object has no such key.
        public static let missingKey = Occasion(rawValue: 1)
        /// The value is `null`, and the property or element is not optional.
        public static let null = Occasion(rawValue: 2)
    }

    enum Source {
        case kinds(Kinds)
        case value(any Encodable & Sendable, type: Any.Type)
        case json(JSONReplacement)
        case template(DefaultsTemplate)
    }

    let source: Source
    /// When a value is supplied.
    public let occasions: Occasion

    /// Supplies values by type. Default for `occasions`: both.
    ///
    /// - Parameters:
    ///   - kinds: the types, each with its empty value.
    ///   - occasions: when a value is supplied.
    public init(_ kinds: Kinds, for occasions: Occasion = [.missingKey, .null]) {
        source = .kinds(kinds)
        self.occasions = occasions
    }

    /// Supplies this value. Default for `occasions`: both.
    ///
    /// - Parameters:
    ///   - value: the value; its type is the type to which the rule applies.
    ///   - occasions: when a value is supplied.
    public init<Value: Encodable & Sendable>(_ value: Value, for occasions: Occasion = [.missingKey, .null]) {
        source = .value(value, type: Value.self)
        self.occasions = occasions
    }

    /// Supplies this JSON, for any type that decodes from it. Default for `occasions`: both.
    ///
    /// - Parameters:
    ///   - json: the JSON to decode in place of the missing value.
    ///   - occasions: when a value is supplied.
    public init(json: JSONReplacement, for occasions: Occasion = [.missingKey, .null]) {
        source = .json(json)
        self.occasions = occasions
    }

    /// Supplies the members of this model. Default for `occasions`: missing keys.
    ///
    /// If a template cannot be encoded, each decode that needs it fails with the encoding error.
    ///
    /// - Parameters:
    ///   - template: the model whose members are supplied.
    ///   - occasions: when a value is supplied.
    public init<Model: Encodable & Sendable>(template: Model, for occasions: Occasion = .missingKey) {
        source = .template(DefaultsTemplate(template))
        self.occasions = occasions
    }

    public var description: String {
        switch source {
        case .kinds(let kinds):
            return described(kinds.sourceText, [.missingKey, .null])
        case .value(let value as String, _):
            return described(JSONReplacement.quoted(value), [.missingKey, .null])
        case .value(let value, let type):
            let isCase = EnumCases.isEnumeration(type)
            return described(isCase ? "\(type).\(value)" : "\(value)", [.missingKey, .null])
        case .json(let json):
            return described("json: \(json.text)", [.missingKey, .null])
        case .template(let template):
            return described("template: \(template.type)", .missingKey)
        }
    }

    private func described(_ text: String, _ usual: Occasion) -> String {
        if occasions == usual { return "Defaults(\(text))" }
        return "Defaults(\(text), for: \(occasions.sourceText))"
    }

    public var situations: RepairSituation {
        var situations: RepairSituation = []
        if occasions.contains(.missingKey) { situations.insert(.missingKey) }
        if occasions.contains(.null) { situations.insert(.null) }
        return situations
    }

    public func repair(_ context: DecodingRuleContext) -> Repair {
        // Not for raw values: 0 may be the raw value of a case.
        if context.situation == .null, context.modelType is any RawRepresentable.Type { return .decline }
        return switch source {
        case .kinds(let kinds): kinds.answer(context.requestedType)
        case .value(let value, let type):
            if type == context.requestedType {
                Self.use(value)
            } else {
                context.isScoped ? Self.attempt(value) : .decline
            }
        case .json(let json): .attempt(json)
        case .template(let template): template.answer(context)
        }
    }

    /// A string is shown in reports as JSON.
    static func use(_ value: any Encodable) -> Repair {
        if let text = value as? String { return .decode(.string(text)) }
        return .use(value)
    }

    /// The value's JSON, if it can be encoded.
    static func attempt(_ value: any Encodable) -> Repair {
        guard let json = try? JSONEncoder().encode(value) else { return .decline }
        return .attempt(.document(String(decoding: json, as: UTF8.self)))
    }
}

// MARK: Policy files

extension Defaults.Kinds: NamedOptions {
    static let names: KeyValuePairs<String, Self> = [
        "zero": .zero, "emptyString": .emptyString, "false": .false, "emptyArray": .emptyArray,
        "emptyDictionary": .emptyDictionary,
    ]
}

extension Defaults.Occasion: NamedOptions {
    static let names: KeyValuePairs<String, Self> = ["missingKey": .missingKey, "null": .null]
}

extension Defaults {
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
                code: .notWritable, message: "its template is a value of the program, a \(template.type)")
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
        case .kinds(let kinds): kinds.words.isEmpty ? "Does nothing." : "Supplies \(kinds.words) \(place)."
        case .json(let json): "Gives \(json.text) \(place)."
        case .value(let value as String, _): "Supplies the string \(JSONReplacement.quoted(value)) \(place)."
        case .value(let value, let type): "Supplies the \(type) \(value) \(place)."
        case .template(let template): "Supplies members of a \(template.type) from the program's template \(place)."
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
    /// JSON as written in a file.
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

// MARK: Lint

extension Defaults: LibraryRule {
    var doesNothing: Bool { occasions.isWithoutEffect || source.isWithoutEffect }

    func covers(_ other: Defaults) -> Bool {
        // Only rules that can be written have complete descriptions.
        description == other.description && isWritable
    }
}

extension Defaults.Source {
    /// Whether there is no value to supply.
    fileprivate var isWithoutEffect: Bool {
        switch self {
        case .kinds(let kinds): kinds.isWithoutEffect
        case .value: false
        case .json(let json): !json.isWellFormed
        case .template(let template): template.isWithoutEffect
        }
    }
}
