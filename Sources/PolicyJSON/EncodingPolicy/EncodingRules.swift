public import FoundationImport
internal import JSONText
internal import RuntimeFacts

/// Determines how optional properties that are `nil` are written, without code in the model.
///
/// | rule | `payment` is `nil` |
/// |---|---|
/// | none, or `NilValues(.omit)` | `{"subtotal":1000}` |
/// | `NilValues(.null)` | `{"payment":null,"subtotal":1000}` |
/// | `NilValues(.json(.string("")))` | `{"payment":"","subtotal":1000}` |
///
/// Inside ``For`` or ``At`` the JSON depends on the type or the path:
/// `For(Int.self) { NilValues(.json(.number("0"))) }`.
///
/// Elements of collections and values of dictionaries that are `nil` are always `null`, and ``Presence/missing`` is
/// always omitted.
public struct NilValues: EncodingRule, BuiltInEncodingRule {
    /// How `nil` is written.
    public struct Form: Sendable, Hashable {
        fileprivate let json: RawJSON?

        /// The member is omitted, as by default.
        public static let omit = Form(json: nil)
        /// The member is `null`.
        public static let null = Form(json: .null)

        /// The member is this JSON, such as `.string("")` or `0`.
        ///
        /// - Parameter json: the JSON.
        public static func json(_ json: RawJSON) -> Form { Form(json: json) }
    }

    private let form: Form

    /// Creates the rule.
    ///
    /// - Parameter form: how `nil` is written.
    public init(_ form: Form) { self.form = form }

    var sourceText: String {
        switch form.json {
        case nil: "NilValues(.omit)"
        case RawJSON.null?: "NilValues(.null)"
        case let json?: "NilValues(.json(\(json.form.sourceText)))"
        }
    }

    var listedEncodingSituations: EncodingSituation { .nilValue }
    func representation(for context: EncodingRuleContext) -> Representation { form.json.map { .json($0) } ?? .omit }
}

/// Omits members whose values are zero or empty. ``DefaultValues`` supplies them when such JSON is decoded.
///
/// | rule | `{"title":"","plays":0,"tags":[],"links":{},"isLive":false}` is written as |
/// |---|---|
/// | `OmittedValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary])` | `{}` |
/// | `OmittedValues([.emptyArray, .emptyDictionary])` | `{"title":"","plays":0,"isLive":false}` |
///
/// Applies to the properties of models, and not to elements and to values of dictionaries. A property that is optional, or a
/// ``Presence``, is decoded as `nil` or missing after its zero was omitted: turn the rule off for it with ``Without`` inside
/// ``At`` if that is not the same. Other values, such as models
/// without members, are written, and so are values of types that encode themselves as zero or as an empty string, such as
/// an enumeration with the raw value 0: `DefaultValues` has no value for them.
public struct OmittedValues: EncodingRule, BuiltInEncodingRule {
    private let kinds: DefaultValues.Kinds

    /// Creates the rule.
    ///
    /// - Parameter kinds: the values that are omitted.
    public init(_ kinds: DefaultValues.Kinds) { self.kinds = kinds }

    var sourceText: String { "OmittedValues(\(kinds.sourceText))" }

    var listedEncodingSituations: EncodingSituation { .value }

    func representation(for context: EncodingRuleContext) -> Representation {
        guard let value = context.value, !context.isSingleValue, let model = context.modelType,
            EncodableTraits.of(model).kind != .intrinsic, kinds.contains(value), context.key != nil,
            // Without its contents a variant would be another one, or none.
            (context.codingPath.last as? JSONKey)?.isOfVariant != true
        else { return .decline }
        return .omit
    }
}

/// Writes numbers as strings: `12` as `"12"`, `1.5` as `"1.5"`. ``NumbersFromStrings`` decodes them.
///
/// Applies to integers, `Double`, `Float` and `Decimal`, not to dates. Infinities and NaN are left to the encoder.
public struct NumbersAsStrings: EncodingRule, BuiltInEncodingRule, RuleForRepresentedTypes {
    /// Creates the rule.
    public init() {}

    var listedEncodingSituations: EncodingSituation { .value }

    var representedTypes: RepresentedTypes { .numbers }

    func representation(for context: EncodingRuleContext) -> Representation {
        Self.text(of: context.value as Any).map { .json(.string($0)) } ?? .decline
    }

    /// Whether there are texts of values of a type.
    static func writes(_ type: Any.Type) -> Bool {
        type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type || type == Decimal.self
    }

    /// The text of a number; `nil` for other values, infinities and NaN.
    static func text(of value: Any) -> String? {
        switch value {
        // First, because casts to a protocol take longer.
        case let integer as Int: integer.description
        case let double as Double: double.isFinite ? TextBuffer.number(double.description) : nil
        case let integer as any FixedWidthInteger: "\(integer)"
        case let decimal as Decimal: decimal.isNaN ? nil : decimal.description
        case let float as any BinaryFloatingPoint: float.isFinite ? TextBuffer.number("\(float)") : nil
        default: nil
        }
    }
}

/// Writes enumerations without associated values by the names of their cases, whatever their raw values are: with raw values
/// of `Int`, `.cash` is `"cash"` and not `1`.
public struct EnumsAsNames: EncodingRule, BuiltInEncodingRule, RuleForRepresentedTypes {
    /// Creates the rule.
    public init() {}

    var listedEncodingSituations: EncodingSituation { .value }

    var representedTypes: RepresentedTypes { .enumerations }

    func representation(for context: EncodingRuleContext) -> Representation {
        context.value.flatMap { EnumCases.name(of: $0) }.map { .json(.string($0)) } ?? .decline
    }
}

/// Writes dates with a separate strategy, usually inside ``At`` or ``For``.
///
/// ```swift
/// At("**.createdAt") { DatesAs(.iso8601) }
/// At("**.expires") { DatesAs(.secondsSince1970) }
/// ```
public struct DatesAs: EncodingRule, BuiltInEncodingRule, RuleForRepresentedTypes {
    private let strategy: JSONEncoder.DateEncodingStrategy

    /// Creates the rule.
    ///
    /// - Parameter strategy: how dates are written, as in Foundation's `JSONEncoder`.
    public init(_ strategy: JSONEncoder.DateEncodingStrategy) { self.strategy = strategy }

    var sourceText: String {
        switch strategy {
        case .deferredToDate: "DatesAs(.deferredToDate)"
        case .secondsSince1970: "DatesAs(.secondsSince1970)"
        case .millisecondsSince1970: "DatesAs(.millisecondsSince1970)"
        case .iso8601: "DatesAs(.iso8601)"
        #if canImport(Darwin)
            case .formatted: "DatesAs(.formatted)"
        #endif
        case .custom: "DatesAs(.custom)"
        @unknown default: "DatesAs()"
        }
    }

    var listedEncodingSituations: EncodingSituation { .value }

    var representedTypes: RepresentedTypes { .dates }

    func representation(for context: EncodingRuleContext) -> Representation {
        guard let date = context.value as? Date else { return .decline }
        return .encode { encoder in
            if let encoder = encoder as? ValueEncoder { try encoder.core.writeDate(date, by: strategy) }
        }
    }
}
