/// A policy prepared for encoding: scopes are flattened, and the rules of each situation are in the order in which they
/// are consulted.
struct ResolvedEncodingPolicy: Sendable {
    /// One rule. A class, so that iterating over rules copies none.
    private final class Entry: Sendable {
        let rule: any EncodingRule
        /// Read once.
        let situations: EncodingSituation
        /// The rule, if it turns others off.
        let off: Without<any EncodingRule>?

        /// The types about whose values the rule may answer.
        let values: RepresentedTypes
        /// The types of the enclosing scopes.
        let types: [Any.Type]
        /// The patterns of the enclosing scopes.
        private let matchers: [PathMatcher]
        /// What the last step of the path has to be.
        let lastStep: PathMatcher.LastStep
        var isScoped: Bool { !types.isEmpty || !matchers.isEmpty }

        @_optimize(size)
        init(_ rule: any EncodingRule, inside scopes: [any RuleScope<any EncodingRule>]) {
            self.rule = rule
            situations = rule.encodingSituations
            off = rule as? Without<any EncodingRule>
            values = (rule as? any RuleForRepresentedTypes)?.representedTypes ?? .all
            types = scopes.compactMap { ($0 as? For<any EncodingRule>)?.type }
            matchers = scopes.compactMap { ($0 as? At<any EncodingRule>)?.pattern.matcher }
            lastStep = matchers.map(\.lastStep).first { $0 != .any } ?? .any
        }

        /// A rule for keys applies to the members of an object, and to a member, with such a path.
        func applies(to context: EncodingRuleContext) -> Bool {
            types.allSatisfy { context.type == $0 || context.modelType == $0 || context.isInModel($0) }
                && matchers.allSatisfy { context.isAt($0, orInObject: context.situation == .key) }
        }
    }

    /// The rules of each situation, and those that turn others off.
    private let entries: [[Entry]]
    /// The situations of all rules.
    let situations: EncodingSituation
    /// Whether rules may answer about Booleans, strings, numbers and UUIDs.
    let representsScalars: Bool
    /// Whether ``NumbersAsStrings`` answers about each number, and no other rule before it.
    let quotesNumbers: Bool
    /// Whether the name of a member depends only on its key, and is not in another object.
    let namesDependOnKeys: Bool

    /// `nil` for a policy without rules.
    ///
    /// - Parameter call: rules that are consulted before the policy.
    @_optimize(size)
    init?(_ policy: EncodingPolicy, after call: EncodingPolicy) {
        let all = [call, policy].flatMap { $0.ordered { rule, scopes, _ in Entry(rule, inside: scopes) } }
        let others = all.filter { !($0.rule is StrictContents) }
        if others.allSatisfy({ $0.off != nil }) { return nil }
        let ordered = all.filter { $0.rule is StrictContents } + others
        situations = ordered.reduce([]) { $0.union($1.situations) }
        entries = EncodingSituation.each.map { situation in
            ordered.filter { $0.off != nil || $0.situations.contains(situation) }
        }
        representsScalars = ordered.contains {
            $0.situations.contains(.value) && $0.values.includesScalars
        }
        let values = entries[EncodingSituation.value.index]
        quotesNumbers =
            values.allSatisfy { $0.off == nil }
            && values.first { $0.values.includesScalars }.map { !$0.isScoped && $0.rule is NumbersAsStrings }
                == true
        namesDependOnKeys =
            !situations.contains(.key)
            || entries[EncodingSituation.key.index].allSatisfy {
                !$0.isScoped && ($0.rule as? KeyMatching)?.namesAreInTheirObject == true
            }
    }

    /// Whether a rule may answer about values of a type that a model encodes, or a collection of the model. The scope is that of the
    /// value or of the model.
    func mayAnswer(
        aboutValuesOf type: Any.Type, in model: Any.Type?, _ scope: Scope, of core: EncoderCore
    ) -> Bool {
        entries[EncodingSituation.value.index].contains { entry in
            entry.off == nil && entry.values.contains(type)
                && entry.types.allSatisfy {
                    $0 == type || $0 == model || core.isModel($0, outside: model, around: scope)
                }
        }
    }

    /// Consults the rules that apply, in order, until one answers.
    func firstAnswer(_ context: EncodingRuleContext) -> (rule: any EncodingRule, answer: Representation.Action)? {
        if context.rulesAreOff { return nil }
        var off: [Without<any EncodingRule>] = []
        var steps: (PathMatcher.LastStep, PathMatcher.LastStep)?
        for entry in entries[context.situation.index] {
            if entry.lastStep != .any {
                // Most rules are left out by the last step of the path, without the pattern being matched.
                let (step, other) = steps ?? context.lastSteps
                steps = (step, other)
                if entry.lastStep.excludes(step), entry.lastStep.excludes(other) { continue }
            }
            guard entry.applies(to: context) else { continue }
            if let rule = entry.off {
                off.append(rule)
            } else if !off.contains(where: { $0.turnsOff(entry.rule, named: entry.rule.name) }) {
                let answer = entry.rule.represent(context)
                if !answer.isDecline { return (entry.rule, answer.action) }
            }
        }
        return nil
    }
}
