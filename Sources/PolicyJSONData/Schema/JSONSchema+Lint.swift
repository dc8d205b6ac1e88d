public import PolicyJSON

extension JSONSchema {
    /// Finds the rules of a policy that can never apply to values of the schema: in scopes whose path the schema does not
    /// have, rules for values that do not occur there, and rules for types of Swift that a schema does not request.
    ///
    /// ```swift
    /// for finding in policy.lint() + schema.lint(policy) { print(finding) }
    /// ```
    ///
    /// Findings are certain, about custom rules there are none; not everything is found. If rules decode values from elsewhere
    /// (`Envelope`, `SingleElementArrays`), or may do so (custom rules), paths are not examined.
    ///
    /// - Parameter policy: the policy, with paths that start at a value of the schema.
    /// - Returns: the findings, in the order of the policy.
    public func lint(_ policy: DecodingPolicy) -> [PolicyFinding] {
        Self.findings(
            policy.rules, in: nil, at: [], SchemaPlaces(schema: self), examinesPaths: !Self.movesPaths(policy.rules))
    }

    /// Whether paths of values may be others than those that the schema has.
    private static func movesPaths(_ rules: [any DecodingRule]) -> Bool {
        rules.contains { rule in
            switch rule {
            case let inner as At<any DecodingRule>: movesPaths(inner.rules)
            case let inner as For<any DecodingRule>: movesPaths(inner.rules)
            default: rule is Envelope || rule is SingleElementArrays || !rule.isOfLibrary
            }
        }
    }

    /// - Parameter scope: what is in the innermost scope for paths; `nil` outside of them.
    private static func findings(
        _ rules: [any DecodingRule], in scope: [SchemaPlaces.Place]?, at position: [Int], _ places: SchemaPlaces,
        examinesPaths: Bool
    ) -> [PolicyFinding] {
        rules.enumerated().flatMap { index, rule -> [PolicyFinding] in
            let position = position + [index]
            func finding(_ rule: String, _ message: String) -> [PolicyFinding] {
                [PolicyFinding(code: .neverApplies, rule: rule, message: message, position: position)]
            }
            switch rule {
            case is At<any DecodingRule> where !examinesPaths: return []
            case let inner as At<any DecodingRule>:
                let scope = places.places(at: inner.pattern)
                if scope.isEmpty {
                    return finding("At(\"\(inner.pattern)\")", "never applies: the schema has no value at this path")
                }
                return findings(inner.rules, in: scope, at: position, places, examinesPaths: true)
            case let inner as For<any DecodingRule>:
                return finding("For(\(inner.typeName).self)", "never applies: a schema has no types of Swift")
            default:
                guard let need = SchemaNeed(of: rule) else { return [] }
                let applies = (scope ?? places.all).contains(where: need.isMet)
                let place = scope == nil ? "the schema has" : "there is"
                return applies ? [] : finding(rule.description, "never applies: \(place) no \(need.description)")
            }
        }
    }
}

/// What a rule repairs, in terms of a schema.
private struct SchemaNeed {
    let description: String
    let isMet: @Sendable (SchemaPlaces.Place) -> Bool

    private init(_ description: String, _ isMet: @escaping @Sendable (SchemaPlaces.Place) -> Bool) {
        self.description = description
        self.isMet = isMet
    }

    private init(_ description: String, _ kinds: SchemaNode.Kind...) {
        self.init(description) { place in place.node.kinds.contains { kinds.contains($0) } }
    }

    /// `nil` for rules that may repair any value, and for rules of the user's program.
    init?(of rule: any DecodingRule) {
        switch rule {
        case is NumbersFromStrings: self.init("number", .integer, .number)
        case is IntegersFromBooleans, is Rounding: self.init("integer", .integer)
        case is BooleansFromScalars: self.init("Boolean", .boolean)
        case is StringsFromScalars:
            self.init("string that is not a date") { $0.node.kinds.contains(.string) && !$0.node.isDate }
        case is FallbackDateFormats: self.init("date") { $0.node.kinds.contains(.string) && $0.node.isDate }
        case is SingleValuesAsArrays, is SeparatedStrings: self.init("array", .array)
        case is SingleValuesAsObjects: self.init("object", .object)
        case is LossyCollections: self.init("element of an array") { $0.isElement }
        case is KeyMatching: self.init("object or property") { !$0.isElement || $0.node.kinds.contains(.object) }
        case is CaseMatching, is UnknownCases: self.init("enumeration") { $0.node.cases != nil }
        case is Variants, is DictionaryKeys, is NestedOptionals,
            is OptionalPropertyWrappers, is AbsoluteURLs, is Durations, is FallbackDataFormats, is UnknownKeys:
            self.init("value that is decoded as such a type") { _ in false }
        default: return nil
        }
    }
}
