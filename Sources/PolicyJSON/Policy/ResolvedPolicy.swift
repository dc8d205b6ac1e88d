/// How close a scope is: closer rules are asked first.
enum ScopeRank: Int, Comparable {
    case path, type, everywhere

    static func < (left: ScopeRank, right: ScopeRank) -> Bool { left.rawValue < right.rawValue }
}

/// A rule that only restricts where others apply.
protocol RuleScope: DecodingRule {
    var rules: [any DecodingRule] { get }
    /// How the scope is written, without its rules.
    var opening: String { get }
    var rank: ScopeRank { get }
    func applies(to context: RuleContext) -> Bool
}

/// The occasions on which rules are asked, each by a requirement of ``DecodingRule``.
enum RepairOccasion {
    case mismatch, null, missingKey, unknownCase, element, nestedNull, blankString, failure, value, unknownKey,
        repeatedKey

    func ask(_ rule: any DecodingRule, _ context: RuleContext) -> Repair {
        switch self {
        case .mismatch: rule.repairMismatch(context)
        case .null: rule.repairNull(context)
        case .missingKey: rule.repairMissingKey(context)
        case .unknownCase: rule.repairUnknownCase(context)
        case .element: rule.repairElement(context)
        case .nestedNull: rule.repairNestedNull(context)
        case .blankString: rule.repairBlankString(context)
        case .failure: rule.repairFailure(context)
        case .value: rule.unwrap(context)
        case .unknownKey: rule.repairUnknownKey(context)
        case .repeatedKey: rule.repairRepeatedKey(context)
        }
    }
}

/// A policy as the decoder uses it: scopes unfolded, the rules in the order in which they are asked.
struct ResolvedPolicy: Sendable {
    struct Entry: Sendable {
        let rule: any DecodingRule
        let scopes: [any RuleScope]
        /// The rule's index among the policy's, behind those of the scopes around it.
        let position: [Int]
        /// `nil`, or what the rule turns off.
        let off: Without?

        init(_ rule: any DecodingRule, inside scopes: [any RuleScope], position: [Int] = []) {
            self.rule = rule
            self.scopes = scopes
            self.position = position
            off = rule as? Without
        }

        var rank: ScopeRank { scopes.map(\.rank).min() ?? .everywhere }
    }

    let entries: [Entry]
    /// What any of the rules watches for.
    let watched: WatchedOccasions
    private let turnsRulesOff: Bool

    /// - Parameter call: rules for one call, which are asked first.
    /// - Returns: `nil` for policies without rules: strict decoding asks nobody.
    init?(_ policy: DecodingPolicy, call: DecodingPolicy = .strict) {
        let entries = Self.ordered(call) + Self.ordered(policy)
        if entries.allSatisfy({ $0.off != nil }) { return nil }
        self.init(entries)
    }

    private init(_ entries: [Entry]) {
        self.entries = entries
        watched = entries.reduce(into: []) { $0.formUnion($1.rule.watchedOccasions) }
        turnsRulesOff = entries.contains { $0.off != nil }
    }

    /// No rules, but a policy.
    static let empty = ResolvedPolicy([Entry]())

    /// Paths before types before everywhere; among equals, more scopes before fewer, and then as they were listed.
    static func ordered(_ policy: DecodingPolicy) -> [Entry] {
        let unfolded = unfold(policy.rules, inside: [], at: [])
        let deepest = unfolded.map(\.scopes.count).max() ?? 0
        return [ScopeRank.path, .type, .everywhere].flatMap { rank in
            (0...deepest).reversed().flatMap { depth in
                unfolded.filter { $0.rank == rank && $0.scopes.count == depth }
            }
        }
    }

    private static func unfold(
        _ rules: [any DecodingRule], inside scopes: [any RuleScope], at position: [Int]
    ) -> [Entry] {
        rules.enumerated().flatMap { index, rule -> [Entry] in
            let position = position + [index]
            guard let scope = rule as? any RuleScope else { return [Entry(rule, inside: scopes, position: position)] }
            return unfold(scope.rules, inside: scopes + [scope], at: position)
        }
    }

    /// Asks each rule that applies, in order, until `accept` takes an answer.
    func firstAnswer<Answer>(
        on occasion: RepairOccasion, _ context: RuleContext, accept: (any DecodingRule, Repair) throws -> Answer?
    ) rethrows -> Answer? {
        try forEachRule(context) { rule, _, context in try accept(rule, occasion.ask(rule, context)) }
    }

    /// Shows each rule that applies, in order and with its number, to `body`, until that has an answer.
    func forEachRule<Answer>(
        _ context: RuleContext, _ body: (any DecodingRule, Int, RuleContext) throws -> Answer?
    ) rethrows -> Answer? {
        var context = context
        var off: [Without] = []
        for (index, entry) in entries.enumerated() {
            if !entry.scopes.isEmpty, !applies(entry, &context) { continue }
            if turnsRulesOff {
                if let rule = entry.off {
                    off.append(rule)
                    continue
                }
                if off.contains(where: { $0.turnsOff(entry.rule) }) { continue }
            }
            context.isScoped = !entry.scopes.isEmpty
            if let answer = try body(entry.rule, index, context) { return answer }
        }
        return nil
    }

    private func applies(_ entry: Entry, _ context: inout RuleContext) -> Bool {
        for scope in entry.scopes {
            if scope.rank == .path {
                // Worked out once for all scopes, and not at all where the last key tells.
                if let at = scope as? At, !context.mayMatch(at.pattern) { return false }
                context.rememberPath()
            }
            if !scope.applies(to: context) { return false }
        }
        return true
    }
}
