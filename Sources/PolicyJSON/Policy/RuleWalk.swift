/// An iteration over the rules that apply to one value in one situation.
struct RuleWalk {
    /// The rules of the current set (``GateSets``) that remain.
    fileprivate var remaining: UInt64 = 0
    /// The index in ``ResolvedPolicy/gates`` of the first rule of the current set.
    fileprivate var firstGate = 0
    /// The remaining sets of the situation.
    fileprivate var nextSet = 0
    fileprivate var endSet = 0
    /// The last step of the value's path.
    fileprivate var lastStep = PathMatcher.LastStep.any
    /// The index in ``ResolvedPolicy/entries`` of the rule that answered.
    fileprivate(set) var entry = 0
    /// `nil` for most values.
    fileprivate var extras: Extras?

    /// An iteration that is at its end.
    static var ended: RuleWalk { RuleWalk() }

    fileprivate final class Extras {
        /// The rules that turn others off for this value.
        var off: [Without<any DecodingRule>] = []
        /// The path, once it has been computed.
        var path: [any CodingKey]?
    }

    fileprivate mutating func allocatedExtras() -> Extras {
        if let extras { return extras }
        let allocated = Extras()
        extras = allocated
        return allocated
    }
}

extension ResolvedPolicy {
    /// Begins an iteration over the rules that list the context's situation; `nil` if there are none, or if all rules
    /// are turned off for this value.
    func walk(_ context: DecodingRuleContext) -> RuleWalk? {
        var walk = RuleWalk.ended
        return begin(&walk, context) ? walk : nil
    }

    /// Begins a new iteration with one that is at its end; false if there are no such rules.
    @inline(__always)
    func begin(_ walk: inout RuleWalk, _ context: DecodingRuleContext) -> Bool {
        let index = context.situation.index
        let (start, end) = (candidates.starts[index], candidates.starts[index + 1])
        if start == end { return false }
        if turnsAllRulesOff, context.reference.has(.rulesDisabled) || areRulesDisabled(context) { return false }
        walk.nextSet = start
        walk.endSet = end
        if watchesLastSteps { walk.lastStep = context.lastStep }
        return true
    }

    /// The index in ``entries`` of the next rule that applies and is not turned off; `nil` after the last.
    @inline(__always)
    func next(_ walk: inout RuleWalk, _ context: DecodingRuleContext) -> Gate? {
        while true {
            if walk.remaining == 0 {
                if walk.nextSet == walk.endSet { return nil }
                walk.remaining = candidates.members(of: walk.nextSet, walk.lastStep.group)
                walk.firstGate = candidates.firstGates[walk.nextSet]
                walk.nextSet += 1
                continue
            }
            let gate = gates[walk.firstGate + walk.remaining.trailingZeroBitCount]
            walk.remaining &= walk.remaining - 1
            if gate.lastStep.excludes(walk.lastStep) { continue }
            if gate.isScoped, !isInside(gate, &walk, context) { continue }
            if turnsRulesOff, !mayAsk(gate, &walk) { continue }
            return gate
        }
    }

    /// Consults the rules, in order, until one answers (``RuleWalk/entry``). If all decline, returns
    /// ``Repair/decline``; an optional would cost each answer another copy.
    @inline(never)
    func nextAnswer(_ walk: inout RuleWalk, _ context: DecodingRuleContext) -> Repair {
        while let gate = next(&walk, context) {
            let repair = gate.isScoped ? gate.repair(context.scoped) : gate.repair(context)
            if repair.isDecline { continue }
            walk.entry = Int(gate.entry)
            return repair
        }
        return .decline
    }

    /// Whether a rule answers, and has not been turned off by a previous one. Notes a rule that turns others off.
    @inline(never)
    private func mayAsk(_ gate: Gate, _ walk: inout RuleWalk) -> Bool {
        let entry = entries[Int(gate.entry)]
        if let rule = entry.off {
            walk.allocatedExtras().off.append(rule)
            return false
        }
        return walk.extras?.off.contains { $0.turnsOff(entry.rule) } != true
    }

    /// Whether a value is in all enclosing scopes of a rule.
    @inline(never)
    private func isInside(_ gate: Gate, _ walk: inout RuleWalk, _ context: DecodingRuleContext) -> Bool {
        gate.withEntry { entry in
            context.isOfType(in: entry) && entry.matchers.allSatisfy { $0.with { walk.matches($0, context) } }
        }
    }

    /// Whether all rules are turned off for a value.
    @inline(never)
    func areRulesDisabled(_ context: DecodingRuleContext) -> Bool {
        var walk = RuleWalk.ended
        return entries.enumerated().contains { index, entry in
            entry.isStrictly && isInside(Gate(entry, index), &walk, context)
        }
    }

    /// Whether all rules are turned off for a value because a scope turns them off for a value around it. Only the
    /// paths of those are known: scopes for types are ignored.
    @inline(never)
    func areRulesDisabled(around path: [any CodingKey]) -> Bool {
        var around = path
        while around.popLast() != nil {
            let path = around
            for entry in entries where entry.isStrictly && entry.types.isEmpty {
                if entry.matchers.allSatisfy({ $0.with { $0.matches(path) } }) { return true }
            }
        }
        return false
    }
}

extension RuleWalk {
    /// Whether the value's path matches a pattern. Computes the path, once, only if the document alone cannot decide.
    fileprivate mutating func matches(_ matcher: PathMatcher, _ context: DecodingRuleContext) -> Bool {
        // For an absent key, and for the members that a property keeps, a pattern may match the object or the member.
        if context.isAboutKey,
            context.core.matches(matcher, context.reference, missing: nil)
                ?? matcher.matches(Array(context.codingPath.dropLast()))
        {
            return true
        }
        if let path = extras?.path { return matcher.matches(path) }
        if let answer = context.core.matches(matcher, context.reference, missing: context.missing) { return answer }
        let path = context.codingPath
        allocatedExtras().path = path
        return matcher.matches(path)
    }
}

extension DecodingRuleContext {
    /// Whether the rule is to find the member for a key, or the members without one.
    fileprivate var isAboutKey: Bool { situation == .absentKey || situation == .extraMembers }

    /// Whether a value is of the types of a rule's enclosing scopes.
    fileprivate func isOfType(in entry: ResolvedPolicy.Entry) -> Bool {
        if entry.types.isEmpty { return true }
        let modelType = modelType
        return entry.types.allSatisfy {
            requestedType == $0.type || modelType == $0.type || requestedType == $0.optional
                || requestedType == $0.nested
        }
    }

    /// The last step of the value's path.
    fileprivate var lastStep: PathMatcher.LastStep {
        // The object's last step is another one.
        situation == .extraMembers ? .any : core.lastStep(of: reference, missing: missing)
    }
}
