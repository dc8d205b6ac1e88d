/// Leaves bad elements out of arrays, contiguous arrays, sets and dictionaries.
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
/// | `LossyCollections(atMost: 2)` | `[Int]` | `[1,"2",null]` | `[1]` |
/// | `LossyCollections(atMost: 2)` | `[Int]` | `[1,"2",null,{}]` | fails: 3 of 4 elements are bad, more than LossyCollections(atMost: 2) allows. |
/// | `LossyCollections(atMost: 1)` | `[[Int]]` | `[["x","y"],[1]]` | `[[1]]` |
/// | `LossyCollections(atMost: 0)` | `[Int]` | `["x"]` | fails: 1 of 1 elements are bad, more than LossyCollections(atMost: 0) allows. [0]: Expected to decode Int but found a string instead. |
/// | `LossyCollections(percent: 50)` | `[Int]` | `[1,"2"]` | `[1]` |
/// | `LossyCollections(percent: 50)` | `[Int?]` | `[1,"2","x"]` | fails: 2 of 3 elements are bad, more than LossyCollections(percent: 50) allows. |
///
/// A bad element of which others make `nil` where elements are optional is `nil` here, too; a `null` there is as in strict
/// decoding, and not in the report. In a dictionary a key that cannot be read (`"b"` for an `Int`, an unknown case) makes
/// a bad element, too.
///
/// Other rules are asked first: an element that they mend stays. The report has one entry for each element left out, with
/// its index or key and the reason. A document that is not JSON is never mended. Collections are recognised wherever they
/// are decoded as such, also inside optionals and generic types; a model that reads an unkeyed container by itself is not.
///
/// A collection that loses more than its bounds allow fails: the error names the first ten elements and their reasons, and
/// has an ``ElementLosses`` as its `underlyingError`. It then is a bad element itself, which a collection around it may
/// leave out, within its own bounds.
public struct LossyCollections: PolicyFileRule {
    /// How many elements a collection may lose; `nil` for any number.
    public let countLimit: Int?
    /// Which part of its elements a collection may lose, in percent; `nil` for all of them.
    public let percentLimit: Double?

    /// The rule. Bounds are for each collection; with both, both hold. Default: none.
    ///
    /// - Parameters:
    ///   - count: the most elements that a collection may lose.
    ///   - percent: the most that it may lose of 100 elements.
    public init(atMost count: Int? = nil, percent: Double? = nil) {
        countLimit = count
        percentLimit = percent
    }

    public var description: String {
        let percent = percentLimit.map { "percent: " + (Int(exactly: $0).map { "\($0)" } ?? "\($0)") }
        return
            "LossyCollections(\([countLimit.map { "atMost: \($0)" }, percent].compactMap(\.self).joined(separator: ", ")))"
    }

    public var situations: RepairSituation { .undecodableElement }

    public func repair(_ context: DecodingRuleContext) -> Repair {
        if countLimit == nil, percentLimit == nil { return context.acceptsNil ? .useNil : .drop }
        let bounds = LossBounds(count: countLimit, percent: percentLimit)
        return context.acceptsNil ? .useNil(within: bounds) : .drop(within: bounds)
    }
}

// MARK: Policy files

extension LossyCollections {
    private enum CodingKeys: CodingKey { case atMost, percent }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            atMost: try container.decodeIfPresent(Int.self, forKey: .atMost),
            percent: try container.decodeIfPresent(Double.self, forKey: .percent))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(countLimit, forKey: .atMost)
        try container.encodeIfPresent(percentLimit, forKey: .percent)
    }

    public var explanation: String {
        let limits = [countLimit.map { "more than \($0) of them" }, percentLimit.map { "more than \($0) % of them" }]
            .compactMap(\.self)
        return "Leaves bad elements out of arrays, sets and dictionaries, or makes them nil where nil is allowed"
            + (limits.isEmpty ? "." : "; fails if \(limits.joined(separator: " or ")) are bad.")
    }
}

// MARK: Lint

extension LossyCollections: LibraryRule {
    func covers(_ other: LossyCollections) -> Bool {
        // Bounds come after the answers: the rule that is asked first loses each element, and then that is too much or not.
        true
    }
}
