/// A rule that encodes values in another form: the extension point of the encoder, as ``DecodingRule`` is that of the decoder.
///
/// A rule lists the situations in which it is consulted (``encodingSituations``). It examines the context and answers with a
/// ``Representation``, or declines, so that the next rule is consulted. Two requirements have no default, so that a
/// misspelled one does not compile. Rules are values without mutable state; the encoder may call them from several threads. A
/// rule may conform to ``DecodingRule``, too, and then works in both directions.
///
/// ```swift
/// /// Writes amounts with two decimals, as strings.
/// struct Amounts: EncodingRule {
///     let encodingSituations: EncodingSituation = .value
///
///     func represent(_ context: EncodingRuleContext) -> Representation {
///         guard let amount = context.value as? Decimal else { return .decline }
///         return .json(.string(amount.formatted(.number.precision(.fractionLength(2)).locale(Locale(identifier: "en_US_POSIX")))))
///     }
/// }
/// ```
public protocol EncodingRule: Sendable, CustomStringConvertible {
    /// The situations in which the rule is consulted. Must not change: it is read once for each policy that is set on an
    /// encoder. Other situations cost nothing.
    var encodingSituations: EncodingSituation { get }

    /// Answers for a value. Called with one ``EncodingRuleContext/situation`` at a time, one of those that the rule lists. An
    /// answer that is not valid in the situation, such as ``Representation/key(_:)`` for a value, fails the encode with an
    /// error that names the rule. Rules are not consulted again about the values of an answer at the same path.
    ///
    /// - Parameter context: what is about to be written, and where.
    /// - Returns: the answer; ``Representation/decline`` if the next rule is to be consulted.
    func represent(_ context: EncodingRuleContext) -> Representation

    /// The name in errors and descriptions. Default: the type's name.
    var name: String { get }
}

extension EncodingRule {
    public var name: String { String(describing: Self.self) }
    public var description: String { name + "()" }
}

// Without it a rule for both directions would have two defaults of the same rank.
extension EncodingRule where Self: DecodingRule {
    public var name: String { String(describing: Self.self) }
    public var description: String { name + "()" }
}

/// The situations in which a rule is consulted about a value that is encoded.
///
/// | situation | about | valid answers |
/// |---|---|---|
/// | ``nilValue`` | an optional property that is `nil`; Foundation omits the member | ``Representation/omit``, ``Representation/json(_:)`` |
/// | ``value`` | a value that is about to be written: a scalar, a collection or a model | ``Representation/json(_:)``, ``Representation/encode(_:)``, ``Representation/omit`` |
/// | ``key`` | the name of a model's member, before the encoder's key strategy. Keys of dictionaries with `String` or `Int` keys are data; rules are not consulted about them | ``Representation/key(_:)``, ``Representation/keyPath(_:)`` |
/// | ``extraMembers`` | a property of the type ``ExtraMembers`` | ``Representation/addMembers`` |
///
/// ``Representation/decline`` and ``Representation/fail(_:)`` are valid in all of them.
public struct EncodingSituation: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// An optional property is `nil`.
    public static let nilValue = EncodingSituation(rawValue: 1)
    /// A value is about to be written.
    public static let value = EncodingSituation(rawValue: 2)
    /// A member of a model is about to be written.
    public static let key = EncodingSituation(rawValue: 4)
    /// A property contains members that no other property has.
    public static let extraMembers = EncodingSituation(rawValue: 8)

    static let each: [EncodingSituation] = [.nilValue, .value, .key, .extraMembers]

    /// A single situation, as spelled in source code.
    var spelling: String { [".nilValue", ".value", ".key", ".extraMembers"][index] }

    /// The index of a single situation in ``each``.
    var index: Int { rawValue.trailingZeroBitCount }
}

/// The information that a rule receives about what is about to be written. ``codingPath`` and ``key`` are valid only until the
/// rule has answered.
public struct EncodingRuleContext {
    /// Why the rule is consulted: one situation.
    public let situation: EncodingSituation
    /// The value; `nil` in the situations ``EncodingSituation/nilValue`` and ``EncodingSituation/key``.
    public let value: (any Encodable)?
    /// The type of the value; for a `nil` the wrapped type; for a key `String`.
    public let type: Any.Type
    /// The type whose `encode(to:)` writes the value: the model of a property; `nil` at the top level.
    public let modelType: Any.Type?
    /// Whether the model writes the value by a single-value container, at its own path.
    let isSingleValue: Bool
    /// The `userInfo` of the encoder.
    public var userInfo: [CodingUserInfoKey: Any] { info }

    private let info: [CodingUserInfoKey: any Sendable]
    /// The core that has the path; `nil` if that is not known.
    private let core: EncoderCore?
    private let scope: Scope
    /// The object, if it is not at the end of the text.
    private let object: DetachedValue?
    /// The key of a member that is not being written.
    private let member: (any CodingKey)?

    init(
        _ situation: EncodingSituation, _ value: (any Encodable)?, type: Any.Type, modelType: Any.Type?,
        isSingleValue: Bool = false, userInfo: [CodingUserInfoKey: any Sendable], of core: EncoderCore?,
        _ scope: Scope = .none, _ object: DetachedValue? = nil, member: (any CodingKey)? = nil
    ) {
        (self.situation, self.value, self.type, self.modelType) = (situation, value, type, modelType)
        self.isSingleValue = isSingleValue
        info = userInfo
        (self.core, self.scope, self.object, self.member) = (core, scope, object, member)
    }

    /// Whether the value is inside one for which all rules are turned off.
    var rulesAreOff: Bool { core?.rulesAreOff == true }

    /// Whether the value is an element of a collection that a model of this type has.
    func isInModel(_ type: Any.Type) -> Bool { core?.isModel(type, outside: modelType, around: scope) == true }

    /// Whether the path matches, or that of the object.
    func isAt(_ matcher: PathMatcher, orInObject: Bool = false) -> Bool {
        guard let core else { return matcher.isMatch(backwards: matcher.end) }
        return core.isPath(to: scope, object, member: member, matching: matcher)
            || orInObject && core.isPath(to: scope, object, member: nil, matching: matcher)
    }

    /// The last step of the path, and that of the path whose rules apply, too: of the object, for a key.
    var lastSteps: (PathMatcher.LastStep, PathMatcher.LastStep) {
        guard let core else { return (.any, .any) }
        let step = core.lastStep(to: scope, object, member: member)
        return (step, situation == .key ? core.lastStep(to: scope, object, member: nil) : step)
    }

    /// The path of the value, with the keys of the types.
    public var codingPath: [any CodingKey] {
        guard let core else { return [] }
        return (object.map { core.path(to: $0) } ?? core.path(to: scope)) + (member.map { [$0] } ?? [])
    }

    /// The name of the member, in the model's spelling; `nil` for an element and at the top level.
    public var key: String? {
        if situation == .key { return member?.stringValue }
        guard let last = codingPath.last, case .key(let name) = DecodingPath([last]).steps[0] else { return nil }
        return name
    }
}

/// A rule's answer about a value that is encoded. ``EncodingSituation`` lists the answers that are valid in each situation.
public struct Representation {
    enum Action {
        case decline
        case omit
        case json(RawJSON)
        case encode((any Encoder) throws -> Void)
        case keyPath([String])
        case addMembers
        case fail(String)

        /// The answer without its contents, as spelled in source code.
        var spelling: String {
            switch self {
            case .decline: ".decline"
            case .omit: ".omit"
            case .json: ".json(_:)"
            case .encode: ".encode(_:)"
            case .keyPath(let names): names.isEmpty ? ".keyPath([])" : names.count == 1 ? ".key(_:)" : ".keyPath(_:)"
            case .addMembers: ".addMembers"
            case .fail: ".fail(_:)"
            }
        }
    }

    let action: Action

    /// Whether this is ``decline``.
    var isDecline: Bool { if case .decline = action { true } else { false } }

    /// The rule does not apply: the next one is consulted.
    public static var decline: Representation { Representation(action: .decline) }

    /// The member or element is omitted, as is an element of a sequence that is encoded as an array; for another value at the top
    /// level that is an error.
    public static var omit: Representation { Representation(action: .omit) }

    /// This JSON is written: `.null`, `.string("")`.
    ///
    /// - Parameter json: the JSON.
    public static func json(_ json: RawJSON) -> Representation { Representation(action: .json(json)) }

    /// The value that the closure encodes is written.
    ///
    /// - Parameter encode: encodes one value.
    public static func encode(_ encode: @escaping (any Encoder) throws -> Void) -> Representation {
        Representation(action: .encode(encode))
    }

    /// The member is written under this name.
    ///
    /// - Parameter name: the name.
    public static func key(_ name: String) -> Representation { keyPath([name]) }

    /// The member is written at this path from the model's object: several names are those of nested objects, and of the
    /// member in the last of them. Objects that several members have in common are written once.
    ///
    /// - Parameter names: the names, at least one.
    public static func keyPath(_ names: [String]) -> Representation { Representation(action: .keyPath(names)) }

    /// The members of the property are written to the model's object, and not to an object of their own.
    public static var addMembers: Representation { Representation(action: .addMembers) }

    /// Encoding ends with `EncodingError.invalidValue` and this text.
    ///
    /// - Parameter reason: the text.
    public static func fail(_ reason: String) -> Representation { Representation(action: .fail(reason)) }
}
