internal import RuntimeFacts

/// An enumeration whose cases are known only when the program runs, such as the values of an `enum` in a schema. Rules
/// see its cases as they see those of a Swift enumeration: ``UnknownCases`` and ``CaseMatching`` apply to it.
///
/// `init(from:)` decodes the raw value from a single-value container, and throws `DecodingError.dataCorrupted` with the
/// coding path of the decoder if no case has it.
public protocol DynamicEnumeration: RawRepresentable, Decodable {
    /// The cases of the enumeration that is being decoded, in their order, with the names that rules use. Read on the
    /// thread that decodes: where one type represents several enumerations, a task-local value can select among them.
    static var currentCases: [(name: String, value: Self)] { get }
}

extension DynamicEnumeration {
    fileprivate static var casesForRules: [(name: String, value: Any)] {
        let cases = currentCases
        var result: [(name: String, value: Any)] = []
        result.reserveCapacity(cases.count)
        for index in cases.indices { result.append((cases[index].name, cases[index].value)) }
        return result
    }
}

// MARK: Enumerations of either kind

/// Whether a type is an enumeration of Swift, or dynamic.
func isEnumeration(_ type: Any.Type) -> Bool {
    type is any DynamicEnumeration.Type || EnumCases.isEnumeration(type)
}

/// The cases of an enumeration without associated values, in their order; `nil` for other types.
func enumerationCases(of type: Any.Type) -> [(name: String, value: Any)]? {
    if let type = type as? any DynamicEnumeration.Type { return type.casesForRules }
    return EnumCases.all(of: type)?.map { ($0.name, $0.value) }
}
