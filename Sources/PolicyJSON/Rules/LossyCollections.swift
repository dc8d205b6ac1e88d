/// Drops undecodable elements from arrays, contiguous arrays, sets and dictionaries.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `LossyCollections()` | `[Int]` | `[1,"2",null,3.5,4]` | `[1, 4]` |
/// | `LossyCollections()` | `[Int?]` | `[1,"2",null]` | `[Optional(1), nil, nil]` |
/// | `LossyCollections()` | `ContiguousArray<Int>` | `[{},1]` | `[1]` |
/// | `LossyCollections()` | `Set<Int>` | `[1,1,"x"]` | `[1]` |
/// | `LossyCollections()` | `[String: Int]` | `{"a":1,"b":"x"}` | `["a": 1]` |
/// | `LossyCollections()` | `[String: Int?]` | `{"b":"x"}` | `["b": nil]` |
/// | `LossyCollections()` | `[Int: Int]` | `{"1":1,"b":2,"3":"x"}` | `[1: 1]` |
/// | `LossyCollections()` | `[Side: Int]` | `{"left":1,"up":2}` | `[Side.left: 1]` |
/// | `LossyCollections()` | `[Fruit: Int]` | `["pear",1,"plum",2,"apple","x"]` | `[Fruit.pear: 1]` |
/// | `LossyCollections()` | `[[Int]]` | `[[1,"x"],"y"]` | `[[1]]` |
/// | `LossyCollections()` | `[Int]` | `["x"]`, `[]` | `[]`, `[]` |
/// | `LossyCollections()` | `[Int]` | `{}`, `"x"`, `""`, `" "`, `null`, no key | declines |
/// | `LossyCollections(maxDropped: 2)` | `[Int]` | `[1,"2",null]` | `[1]` |
/// | `LossyCollections(maxDropped: 2)` | `[Int]` | `[1,"2",null,{}]` | fails: 3 of 4 elements are undecodable, more than LossyCollections(maxDropped: 2) allows. |
/// | `LossyCollections(maxDropped: 1)` | `[[Int]]` | `[["x","y"],[1]]` | `[[1]]` |
/// | `LossyCollections(maxDropped: 0)` | `[Int]` | `["x"]` | fails: 1 of 1 elements are undecodable, more than LossyCollections(maxDropped: 0) allows. [0]: Expected to decode Int but found a string instead. |
/// | `LossyCollections(maxDroppedPercent: 50)` | `[Int]` | `[1,"2"]` | `[1]` |
/// | `LossyCollections(nullsOnly: true)` | `[Int]`, `Set<Int>` | `[1,null]` | `[1]` |
/// | `LossyCollections(nullsOnly: true)` | `[Int?]` | `[1,null]` | `[Optional(1), nil]` |
/// | `LossyCollections(nullsOnly: true)` | `[String: Int]` | `{"a":1,"b":null}` | `["a": 1]` |
/// | `LossyCollections(nullsOnly: true)` | `[Int]` | `["x"]`, `null`, no key | declines |
/// | `LossyCollections(nullsOnly: true)` | `[Int]` | `[null,"x"]` | fails: Expected to decode Int but found a string instead. |
/// | `LossyCollections(maxDroppedPercent: 50)` | `[Int?]` | `[1,"2","x"]` | fails: 2 of 3 elements are undecodable, more than LossyCollections(maxDroppedPercent: 50) allows. |
///
/// An undecodable element becomes `nil` where elements are optional; a `null` there is decoded as in strict decoding,
/// and is not in the report. In a dictionary an entry whose key cannot be decoded (`"b"` for an `Int`, an unknown case)
/// is undecodable, too.
///
/// Other rules are consulted first: an element that they repair is kept. The report has one entry for each dropped
/// element, with its index or key and the reason. A document that is not JSON is never repaired. Collections are
/// recognised wherever they are decoded as such, also inside optionals and generic types; a model that reads an unkeyed
/// container itself is not.
///
/// A collection that exceeds its bounds fails: the error lists the first ten elements and their reasons, and has an
/// ``ElementLosses`` as its `underlyingError`. The collection is then itself an undecodable element, which an enclosing
/// collection may drop, within its own bounds.
public struct LossyCollections: DecodingRule {
    /// The maximum number of dropped elements in a collection; `nil` for no limit.
    let countLimit: Int?
    /// The maximum percentage of dropped elements in a collection; `nil` for no limit.
    let percentLimit: Double?
    /// Whether only `null` is dropped.
    let dropsNullsOnly: Bool

    /// Creates the rule. The bounds apply to each collection separately; both are checked. Default: none.
    ///
    /// - Parameters:
    ///   - maxDropped: the maximum number of dropped elements.
    ///   - maxDroppedPercent: the maximum percentage of dropped elements.
    ///   - nullsOnly: whether elements are dropped only if they are `null`. Default: `false`.
    public init(maxDropped: Int? = nil, maxDroppedPercent: Double? = nil, nullsOnly: Bool = false) {
        countLimit = maxDropped
        percentLimit = maxDroppedPercent
        dropsNullsOnly = nullsOnly
    }

    var sourceText: String {
        let count = countLimit.map { "maxDropped: \($0)" }
        let percent = percentLimit.map { "maxDroppedPercent: " + (Int(exactly: $0).map { "\($0)" } ?? "\($0)") }
        let nulls = dropsNullsOnly ? "nullsOnly: true" : nil
        return "LossyCollections(\([count, percent, nulls].compactMap(\.self).joined(separator: ", ")))"
    }

    var listedSituations: RepairSituation { .undecodableElement }

    func answer(to context: DecodingRuleContext) -> Repair {
        if dropsNullsOnly, context.kind != .null { return .decline }
        if countLimit == nil, percentLimit == nil { return context.acceptsNil ? .useNil : .drop }
        let bounds = LossBounds(count: countLimit, percent: percentLimit)
        return context.acceptsNil ? .useNil(within: bounds) : .drop(within: bounds)
    }
}

// MARK: Policy files

extension LossyCollections {
    private enum CodingKeys: CodingKey { case maxDropped, maxDroppedPercent, nullsOnly }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            maxDropped: try container.decodeIfPresent(Int.self, forKey: .maxDropped),
            maxDroppedPercent: try container.decodeIfPresent(Double.self, forKey: .maxDroppedPercent),
            nullsOnly: try container.flag(.nullsOnly))
        func check(_ isValid: Bool, _ key: CodingKeys, _ range: String) throws {
            if isValid { return }
            throw PolicyFileProblem(code: .invalidOption, message: "\(key.stringValue) \(range)")
                .at(container.codingPath + [key])
        }
        try check(countLimit ?? 0 >= 0, .maxDropped, "must not be negative")
        try check(0...100 ~= percentLimit ?? 0, .maxDroppedPercent, "must be from 0 to 100")
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(countLimit, forKey: .maxDropped)
        try container.encodeIfPresent(percentLimit, forKey: .maxDroppedPercent)
        try container.encode(flag: dropsNullsOnly, .nullsOnly)
    }

    var explanation: String {
        let limits = [countLimit.map { "more than \($0) of them" }, percentLimit.map { "more than \($0) % of them" }]
            .compactMap(\.self)
        let effect =
            dropsNullsOnly
            ? "Drops null from arrays, sets and dictionaries where null is not allowed"
            : "Drops undecodable elements from arrays, sets and dictionaries, or makes them nil where nil is allowed"
        return effect + (limits.isEmpty ? "." : "; fails if \(limits.joined(separator: " or ")) are undecodable.")
    }
}

// MARK: Lint

extension LossyCollections: LibraryRule {
    func covers(_ other: LossyCollections) -> Bool {
        // Bounds are checked after the answers: the rule that is consulted first drops each element, and its bounds
        // decide.
        !dropsNullsOnly || other.dropsNullsOnly
    }
}
