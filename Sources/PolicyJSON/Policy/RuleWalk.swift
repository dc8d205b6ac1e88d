/// How far the rules have been asked about one value in one situation.
struct RuleWalk {
    /// The range of ``ResolvedPolicy/gates`` that is left.
    fileprivate var position: Int
    fileprivate let end: Int
    /// The last step of the value's path.
    fileprivate let lastStep: PathMatcher.LastStep
    /// The rule that was asked last: its position in ``ResolvedPolicy/entries``.
    fileprivate(set) var entry = 0
    /// `nil` for most values.
    fileprivate var notes: Notes?

    fileprivate final class Notes {
        /// The rules that turn others off, as far as they apply.
        var off: [Without] = []
        /// The path, once it has been worked out.
        var path: [any CodingKey]?
    }

    fileprivate mutating func noted() -> Notes {
        if let notes { return notes }
        let made = Notes()
        notes = made
        return made
    }
}

extension ResolvedPolicy {
    /// Begins to ask the rules that list the context's situation; `nil` if there are none, or none is asked about this value.
    @inline(__always)
    func walk(_ context: DecodingRuleContext) -> RuleWalk? {
        let index = context.situation.index
        let (start, end) = (starts[index], starts[index + 1])
        if start == end { return nil }
        if turnsAllRulesOff, context.place.has(.unruled) || isUnruled(context) { return nil }
        return RuleWalk(position: start, end: end, lastStep: watchesLastSteps ? context.lastStep : .any)
    }

    /// The next rule that applies and is not turned off: its position in ``entries``. `nil` after the last.
    @inline(__always)
    func next(_ walk: inout RuleWalk, _ context: DecodingRuleContext) -> Gate? {
        while walk.position < walk.end {
            let gate = gates[walk.position]
            walk.position += 1
            if gate.lastStep.excludes(walk.lastStep) { continue }
            if gate.isScoped, !isInside(gate, &walk, context) { continue }
            if turnsRulesOff, !mayAsk(gate, &walk) { continue }
            return gate
        }
        return nil
    }

    /// Asks the rules, in order, until one answers: ``RuleWalk/entry``. If none does, the answer is ``Repair/decline``: no
    /// optional, which each answered question would copy once more.
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

    /// Whether a rule has not been turned off by one before it, and turns none off itself.
    @inline(never)
    private func mayAsk(_ gate: Gate, _ walk: inout RuleWalk) -> Bool {
        let entry = entries[Int(gate.entry)]
        if let rule = entry.off {
            walk.noted().off.append(rule)
            return false
        }
        return walk.notes?.off.contains { $0.turnsOff(entry.rule) } != true
    }

    /// Whether a value is in all the scopes around a rule.
    @inline(never)
    private func isInside(_ gate: Gate, _ walk: inout RuleWalk, _ context: DecodingRuleContext) -> Bool {
        gate.withEntry { entry in
            if !context.isOfType(in: entry) { return false }
            for index in entry.patterns.indices where !walk.matches(entry.patterns[index], context) { return false }
            return true
        }
    }

    /// Whether a rule turns all rules off for a value.
    @inline(never)
    func isUnruled(_ context: DecodingRuleContext) -> Bool {
        var walk = RuleWalk(position: 0, end: 0, lastStep: .any)
        return entries.enumerated().contains { index, entry in
            entry.isStrictly && isInside(Gate(entry, index), &walk, context)
        }
    }
}

extension RuleWalk {
    /// Whether the value's path matches a pattern. The path is made, once, where the document alone cannot decide that.
    fileprivate mutating func matches(_ pattern: PathPattern, _ context: DecodingRuleContext) -> Bool {
        // A question about a key concerns the object as much as the member.
        if context.isAboutKey,
            context.core.matches(pattern, context.place, missing: nil)
                ?? pattern.matches(Array(context.codingPath.dropLast()))
        {
            return true
        }
        if let path = notes?.path { return pattern.matches(path) }
        if let answer = context.core.matches(pattern, context.place, missing: context.missing) { return answer }
        let path = context.codingPath
        noted().path = path
        return pattern.matches(path)
    }
}

extension DecodingRuleContext {
    /// Whether the question is which member a key means.
    fileprivate var isAboutKey: Bool { situation == .absentKey }

    /// Whether a value is of the types that the scopes around a rule are for.
    fileprivate func isOfType(in entry: ResolvedPolicy.Entry) -> Bool {
        if entry.types.isEmpty { return true }
        let modelType = modelType
        return entry.types.allSatisfy { requestedType == $0 || modelType == $0 }
    }

    /// The last step of the value's path.
    fileprivate var lastStep: PathMatcher.LastStep { core.lastStep(of: place, missing: missing) }
}
