import PolicyJSON

/// A policy file in words.
struct PolicyExplanation {
    let file: PolicyFile

    init(of file: PolicyFile) {
        self.file = file
    }

    /// What the policy does, a rule after the other; scopes are indented.
    var lines: [String] {
        let rules = file.policy.rules
        if rules.isEmpty { return ["No rules: decodes strictly."] }
        let order =
            "Rules are asked where strict decoding fails; the first that answers decides. Those for paths come first, then "
            + "those for types, then the others."
        return lines(rules, indent: "") + ["", order]
    }

    /// What has no effect, each with its place.
    func warnings(label: String, _ style: Style) -> [String] {
        file.policy.lint().map { finding in
            let place = file.location(of: finding.position).map { "\(label):\($0)" } ?? label
            return "\(style(place + ":", .bold)) \(style("warning:", .yellow)) \(finding.description.onOneLine)"
        }
    }

    private func lines(_ rules: [any DecodingRule], indent: String) -> [String] {
        rules.flatMap { rule -> [String] in
            let deeper = indent + "  "
            switch rule {
            case let scope as At:
                let path = scope.pattern.description
                let place = path.isEmpty ? "At the top" : "At \(path)"
                return ["\(indent)\(place):".onOneLine] + lines(scope.rules, indent: deeper)
            case let scope as For:
                let title = "\(indent)For \(scope.typeName) and what it asks for itself:"
                return [title.onOneLine] + lines(scope.rules, indent: deeper)
            default:
                return [(indent + rule.description).onOneLine, (deeper + rule.explanationOrDescription).onOneLine]
            }
        }
    }
}
