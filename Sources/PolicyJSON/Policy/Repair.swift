@_spi(Tape) internal import JSONTape
internal import Synchronization

/// A rule's answer. Which answers a situation takes is in the documentation of ``RepairSituation``; those that repair a value
/// (all but ``useInnerNil``, ``drop`` and ``useRepeated``) are taken for any value that strict decoding rejects.
public struct Repair {
    enum Action {
        case decline
        // In a box: without it copying any answer would ask the runtime how to copy the value.
        indirect case use(Any)
        case useNil
        indirect case useNilWithin(LossBounds)
        case useInnerNil
        case drop
        indirect case dropWithin(LossBounds)
        case decode(JSONReplacement)
        case attempt(JSONReplacement)
        case take(DecodingPath)
        case wrap
        case useRepeated
        case fail(String)
    }

    let action: Action

    /// Whether this is ``decline``.
    @inline(__always)
    package var isDecline: Bool {
        if case .decline = action { true } else { false }
    }

    /// Not for this rule: the next one is asked, and after the last the strict error is thrown.
    public static var decline: Repair { Repair(action: .decline) }

    /// Takes this value. It must be of the requested type; otherwise the value fails with an error that names the rule.
    ///
    /// - Parameter value: a value of the requested type.
    public static func use(_ value: Any) -> Repair { Repair(action: .use(value)) }

    /// Takes `nil`. Counts as declining where ``DecodingRuleContext/acceptsNil`` is false.
    public static var useNil: Repair { Repair(action: .useNil) }

    /// Takes `nil` for an undecodable element, of which a collection may have so many.
    ///
    /// - Parameter bounds: how many elements of the collection may become `nil` with these bounds.
    public static func useNil(within bounds: LossBounds) -> Repair { Repair(action: .useNilWithin(bounds)) }

    /// Takes `.some(nil)` in the situation ``RepairSituation/nestedNull``.
    public static var useInnerNil: Repair { Repair(action: .useInnerNil) }

    /// Leaves an element or a member out, in the situations ``RepairSituation/undecodableElement``,
    /// ``RepairSituation/unknownKey`` and ``RepairSituation/repeatedKey``.
    public static var drop: Repair { Repair(action: .drop) }

    /// Leaves an undecodable element out, of which a collection may have so many.
    ///
    /// - Parameter bounds: how many elements of the collection may be dropped with these bounds.
    public static func drop(within bounds: LossBounds) -> Repair { Repair(action: .dropWithin(bounds)) }

    /// Decodes this JSON in place of what was found. If that fails, the value fails with that error, at the same path. `null`
    /// is `nil` where that is taken; elsewhere it is decoded as a `null` of the document would be, under the same policy.
    ///
    /// - Parameter json: the JSON to decode.
    public static func decode(_ json: JSONReplacement) -> Repair { Repair(action: .decode(json)) }

    /// Decodes this JSON in place of what was found. If that fails, the rule counts as having declined.
    ///
    /// - Parameter json: the JSON to decode.
    public static func attempt(_ json: JSONReplacement) -> Repair { Repair(action: .attempt(json)) }

    /// Decodes the value as the only element of the array, contiguous array or set that was requested. If that fails, the
    /// rule counts as having declined; the element is never left out, whatever other rules say. Declined, too, for other
    /// types and for missing keys.
    public static var decodeAsOnlyElement: Repair { Repair(action: .wrap) }

    /// Decodes the value at this path in place of what was found: seen from the value, or, for a missing key, from the object
    /// that lacks it. Counts as declining where there is no value at the path.
    ///
    /// - Parameter path: keys and indexes, relative to the value.
    public static func decodeValue(at path: DecodingPath) -> Repair { Repair(action: .take(path)) }

    /// Takes this member and not the one of the same name before it, in the situation ``RepairSituation/repeatedKey``.
    public static var useRepeated: Repair { Repair(action: .useRepeated) }

    /// Ends the decode with this reason, which becomes the `debugDescription` of a `DecodingError.dataCorrupted` with a
    /// ``RuleRefusal`` as its `underlyingError`. No other rule is asked about it, also not ``LossyCollections``; only a model
    /// that catches errors itself continues.
    ///
    /// - Parameter reason: why, in words.
    public static func fail(_ reason: String) -> Repair { Repair(action: .fail(reason)) }
}

extension Repair {
    /// Kinds of answers, each of which a situation takes or not.
    struct Forms: OptionSet {
        let rawValue: UInt16

        static let value = Forms(rawValue: 1 << 0)
        static let `nil` = Forms(rawValue: 1 << 1)
        static let json = Forms(rawValue: 1 << 2)
        static let onlyElement = Forms(rawValue: 1 << 3)
        static let path = Forms(rawValue: 1 << 4)
        static let fail = Forms(rawValue: 1 << 5)
        static let innerNil = Forms(rawValue: 1 << 6)
        static let drop = Forms(rawValue: 1 << 7)
        static let repeated = Forms(rawValue: 1 << 8)
        static let bounds = Forms(rawValue: 1 << 9)

        /// What can stand for a value.
        static let replacements: Forms = [.value, .nil, .json, .onlyElement, .path, .fail]
    }

    /// What a situation has to take, and how the answer is spelled.
    private var form: (forms: Forms, spelling: String) {
        switch action {
        case .decline: ([], ".decline")
        case .use: (.value, ".use(_:)")
        case .useNil: (.nil, ".useNil")
        case .useNilWithin: ([.nil, .bounds], ".useNil(within:)")
        case .useInnerNil: (.innerNil, ".useInnerNil")
        case .drop: (.drop, ".drop")
        case .dropWithin: ([.drop, .bounds], ".drop(within:)")
        case .decode: (.json, ".decode(_:)")
        case .attempt: (.json, ".attempt(_:)")
        case .take: (.path, ".decodeValue(at:)")
        case .wrap: (.onlyElement, ".decodeAsOnlyElement")
        case .useRepeated: (.repeated, ".useRepeated")
        case .fail: (.fail, ".fail(_:)")
        }
    }

    /// Whether an answer is one that a situation takes.
    @inline(__always)
    package func fits(_ situation: RepairSituation) -> Bool {
        situation.facts.answers.isSuperset(of: form.forms)
    }

    /// The answer without its contents, as in source code.
    package var spelling: String { form.spelling }

    /// Whether the answer is a `null` to be decoded.
    var isNull: Bool {
        switch action {
        case .decode(let json), .attempt(let json): json.isNull
        default: false
        }
    }

    /// How many such answers one collection may have.
    var bounds: LossBounds? {
        switch action {
        case .useNilWithin(let bounds), .dropWithin(let bounds): bounds
        default: nil
        }
    }
}

/// The `underlyingError` of an error that a rule ended the decode with (``Repair/fail(_:)``).
public struct RuleRefusal: Error, CustomStringConvertible {
    /// The rule's name.
    public let rule: String
    /// What strict decoding throws.
    public let strictError: any Error

    /// Whether there has been one in this process. Most policies never reject a value, and to look into an error costs as much
    /// as a repair.
    private static let hasOccurred = Atomic<Bool>(false)

    init(rule: String, strictError: any Error) {
        self.rule = rule
        self.strictError = strictError
        Self.hasOccurred.store(true, ordering: .relaxed)
    }

    public var description: String { "refused by \(rule): \(strictError)" }

    static func caused(_ error: any Error) -> Bool {
        hasOccurred.load(ordering: .relaxed) && (error as? DecodingError)?.context?.underlyingError is RuleRefusal
    }
}

/// JSON that takes the place of what was found.
public enum JSONReplacement: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number in the grammar of RFC 8259 section 6; anything else fails as a syntax error.
    case number(String)
    /// A string, given as its value.
    case string(String)
    /// Any JSON text. Its own contents are decoded under the same policy.
    case document(String)

    /// Whether the replacement is `null`, however it is written.
    var isNull: Bool {
        switch self {
        case .null: true
        case .document(let text):
            text.utf8.trimmingJSONWhitespace.elementsEqual("null".utf8)
        case .bool, .number, .string: false
        }
    }

    /// The replacement as JSON text.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .document(let text): text
        case .string(let value): JSONReplacement.quoted(value)
        }
    }

    static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
