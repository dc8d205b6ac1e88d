import PolicyJSON

/// A policy file in words.
struct PolicyExplanation {
    /// A rule, or a scope with its rules.
    struct Part: Encodable {
        /// The path of the values that the rules are for.
        var at: String?
        /// The type that the rules are for.
        var `for`: String?
        var rule: String?
        /// What the rule does.
        var explanation: String?
        var rules: [Part]?

        init(_ rule: any DecodingRule) {
            switch rule {
            case let scope as At<any DecodingRule>:
                at = scope.pattern.description
                rules = scope.rules.map(Part.init)
            case let scope as For<any DecodingRule>:
                self.for = scope.typeName
                rules = scope.rules.map(Part.init)
            default:
                self.rule = rule.description
                explanation = rule.explanationOrDescription
            }
        }

        /// The part as lines; those of a scope are indented.
        func lines(indent: String = "") -> [String] {
            let deeper = indent + "  "
            let contents = (rules ?? []).flatMap { $0.lines(indent: deeper) }
            if let at {
                let heading = at.isEmpty ? "At the top level" : "At \(at)"
                return ["\(indent)\(heading):".onOneLine] + contents
            }
            if let type = self.for {
                return ["\(indent)For \(type) and the values that it requests:".onOneLine] + contents
            }
            return [(indent + (rule ?? "")).onOneLine, (deeper + (explanation ?? "")).onOneLine]
        }
    }

    let parts: [Part]

    init(of file: PolicyFile) {
        parts = file.policy.rules.map(Part.init)
    }

    /// What the policy does, rule by rule.
    var lines: [String] {
        if parts.isEmpty { return ["No rules: decodes strictly."] }
        let order =
            "Rules are consulted where strict decoding fails; the first that answers decides. Rules for paths come first, then "
            + "rules for types, then the others."
        return parts.flatMap { $0.lines() } + ["", order]
    }
}
