/// The specificity of a scope: rules in more specific scopes are consulted first.
enum ScopeRank: Int, Comparable {
    case path, type, everywhere

    static func < (left: ScopeRank, right: ScopeRank) -> Bool { left.rawValue < right.rawValue }
}

/// A rule that only restricts where other rules apply.
protocol RuleScope<Rule>: Sendable {
    associatedtype Rule
    var rules: [Rule] { get }
    /// The start of the scope's description, before its rules.
    var opening: String { get }
    var rank: ScopeRank { get }
}

extension RuleScope where Self: BuiltIn {
    var sourceText: String { "\(opening) { \(rules.map { "\($0)" }.joined(separator: "; ")) }" }
}

extension RuleScope where Self: BuiltInRule, Rule == any DecodingRule {
    /// The situations of the rules inside. The decoder consults these rules, not the scope.
    var listedSituations: RepairSituation { rules.reduce([]) { $0.union($1.situations) } }

    func answer(to context: DecodingRuleContext) -> Repair { .decline }
}

extension RuleScope where Self: BuiltInEncodingRule, Rule == any EncodingRule {
    /// The situations of the rules inside. The encoder consults these rules, not the scope.
    var listedEncodingSituations: EncodingSituation { rules.reduce([]) { $0.union($1.encodingSituations) } }

    func representation(for context: EncodingRuleContext) -> Representation { .decline }
}

extension Policy {
    /// The rules in the order in which they are consulted: those in scopes of paths, then those in scopes of types, then the
    /// others; within each group, rules in more scopes first, then in the order in which they are listed.
    ///
    /// - Parameter entry: what to make of a rule, of the scopes around it, and of its position: its index in the policy, preceded
    ///   by those of the scopes.
    @_optimize(size)
    func ordered<Entry>(
        _ entry: (_ rule: Rule, _ scopes: [any RuleScope<Rule>], _ position: [Int]) -> Entry
    ) -> [Entry] {
        var found: [(entry: Entry, rank: ScopeRank, depth: Int)] = []
        Self.unfold(rules, inside: [], at: []) { rule, scopes, position in
            let rank = scopes.map(\.rank).min() ?? .everywhere
            found.append((entry(rule, scopes, position), rank, scopes.count))
        }
        let deepest = found.map(\.depth).max() ?? 0
        return [ScopeRank.path, .type, .everywhere].flatMap { rank in
            (0...deepest).reversed().flatMap { depth in
                found.filter { $0.rank == rank && $0.depth == depth }.map(\.entry)
            }
        }
    }

    @_optimize(size)
    private static func unfold(
        _ rules: [Rule], inside scopes: [any RuleScope<Rule>], at position: [Int],
        _ body: (Rule, [any RuleScope<Rule>], [Int]) -> Void
    ) {
        for (index, rule) in rules.enumerated() {
            let position = position + [index]
            if let scope = rule as? any RuleScope<Rule> {
                unfold(scope.rules, inside: scopes + [scope], at: position, body)
            } else {
                body(rule, scopes, position)
            }
        }
    }
}

/// A scope of rules for decoding.
typealias DecodingScope = any RuleScope<any DecodingRule>

/// A policy prepared for decoding: scopes are flattened, and the rules of each situation are in the order in which they
/// are consulted.
final class ResolvedPolicy: Sendable {
    /// One rule. A class, so that iterating over rules copies none.
    final class Entry: Sendable {
        let rule: any DecodingRule
        /// The rule's name, cached because making it is slow.
        let name: String
        /// The situations in which the rule is consulted.
        let situations: RepairSituation
        let scopes: [DecodingScope]
        /// The rule's index in the policy, preceded by those of the enclosing scopes.
        let position: [Int]
        /// The rule, if it matches keys.
        let keyMatching: (any KeyMatchingRule)?
        /// The rule, if it turns others off.
        let off: Without<any DecodingRule>?
        /// Whether the rule turns all rules off.
        let isStrictly: Bool
        /// The patterns of the enclosing scopes, which the scopes keep.
        let matchers: [Uncounted<PathMatcher>]
        /// The types of the enclosing scopes, each with its optionals, as which elements are requested.
        let types: [(type: Any.Type, optional: Any.Type, nested: Any.Type)]

        @_optimize(size)
        init(_ rule: any DecodingRule, inside scopes: [DecodingScope], position: [Int]) {
            self.rule = rule
            name = rule.name
            situations = rule.situations
            self.scopes = scopes
            self.position = position
            keyMatching = rule as? any KeyMatchingRule
            off = rule as? Without<any DecodingRule>
            isStrictly = rule is Strictly
            matchers = scopes.compactMap { ($0 as? At<any DecodingRule>).map { Uncounted($0.pattern.matcher) } }
            types = scopes.compactMap { scope in
                guard let type = (scope as? For<any DecodingRule>)?.type else { return nil }
                let optional = Self.optional(of: type)
                return (type, optional, Self.optional(of: optional))
            }
        }

        private static func optional<T>(of type: T.Type) -> Any.Type { T?.self }
    }

    /// What decides, for most values, whether a rule is asked, without the rule being looked at.
    struct Gate: Sendable {
        /// What the last step of the path has to be.
        let lastStep: PathMatcher.LastStep
        /// The rule's index in ``entries``.
        let entry: Int32
        let isScoped: Bool
        /// The entry, which ``entries`` keeps.
        private let rule: Uncounted<Entry>

        init(_ entry: Entry, _ position: Int) {
            lastStep = entry.matchers.lazy.map { $0.with { $0.lastStep } }.first { $0 != .any } ?? .any
            self.entry = Int32(truncatingIfNeeded: position)
            isScoped = !entry.scopes.isEmpty
            rule = Uncounted(entry)
        }

        @inline(__always)
        func withEntry<R>(_ body: (Entry) -> R) -> R { rule.with(body) }

        @inline(__always)
        func repair(_ context: DecodingRuleContext) -> Repair { rule.with { $0.rule.repair(context) } }
    }

    let entries: [Entry]
    /// The situations that at least one rule lists.
    let situations: RepairSituation
    /// Whether a rule turns all others off, for some values.
    let turnsAllRulesOff: Bool
    /// Whether one does so regardless of types.
    let turnsAllRulesOffByPath: Bool
    /// The rules of all situations, grouped by situation.
    let gates: ContiguousArray<Gate>
    /// The same rules as sets, from which most rules in scopes are left out at once.
    let candidates: GateSets
    /// Whether any gate requires the last step of paths.
    let watchesLastSteps: Bool
    let turnsRulesOff: Bool
    /// Whether all rules are ``LossyCollections``.
    let onlyDropsElements: Bool
    /// The types about which rules may answer in the situation ``RepairSituation/variant``.
    let variantTypes: RequestedTypes
    /// The types about which rules may answer in the situation ``RepairSituation/decoded``.
    let decodedTypes: RequestedTypes
    /// Whether rules may answer only about the top-level value in the situation ``RepairSituation/value``.
    let onlyWatchesTopLevelValues: Bool
    /// The indexes in ``entries`` of the rules for absent keys; `nil` if scopes or other rules decide whether they are asked.
    let unscopedKeyRules: [Int]?

    /// - Parameter call: rules for one call, which are consulted first.
    /// - Returns: `nil` for policies without rules: strict decoding consults none.
    convenience init?(_ policy: DecodingPolicy, call: DecodingPolicy = .strict) {
        let entries = Self.ordered(call) + Self.ordered(policy)
        if entries.allSatisfy({ $0.off != nil || $0.isStrictly }) { return nil }
        self.init(entries)
    }

    private init(_ entries: [Entry]) {
        self.entries = entries
        situations = entries.reduce(into: []) { $0.formUnion($1.situations) }
        turnsAllRulesOff = entries.contains(where: \.isStrictly)
        turnsAllRulesOffByPath = entries.contains { $0.isStrictly && $0.types.isEmpty }
        turnsRulesOff = entries.contains { $0.off != nil }
        variantTypes = RequestedTypes(of: entries, in: .variant)
        decodedTypes = RequestedTypes(of: entries, in: .decoded)
        onlyWatchesTopLevelValues = entries.allSatisfy {
            !$0.situations.contains(.value) || $0.rule is Envelope && $0.scopes.isEmpty
        }
        let keyRules = entries.indices.filter { entries[$0].situations.contains(.absentKey) }
        let areScoped = turnsAllRulesOff || turnsRulesOff || keyRules.contains { !entries[$0].scopes.isEmpty }
        unscopedKeyRules = areScoped ? nil : keyRules
        onlyDropsElements = entries.allSatisfy { $0.off == nil && $0.rule is LossyCollections }
        var gates: ContiguousArray<Gate> = []
        var candidates = GateSets()
        for index in 0..<RepairSituation.count {
            let situation = RepairSituation(rawValue: 1 << index)
            for (number, entry) in entries.enumerated() where situations.contains(situation) {
                guard entry.off != nil || entry.situations.contains(situation) else { continue }
                gates.append(Gate(entry, number))
            }
            candidates.endSituation(gates)
        }
        self.gates = gates
        self.candidates = candidates
        watchesLastSteps = gates.contains { $0.lastStep != .any }
    }

    /// A policy without rules.
    static let empty = ResolvedPolicy([Entry]())

    /// The rules of a policy, in the order in which they are consulted.
    static func ordered(_ policy: DecodingPolicy) -> [Entry] {
        policy.ordered { Entry($0, inside: $1, position: $2) }
    }

    /// The rules among some entries, without those that are turned off.
    @_optimize(size)
    @inline(never)
    func entriesInForce(_ isIncluded: (Entry) -> Bool) -> [Entry] {
        let entries = entries.filter(isIncluded)
        if entries.contains(where: \.isStrictly) { return [] }
        var off: [Without<any DecodingRule>] = []
        return entries.filter { entry in
            if let rule = entry.off { off.append(rule) }
            return !off.contains { $0.turnsOff(entry.rule) }
        }
    }
}
