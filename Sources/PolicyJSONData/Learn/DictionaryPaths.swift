internal import JSONTape
internal import PolicyJSON

/// Notes which objects are decoded as dictionaries, and changes nothing. Their keys are data: a rule for one of them helps no later
/// record, and one rule for each makes learning slow.
final class DictionaryPaths: DecodingRule {
    let situations: RepairSituation = .undecodableElement
    private let scopes = CheckedMutex<Set<String>>([])

    func repair(_ context: DecodingRuleContext) -> Repair {
        let path = DecodingPath(context.codingPath)
        // Elements of arrays have indexes.
        guard case .key = path.steps.last else { return .decline }
        let dictionary = DecodingPath(Array(path.steps.dropLast()))
        scopes.withLock { scopes in
            _ = scopes.insert(dictionary.scope { scopes.contains($0) })
        }
        return .decline
    }

    /// The pattern of the values at a path in any element of arrays and under any key of dictionaries.
    func scope(of path: DecodingPath) -> String {
        scopes.withLock { scopes in path.scope { scopes.contains($0) } }
    }
}

extension DecodingPath {
    /// The pattern of the values at this path in any element of arrays and under any key of dictionaries.
    ///
    /// - Parameter isDictionary: whether the values of a pattern are dictionaries.
    fileprivate func scope(_ isDictionary: (String) -> Bool) -> String {
        steps.reduce("") { scope, step in
            let text =
                switch step {
                case .index: "[*]"
                case .key: isDictionary(scope) ? "*" : "\(DecodingPath([step]))"
                }
            return PathPattern.joined(scope, text)
        }
    }
}
