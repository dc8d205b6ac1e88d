internal import PolicyJSON

extension Policy where Rule == any DecodingRule {
    /// The policy for a stream, in which paths start at the top of the stream, for one whose paths start at a record.
    ///
    /// - Parameter elements: the pattern of the records in the stream.
    /// - Throws: `InvalidPattern` if a pattern has too many steps.
    func below(_ elements: String) throws(InvalidPattern) -> DecodingPolicy {
        DecodingPolicy(try Self.below(elements, rules))
    }

    private static func below(
        _ elements: String, _ rules: [any DecodingRule]
    ) throws(InvalidPattern) -> [any DecodingRule] {
        var moved: [any DecodingRule] = []
        for rule in rules {
            switch rule {
            case let scope as At<any DecodingRule>:
                let inner = try below(elements, scope.rules)
                let pattern = try PathPattern(PathPattern.joined(elements, "\(scope.pattern)"))
                moved.append(At(pattern) { DecodingPolicy(inner) })
            case let scope as For<any DecodingRule>
            where scope.rules.contains { $0 is At<any DecodingRule> || $0 is For<any DecodingRule> }:
                let inner = try below(elements, scope.rules)
                moved.append(For(scope.type) { DecodingPolicy(inner) })
            default: moved.append(rule)
            }
        }
        return moved
    }
}
