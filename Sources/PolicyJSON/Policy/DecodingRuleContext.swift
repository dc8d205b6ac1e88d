@_spi(Tape) public import JSONTape
internal import RuntimeFacts

/// The kinds of JSON value (RFC 8259 section 3).
public enum JSONKind: String, Sendable, Hashable, CaseIterable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
}

/// What a rule sees of a value: what was requested, what was found, and where. Everything beyond the stored properties is
/// worked out when it is read.
public struct DecodingRuleContext {
    /// The type that was requested. For an optional property it is the type inside; see ``acceptsNil``.
    public let requestedType: Any.Type
    /// The situation in which the rule is asked: exactly one.
    public package(set) var situation: RepairSituation
    /// What was found; `nil` where there is nothing (a missing key).
    public let found: JSONKind?
    /// Whether `nil` would be taken: the property or the element is optional.
    public let acceptsNil: Bool
    /// Whether the rule is inside a scope (``At``, ``For``) that applies here.
    public internal(set) var isScoped = false

    let core: DecoderCore
    let place: Place
    /// What was thrown; `nil`: what strict decoding throws.
    private let thrown: (any Error)?
    private let missing: MissingKey?

    @inline(__always)
    init(
        requestedType: Any.Type, situation: RepairSituation, found: JSONKind?, acceptsNil: Bool, error: (any Error)?,
        core: DecoderCore, place: Place, missing: MissingKey? = nil
    ) {
        self.requestedType = requestedType
        self.situation = situation
        self.found = found
        self.acceptsNil = acceptsNil
        self.core = core
        self.place = place
        thrown = error
        self.missing = missing
    }

    /// What strict decoding throws.
    public var error: any Error { thrown ?? core.strictError(requestedType, at: place, missing: missingKey) }

    /// The key that was requested, where there is no value that would have it.
    var missingKey: (any CodingKey)? { missing?.key }

    /// The type whose `init(from:)` requests the value: the model of a property, the enumeration of a raw value; `nil` at the
    /// top (and in a program that decodes more than 12,288 types, for those beyond).
    public var modelType: Any.Type? { place.modelType }

    /// The type whose `init(from:)` requested ``modelType``; `nil` where that is the top-level type.
    public var enclosingModelType: Any.Type? { place.enclosingModelType }

    /// The value's text verbatim, quotes and escapes included; empty for a missing key.
    public var text: String { found == nil ? "" : core.tape.source(of: place.index) }

    /// The value of a string, escapes decoded; `nil` for other kinds.
    public var string: String? { found == .string ? core.tape.string(at: place.index) : nil }

    /// The text of a number as written in the document; `nil` for other kinds.
    public var number: String? { found == .number ? core.tape.numberText(at: place.index) : nil }

    /// The value of a Boolean; `nil` for other kinds.
    public var bool: Bool? { found == .bool ? core.tape[place.index].is(.true) : nil }

    /// The path to the value, with the key that is missing at its end.
    public var codingPath: [any CodingKey] { core.path(to: place, missing: missingKey) }

    /// The name of the member that the value is, or that is missing; `nil` at the top and in arrays.
    public var key: String? {
        guard let last = codingPath.last, case .key(let name) = DecodingPath([last]).steps[0] else { return nil }
        return name
    }

    /// Whether there is a value at this path, seen from the value, or, for a missing key, from the object that lacks it.
    ///
    /// - Parameter path: keys and indexes, relative to the value.
    public func hasValue(at path: DecodingPath) -> Bool {
        core.follow(path, from: place, isMissing: isMissing) != nil
    }

    /// Whether there is no value: a key is missing.
    var isMissing: Bool { found == nil }

    /// Whether the value is the document's top-level value.
    public var isTopLevel: Bool { !isMissing && place.parent == TapePosition.noContainer && core.anchor == nil }

    /// The location of the value, or, for a missing key, of the object that lacks it.
    public var location: SourceLocation { core.location(of: place) }

    /// The cases of the enumeration that was requested, in the order of their declaration; `nil` where
    /// ``requestedType`` is no enumeration or has associated values. The enumeration need not be `CaseIterable`.
    public var enumCases: [(name: String, value: Any)]? {
        EnumCases.all(of: requestedType)?.map { ($0.name, $0.value) }
    }

    /// Whether ``requestedType`` is an enumeration.
    public var isEnumeration: Bool { EnumCases.isEnumeration(requestedType) }
}

/// A key that is missing, in a box, because copying a key of any type is expensive.
final class MissingKey {
    let key: any CodingKey

    init(_ key: any CodingKey) { self.key = key }
}

extension DecodingRuleContext {
    /// Whether ``requestedType`` is an integer type. Cheaper than a cast.
    public var isInteger: Bool { DecodableTraits.of(requestedType).integer != nil }

    /// Whether ``requestedType`` is a type for one JSON value: a number, a string, a Boolean, `Date`,
    /// `Data`, `URL`, `Decimal`, an optional, a standard collection, ``Presence`` or ``JSONFragment``. Models, enumerations
    /// and property wrappers are not.
    public var isPlainValue: Bool {
        switch DecodableTraits.of(requestedType).kind {
        case .plain, .rawEnum: isInteger
        default: true
        }
    }
}
