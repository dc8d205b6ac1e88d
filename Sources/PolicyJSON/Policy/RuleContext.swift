@_spi(Tape) public import JSONTape
internal import RuntimeFacts

/// The kinds of JSON value (RFC 8259 section 3).
public enum JSONKind: String, Sendable, Hashable, CaseIterable {
    case null, bool, number, string, array, object
}

/// What a rule is told: what was asked for, what was found, and where. Everything beyond the stored properties is worked
/// out when it is asked for.
public struct RuleContext {
    /// The type that was asked for. For an optional property it is the type inside; see ``acceptsNil``.
    public let requestedType: Any.Type
    /// What was found; `nil` where there is nothing (a missing key).
    public let found: JSONKind?
    /// Whether `nil` would be taken: the property or the element is optional.
    public let acceptsNil: Bool
    /// What strict decoding throws.
    public var error: any Error { rare?.thrown ?? core.strictError(requestedType, at: place, missing: missingKey) }

    let core: DecoderCore
    let place: Place
    /// The key that was asked for, where the value is not there to tell.
    var missingKey: (any CodingKey)? { rare?.missing?.key }
    private var rare: Rare?
    /// The path, where it has been worked out.
    private var knownPath: [any CodingKey]? { rare?.path }

    /// Whether the rule stands in a scope (``At``, ``For``) that applies here.
    public internal(set) var isScoped = false
    /// Whether the question is which member a key means: it concerns the object as much as the member.
    var isAboutKey = false

    init(
        requestedType: Any.Type, found: JSONKind?, acceptsNil: Bool, error: (any Error)?, core: DecoderCore,
        place: Place, missing: MissingKey? = nil
    ) {
        self.requestedType = requestedType
        self.found = found
        self.acceptsNil = acceptsNil
        self.core = core
        self.place = place
        rare = error == nil && missing == nil ? nil : Rare(thrown: error, missing: missing, path: nil)
    }

    /// The type whose `init(from:)` asks: the model of a property, the enumeration of a raw value; `nil` at the top (and in
    /// a program that decodes more than 12,288 types, for those beyond).
    public var modelType: Any.Type? { place.modelType }

    /// The type whose `init(from:)` asked for ``modelType``; `nil` where that is the top-level type.
    public var enclosingModelType: Any.Type? { place.enclosingModelType }

    /// The value's text as it stands in the document, quotes and escapes included; empty for a missing key.
    public var text: String { found == nil ? "" : core.tape.source(of: place.index) }

    /// The value of a string, escapes decoded; `nil` for other kinds.
    public var string: String? { found == .string ? core.tape.string(at: place.index) : nil }

    /// The text of a number as it stands in the document; `nil` for other kinds.
    public var number: String? { found == .number ? core.tape.numberText(at: place.index) : nil }

    /// The value of a Boolean; `nil` for other kinds.
    public var bool: Bool? { found == .bool ? core.tape[place.index].is(.true) : nil }

    /// The path to the value, with the key that is missing at its end.
    public var codingPath: [any CodingKey] { knownPath ?? core.path(to: place, missing: missingKey) }

    /// The name of the member that the value is, or that is missing; `nil` at the top and in arrays.
    public var key: String? {
        guard let last = codingPath.last, case .key(let name) = DecodingPath([last]).steps[0] else { return nil }
        return name
    }

    /// Whether there is a value at this path, seen from the value, or, for a missing key, from the object that lacks it.
    public func hasValue(at path: DecodingPath) -> Bool {
        core.follow(path, from: place, isMissing: isMissing) != nil
    }

    /// Whether there is no value: a key is missing.
    var isMissing: Bool { found == nil }

    /// Whether the value is the document's top-level value.
    public var isTopLevel: Bool { !isMissing && place.parent == TapePosition.noContainer && core.anchor == nil }

    /// Where the value stands, or, for a missing key, the object that lacks it.
    public var location: SourceLocation { core.location(of: place) }

    /// The cases of the enumeration that was asked for, in the order of their declaration; `nil` where
    /// ``requestedType`` is no enumeration or has associated values. The enumeration need not be `CaseIterable`.
    public var enumCases: [(name: String, value: Any)]? {
        EnumCases.all(of: requestedType)?.map { ($0.name, $0.value) }
    }

    /// Whether ``requestedType`` is an enumeration.
    public var isEnumeration: Bool { EnumCases.isEnumeration(requestedType) }
}

/// A key that is missing: in a box, as copying a key of any type is expensive.
final class MissingKey {
    let key: any CodingKey

    init(_ key: any CodingKey) { self.key = key }
}

/// What few contexts have: in a box, so that copying the others is cheap.
private final class Rare {
    /// `nil`: as strict decoding makes it, when somebody asks.
    let thrown: (any Error)?
    let missing: MissingKey?
    let path: [any CodingKey]?

    init(thrown: (any Error)?, missing: MissingKey?, path: [any CodingKey]?) {
        self.thrown = thrown
        self.missing = missing
        self.path = path
    }
}

extension RuleContext {
    /// What the last key of the value's path begins with; `nil` where that cannot tell whether a pattern matches.
    var lastKey: KeyPrint? {
        if core.convertsKeys || core.anchor != nil || core.window != nil || knownPath != nil { return nil }
        if core.matchedMembers != nil { return nil }
        if let key = missingKey { return key.intValue == nil ? KeyPrint(key.stringValue) : nil }
        guard place.index != TapePosition.nothing, place.parent != TapePosition.noContainer else { return nil }
        if core.tape[place.parent].is(.array) { return .index }
        return core.tape.print(ofKeyAt: place.index.key).map { KeyPrint(length: $0.length, head: $0.head) }
    }

    /// Whether the value's path matches a pattern. The path is made, once, where the document alone does not tell.
    mutating func matches(_ pattern: PathPattern) -> Bool {
        if isAboutKey, pattern.matches(Array(codingPath.dropLast())) { return true }
        if let knownPath { return pattern.matches(knownPath) }
        if let answer = core.matches(pattern, place, missing: missingKey) { return answer }
        let path = codingPath
        rare = Rare(thrown: rare?.thrown, missing: rare?.missing, path: path)
        return pattern.matches(path)
    }

    /// Whether ``requestedType`` is an integer type. Cheaper than a cast.
    public var isInteger: Bool { DecodableTraits.of(requestedType).integer != nil }

    /// Whether ``requestedType`` is a type that stands for a JSON value by itself: a number, a string, a Boolean, `Date`,
    /// `Data`, `URL`, `Decimal`, an optional, a standard collection, ``Presence`` or ``JSONFragment``. Models, enumerations
    /// and property wrappers are not.
    public var isPlainValue: Bool {
        switch DecodableTraits.of(requestedType).kind {
        case .plain, .rawEnum: isInteger
        default: true
        }
    }
}
