/// Replaces a value that cannot be decoded, for any reason, by `nil`, by a default, or by a member of a template.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `Fallbacks()` | `Int?`, `Bool?`, `Date?`, `[Int]?`, `Fruit?`, `Point?` | `"x"`, `1.5e400`, `{"x":1}` | `nil` |
/// | `Fallbacks()` | `Point?` | `{"x":1,"y":"2"}`, `[]` | `nil` |
/// | `Fallbacks()` | `[Int]?` | `[1,"x"]`, `{}` | `nil` |
/// | `Fallbacks()` | `Shape?` | `{"square":{}}`, `"dot"`, `{}` | `nil` |
/// | `Fallbacks()` | `String?` | `1`, `""`, `null` | `nil`, ``, `nil` |
/// | `Fallbacks()` | `Int`, `Point`, `Fruit`, `Shape` | `"x"`, `[]`, `null` | declines |
/// | `Fallbacks(.zero)` | `Int`, `UInt8`, `Decimal` | `"x"`, `true`, `-1e400`, `[]`, `{}`, `null`, no key | `0` |
/// | `Fallbacks(.zero)` | `UInt8` | `300`, `-1`, `1.5` | `0` |
/// | `Fallbacks(.zero)` | `String`, `Bool`, `Level`, `Point` | `3.5`, `null` | declines |
/// | `Fallbacks([.emptyString, .false])` | `Bool` | `"true"`, `1`, `null`, no key | `false` |
/// | `Fallbacks([.emptyArray, .emptyDictionary])` | `[Int]`, `Set<Int>` | `[1,"x"]`, `{}`, `null`, no key | `[]` |
/// | `Fallbacks([.emptyArray, .emptyDictionary])` | `[String: Int]` | `{"a":"x"}`, `[]`, `null`, no key | `[:]` |
/// | `Fallbacks(Fruit.pear)` | `Fruit` | `"plum"`, `1`, `[]`, `null`, no key | `pear` |
/// | `Fallbacks(Fruit.pear)` | `Level` | `3` | declines |
/// | `Fallbacks(Shape.dot)` | `Shape` | `{"square":{}}`, `{"circle":{"_0":"x"}}`, `5`, `null`, no key | `dot` |
/// | `Fallbacks(Point(x: 1, y: 2))` | `Point` | `{"x":5}`, `{"x":5,"y":"6"}`, `5`, `null`, no key | `Point(x: 1, y: 2)` |
/// | `Fallbacks(json: {"x":1,"y":2})` | `Point` | `{"x":5}`, `5`, `null`, no key | `Point(x: 1, y: 2)` |
/// | `Fallbacks(json: 9)` | `String`, `Bool`, `Level` | `{}`, `null` | declines |
/// | `Fallbacks(template: Page)` | `Page` | `{"size":"5","title":"t","origin":{"x":7,"y":[]}}` | `Page(size: 20, title: "t", origin: Point(x: 7, y: 2))` |
/// | `Fallbacks(template: Page)` | `Page` | `5` | declines |
///
/// Where `nil` is accepted, the value becomes `nil`, whatever the default is. Elsewhere the default supplies the value, as
/// for ``DefaultValues``: by type, by value, from JSON or from a template. The value that is replaced is the innermost one for
/// which the rule has a replacement: under `Fallbacks()` a `Point?` with a wrong coordinate becomes `nil`, and under
/// `Fallbacks(.zero)` its coordinate becomes 0.
///
/// The rule is consulted after all others, wherever it is listed: an element that it repairs is not dropped, and one for
/// which it has no replacement is left to ``LossyCollections``. It replaces values of another kind, numbers out of range,
/// unknown cases with and without associated values, models whose `init(from:)` throws, values that another rule rejects, `null` and
/// missing keys. It does not replace a document that is not JSON, and not values for which decoding stopped for another reason: a
/// rule failed (an unknown case, or an unknown or repeated key, under `.fail`; a missing envelope), a limit was exceeded, or the
/// task was cancelled. The report has the value that was lost and the error.
///
/// Without a scope, the rule hides every error in the document; list it inside ``At`` or ``For``.
public struct Fallbacks: DecodingRule {
    let listedSituations: RepairSituation = .unrepaired

    /// `nil` if only `nil` is supplied.
    private let source: DefaultValues.Source?

    /// Supplies `nil` where it is accepted.
    public init() { source = nil }

    /// Supplies `nil` where it is accepted, and elsewhere empty values by type.
    ///
    /// - Parameter kinds: the types, each with its empty value.
    public init(_ kinds: DefaultValues.Kinds) { source = .kinds(kinds) }

    /// Supplies `nil` where it is accepted, and elsewhere this value.
    ///
    /// - Parameter value: the value; its type is the type to which it applies. Inside a scope it also applies to other
    ///   types that decode from its JSON.
    public init<Value: Encodable & Sendable>(_ value: Value) { source = .value(value, type: Value.self) }

    /// Supplies `nil` where it is accepted, and elsewhere this JSON, for any type that decodes from it.
    ///
    /// - Parameter json: the JSON to decode instead.
    public init(json: RawJSON) { source = .json(json.withScalars) }

    /// A text is parsed first, `Fallbacks(json: try RawJSON(parsing: text))`; a string is a value, `Fallbacks("none")`.
    ///
    /// - Parameter json: the text.
    @available(*, unavailable, message: "parse the text, json: try RawJSON(parsing: text); a string has no label")
    @_alwaysEmitIntoClient
    public init(json: String) { preconditionFailure("unavailable") }

    /// Supplies `nil` where it is accepted, and elsewhere the members of this model.
    ///
    /// If a template cannot be encoded, each decode that needs it fails with the encoding error.
    ///
    /// - Parameter template: the model whose members are supplied.
    public init<Model: Encodable & Sendable>(template: Model) { source = .template(DefaultsTemplate(template)) }

    /// Supplies `nil` where it is accepted, and elsewhere the members of this JSON to a model, and to models directly inside
    /// it: to any type, also a class and one that is not `Sendable`.
    ///
    /// - Parameters:
    ///   - template: an object; `try RawJSON(encoding: instance)` makes one of an instance.
    ///   - type: the model, or, for the properties of a base class, the class that is decoded.
    public init(template: RawJSON, of type: any Decodable.Type) {
        source = .members(JSONTemplate(template, of: type))
    }

    var sourceText: String { "Fallbacks(\(source?.sourceText ?? ""))" }

    func answer(to context: DecodingRuleContext) -> Repair {
        if context.acceptsNil { return .useNil }
        // The enumeration is replaced, not its raw value: 0 may be the raw value of a case.
        guard let source, !(context.modelType is any RawRepresentable.Type) else { return .decline }
        return source.answer(context)
    }
}

// MARK: Policy files

extension Fallbacks {
    init(from decoder: any Decoder) throws { source = try DefaultValues.Source.decode(from: decoder) }

    func encode(to encoder: any Encoder) throws {
        encoder.encodeNothing()
        try source?.encode(to: encoder)
    }

    var explanation: String {
        let value = source?.words.map { ", and \($0) elsewhere" } ?? ""
        return "Supplies nil for whatever cannot be decoded and may be nil\(value)."
    }
}

// MARK: Lint

extension Fallbacks: LibraryRule {
    func covers(_ other: Fallbacks) -> Bool {
        // Only rules that can be written have complete descriptions.
        other.source == nil || description == other.description && isWritable && other.isWritable
    }
}
