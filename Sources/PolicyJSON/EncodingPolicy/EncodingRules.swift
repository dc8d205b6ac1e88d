public import Foundation
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
public struct NilValues: EncodingRule {
    /// How `nil` is written.
    public let form: NilForm

    /// Creates the rule.
    ///
    /// - Parameter form: how `nil` is written; `.decline` leaves the decision to the next rule.
    public init(_ form: NilForm) { self.form = form }

    public var description: String {
        guard case .json(let json) = form else { return "NilValues(.\(form))" }
        return "NilValues(.json(\(json.sourceText)))"
    }
    public var occasions: EncodingOccasions { .nils }
    public func encodeNil(_ context: EncodingContext) -> NilForm { form }
}

/// Writes numbers as strings: `12` as `"12"`, `1.5` as `"1.5"`. ``NumbersFromStrings`` decodes them.
///
/// Applies to integers, `Double`, `Float` and `Decimal`, not to dates. Infinities and NaN are left to the encoder.
public struct NumbersAsStrings: EncodingRule {
    /// Creates the rule.
    public init() {}

    public var occasions: EncodingOccasions { .values }

    public func encode(_ value: any Encodable, _ context: EncodingContext) -> ValueForm {
        switch value {
        case let integer as any FixedWidthInteger: .json(.string("\(integer)"))
        case let double as Double: double.isFinite ? .json(.string(Self.text(double.description))) : .decline
        case let float as Float: float.isFinite ? .json(.string(Self.text(float.description))) : .decline
        case let decimal as Decimal: decimal.isNaN ? .decline : .json(.string(decimal.description))
        default: .decline
        }
    }

    private static func text(_ description: String) -> String {
        description.hasSuffix(".0") ? String(description.dropLast(2)) : description
    }
}

/// Writes enumerations without associated values by the names of their cases, whatever their raw values are: with raw values
/// of `Int`, `.cash` is `"cash"` and not `1`.
public struct EnumsAsNames: EncodingRule {
    /// Creates the rule.
    public init() {}

    public var occasions: EncodingOccasions { .values }

    public func encode(_ value: any Encodable, _ context: EncodingContext) -> ValueForm {
        EnumCases.name(of: value).map { .json(.string($0)) } ?? .decline
    }
}

/// Writes dates with a separate strategy, usually inside ``At`` or ``For``.
///
/// ```swift
/// At("**.createdAt") { DatesAs(.iso8601) }
/// At("**.expires") { DatesAs(.secondsSince1970) }
/// ```
public struct DatesAs: EncodingRule {
    /// How dates are written.
    public let strategy: JSONEncoder.DateEncodingStrategy

    /// Creates the rule.
    ///
    /// - Parameter strategy: how dates are written, as in Foundation's `JSONEncoder`.
    public init(_ strategy: JSONEncoder.DateEncodingStrategy) { self.strategy = strategy }

    public var description: String {
        switch strategy {
        case .deferredToDate: "DatesAs(.deferredToDate)"
        case .secondsSince1970: "DatesAs(.secondsSince1970)"
        case .millisecondsSince1970: "DatesAs(.millisecondsSince1970)"
        case .iso8601: "DatesAs(.iso8601)"
        case .custom: "DatesAs(.custom)"
        @unknown default: "DatesAs()"
        }
    }

    public var occasions: EncodingOccasions { .values }

    public func encode(_ value: any Encodable, _ context: EncodingContext) -> ValueForm {
        guard let date = value as? Date else { return .decline }
        return .encode { encoder in
            var container = encoder.singleValueContainer()
            switch strategy {
            case .deferredToDate: try container.encode(date.timeIntervalSinceReferenceDate)
            case .secondsSince1970: try container.encode(date.timeIntervalSince1970)
            case .millisecondsSince1970: try container.encode(1000 * date.timeIntervalSince1970)
            case .iso8601: try container.encode(date.formatted(.iso8601))
            case .custom(let encode): try encode(date, encoder)
            @unknown default: try date.encode(to: encoder)
            }
        }
    }
}

/// Writes the names of members in another case.
///
/// | rule | property | member |
/// |---|---|---|
/// | `KeyCase(.snakeCase)` | `imageURL` | `image_url` |
/// | | `URLSession` | `url_session` |
/// | | `address2` | `address2` |
/// | `KeyCase(.kebabCase)` | `imageURL` | `image-url` |
/// | `KeyCase(.screamingSnakeCase)` | `imageURL` | `IMAGE_URL` |
/// | `KeyCase(.pascalCase)` | `imageURL` | `ImageURL` |
///
/// ``KeyMatching`` with the same style decodes these names: with both rules, a model needs no `CodingKeys`. ``KeyMatching`` is an
/// encoding rule, too, which also writes to nested objects.
public struct KeyCase: EncodingRule {
    /// A case of names.
    public struct Style: Sendable, Hashable, CustomStringConvertible {
        fileprivate let convention: NameConvention

        /// Lowercase letters, with words separated by `_`.
        public static let snakeCase = Style(convention: .snakeCase)
        /// Lowercase letters, with words separated by `-`.
        public static let kebabCase = Style(convention: .kebabCase)
        /// Uppercase letters, with words separated by `_`.
        public static let screamingSnakeCase = Style(convention: .screamingSnakeCase)
        /// The first letter of each word is uppercase.
        public static let pascalCase = Style(convention: .pascalCase)

        public var description: String { "." + convention.rawValue }
    }

    /// The case.
    public let style: Style

    /// Creates the rule.
    ///
    /// - Parameter style: the case in which names are written.
    public init(_ style: Style) { self.style = style }

    public var description: String { "KeyCase(\(style))" }
    public var occasions: EncodingOccasions { .keys }
    public func encodeKey(_ key: String, _ context: EncodingContext) -> String? { style.convention.name(of: key) }
}
