/// Accepts a single value where an array or a set is requested, as its only element.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `SingleValuesAsArrays()` | `[Int]`, `Set<Int>`, `ContiguousArray<Int>` | `1` | `[1]` |
/// | `SingleValuesAsArrays()` | `[String]` | `"a"`, `""`, `"a,b"` | `["a"]`, `[""]`, `["a,b"]` |
/// | `SingleValuesAsArrays()` | `[Point]` | `{"x":1,"y":2}` | `[Point(x: 1, y: 2)]` |
/// | `SingleValuesAsArrays()` | `[Int?]` | `1` | `[Optional(1)]` |
/// | `SingleValuesAsArrays()` | `[Int]?` | `1`, `null` | `[1]`, `nil` |
/// | `SingleValuesAsArrays()` | `[[Int]]` | `1`, `[1]`, `[[1]]` | `[[1]]` |
/// | `SingleValuesAsArrays()` | `[Int]` | `"x"`, `""`, `" "`, `1.5`, `9223372036854775808`, `{}`, `null`, no key | declines |
/// | `SingleValuesAsArrays()` | `Tags` | `"a"`, `["a"]` | `Tags(a)` |
/// | `SingleValuesAsArrays()` | `Tags` | `1`, `null`, no key | declines |
/// | `SingleValuesAsArrays()` | `[String: Int]`, `Point`, `Int` | `"x"`, `[1]` | declines |
///
/// `Tags` opens an unkeyed container over the value itself, as property wrappers and collections with their own `init(from:)` do.
/// The element is decoded under the same policy; if that fails, the rule counts as having declined. In the report,
/// repairs inside the element have the index 0 in their paths, although the document has no array there.
public struct SingleValuesAsArrays: DecodingRule {
    let listedSituations: RepairSituation = .mismatch

    /// Creates the rule.
    public init() {}

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.kind != .array, context.requestedType is any ListOfElements.Type || context.opensArray else {
            return .decline
        }
        return .decodeAsOnlyElement
    }
}

/// A type that decodes from an array of elements. Not only of ``ElementList``: a container that a model opens counts as `[Any]`.
protocol ListOfElements: Sequence {}

extension ListOfElements {
    /// The type of the elements.
    static var elementType: Any.Type { Element.self }
}

extension Array: ListOfElements {}
extension ContiguousArray: ListOfElements {}
extension Set: ListOfElements {}

// MARK: Policy files

extension SingleValuesAsArrays {
    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    var explanation: String { "Accepts a single value as an array of one element." }
}

extension SingleValuesAsArrays: LibraryRule {}
