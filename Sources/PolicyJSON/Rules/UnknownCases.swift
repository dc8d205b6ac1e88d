internal import RuntimeFacts

/// Substitutes a case, or `nil`, where an enumeration has no case with the raw value.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `UnknownCases(.useNil)` | `Fruit?` | `"plum"`, `""`, `" "` | `nil` |
/// | `UnknownCases(.useNil)` | `Level?` | `3`, `0`, `-1` | `nil` |
/// | `UnknownCases(.useNil)` | `Fruit` | `"plum"` | declines |
/// | `UnknownCases(.caseNamed("pear"))` | `Fruit`, `Fruit?` | `"plum"`, `""`, `"PEAR"` | `pear` |
/// | `UnknownCases(.caseNamed("high"))` | `Level` | `3`, `0` | `high` |
/// | `UnknownCases(.caseNamed("plum"))` | `Fruit` | `"plum"` | declines |
/// | `UnknownCases(.first)` | `Fruit` | `"plum"` | `apple` |
/// | `UnknownCases(.last)` | `Fruit` | `"plum"` | `pear` |
/// | `UnknownCases(.case(Fruit.pear))` | `Fruit` | `"plum"` | `pear` |
/// | `UnknownCases(.case(Fruit.pear))` | `Level` | `3` | declines |
/// | `UnknownCases(.fail)` | `Fruit`, `Fruit?` | `"plum"` | fails: Fruit has no case for "plum"; it has: apple, pear. |
/// | `UnknownCases(.first)` | `Fruit` | `1`, `true`, `{}`, `[]`, `null`, no key | declines |
/// | `UnknownCases(.first)` | `Level` | `3`, `1.5` | `low` |
/// | `UnknownCases(.first)` | `Level` | `"1"`, `null`, no key | declines |
/// | `UnknownCases(.last)` | `Level` | `1` | `low` |
/// | `UnknownCases(.first, for: [.null, .missingKey, .unknownCase])` | `Fruit` | `"plum"`, `null`, no key | `apple` |
/// | `UnknownCases(.first, for: [.null, .missingKey, .unknownCase])` | `Int`, `Point` | `null`, no key | declines |
/// | `UnknownCases(.useNil)` | `Shape?` | `{"square":{}}`, `{}`, `{"Circle":{"_0":1}}` | `nil` |
/// | `UnknownCases(.useNil)` | `Shape` | `{"square":{}}` | declines |
/// | `UnknownCases(.caseNamed("dot"))` | `Shape`, `Shape?` | `{"square":{}}`, `{}`, `{"Circle":{"_0":1}}` | `dot` |
/// | `UnknownCases(.caseNamed("dot"))` | `Shape` | `{"circle":{"_0":"x"}}`, `{"circle":{}}`, `"dot"`, `[]`, `null` | declines |
/// | `UnknownCases(.caseNamed("circle"))` | `Shape` | `{"square":{}}` | declines |
/// | `UnknownCases(.caseNamed("plum"))` | `Shape` | `{"square":{}}`, `{"plum":{}}` | declines |
/// | `UnknownCases(.case(Shape.circle(1)))` | `Shape` | `{"square":{}}` | `circle(1)` |
/// | `UnknownCases(.fail)` | `Shape` | `{"square":{}}` | fails: Shape has no case for {"square":{}}. |
///
/// The rule applies to enumerations that decode from a raw value, and to those with associated values whose `Codable` is
/// synthesized: an object without the name of a case, or a tag that ``Variants`` does not know, is an unknown case. Of the
/// latter, ``Fallback/caseNamed(_:)`` substitutes cases without associated values only, and ``Fallback/first`` and
/// ``Fallback/last`` none. By default it repairs raw
/// values of the right kind that no case has. With ``RepairSituation/null`` and ``RepairSituation/missingKey`` it also repairs `null`
/// and missing keys where the property is not optional. A value of another kind (`{}`, or `true` for a string) is not
/// an unknown case and fails as in strict decoding. A name that no case has (a misspelled one) is not an error: the rule never
/// answers for that enumeration, and nothing reports it.
public struct UnknownCases: DecodingRule {
    /// The substitute.
    public struct Fallback: Sendable, CustomStringConvertible, SourceDescribed {
        enum Kind: Sendable {
            case useNil, first, last, fail
            case named(String)
            case value(any Sendable)
        }

        let kind: Kind
        let sourceText: String

        /// `nil`, for optional properties and elements.
        public static let useNil = Fallback(kind: .useNil, sourceText: ".useNil")
        /// The case of this name, as declared, whatever its key in JSON is; the enumeration need not be `CaseIterable`.
        ///
        /// - Parameter name: the name of the case in the source.
        public static func caseNamed(_ name: String) -> Fallback {
            Fallback(kind: .named(name), sourceText: ".caseNamed(\(RawJSON.quoted(name)))")
        }
        /// The case that is declared first.
        public static let first = Fallback(kind: .first, sourceText: ".first")
        /// The case that is declared last.
        public static let last = Fallback(kind: .last, sourceText: ".last")
        /// This value, for exactly its type, which has to be written: `.case(Fruit.pear)`, not `.case(.pear)`.
        ///
        /// - Parameter value: a case of the enumeration.
        public static func `case`(_ value: some Decodable & Sendable) -> Fallback {
            Fallback(kind: .value(value), sourceText: ".case(\(type(of: value)).\(value))")
        }
        /// What the compiler names in its error for a case without its type, `.case(.pear)`: `TypeNameIsRequired` has no member
        /// `pear`. It has no values.
        public enum TypeNameIsRequired: Sendable {}
        /// Cannot be called: write the name of the type, as in `.case(Fruit.pear)`.
        ///
        /// - Parameter value: none.
        @available(*, unavailable, message: "write the name of the type, as in .case(Fruit.pear)")
        public static func `case`(_ value: TypeNameIsRequired) -> Fallback {}
        /// No fallback: an error that names the value and the cases, and ends the decode.
        public static let fail = Fallback(kind: .fail, sourceText: ".fail")
    }

    /// The substitute.
    let fallback: Fallback
    /// When the rule answers, as stated for it.
    private let requestedSituations: RepairSituation

    /// Those in which it can answer.
    private static let possibleSituations: RepairSituation = [.null, .missingKey, .unknownCase]

    /// Creates the rule. Default for `situations`: unknown cases only.
    ///
    /// - Parameters:
    ///   - fallback: the substitute.
    ///   - situations: when the rule answers: ``RepairSituation/unknownCase``, ``RepairSituation/null``,
    ///     ``RepairSituation/missingKey``. Others are ignored.
    public init(_ fallback: Fallback, for situations: RepairSituation = .unknownCase) {
        self.fallback = fallback
        requestedSituations = situations
    }

    @_optimize(size)
    var sourceText: String {
        requestedSituations == .unknownCase
            ? "UnknownCases(\(fallback))" : "UnknownCases(\(fallback), for: \(requestedSituations))"
    }

    var listedSituations: RepairSituation { requestedSituations.intersection(Self.possibleSituations) }

    @_optimize(size)
    func answer(to context: DecodingRuleContext) -> Repair {
        // Those of an enumeration with associated values have no value.
        let cases = context.isEnumeration ? context.enumCases : nil
        if cases == nil, context.situation != .unknownCase { return .decline }
        switch fallback.kind {
        case .useNil:
            return .useNil
        case .named(let name):
            guard let cases else {
                return context.requestedType is AnyClass ? .decline : .substituteCase(named: name)
            }
            return cases.first { $0.name == name }.map { .use($0.value) } ?? .decline
        case .first:
            return cases?.first.map { .use($0.value) } ?? .decline
        case .last:
            return cases?.last.map { .use($0.value) } ?? .decline
        case .value(let value):
            return type(of: value) == context.requestedType ? .use(value) : .decline
        case .fail:
            let found = context.kind == nil ? "nothing" : context.sourceText
            let names = cases.map { "; it has: \($0.map(\.name).joined(separator: ", "))" } ?? ""
            return .fail("\(context.requestedType) has no case for \(found)\(names).")
        }
    }
}

// MARK: Policy files

extension UnknownCases {
    private enum CodingKeys: CodingKey { case fallback, `for` }
    private enum FallbackKeys: CodingKey, CaseIterable { case caseNamed }

    private static var fallbacks: KeyValuePairs<String, Fallback> {
        ["useNil": .useNil, "first": .first, "last": .last, "fail": .fail]
    }

    @_optimize(size)
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let fallback: Fallback
        // Decodes a name, or an object with the name of a case.
        if let object = try? container.superDecoder(forKey: .fallback),
            (try? object.container(keyedBy: JSONKey.self)) != nil
        {
            let named = try object.container(ofOptions: FallbackKeys.self)
            fallback = .caseNamed(try named.decode(String.self, forKey: .caseNamed))
        } else {
            fallback = try container.choice(.fallback, of: Self.fallbacks, or: #"{"caseNamed": NAME}"#)
        }
        self.init(fallback, for: try container.situations(.for, default: .unknownCase))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch fallback.kind {
        case .useNil: try container.encode("useNil", forKey: .fallback)
        case .first: try container.encode("first", forKey: .fallback)
        case .last: try container.encode("last", forKey: .fallback)
        case .fail: try container.encode("fail", forKey: .fallback)
        case .named(let name):
            var named = container.nestedContainer(keyedBy: FallbackKeys.self, forKey: .fallback)
            try named.encode(name, forKey: .caseNamed)
        case .value:
            throw PolicyFileProblem(
                code: .notWritable, message: "it has a value of the program; use .caseNamed or .useNil")
        }
        try container.encode(situations: requestedSituations, .for, default: .unknownCase)
    }

    @_optimize(size)
    var explanation: String {
        var found: [String] = []
        if situations.contains(.unknownCase) { found.append("an unknown case of an enumeration") }
        if situations.contains(.null) { found.append("null for an enumeration") }
        if situations.contains(.missingKey) { found.append("a missing enumeration") }
        if found.isEmpty { return "Does nothing." }
        let value = found.joined(separator: ", or for ")
        return switch fallback.kind {
        case .useNil: "Substitutes nil for \(value), where nil is allowed."
        case .first: "Substitutes the first case for \(value)."
        case .last: "Substitutes the last case for \(value)."
        case .named(let name): "Substitutes the case named \(name) for \(value), if there is such a case."
        case .value(let value): "Substitutes \(value) for \(found.joined(separator: ", or for ")) of its type."
        case .fail: "Fails for \(value), and lists the existing cases."
        }
    }
}

// MARK: Lint

extension UnknownCases: LibraryRule {
    var doesNothing: Bool { situations.isEmpty }

    var findings: [(code: PolicyFinding.Code, message: String)] {
        ignoredSituations(requestedSituations.subtracting(Self.possibleSituations))
    }

    func covers(_ other: UnknownCases) -> Bool {
        situations.isSuperset(of: other.situations) && fallback.covers(other.fallback)
    }

    func coversRule(_ other: any DecodingRule) -> Bool {
        guard case .fail = fallback.kind else { return false }
        return (other as? CaseMatching)?.situations == .unknownCase && situations.contains(.unknownCase)
    }
}

extension UnknownCases {
    /// Whether the rule answers for objects without the name of a case, for an enumeration with associated values.
    func mayAnswer(forObjectsAs type: Any.Type) -> Bool {
        guard situations.contains(.unknownCase) else { return false }
        return switch fallback.kind {
        case .useNil, .fail: true
        case .named(let name): EnumCases.names(of: type)?.contains(name) ?? false
        case .value(let value): Swift.type(of: value) == type
        case .first, .last: false
        }
    }
}

extension UnknownCases.Fallback {
    fileprivate func covers(_ other: UnknownCases.Fallback) -> Bool {
        switch (kind, other.kind) {
        case (.useNil, .useNil): true
        case (.named(let name), .named(let other)): name == other
        // Both decline for enumerations with associated values.
        case (.first, .first), (.first, .last), (.last, .first), (.last, .last): true
        case (.fail, _): true
        default: false
        }
    }
}
