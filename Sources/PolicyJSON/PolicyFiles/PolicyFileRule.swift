/// A rule that policy files can name, options included, and that explains itself to the people who write such files.
///
/// Its options are the members that it encodes, beside the rule's name (``PolicyRegistry``).
public protocol PolicyFileRule: DecodingRule, Codable {
    /// What the rule does, in a sentence or two for people who do not program: `policyjson explain` prints it.
    var explanation: String { get }
}

extension DecodingRule {
    /// What the rule does, in words: its own, where it has any.
    package var explanationOrDescription: String {
        switch self {
        case let rule as any PolicyFileRule: rule.explanation
        case let rule as Without: "Turns \(rule.ruleName) off here, where it is asked after this."
        case is UnknownRule: "A rule of the program's own."
        default: "A rule of the program's own: \(description)."
        }
    }
}
