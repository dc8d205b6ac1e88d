/// A document with which a rule is checked.
public struct RuleSample: Sendable {
    /// The type to decode.
    public let type: any (Decodable & SendableMetatype).Type
    /// The document.
    public let json: String
    /// A document that strict decoding decodes to the same value, if the rule must repair or change ``json``.
    public let equivalent: String?

    /// A document that the rule must repair, and one that decodes strictly to the same value; `nil` to check only that
    /// it is repaired.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - json: the document to repair.
    ///   - equivalent: a document that decodes strictly to the same value.
    /// - Returns: a sample for `repaired`.
    public static func repaired<T: Decodable & SendableMetatype>(
        _ type: T.Type, _ json: String, like equivalent: String? = nil
    ) -> RuleSample {
        RuleSample(type: type, json: json, equivalent: equivalent)
    }

    /// A document that the rule must decline: one that fails, or one that needs no repair.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - json: the document.
    /// - Returns: a sample for `declined`.
    public static func declined<T: Decodable & SendableMetatype>(_ type: T.Type, _ json: String) -> RuleSample {
        RuleSample(type: type, json: json, equivalent: nil)
    }

    /// A document that strict decoding accepts and that a watching rule must change, and one that decodes strictly to the
    /// same value.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - json: the document to change.
    ///   - equivalent: a document that decodes strictly to the same value.
    /// - Returns: a sample for `watched`.
    public static func changed<T: Decodable & SendableMetatype>(
        _ type: T.Type, _ json: String, like equivalent: String
    ) -> RuleSample {
        RuleSample(type: type, json: json, equivalent: equivalent)
    }

    /// A document that strict decoding accepts and that a watching rule must reject.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - json: the document.
    /// - Returns: a sample for `watched`.
    public static func rejected<T: Decodable & SendableMetatype>(_ type: T.Type, _ json: String) -> RuleSample {
        RuleSample(type: type, json: json, equivalent: nil)
    }

    var probe: RuleProbe { RuleProbe(type: type, json: json, isSample: true) }
}
