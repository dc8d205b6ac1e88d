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

/// The occasions on which rules are asked, each by a requirement of ``DecodingRule``.
enum RepairOccasion {
    case mismatch, null, missingKey, unknownCase, element, nestedNull, blankString, failure, value, unknownKey,
        repeatedKey
}

/// A policy as the decoder uses it: scopes unfolded, the rules in the order in which they are asked.
final class ResolvedPolicy: Sendable {
    /// One rule. A class, so that going through the rules copies none.
    final class Entry: Sendable {
        let rule: any DecodingRule
        /// The rule's name: made once, as that takes a while.
        let name: String
        let scopes: [any RuleScope]
        /// The rule's index among the policy's, behind those of the scopes around it.
        let position: [Int]
        /// `nil`, or what the rule turns off.
        let off: Without?
        /// Whether it turns all rules off.
        let isStrictly: Bool
        /// What the scopes ask of the path.
        let patterns: [PathPattern]
        /// The types that the scopes ask for.
        let types: [Any.Type]

        init(_ rule: any DecodingRule, inside scopes: [any RuleScope], position: [Int] = []) {
            self.rule = rule
            name = rule.name
            self.scopes = scopes
            self.position = position
            off = rule as? Without
            isStrictly = rule is Strictly
            patterns = scopes.compactMap { ($0 as? At)?.pattern }
            types = scopes.compactMap { ($0 as? For)?.type }
        }

        var rank: ScopeRank { scopes.map(\.rank).min() ?? .everywhere }

        /// Asks the rule: from in here, as that does not copy it.
        func ask(on occasion: RepairOccasion, _ context: RuleContext) -> Repair {
            switch occasion {
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

    let entries: [Entry]
    /// What any of the rules watches for.
    let watched: WatchedOccasions
    private let turnsRulesOff: Bool
    /// Whether any rule turns all others off, for some values.
    let turnsAllRulesOff: Bool
    /// What can be seen of each rule without looking at it.
    private let gates: [Gate]
    private let watchesLastKeys: Bool

    private struct Gate {
        let isScoped: Bool
        /// What the last key has to be.
        let lastKey: KeyPrint?
        let watched: WatchedOccasions
    }

    /// - Parameter call: rules for one call, which are asked first.
    /// - Returns: `nil` for policies without rules: strict decoding asks nobody.
    convenience init?(_ policy: DecodingPolicy, call: DecodingPolicy = .strict) {
        let entries = Self.ordered(call) + Self.ordered(policy)
        if entries.allSatisfy({ $0.off != nil || $0.isStrictly }) { return nil }
        self.init(entries)
    }

    private init(_ entries: [Entry]) {
        self.entries = entries
        watched = entries.reduce(into: []) { $0.formUnion($1.rule.watchedOccasions) }
        turnsRulesOff = entries.contains { $0.off != nil }
        turnsAllRulesOff = entries.contains(where: \.isStrictly)
        gates = entries.map {
            Gate(
                isScoped: !$0.scopes.isEmpty, lastKey: $0.patterns.lazy.compactMap { KeyPrint($0) }.first,
                watched: $0.rule.watchedOccasions)
        }
        watchesLastKeys = gates.contains { $0.lastKey != nil }
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

    /// Whether a rule turns all rules off for a value.
    @inline(never)
    func isUnruled(_ context: RuleContext) -> Bool {
        var context = context
        for entry in entries where entry.isStrictly && context.isInside(entry) { return true }
        return false
    }

    /// Asks each rule that applies, in order, until `accept` takes an answer.
    func firstAnswer<Answer>(
        on occasion: RepairOccasion, _ context: RuleContext, accept: (Entry, Repair) throws -> Answer?
    ) rethrows -> Answer? {
        var context = context
        var asked = Asked()
        while let index = next(&asked, &context) {
            let entry = entries[index]
            if let answer = try accept(entry, entry.ask(on: occasion, context)) { return answer }
        }
        return nil
    }

    /// How far the rules have been asked about a value.
    struct Asked {
        fileprivate var position = 0
        fileprivate var off: [Without] = []
        fileprivate var lastKey: KeyPrint?

        /// Whether a rule has not been turned off by one before it, and turns none off itself.
        @inline(never)
        fileprivate mutating func mayAsk(_ entry: Entry) -> Bool {
            if let rule = entry.off {
                off.append(rule)
                return false
            }
            return !off.contains { $0.turnsOff(entry.rule) }
        }
    }

    /// The number of the next rule that applies, or `nil` behind the last.
    ///
    /// - Parameters:
    ///   - context: what the rule is to be told.
    ///   - occasions: only rules that watch for all of these.
    @inline(__always)
    func next(
        _ asked: inout Asked, _ context: inout RuleContext, watching occasions: WatchedOccasions = []
    ) -> Int? {
        if asked.position == 0 {
            if watchesLastKeys { asked.lastKey = context.lastKey }
            if turnsAllRulesOff, context.place.has(.unruled) || isUnruled(context) { return nil }
        }
        while asked.position < gates.count {
            let index = asked.position
            asked.position += 1
            let gate = gates[index]
            // What turns rules off watches for nothing.
            if !gate.watched.isSuperset(of: occasions), !turnsRulesOff { continue }
            if let wanted = gate.lastKey, let key = asked.lastKey, wanted != key { continue }
            if gate.isScoped, !context.isInside(entries[index]) { continue }
            if turnsRulesOff, !asked.mayAsk(entries[index]) { continue }
            context.isScoped = gate.isScoped
            return index
        }
        return nil
    }
}

extension RuleContext {
    /// Whether a value is in all the scopes around a rule.
    fileprivate mutating func isInside(_ entry: ResolvedPolicy.Entry) -> Bool {
        if !entry.types.isEmpty {
            let modelType = modelType
            for type in entry.types where requestedType != type && modelType != type { return false }
        }
        for index in entry.patterns.indices where !matches(entry.patterns[index]) { return false }
        return true
    }
}
