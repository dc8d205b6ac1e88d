/// The situations in which rules are asked. A rule lists those that it answers (``DecodingRule/situations``), and is asked in
/// no others.
///
/// In the situations of ``repairs``, strict decoding has failed: listing them costs nothing for clean JSON. The situations of
/// ``watching`` also occur where strict decoding succeeds, so that policies with rules that list them take longer for clean
/// JSON. More situations may be added.
public struct RepairSituation: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    // MARK: Strict decoding has failed

    /// The value is there and not `null`, and strict decoding of ``DecodingRuleContext/requestedType`` rejects it: it is of
    /// another kind, does not fit, or its text is not what the type needs.
    public static let mismatch = RepairSituation(rawValue: 1 << 0)
    /// The value is `null`, and neither the type nor the property or element takes `null`.
    public static let null = RepairSituation(rawValue: 1 << 1)
    /// The object has no member of that name, and the model needs one.
    public static let missingKey = RepairSituation(rawValue: 1 << 2)
    /// The raw value was read, and the enumeration has no case for it.
    public static let unknownCase = RepairSituation(rawValue: 1 << 3)
    /// An element of an array or a set, or a value of a dictionary, cannot be decoded, and no rule could repair it; the error
    /// is ``DecodingRuleContext/error``. ``Repair/drop`` leaves it out, ``Repair/useNil`` makes it `nil` where the elements
    /// are optional.
    public static let undecodableElement = RepairSituation(rawValue: 1 << 4)
    /// The `init(from:)` of ``DecodingRuleContext/requestedType`` threw ``DecodingRuleContext/error``, which is not about the
    /// value's kind: something inside it could not be decoded, or the type found it invalid.
    public static let failure = RepairSituation(rawValue: 1 << 5)

    // MARK: Also in clean JSON

    /// A `null` is requested as an optional inside an optional (`Int??`). Strict decoding, like Foundation, makes it the outer
    /// `nil`, the same as for a missing key; ``Repair/useInnerNil`` makes it `.some(nil)`.
    public static let nestedNull = RepairSituation(rawValue: 1 << 6)
    /// A `String?` is requested, and the string is empty or begins with white space (of RFC 8259 section 2). If all rules
    /// decline, the string is taken.
    public static let blankString = RepairSituation(rawValue: 1 << 7)
    /// A value is about to be decoded as a model, or as the top-level value of any type. ``Repair/decodeValue(at:)`` decodes
    /// a value inside it instead.
    public static let value = RepairSituation(rawValue: 1 << 8)
    /// An object has a member that the model decoded from it, ``DecodingRuleContext/requestedType``, did not request. The value
    /// is the member's. ``Repair/drop`` enters that in the report. If all rules decline, nothing happens.
    public static let unknownKey = RepairSituation(rawValue: 1 << 9)
    /// An object has a second member of a name. The value is this member's. ``Repair/drop`` keeps the first and enters that in
    /// the report, ``Repair/useRepeated`` takes this one. If all rules decline, the first is taken, as in strict decoding.
    public static let repeatedKey = RepairSituation(rawValue: 1 << 10)
    /// An object lacks a key that a model requests, whether required or optional. Only for a ``KeyMatchingRule``, which is
    /// asked for ``KeyMatchingRule/memberNames(for:of:)`` and not for a ``Repair``.
    public static let absentKey = RepairSituation(rawValue: 1 << 11)
    /// As ``absentKey``, and the key has none of the names that the rule knows: ``KeyMatchingRule/comparedName(_:of:)`` is
    /// called with the key and with each member's name. Listed together with ``absentKey``.
    public static let memberNames = RepairSituation(rawValue: 1 << 12)

    // MARK: All

    /// The situations in which strict decoding has failed.
    public static let repairs: RepairSituation = [
        .mismatch, .null, .missingKey, .unknownCase, .undecodableElement, .failure,
    ]
    /// The situations that also occur where strict decoding succeeds.
    public static let watching: RepairSituation = [
        .nestedNull, .blankString, .value, .unknownKey, .repeatedKey, .absentKey, .memberNames,
    ]
    /// All situations.
    package static let all: RepairSituation = [.repairs, .watching]
}

extension RepairSituation {
    /// What the decoder, and the check of rules, know about one situation.
    struct Facts {
        let name: String
        /// The answers that it takes. For the situations about names of members: none, as no ``Repair`` is requested.
        let answers: Repair.Forms
        /// What the report calls an answer.
        let change: DecodingReport.Kind
        /// What the report calls `nil` as an answer, where that differs.
        var nilChange: DecodingReport.Kind?
    }

    /// Of exactly one situation. Compiled into each place that reads one of them, so that the others are not made.
    @inline(__always)
    var facts: Facts {
        switch self {
        case .mismatch: Facts(name: "mismatch", answers: .replacements, change: .converted)
        case .null: Facts(name: "null", answers: .replacements, change: .nullReplaced)
        case .missingKey: Facts(name: "missingKey", answers: .replacements, change: .missingKey)
        case .unknownCase: Facts(name: "unknownCase", answers: .replacements, change: .unknownCase)
        case .undecodableElement:
            Facts(
                name: "undecodableElement", answers: [.replacements, .drop, .bounds], change: .converted,
                nilChange: .elementNil)
        case .failure: Facts(name: "failure", answers: .replacements, change: .failureReplaced)
        case .nestedNull: Facts(name: "nestedNull", answers: [.innerNil, .fail], change: .nestedNull)
        case .blankString: Facts(name: "blankString", answers: .replacements, change: .converted)
        case .value: Facts(name: "value", answers: .replacements, change: .unwrapped)
        case .unknownKey: Facts(name: "unknownKey", answers: [.drop, .fail], change: .unknownKey)
        case .repeatedKey: Facts(name: "repeatedKey", answers: [.drop, .repeated, .fail], change: .repeatedKey)
        case .absentKey: Facts(name: "absentKey", answers: [], change: .keyMatched)
        case .memberNames: Facts(name: "memberNames", answers: [], change: .keyMatched)
        default: Facts(name: "rawValue: \(rawValue)", answers: [], change: .converted)
        }
    }

    /// The position of one situation among all.
    var index: Int { rawValue.trailingZeroBitCount }

    /// How many situations there are: positions are less than this.
    static var count: Int { all.rawValue.nonzeroBitCount }

    /// Each situation of the set, in the order of declaration.
    package var each: [RepairSituation] {
        (0..<RepairSituation.count).map { RepairSituation(rawValue: 1 << $0) }.filter(contains)
    }
}

extension RepairSituation: CustomStringConvertible {
    /// As in source code: `.mismatch`, `[.mismatch, .null]`.
    public var description: String {
        let names = each.map { "." + $0.facts.name }
        return names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
    }
}
