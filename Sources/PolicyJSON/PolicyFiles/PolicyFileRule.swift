/// A rule that policy files can contain with its options, and that describes itself for the people who write such
/// files.
///
/// Its options are the members that it encodes, next to the rule's name (``PolicyRegistry``).
public protocol PolicyFileRule: DecodingRule, Codable {
    /// What the rule does, in one or two sentences for people who do not program. `policyjson explain` prints it.
    var explanation: String { get }
}

extension DecodingRule {
    /// The rule's explanation, if it has one, or otherwise its description.
    package var explanationOrDescription: String {
        switch self {
        case let rule as any LibraryRule: rule.explanation
        case let rule as any PolicyFileRule: rule.explanation
        case let rule as Without<any DecodingRule>:
            "Turns off \(rule.ruleName) here, where it would be consulted after this."
        case is UnknownRule: "A custom rule of the program."
        default: "A custom rule of the program: \(description)."
        }
    }
}
