/// One way of writing values in another form: the plug-in point of the encoder.
///
/// A rule looks at the context and answers, or declines, so that the next rule is asked. Implement what the rule is about
/// and leave the rest: every requirement has a default that declines. Rules are values without mutable state; the encoder
/// may ask them from several threads. Every built-in rule is written with this protocol and nothing else; only the scopes
/// ``EncodingAt`` and ``EncodingFor`` are known to the encoder.
///
/// ```swift
/// /// Writes amounts with two decimals, as strings.
/// struct Amounts: EncodingRule {
///     let occasions: EncodingOccasions = .values
///
///     func encode(_ value: any Encodable, _ context: EncodingContext) -> ValueForm {
///         guard let amount = value as? Decimal else { return .decline }
///         return .json(.string(amount.formatted(.number.precision(.fractionLength(2)).locale(Locale(identifier: "en_US_POSIX")))))
///     }
/// }
/// ```
public protocol EncodingRule: Sendable, CustomStringConvertible {
    /// The name that errors and descriptions show. Default: the type's name.
    var name: String { get }

    /// What the rule is asked about. Others cost nothing. Default: everything.
    var occasions: EncodingOccasions { get }

    /// An optional property is `nil`; Foundation leaves the member out. Default: declines.
    func encodeNil(_ context: EncodingContext) -> NilForm

    /// A value is about to be written: a scalar, a collection or a model. The values that an answer is made of are not asked
    /// about again at the same place. Default: declines.
    func encode(_ value: any Encodable, _ context: EncodingContext) -> ValueForm

    /// The name of a member of a model is about to be written, before the encoder's key strategy. Keys of dictionaries
    /// with `String` or `Int` keys are data and not asked about. Default: `nil`, which declines.
    func encodeKey(_ key: String, _ context: EncodingContext) -> String?
}

extension EncodingRule {
    public var name: String { String(describing: Self.self) }
    public var description: String { name + "()" }
    public var occasions: EncodingOccasions { [.nils, .values, .keys] }

    public func encodeNil(_ context: EncodingContext) -> NilForm { .decline }
    public func encode(_ value: any Encodable, _ context: EncodingContext) -> ValueForm { .decline }
    public func encodeKey(_ key: String, _ context: EncodingContext) -> String? { nil }
}

/// What a rule is asked about.
public struct EncodingOccasions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Optional properties that are `nil`.
    public static let nils = EncodingOccasions(rawValue: 1)
    /// Values.
    public static let values = EncodingOccasions(rawValue: 2)
    /// Names of members.
    public static let keys = EncodingOccasions(rawValue: 4)
}

/// A rule's answer about a `nil`.
public enum NilForm: Sendable, Hashable {
    /// The next rule is asked.
    case decline
    /// The member is left out.
    case omit
    /// The member is `null`.
    case null
}

/// A rule's answer about a value.
public enum ValueForm {
    /// The next rule is asked.
    case decline
    /// This JSON is written. A `.number` or `.document` that is not JSON fails.
    case json(JSONReplacement)
    /// What the closure encodes is written.
    case encode((any Encoder) throws -> Void)
    /// The member or element is left out; at the top that is an error.
    case omit
    /// Encoding ends with `EncodingError.invalidValue` and this text.
    case fail(String)
}

/// What a rule is told about the value at hand.
public struct EncodingContext {
    /// The type of the value; for a `nil` the type that it is none of.
    public let type: Any.Type
    /// The type whose `encode(to:)` writes the value: the model of a property; `nil` at the top.
    public let modelType: Any.Type?
    private let path: () -> [any CodingKey]

    init(type: Any.Type, modelType: Any.Type?, path: @escaping () -> [any CodingKey]) {
        self.type = type
        self.modelType = modelType
        self.path = path
    }

    /// The path to the value, with the keys as the types have them.
    public var codingPath: [any CodingKey] { path() }
}
