@_spi(Cursor) public import JSONTape
internal import RuntimeFacts

/// The information that a rule receives about a value: what was requested, what was found, and where. Computed
/// properties do their work only when they are read.
public struct DecodingRuleContext {
    /// The type that was requested. For an optional property, the wrapped type; see ``acceptsNil``. In the situations
    /// ``RepairSituation/undecodableElement`` and ``RepairSituation/value``, the whole type of an optional element: `Int?` in `[Int?]`.
    public let requestedType: Any.Type
    /// The situation in which the rule is consulted: exactly one.
    public package(set) var situation: RepairSituation
    /// The kind of value that was found; `nil` for a missing key.
    public let kind: JSONKind?
    /// Whether `nil` is accepted: the property or the element is optional. In ``RepairSituation/value``, rules are consulted about
    /// elements and top-level values first as the optional type, for which it is not, and then as the wrapped type, for which it is.
    public let acceptsNil: Bool
    /// Whether the rule is inside a scope (``At``, ``For``) that applies here.
    public private(set) var isScoped = false

    /// Whether the context describes the name of a member.
    private let isKey: Bool
    let core: DecoderCore
    let reference: ValueReference
    /// `nil` for most values.
    private let details: RequestDetails?

    @inline(__always)
    init(
        requestedType: Any.Type, situation: RepairSituation, kind: JSONKind?, acceptsNil: Bool, core: DecoderCore,
        reference: ValueReference, details: RequestDetails? = nil
    ) {
        self.requestedType = requestedType
        self.situation = situation
        isKey = situation == .dictionaryKey
        self.kind = kind
        self.acceptsNil = acceptsNil
        self.core = core
        self.reference = reference
        self.details = details
    }

    /// The context of a rule inside a scope that applies.
    var scoped: DecodingRuleContext {
        var context = self
        context.isScoped = true
        return context
    }

    /// What strict decoding throws; in situations in which it succeeds, an error that describes the situation.
    public var strictError: any Error {
        details?.error ?? core.reasonToAsk(self) ?? core.strictError(requestedType, at: reference, missing: missingKey)
    }

    /// Whether the requested type's own code has opened an array over the value, which is of another kind.
    var opensArray: Bool {
        if case DecodingError.typeMismatch(let type, _)? = details?.error { return type == [Any].self }
        return false
    }

    /// The requested key, if it is missing.
    var missingKey: (any CodingKey)? { details?.missingKey }

    /// The details, if a key is missing.
    var missing: RequestDetails? {
        guard let details, details.missingKey != nil else { return nil }
        return details
    }

    /// The type whose `init(from:)` requests the value: the model of a property, the enumeration of a raw value; `nil`
    /// at the top level (and, in a program that decodes more than 12,288 types, for further types).
    public var modelType: Any.Type? { reference.modelType }

    /// The type whose `init(from:)` requested ``modelType``; `nil` if that is the top-level type.
    public var enclosingModelType: Any.Type? { reference.enclosingModelType }

    /// The value's source text verbatim, including quotes and escapes; empty for a missing key.
    public var sourceText: String {
        // The decoder of a missing `superDecoder` has a null that no document contains.
        kind == nil || reference.index == TapePosition.nothing ? "" : core.tape.source(of: token)
    }

    /// The value of a string, with escapes decoded; `nil` for other kinds.
    public var string: String? {
        if isKey { return core.tape.key(at: token) }
        return kind == .string ? core.tape.string(at: reference.index) : nil
    }

    /// The position of the value, or of the member's name if that is a key of a dictionary.
    var token: TapePosition { isKey ? reference.index.key : reference.index }

    /// The text of a number as written in the document, in JSON5 perhaps `+1` or `0x1F`; `nil` for other kinds.
    public var number: String? { kind == .number ? core.tape.numberText(at: reference.index) : nil }

    /// The text of a number in the grammar of RFC 8259, also where JSON5 has another one (`+1`, `0x1`, `.5`); `nil` for other kinds
    /// and for infinities and NaN.
    @_optimize(size)
    @inline(never)
    var numberInJSON: String? {
        if core.options.syntax == .json { return number }
        return kind == .number ? (try? RawJSON.read(core, at: reference))?.text : nil
    }

    /// The number as the nearest `Double`; `nil` for other kinds, beyond its range, and in JSON5.
    var double: Double? {
        kind == .number && core.options.syntax == .json ? core.tape.double(at: reference.index) : nil
    }

    /// The value of a Boolean; `nil` for other kinds.
    public var bool: Bool? { kind == .bool ? core.tape[reference.index].is(.true) : nil }

    /// The path to the value; for a missing key, ends with that key.
    public var codingPath: [any CodingKey] { core.path(to: reference, missing: missingKey) }

    /// The name of the member, present or missing; `nil` at the top level and in arrays.
    public var key: String? {
        guard let last = codingPath.last, case .key(let name) = DecodingPath([last]).steps[0] else { return nil }
        return name
    }

    /// Whether there is a value at this path, relative to the value, or, for a missing key, to the object that lacks
    /// it.
    ///
    /// - Parameter path: keys and indexes, relative to the value.
    public func hasValue(at path: DecodingPath) -> Bool {
        if isKey { return path.steps.isEmpty }
        return core.follow(path, from: reference, isMissing: isMissing) != nil
    }

    /// The scalar at this path, relative to the value; `nil` if there is no value, an array or an object.
    ///
    /// - Parameter path: keys and indexes, relative to the value.
    public func scalar(at path: DecodingPath) -> RawJSON? {
        if isKey { return path.steps.isEmpty ? string.map { .string($0) } : nil }
        return scalar(core.follow(path, from: reference, isMissing: isMissing))
    }

    /// The scalar at this path, relative to the object of which the value is a member, or which lacks the key: for rules that
    /// depend on other members. `nil` if there is no value, an array or an object, and for elements of arrays and top-level
    /// values. A member with another name than the model's key, which ``KeyMatching`` finds, has the name of the document
    /// until the model has requested it.
    ///
    /// - Parameter path: keys and indexes, relative to the object.
    public func siblingScalar(at path: DecodingPath) -> RawJSON? {
        // Arrays may be decoded in parts.
        guard reference.parent != TapePosition.noContainer, core.tape[reference.parent].is(.object) else { return nil }
        return scalar(core.follow(path, from: reference, isMissing: true))
    }

    private func scalar(_ found: ValueReference?) -> RawJSON? {
        guard let found else { return nil }
        return switch core.tape[found.index].kind {
        case .null: .null
        case .false: .bool(false)
        case .true: .bool(true)
        case .number:
            core.options.syntax == .json
                ? .number(core.tape.numberText(at: found.index)) : try? RawJSON.read(core, at: found).withScalars
        case .string, .key: .string(core.tape.string(at: found.index))
        case .object, .array, .emptiedArray, .objectEnd, .arrayEnd: nil
        }
    }

    /// The name of the only member of an object; `nil` for other objects, and for other kinds.
    @_optimize(size)
    public var onlyMember: String? {
        guard kind == .object, core.tape[reference.index].count == 1 else { return nil }
        var name: String?
        core.indexed(for: reference.index, model: reference.model).forEachMember(of: reference.index) { key, _ in
            name = key
            return false
        }
        return name
    }

    /// Whether the missing key is that of a case's only value without a label, and the object has members: these are the value in
    /// another form, or an error.
    var lacksLabelOnly: Bool {
        missingKey?.stringValue == "_0" && reference.parent != TapePosition.noContainer
            && core.tape[reference.parent].count > 0 && !hasValue(at: DecodingPath([.key("_1")]))
    }

    /// The case that a rule has selected and the enumeration does not have.
    var unknownCase: RuleRefusal.UnknownCase? { RuleRefusal.of(details?.error)?.unknownCase }

    /// The `userInfo` of the call.
    public var userInfo: [CodingUserInfoKey: Any] { core.options.userInfo }

    /// The decoded value, in the situation ``RepairSituation/decoded``; `nil` in others.
    public var decodedValue: Any? { details?.decoded }

    /// Whether a key is missing, so that there is no value.
    var isMissing: Bool { kind == nil }

    /// Whether the value is the document's top-level value, or an element of a stream.
    public var isTopLevel: Bool { !isMissing && reference.parent == TapePosition.noContainer && core.anchor == nil }

    /// The location of the value, or, for a missing key, of the object that lacks it.
    public var location: JSONLocation { core.location(of: reference) }

    /// The cases of the requested enumeration, in the order of declaration; `nil` if ``requestedType`` is not an
    /// enumeration or has associated values. The enumeration need not be `CaseIterable`,
    /// and may be a ``DynamicEnumeration``.
    public var enumCases: [(name: String, value: Any)]? { enumerationCases(of: requestedType) }

    /// The names of the cases of the requested enumeration, also of those with associated values, as in the source; `nil` if
    /// ``requestedType`` is not an enumeration.
    public var enumCaseNames: [String]? {
        EnumCases.names(of: requestedType) ?? enumerationCases(of: requestedType)?.map(\.name)
    }

    /// Whether ``requestedType`` is an enumeration, of Swift or dynamic.
    public var isEnumeration: Bool { PolicyJSON.isEnumeration(requestedType) }
}

/// What only some requests have. A class, because a context is copied for each rule in a scope.
final class RequestDetails {
    /// The key that was requested, where there is no member of that name.
    let missingKey: (any CodingKey)?
    /// The error that was thrown; `nil` for the strict error, which is created on access.
    let error: (any Error)?
    /// The value, in the situation ``RepairSituation/decoded``.
    let decoded: Any?

    init(missing key: (any CodingKey)? = nil, error: (any Error)? = nil, decoded: Any? = nil) {
        missingKey = key
        self.error = error
        self.decoded = decoded
    }
}

extension DecodingRuleContext {
    /// Whether ``requestedType`` is an integer type. Cheaper than a cast.
    public var isInteger: Bool { DecodableTraits.of(requestedType).integer != nil }

    /// Whether ``requestedType`` is a type that the decoder decodes itself: a number, a string, a Boolean, `Date`,
    /// `Data`, `URL`, `Decimal`, an optional, a standard collection, ``Presence`` or ``RawJSON``. `false` for
    /// `UUID`, models, enumerations and property wrappers.
    public var isPlainValue: Bool {
        switch DecodableTraits.of(requestedType).kind {
        case .plain, .rawEnum, .uuid: isInteger
        default: true
        }
    }
}

extension DecodingRuleContext {
    /// Whether ``requestedType`` is a dictionary that strict decoding decodes from an array of keys and values.
    var takesPairs: Bool { (requestedType as? any IntrinsicDecodable.Type)?.takesPairs ?? false }

    /// Whether the value is an array or object without elements.
    var isEmpty: Bool { kind != nil && core.tape[reference.index].isContainer && core.tape[reference.index].count == 0 }
}
