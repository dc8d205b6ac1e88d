/// A rule that encodes values in another form: the extension point of the encoder.
///
/// A rule examines the context and answers, or declines, so that the next rule is consulted. Implement the requirements
/// that the rule is about: every requirement has a default that declines. Rules are values without mutable state; the
/// encoder may call them from several threads. All built-in rules use only this protocol; the encoder treats only the
/// scopes ``At`` and ``For`` specially.
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

    /// What the rule is consulted about. Other occasions cost nothing. Default: everything.
    var occasions: EncodingOccasions { get }

    /// Answers for an optional property that is `nil`; Foundation omits the member. Default: declines.
    ///
    /// - Parameter context: the wrapped type, the model and the path of the property.
    /// - Returns: how the `nil` is written, or `.decline`.
    func encodeNil(_ context: EncodingContext) -> NilForm

    /// Answers for a value that is about to be written: a scalar, a collection or a model. Rules are not consulted
    /// again about the values of an answer at the same path. Default: declines.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - context: its type, model and path.
    /// - Returns: the form of the value, or `.decline`.
    func encode(_ value: any Encodable, _ context: EncodingContext) -> ValueForm

    /// Answers for the name of a model's member, before the encoder's key strategy. Keys of dictionaries with `String`
    /// or `Int` keys are data; rules are not consulted about them. Default: `nil`, which declines.
    ///
    /// - Parameters:
    ///   - key: the key's name in the model.
    ///   - context: the model and the path of the member.
    /// - Returns: the name to write, or `nil`.
    func encodeKey(_ key: String, _ context: EncodingContext) -> String?

    /// Answers for the path of a model's member, from the model's object: several names are those of nested objects, and
    /// of the member in the last of them. Objects that several members have in common are written once. Default: the
    /// name of ``encodeKey(_:_:)``.
    ///
    /// - Parameters:
    ///   - key: the key's name in the model.
    ///   - context: the model and the path of the member, with the keys of the types.
    /// - Returns: the names to write, at least one, or `nil`.
    func encodeKeyPath(_ key: String, _ context: EncodingContext) -> [String]?

    /// Answers whether the members of a model's property are written to the model's object, and not to an object of their
    /// own. Default: `false`, which declines.
    ///
    /// - Parameters:
    ///   - members: the value of the property.
    ///   - context: the model and the path of the property.
    func addsMembers(_ members: ExtraMembers, _ context: EncodingContext) -> Bool
}

extension EncodingRule {
    public var name: String { String(describing: Self.self) }
    public var description: String { name + "()" }
    public var occasions: EncodingOccasions { [.nils, .values, .keys, .extraMembers] }

    public func encodeNil(_ context: EncodingContext) -> NilForm { .decline }
    public func encode(_ value: any Encodable, _ context: EncodingContext) -> ValueForm { .decline }
    public func encodeKey(_ key: String, _ context: EncodingContext) -> String? { nil }
    public func encodeKeyPath(_ key: String, _ context: EncodingContext) -> [String]? {
        encodeKey(key, context).map { [$0] }
    }
    public func addsMembers(_ members: ExtraMembers, _ context: EncodingContext) -> Bool { false }
}

/// What a rule is consulted about.
public struct EncodingOccasions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Optional properties that are `nil`.
    public static let nils = EncodingOccasions(rawValue: 1)
    /// Values.
    public static let values = EncodingOccasions(rawValue: 2)
    /// Names of members.
    public static let keys = EncodingOccasions(rawValue: 4)
    /// Properties of the type ``ExtraMembers``.
    public static let extraMembers = EncodingOccasions(rawValue: 8)
}

/// A rule's answer about a `nil`.
public enum NilForm: Sendable, Hashable {
    /// The next rule is consulted.
    case decline
    /// The member is omitted.
    case omit
    /// The member is `null`.
    case null
    /// The member is this JSON, such as `.string("")` or `.number("0")`. A `.number` or `.document` that is not JSON fails.
    case json(JSONReplacement)
}

/// A rule's answer about a value.
public enum ValueForm {
    /// The next rule is consulted.
    case decline
    /// This JSON is written. A `.number` or `.document` that is not JSON fails.
    case json(JSONReplacement)
    /// The value that the closure encodes is written.
    case encode((any Encoder) throws -> Void)
    /// The member or element is omitted; at the top level that is an error.
    case omit
    /// Encoding ends with `EncodingError.invalidValue` and this text.
    case fail(String)
}

/// What a rule knows about the current value.
public struct EncodingContext {
    /// The type of the value; for a `nil` the wrapped type.
    public let type: Any.Type
    /// The type whose `encode(to:)` writes the value: the model of a property; `nil` at the top level.
    public let modelType: Any.Type?
    private let path: () -> [any CodingKey]

    init(type: Any.Type, modelType: Any.Type?, path: @escaping () -> [any CodingKey]) {
        self.type = type
        self.modelType = modelType
        self.path = path
    }

    /// The path of the value, with the keys of the types.
    public var codingPath: [any CodingKey] { path() }
}
