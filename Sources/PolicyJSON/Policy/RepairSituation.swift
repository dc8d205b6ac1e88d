/// The situations in which rules are consulted. A rule lists those that it answers (``DecodingRule/situations``), and
/// is consulted in no others.
///
/// In the situations of ``repairs``, and in ``unrepaired``, strict decoding has failed: listing them costs nothing for clean JSON. The
/// situations of ``watching`` also occur when strict decoding succeeds; rules that list them slow down the decoding of
/// clean JSON. More situations may be added.
public struct RepairSituation: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    // MARK: Strict decoding has failed

    /// The value is present and not `null`, and strict decoding of ``DecodingRuleContext/requestedType`` rejects it: it
    /// is of another kind, out of range, or not in the format that the type requires.
    public static let mismatch = RepairSituation(rawValue: 1 << 0)
    /// The value is `null`, and neither the type nor the property or element accepts `null`.
    public static let null = RepairSituation(rawValue: 1 << 1)
    /// The object has no member with the key, and the model requires one.
    public static let missingKey = RepairSituation(rawValue: 1 << 2)
    /// The raw value was decoded, and the enumeration has no case for it.
    public static let unknownCase = RepairSituation(rawValue: 1 << 3)
    /// An element of an array or a set, or a value of a dictionary, cannot be decoded, and no rule has repaired it; the
    /// error is ``DecodingRuleContext/strictError``. ``Repair/drop`` drops it, ``Repair/useNil`` replaces it by `nil` if the
    /// elements are optional.
    public static let undecodableElement = RepairSituation(rawValue: 1 << 4)
    /// The `init(from:)` of ``DecodingRuleContext/requestedType`` threw ``DecodingRuleContext/strictError``, and not because
    /// of the value's kind: something inside it could not be decoded, or the type rejected it as invalid.
    public static let failure = RepairSituation(rawValue: 1 << 5)
    /// The value cannot be decoded or its key is missing, and no rule has repaired it in another situation; the error is
    /// ``DecodingRuleContext/strictError``. Consulted about values of every type, also about a standard collection with an
    /// undecodable element that no rule drops. Not consulted about values that a rule has created, nor about errors
    /// that do not concern the value: rejections by rules, exceeded limits and cancellation.
    public static let unrepaired = RepairSituation(rawValue: 1 << 13)

    /// The name of a member is requested as a key of a dictionary, and does not represent one: it is not a number, has no
    /// case, or the type is neither `String` nor `Int` nor `CodingKeyRepresentable`. The context describes the name as a
    /// string, ``DecodingRuleContext/requestedType`` is the key's type. ``Repair/drop`` drops the member.
    public static let dictionaryKey = RepairSituation(rawValue: 1 << 19)

    // MARK: Also in clean JSON

    /// A `null` is requested as a nested optional (`Int??`). Strict decoding, like Foundation, decodes it as the outer
    /// `nil`, like a missing key; ``Repair/nestedNil`` decodes it as `.some(nil)`.
    public static let nestedNull = RepairSituation(rawValue: 1 << 6)
    /// A `String?` is requested, and the string is empty or begins with white space (RFC 8259 section 2). If all rules
    /// decline, the string is used.
    public static let blankString = RepairSituation(rawValue: 1 << 7)
    /// A value is about to be decoded as a model, or as the top-level value of any type. ``Repair/decodeValue(at:)``
    /// decodes a value inside it instead. Rules are consulted about other values, too, depending on how they are requested:
    /// collections, dates, decimals, elements. A rule examines ``DecodingRuleContext/requestedType``, or
    /// ``DecodingRuleContext/isTopLevel``.
    public static let value = RepairSituation(rawValue: 1 << 8)
    /// A number is requested as a `Date`, and the decoder's `dateDecodingStrategy` has not been set. If all rules
    /// decline, the default strategy is used: seconds since 2001.
    public static let numericDate = RepairSituation(rawValue: 1 << 18)
    /// An object has a member that the model decoded from it, ``DecodingRuleContext/requestedType``, did not request.
    /// The context describes that member's value. ``Repair/report`` enters the member in the report. If all rules
    /// decline, nothing happens.
    public static let unknownKey = RepairSituation(rawValue: 1 << 9)
    /// An object has a second member with the same name. The context describes the second member's value.
    /// ``Repair/drop`` keeps the first and enters that in the report, ``Repair/useRepeated`` uses the second. If all
    /// rules decline, the first is used, as in strict decoding.
    public static let repeatedKey = RepairSituation(rawValue: 1 << 10)
    /// An object lacks a key that a model requests, whether required or optional. Only for a ``KeyMatchingRule``, whose
    /// ``KeyMatchingRule/memberNames(for:of:)`` is called instead of `repair(_:)`.
    public static let absentKey = RepairSituation(rawValue: 1 << 11)
    /// As ``absentKey``, and the object has no member with one of the alternative names:
    /// ``KeyMatchingRule/comparedName(_:of:)`` is called with the key and with each member's name. Listed together with
    /// ``absentKey``.
    public static let memberNames = RepairSituation(rawValue: 1 << 12)

    /// A string, a number or a Boolean is requested as an optional of any type, also if strict decoding of that type
    /// rejects it. If all rules decline, it is decoded.
    public static let optionalScalar = RepairSituation(rawValue: 1 << 14)
    /// An object lacks the key of an optional property. If all rules decline, the property is `nil`.
    public static let missingOptional = RepairSituation(rawValue: 1 << 15)
    /// A `null` is requested as an optional. If all rules decline, it is `nil`.
    public static let nullOptional = RepairSituation(rawValue: 1 << 16)
    /// A string is requested as a `URL`, and strict decoding accepts it. If all rules decline, that URL is used.
    public static let url = RepairSituation(rawValue: 1 << 17)

    /// A value other than `null` is about to be decoded as a model or an enumeration by the type's own `init(from:)`.
    /// ``Repair/decodeCase(named:at:selectedBy:)`` and ``Repair/decode(as:at:selectedBy:)`` select how; ``Repair/reject(_:)``
    /// states that there is no such case, and rules are consulted in ``unknownCase``. If all rules decline, the type
    /// decodes the value.
    public static let variant = RepairSituation(rawValue: 1 << 20)
    /// A model or an enumeration has been decoded by its own `init(from:)`; the value is
    /// ``DecodingRuleContext/decodedValue``. All rules are consulted, in order: ``Repair/use(_:)`` replaces the value, and
    /// ``Repair/reject(_:)`` rejects it, as if `init(from:)` had thrown. If all rules decline, the value is used.
    public static let decoded = RepairSituation(rawValue: 1 << 21)
    /// A model requests a property of the type ``ExtraMembers``, which is ``DecodingRuleContext/requestedType``; the model is
    /// ``DecodingRuleContext/modelType``. ``Repair/keepMembers`` collects in it the members that nothing else requests. If
    /// all rules decline, it is decoded like any other property.
    public static let extraMembers = RepairSituation(rawValue: 1 << 22)

    // MARK: Sets

    /// The situations in which strict decoding has failed, except ``unrepaired``, in which rules are consulted a second time
    /// about a value.
    public static let repairs: RepairSituation = [
        .mismatch, .null, .missingKey, .unknownCase, .undecodableElement, .failure, .dictionaryKey,
    ]
    /// The situations that also occur when strict decoding succeeds.
    public static let watching: RepairSituation = [
        .nestedNull, .blankString, .value, .unknownKey, .repeatedKey, .absentKey, .memberNames, .optionalScalar,
        .missingOptional, .nullOptional, .url, .numericDate, .variant, .decoded, .extraMembers,
    ]
    /// All situations.
    package static let all: RepairSituation = [.repairs, .unrepaired, .watching]
}

extension RepairSituation {
    /// The properties of one situation.
    struct Facts {
        let name: String
        /// The valid answers. None for the situations about names of members, in which no ``Repair`` is requested.
        let answers: Repair.Forms
        /// The report's kind for an answer.
        let change: DecodingReport.Kind
        /// The report's kind for `nil` as an answer, if it differs.
        var nilChange: DecodingReport.Kind?
    }

    /// The facts of exactly one situation. Inlined, so that a caller that reads one of them does not create the others.
    @inline(__always)
    var facts: Facts {
        switch self {
        case .mismatch: Facts(name: "mismatch", answers: .replacements, change: .converted)
        case .null: Facts(name: "null", answers: .replacements, change: .nullReplaced)
        case .missingKey: Facts(name: "missingKey", answers: .replacements, change: .keySupplied)
        case .unknownCase: Facts(name: "unknownCase", answers: [.replacements, .variant], change: .caseReplaced)
        case .undecodableElement:
            Facts(
                name: "undecodableElement", answers: [.replacements, .drop, .bounds], change: .converted,
                nilChange: .elementNil)
        case .failure: Facts(name: "failure", answers: [.replacements, .variant], change: .failureReplaced)
        case .unrepaired: Facts(name: "unrepaired", answers: .replacements, change: .failureReplaced)
        case .nestedNull: Facts(name: "nestedNull", answers: [.nestedNil, .fail], change: .nullNested)
        case .blankString: Facts(name: "blankString", answers: .replacements, change: .converted)
        case .value: Facts(name: "value", answers: .replacements, change: .unwrapped)
        case .numericDate: Facts(name: "numericDate", answers: .replacements, change: .converted)
        case .unknownKey: Facts(name: "unknownKey", answers: [.report, .fail], change: .keyReported)
        case .repeatedKey: Facts(name: "repeatedKey", answers: [.drop, .repeated, .fail], change: .duplicateResolved)
        case .absentKey: Facts(name: "absentKey", answers: [], change: .keyMatched)
        case .optionalScalar: Facts(name: "optionalScalar", answers: .replacements, change: .converted)
        case .missingOptional: Facts(name: "missingOptional", answers: [.replacements, .reject], change: .keySupplied)
        case .nullOptional: Facts(name: "nullOptional", answers: .replacements, change: .nullReplaced)
        case .url: Facts(name: "url", answers: [.replacements, .reject], change: .converted)
        case .dictionaryKey:
            Facts(name: "dictionaryKey", answers: [.value, .json, .drop, .fail], change: .converted)
        case .variant: Facts(name: "variant", answers: [.variant, .reject, .fail], change: .variantSelected)
        case .decoded: Facts(name: "decoded", answers: [.value, .reject, .fail], change: .normalized)
        case .extraMembers: Facts(name: "extraMembers", answers: [.keep, .fail], change: .keyReported)
        case .memberNames: Facts(name: "memberNames", answers: [], change: .keyMatched)
        default: Facts(name: "rawValue: \(rawValue)", answers: [], change: .converted)
        }
    }

    /// The index of one situation.
    var index: Int { rawValue.trailingZeroBitCount }

    /// The number of situations.
    static var count: Int { all.rawValue.nonzeroBitCount }

    /// Each situation of the set, in the order of declaration.
    package var each: [RepairSituation] {
        (0..<RepairSituation.count).map { RepairSituation(rawValue: 1 << $0) }.filter(contains)
    }
}

extension RepairSituation {
    /// All situations with their names.
    static var names: [(key: String, value: RepairSituation)] { all.each.map { ($0.facts.name, $0) } }
}

extension RepairSituation: CustomStringConvertible {
    /// The situations as in source code: `.mismatch`, `[.mismatch, .null]`.
    @_optimize(size)
    public var description: String {
        let names = each.map { "." + $0.facts.name }
        return names.count == 1 ? names[0] : "[\(names.joined(separator: ", "))]"
    }
}
