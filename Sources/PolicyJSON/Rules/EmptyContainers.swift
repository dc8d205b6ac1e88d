@_spi(Cursor) internal import JSONTape

/// Accepts an empty array where an object is requested, and the other way round, or decodes empty arrays and objects as `nil`.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `EmptyContainers(.asEmpty)` | `[String: Int]`, `[String: Int]?`, `[Int: Int]` | `[]` | `[:]` |
/// | `EmptyContainers(.asEmpty)` | `[Int]`, `[Int]?`, `Set<Int>`, `ContiguousArray<Int>`, `[Point]` | `{}` | `[]` |
/// | `EmptyContainers(.asEmpty)` | `[Fruit: Int]` | `{}` | `[:]` |
/// | `EmptyContainers(.asEmpty)` | `Tags` | `{}` | `Tags()` |
/// | `EmptyContainers(.asEmpty)` | `Note` | `[]` | `Note(text: nil)` |
/// | `EmptyContainers(.asEmpty)` | `Point`, `Point?` | `[]` | declines |
/// | `EmptyContainers(.asEmpty)` | `[String: Int]`, `Point`, `Note` | `[1]`, `[[]]`, `[{}]`, `""`, `null`, no key | declines |
/// | `EmptyContainers(.asEmpty)` | `[Int]`, `Set<Int>` | `{"0":1}`, `""`, `null`, no key | declines |
/// | `EmptyContainers(.asEmpty)` | `Int`, `Int?`, `String`, `Bool`, `Date`, `UUID`, `Fruit`, `Shape` | `[]`, `{}` | declines |
/// | `EmptyContainers(.asNil)` | `Int?`, `String?`, `Date?`, `URL?`, `Fruit?` | `[]`, `{}` | `nil` |
/// | `EmptyContainers(.asNil)` | `Point?`, `Note?`, `[String: Int]?` | `[]` | `nil` |
/// | `EmptyContainers(.asNil)` | `[Int]?` | `{}`, `[]` | `nil`, `[]` |
/// | `EmptyContainers(.asNil)` | `Int`, `Point`, `[String: Int]` | `[]`, no key | declines |
/// | `EmptyContainers(.asNil)` | `Int?` | `[0]`, `{"a":0}`, `""` | declines |
/// | `EmptyContainers(.asNull)` | `Int?`, `Point?` | `[]` | `nil` |
/// | `EmptyContainers(.asNull)` | `Maybe` | `[]` | `Maybe(none)` |
/// | `EmptyContainers(.asNull)` | `Int`, `Point` | `[]` | declines |
///
/// In the table `Note` has an optional property, and `Tags` opens an unkeyed container over the value itself. PHP and Lua do not
/// distinguish empty arrays and objects: a service that is written in PHP sends `[]` for a dictionary without members, and one in
/// Lua `{}` for an array without elements. ``Treatment/asEmpty`` applies where a dictionary or a model, or an array or a set is
/// requested; a model is decoded from `{}` under the same policy. An array with elements, and an object with members, is never
/// changed. To decode `[]` as `nil` where a model requires members, list the rule a second time with ``Treatment/asNil``.
public struct EmptyContainers: DecodingRule {
    /// What an empty array or object counts as.
    public struct Treatment: Sendable, Hashable, CustomStringConvertible, SourceDescribed {
        let sourceText: String

        /// The empty container that is requested: `[]` counts as `{}`, and `{}` as `[]`.
        public static let asEmpty = Treatment(sourceText: ".asEmpty")
        /// `nil`, where the property or element is optional.
        public static let asNil = Treatment(sourceText: ".asNil")
        /// `nil` where the property or element is optional; elsewhere `null`, which is decoded under the same policy.
        public static let asNull = Treatment(sourceText: ".asNull")
    }

    /// What an empty array or object counts as.
    let treatment: Treatment

    /// Creates the rule.
    ///
    /// - Parameter treatment: what an empty array or object counts as.
    public init(_ treatment: Treatment) { self.treatment = treatment }

    var sourceText: String { "EmptyContainers(\(treatment))" }

    let listedSituations: RepairSituation = .mismatch

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.isEmpty else { return .decline }
        if treatment == .asEmpty {
            // Never the kind that has been found, so that a replacement is not replaced.
            switch context.requestedContainer {
            case .array where context.kind == .object: return .replaceIfDecodable(with: RawJSON(checked: "[]"))
            case .object where context.kind == .array: return .replaceIfDecodable(with: RawJSON(checked: "{}"))
            default: return .decline
            }
        }
        if context.acceptsNil { return .useNil }
        return treatment == .asNull ? .replaceIfDecodable(with: RawJSON(checked: "null")) : .decline
    }
}

extension DecodingRuleContext {
    /// The kind of container from which the requested type is decoded; `nil` if it is decoded from a scalar, or is an enumeration.
    @_optimize(size)
    var requestedContainer: TapeKind? {
        if requestedType == [Any].self || opensArray { return .array }
        if requestedType == [String: Any].self { return .object }
        if let type = requestedType as? any IntrinsicDecodable.Type { return type.jsonKind }
        return isPlainValue || isEnumeration ? nil : .object
    }
}

// MARK: Policy files

extension EmptyContainers {
    private enum CodingKeys: CodingKey { case treatment }

    private static var treatments: KeyValuePairs<String, Treatment> {
        ["asEmpty": .asEmpty, "asNil": .asNil, "asNull": .asNull]
    }

    init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).choice(.treatment, of: Self.treatments))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: treatment, .treatment, of: Self.treatments)
    }

    var explanation: String {
        if treatment == .asEmpty {
            return
                "Accepts an empty array where an object is requested, and an empty object where an array is requested."
        }
        let elsewhere = treatment == .asNull ? ", and as null elsewhere" : ""
        return "An empty array or object counts as a missing value where something else is requested and may be missing"
            + "\(elsewhere)."
    }
}

// MARK: Lint

extension EmptyContainers: LibraryRule {
    func covers(_ other: EmptyContainers) -> Bool {
        treatment == other.treatment || treatment == .asNull && other.treatment == .asNil
    }
}
