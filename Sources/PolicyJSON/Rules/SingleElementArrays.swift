/// Accepts an array of one element where something other than an array or a set is requested, as that element.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `SingleElementArrays()` | `Int`, `Int8`, `Int?` | `[1]`, `[[1]]` | `1` |
/// | `SingleElementArrays()` | `Double`, `Double?` | `[1.5]` | `1.5` |
/// | `SingleElementArrays()` | `String` | `["a"]`, `[""]` | `a`, `` |
/// | `SingleElementArrays()` | `Point` | `[{"x":1,"y":2}]` | `Point(x: 1, y: 2)` |
/// | `SingleElementArrays()` | `[String: Int]` | `[{"a":1}]` | `["a": 1]` |
/// | `SingleElementArrays()` | `Fruit`, `Fruit?` | `["pear"]` | `pear` |
/// | `SingleElementArrays()` | `Int?` | `[null]`, `null` | `nil` |
/// | `SingleElementArrays()` | `Int` | `["x"]` | fails: Expected to decode Int but found a string instead. |
/// | `SingleElementArrays()` | `Int` | `[null]` | fails: Cannot get value of type Int -- found null value instead |
/// | `SingleElementArrays()` | `Int`, `String`, `Fruit`, `Point` | `[]`, `[1,2]`, `{}`, `null`, no key | declines |
/// | `SingleElementArrays()` | `[Int]`, `[Point]`, `Set<Int>` | `{}`, `[["x","y"]]` | declines |
///
/// The element is decoded under the same policy, with the index 0 in its path. ``SingleValuesAsArrays`` is the rule for
/// the opposite direction.
public struct SingleElementArrays: DecodingRule {
    let listedSituations: RepairSituation = .mismatch

    /// Creates the rule.
    public init() {}

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.kind == .array, !context.hasValue(at: "[1]") else { return .decline }
        return .decodeValue(at: "[0]")
    }
}

// MARK: Policy files

extension SingleElementArrays {
    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    var explanation: String { "Accepts an array of one element where that element is requested." }
}

extension SingleElementArrays: LibraryRule {}
