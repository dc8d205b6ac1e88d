@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// A rule's answer. ``use(_:)``, ``useNil``, ``replace(with:)``, ``replaceIfDecodable(with:)``, ``decodeAsOnlyElement``,
/// ``decodeValue(at:)`` and ``fail(_:)`` are valid for any value that strict decoding rejects, ``decline`` in every situation. The
/// documentation of the others names their situations; the article about custom rules lists the answers of each situation.
public struct Repair {
    enum Action {
        case decline
        // Indirect: otherwise copying any answer would look up in the runtime how to copy the value.
        indirect case use(Any)
        case useNil
        indirect case useNilWithin(LossBounds)
        case nestedNil
        case drop
        indirect case dropWithin(LossBounds)
        case replace(RawJSON.Form)
        case replaceIfDecodable(RawJSON.Form)
        case take(DecodingPath)
        case wrap
        case useRepeated
        case report
        case keepMembers
        indirect case selectCase(String, VariantPaths)
        indirect case selectFirstCase(CaseCandidates)
        case substituteCase(String)
        indirect case selectType(any Decodable.Type, VariantPaths)
        case reject(String)
        case fail(String)
    }

    let action: Action

    /// Whether this is ``decline``.
    @inline(__always)
    package var isDecline: Bool {
        if case .decline = action { true } else { false }
    }

    /// Whether this is ``drop`` or ``drop(within:)``.
    var drops: Bool {
        switch action {
        case .drop, .dropWithin: true
        default: false
        }
    }

    /// The rule does not apply: the next one is consulted. If all decline, the strict error is thrown.
    public static var decline: Repair { Repair(action: .decline) }

    /// Uses this value. If it is not of the requested type, decoding fails with an error that names the rule.
    ///
    /// - Parameter value: a value of the requested type.
    public static func use(_ value: Any) -> Repair { Repair(action: .use(value)) }

    /// Uses `nil`. Counts as declining if ``DecodingRuleContext/acceptsNil`` is false.
    public static var useNil: Repair { Repair(action: .useNil) }

    /// Uses `nil` for an undecodable element, up to the given number of elements of a collection, in the situation
    /// ``RepairSituation/undecodableElement``. Counts as declining if the elements are not optional.
    ///
    /// - Parameter bounds: how many elements of the collection may become `nil` with these bounds.
    public static func useNil(within bounds: LossBounds) -> Repair { Repair(action: .useNilWithin(bounds)) }

    /// Uses `.some(nil)`, in the situation ``RepairSituation/nestedNull``.
    public static var nestedNil: Repair { Repair(action: .nestedNil) }

    /// Drops an element, the second of two members with the same name, or a member whose name is not a key of the dictionary,
    /// in the situations ``RepairSituation/undecodableElement``, ``RepairSituation/repeatedKey`` and
    /// ``RepairSituation/dictionaryKey``.
    public static var drop: Repair { Repair(action: .drop) }

    /// Drops an undecodable element, up to the given number of elements of a collection, in the situation
    /// ``RepairSituation/undecodableElement``.
    ///
    /// - Parameter bounds: how many elements of the collection may be dropped with these bounds.
    public static func drop(within bounds: LossBounds) -> Repair { Repair(action: .dropWithin(bounds)) }

    /// Decodes this JSON in place of the value. If that fails, its error is thrown, with the path of the value. `null`
    /// is `nil` where that is accepted; elsewhere it is decoded like a `null` in the document, under the same policy.
    ///
    /// - Parameter json: the JSON to decode.
    public static func replace(with json: RawJSON) -> Repair { Repair(action: .replace(json.form)) }

    /// Decodes this JSON in place of the value. If that fails, the rule counts as having declined.
    ///
    /// - Parameter json: the JSON to decode.
    public static func replaceIfDecodable(with json: RawJSON) -> Repair {
        Repair(action: .replaceIfDecodable(json.form))
    }

    /// Decodes the value as the only element of the requested array, contiguous array or set, or of another type that decodes
    /// from an array. If that fails, the rule counts as having declined; no rule can drop the element. Also counts as declining
    /// for missing keys.
    public static var decodeAsOnlyElement: Repair { Repair(action: .wrap) }

    /// Decodes the value at this path, relative to the value, or, for a missing key, to the object that lacks it.
    /// Counts as declining if there is no value at the path. At the empty path it is the value itself, about which rules are
    /// consulted again: decoding fails after 16 times.
    ///
    /// - Parameter path: keys and indexes, relative to the value.
    public static func decodeValue(at path: DecodingPath) -> Repair { Repair(action: .take(path)) }

    /// Uses this member instead of the previous one with the same name, in the situation
    /// ``RepairSituation/repeatedKey``.
    public static var useRepeated: Repair { Repair(action: .useRepeated) }

    /// Enters a member that no model requests in the report, in the situation ``RepairSituation/unknownKey``.
    public static var report: Repair { Repair(action: .report) }

    /// Collects the members that nothing else requests in the model's ``ExtraMembers``, and enters each in the report, in the
    /// situation ``RepairSituation/extraMembers``.
    public static var keepMembers: Repair { Repair(action: .keepMembers) }

    /// Decodes the value as this case of the requested enumeration, whose `init(from:)` is synthesized, in the situations
    /// ``RepairSituation/variant``, ``RepairSituation/unknownCase`` and ``RepairSituation/failure``. Decoding of other types fails;
    /// so does that of an enumeration with raw values, for which ``use(_:)`` or ``replace(with:)`` is the answer.
    ///
    /// An associated value with a label is decoded from the member of that name. A single one without a label is decoded from
    /// the member `_0`, or, if there is none, from the whole of the contents.
    ///
    /// - Parameters:
    ///   - name: the case, as in the enumeration's `CodingKeys`.
    ///   - path: the contents of the case, relative to the value. Default: the value. Without a value at the path the case
    ///     has no contents.
    ///   - member: the member that names the case, relative to the value; it counts as requested for ``UnknownKeys``.
    public static func decodeCase(
        named name: String, at path: DecodingPath = DecodingPath(),
        selectedBy member: DecodingPath? = nil
    ) -> Repair {
        Repair(action: .selectCase(name, VariantPaths(contents: path, selector: member)))
    }

    /// Decodes the value as this type, usually a subclass of the requested one, in the situations ``RepairSituation/variant``,
    /// ``RepairSituation/unknownCase`` and ``RepairSituation/failure``. Rules are not consulted about selecting a type again, unless
    /// the type decodes the value as the requested one in turn, as an optional does: decoding fails after 16 times. If the result is
    /// not of the requested type, decoding fails with an error that names the rule.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - path: what to decode, relative to the value. Default: the value. Without a value at the path, counts as declining.
    ///   - member: the member that names the type, relative to the value; it counts as requested for ``UnknownKeys``.
    public static func decode(
        as type: any Decodable.Type, at path: DecodingPath = DecodingPath(),
        selectedBy member: DecodingPath? = nil
    ) -> Repair {
        Repair(action: .selectType(type, VariantPaths(contents: path, selector: member)))
    }

    /// Rejects the value, in the situations ``RepairSituation/variant``, ``RepairSituation/decoded``, ``RepairSituation/url`` and
    /// ``RepairSituation/missingOptional``, with this reason, which becomes the `debugDescription` of a `DecodingError.dataCorrupted` with a
    /// ``RuleRefusal`` as its `underlyingError`. Rules are consulted about the error as if the type had thrown it:
    /// ``LossyCollections`` and ``Fallbacks`` handle it.
    ///
    /// - Parameter reason: why, in words.
    public static func reject(_ reason: String) -> Repair { Repair(action: .reject(reason)) }

    /// Ends the decode with this reason, which becomes the `debugDescription` of a `DecodingError.dataCorrupted` with a
    /// ``RuleRefusal`` as its `underlyingError`. No other rule is consulted about the error, not even
    /// ``LossyCollections``; decoding continues only if a model catches it.
    ///
    /// - Parameter reason: why, in words.
    public static func fail(_ reason: String) -> Repair { Repair(action: .fail(reason)) }
}

extension Repair {
    /// Decodes the value as the first of these cases that can be decoded.
    static func decodeFirstCase(of candidates: CaseCandidates) -> Repair {
        Repair(action: .selectFirstCase(candidates))
    }

    /// Uses a case without associated values, by its name in the source. If there is none, the rule counts as having declined.
    static func substituteCase(named name: String) -> Repair { Repair(action: .substituteCase(name)) }

    /// The forms of answers, for checking which are valid in a situation.
    struct Forms: OptionSet {
        let rawValue: UInt16

        static let value = Forms(rawValue: 1 << 0)
        static let `nil` = Forms(rawValue: 1 << 1)
        static let json = Forms(rawValue: 1 << 2)
        static let onlyElement = Forms(rawValue: 1 << 3)
        static let path = Forms(rawValue: 1 << 4)
        static let fail = Forms(rawValue: 1 << 5)
        static let nestedNil = Forms(rawValue: 1 << 6)
        static let drop = Forms(rawValue: 1 << 7)
        static let repeated = Forms(rawValue: 1 << 8)
        static let bounds = Forms(rawValue: 1 << 9)
        static let report = Forms(rawValue: 1 << 10)
        static let variant = Forms(rawValue: 1 << 11)
        static let reject = Forms(rawValue: 1 << 12)
        static let keep = Forms(rawValue: 1 << 13)

        /// The forms that replace a value.
        static let replacements: Forms = [.value, .nil, .json, .onlyElement, .path, .fail]
    }

    /// The form of the answer, and its spelling in source code.
    private var form: (forms: Forms, spelling: String) {
        switch action {
        case .decline: ([], ".decline")
        case .use: (.value, ".use(_:)")
        case .useNil: (.nil, ".useNil")
        case .useNilWithin: ([.nil, .bounds], ".useNil(within:)")
        case .nestedNil: (.nestedNil, ".nestedNil")
        case .drop: (.drop, ".drop")
        case .dropWithin: ([.drop, .bounds], ".drop(within:)")
        case .replace: (.json, ".replace(with:)")
        case .replaceIfDecodable: (.json, ".replaceIfDecodable(with:)")
        case .take: (.path, ".decodeValue(at:)")
        case .wrap: (.onlyElement, ".decodeAsOnlyElement")
        case .useRepeated: (.repeated, ".useRepeated")
        case .report: (.report, ".report")
        case .keepMembers: (.keep, ".keepMembers")
        case .selectCase: (.variant, ".decodeCase(named:at:selectedBy:)")
        case .selectFirstCase: (.variant, ".decodeFirstCase(of:)")
        case .substituteCase: (.value, ".substituteCase(named:)")
        case .selectType: (.variant, ".decode(as:at:selectedBy:)")
        case .reject: (.reject, ".reject(_:)")
        case .fail: (.fail, ".fail(_:)")
        }
    }

    /// Whether the answer is valid in a situation.
    @inline(__always)
    package func fits(_ situation: RepairSituation) -> Bool {
        situation.facts.answers.isSuperset(of: form.forms)
    }

    /// The answer without its contents, as spelled in source code.
    package var spelling: String { form.spelling }

    /// Whether the answer is to decode other JSON, whose error is thrown if it cannot be decoded.
    var isFinal: Bool {
        switch action {
        case .replace, .take, .selectCase, .selectFirstCase, .selectType: true
        default: false
        }
    }

    /// Whether the answer is to decode a `null`.
    var isNull: Bool {
        switch action {
        case .replace(let json), .replaceIfDecodable(let json): json.isNull
        default: false
        }
    }

    /// The bounds of the answer, if any.
    var bounds: LossBounds? {
        switch action {
        case .useNilWithin(let bounds), .dropWithin(let bounds): bounds
        default: nil
        }
    }
}

/// The `underlyingError` of an error with which a rule ended the decode (``Repair/fail(_:)``) or rejected a value
/// (``Repair/reject(_:)``).
public struct RuleRefusal: Error, CustomStringConvertible {
    /// The rule's name.
    public let rule: String
    /// The error that strict decoding throws for the value; for a value that it accepts, an error that describes the
    /// situation.
    public let strictError: any Error
    /// Whether the rule ended the decode, so that no other rule is consulted about the error.
    public var endsDecode: Bool { effect == .endsDecode }

    enum Effect { case endsDecode, rejectsValue, rejectsCase }
    let effect: Effect
    /// The case that the enumeration does not have, if a rule has selected one.
    let unknownCase: UnknownCase?

    struct UnknownCase {
        let name: String
        let paths: VariantPaths
    }

    /// Whether one has been created in this process. Most policies never reject a value, and examining an error costs
    /// as much as a repair.
    private static let hasOccurred = Atomic<Bool>(false)

    init(rule: String, strictError: any Error, effect: Effect = .endsDecode, unknownCase: UnknownCase? = nil) {
        self.unknownCase = unknownCase
        self.rule = rule
        self.strictError = strictError
        self.effect = effect
        Self.hasOccurred.store(true, ordering: .relaxed)
    }

    public var description: String { "rejected by \(rule): \(strictError)" }

    /// Whether a rule ended the decode with the error.
    @inline(__always)
    static func caused(_ error: (any Error)?) -> Bool { effect(of: error) == .endsDecode }

    /// How a rule caused the error; `nil` if none did.
    @inline(__always)
    static func effect(of error: (any Error)?) -> Effect? {
        guard hasOccurred.load(ordering: .relaxed) else { return nil }
        return of(error)?.effect
    }

    /// The refusal that caused an error.
    static func of(_ error: (any Error)?) -> RuleRefusal? {
        (error as? DecodingError)?.context?.underlyingError as? RuleRefusal
    }
}

/// The cases of an enumeration that are tried, by their names in the source.
struct CaseCandidates {
    /// The name of a case that is tried first, if it has no associated values.
    let plain: String?
    /// The names of all cases, of which those with associated values are tried.
    let names: [String]
}

/// The parts of a value for which a rule selects a case or a type, relative to the value.
struct VariantPaths {
    let contents: DecodingPath
    var selector: DecodingPath?
    /// Whether the case is named as in the source, and not as in `CodingKeys`.
    var isNamedInSource = false
    /// Whether contents that are one value without a label are always that value, and never an object with the member `_0`.
    var areOfPair = false
}
