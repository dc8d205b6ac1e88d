public import PolicyJSON

extension ProfileDrift.Change {
    /// The rules of a policy that are consulted about what the change brings, in their order. Whether they repair it
    /// depends on the type that a model requests.
    ///
    /// Rules in an `At` scope count if the pattern matches the change's path, in which any index counts as 0. Rules in
    /// scopes for types count, because a profile has no types; `Without` and `Strictly` are not taken into account.
    ///
    /// - Parameter policy: the policy.
    /// - Returns: the rules; none for changes that are not a problem when decoding, such as other ranges of numbers.
    public func rules(of policy: DecodingPolicy) -> [any DecodingRule] { rules(among: policy.rules) }

    private func rules(among rules: [any DecodingRule]) -> [any DecodingRule] {
        rules.flatMap { rule -> [any DecodingRule] in
            switch rule {
            case let scope as At<any DecodingRule>: matches(scope.pattern) ? self.rules(among: scope.rules) : []
            case let scope as For<any DecodingRule>: self.rules(among: scope.rules)
            default: rule.situations.isDisjoint(with: situations) ? [] : [rule]
            }
        }
    }

    private func matches(_ pattern: PathPattern) -> Bool {
        pattern.matches(steps.map(\.codingKey))
    }

    /// The situations in which rules are consulted about such values.
    private var situations: RepairSituation {
        switch code {
        case .missingRate, .vanishedPath: [.missingKey, .missingOptional]
        case .nullRate: [.null, .nullOptional]
        case .newKind: isNull ? [.null, .nullOptional] : .mismatch
        case .kindRate: .mismatch
        case .newCases: .unknownCase
        case .newForm: [.mismatch, .blankString]
        case .newPath: .unknownKey
        default: []
        }
    }
}
