import PolicyJSON

/// A policy file in words.
struct PolicyExplanation {
    let file: PolicyFile

    init(of file: PolicyFile) {
        self.file = file
    }

    /// What the policy does, rule by rule; scopes are indented.
    var lines: [String] {
        let rules = file.policy.rules
        if rules.isEmpty { return ["No rules: decodes strictly."] }
        let order =
            "Rules are consulted where strict decoding fails; the first that answers decides. Rules for paths come first, then "
            + "rules for types, then the others."
        return lines(rules, indent: "") + ["", order]
    }

    private func lines(_ rules: [any DecodingRule], indent: String) -> [String] {
        rules.flatMap { rule -> [String] in
            let deeper = indent + "  "
            switch rule {
            case let scope as At<any DecodingRule>:
                let path = scope.pattern.description
                let place = path.isEmpty ? "At the top level" : "At \(path)"
                return ["\(indent)\(place):".onOneLine] + lines(scope.rules, indent: deeper)
            case let scope as For<any DecodingRule>:
                let title = "\(indent)For \(scope.typeName) and the values that it requests:"
                return [title.onOneLine] + lines(scope.rules, indent: deeper)
            default:
                return [(indent + rule.description).onOneLine, (deeper + rule.explanationOrDescription).onOneLine]
            }
        }
    }
}
