/// A document for a rule to be tried with.
public struct RuleSample: Sendable {
    /// The type to decode.
    public let type: any (Decodable & SendableMetatype).Type
    /// The document.
    public let json: String
    /// A document that strict decoding makes the same value of, where the rule is to repair ``json``.
    public let equivalent: String?

    /// A document that the rule is to repair, and one that it then decodes like; `nil` where only the fact of the repair counts.
    public static func repaired<T: Decodable & SendableMetatype>(
        _ type: T.Type, _ json: String, like equivalent: String? = nil
    ) -> RuleSample {
        RuleSample(type: type, json: json, equivalent: equivalent)
    }

    /// A document that the rule is to decline: one that fails, or one that is clean.
    public static func declined<T: Decodable & SendableMetatype>(_ type: T.Type, _ json: String) -> RuleSample {
        RuleSample(type: type, json: json, equivalent: nil)
    }
}
