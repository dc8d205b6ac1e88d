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
}

/// A policy as the decoder uses it: scopes unfolded, the rules of each situation in the order in which they are asked.
final class ResolvedPolicy: Sendable {
    /// One rule. A class, so that going through the rules copies none.
    final class Entry: Sendable {
        let rule: any DecodingRule
        /// The rule's name: made once, as that takes a while.
        let name: String
        /// The situations in which the rule is asked.
        let situations: RepairSituation
        let scopes: [any RuleScope]
        /// The rule's index among the policy's, preceded by those of the scopes around it.
        let position: [Int]
        /// The rule, if it matches keys.
        let keyMatching: (any KeyMatchingRule)?
        /// `nil`, or what the rule turns off.
        let off: Without?
        /// Whether it turns all rules off.
        let isStrictly: Bool
        /// What the scopes require of the path.
        let patterns: [PathPattern]
        /// The types that the scopes are for.
        let types: [Any.Type]

        init(_ rule: any DecodingRule, inside scopes: [any RuleScope], position: [Int] = []) {
            self.rule = rule
            name = rule.name
            situations = rule.situations
            self.scopes = scopes
            self.position = position
            keyMatching = rule as? any KeyMatchingRule
            off = rule as? Without
            isStrictly = rule is Strictly
            patterns = scopes.compactMap { ($0 as? At)?.pattern }
            types = scopes.compactMap { ($0 as? For)?.type }
        }

        var rank: ScopeRank { scopes.map(\.rank).min() ?? .everywhere }

        /// Asks the rule: in this class, as that does not copy it.
        @inline(__always)
        func repair(_ context: DecodingRuleContext) -> Repair { rule.repair(context) }
    }

    /// What decides, for most values, whether a rule is asked, without the rule being looked at.
    @safe
    struct Gate: Sendable {
        /// What the last step of the path has to be.
        let lastStep: PathMatcher.LastStep
        /// The rule's position in ``entries``.
        let entry: Int32
        let isScoped: Bool
        /// The entry, which ``entries`` keeps: asking a rule counts no references.
        private let rule: Unmanaged<Entry>

        init(_ entry: Entry, _ position: Int) {
            lastStep = entry.patterns.lazy.map(\.matcher.lastStep).first { $0 != .any } ?? .any
            self.entry = Int32(truncatingIfNeeded: position)
            isScoped = !entry.scopes.isEmpty
            unsafe rule = .passUnretained(entry)
        }

        @inline(__always)
        func withEntry<R>(_ body: (Entry) -> R) -> R { unsafe rule._withUnsafeGuaranteedRef(body) }

        @inline(__always)
        func repair(_ context: DecodingRuleContext) -> Repair { withEntry { $0.repair(context) } }
    }

    let entries: [Entry]
    /// The situations that any of the rules lists.
    let situations: RepairSituation
    /// Whether any rule turns all others off, for some values.
    let turnsAllRulesOff: Bool
    /// The rules of each situation in turn.
    let gates: ContiguousArray<Gate>
    /// Where the rules of each situation start in ``gates``, and the end of the last.
    let starts: ContiguousArray<Int>
    /// Whether any gate needs the last step of paths.
    let watchesLastSteps: Bool
    let turnsRulesOff: Bool

    /// - Parameter call: rules for one call, which are asked first.
    /// - Returns: `nil` for policies without rules: strict decoding asks none.
    convenience init?(_ policy: DecodingPolicy, call: DecodingPolicy = .strict) {
        let entries = Self.ordered(call) + Self.ordered(policy)
        if entries.allSatisfy({ $0.off != nil || $0.isStrictly }) { return nil }
        self.init(entries)
    }

    private init(_ entries: [Entry]) {
        self.entries = entries
        situations = entries.reduce(into: []) { $0.formUnion($1.situations) }
        turnsAllRulesOff = entries.contains(where: \.isStrictly)
        turnsRulesOff = entries.contains { $0.off != nil }
        var gates: ContiguousArray<Gate> = []
        var starts: ContiguousArray<Int> = [0]
        for index in 0..<RepairSituation.count {
            let situation = RepairSituation(rawValue: 1 << index)
            for (number, entry) in entries.enumerated() where situations.contains(situation) {
                guard entry.off != nil || entry.situations.contains(situation) else { continue }
                gates.append(Gate(entry, number))
            }
            starts.append(gates.count)
        }
        self.gates = gates
        self.starts = starts
        watchesLastSteps = gates.contains { $0.lastStep != .any }
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
}
