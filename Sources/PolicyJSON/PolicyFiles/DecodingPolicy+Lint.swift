internal import FoundationImport

extension Policy where Rule == any DecodingRule {
    /// Finds parts of the policy that cannot have an effect: rules that never answer, scopes that are empty or exclude
    /// each other, aliases that are listed twice; and aliases that several keys share.
    ///
    /// About custom rules it assumes only that equal ones answer alike (rules that are `Equatable`, or have no
    /// options). Its findings are certain; it does not find everything. Findings are in the order of the policy.
    ///
    /// - Returns: the findings; none for a policy without any.
    /// - Complexity: O(*n*²) in the number of rules that are in scopes for paths with the same steps before and after wildcards, or in
    ///   no scope for a path.
    public func lint() -> [PolicyFinding] { lint(with: .useDefaultKeys) }

    /// Finds the same, and rules that have no effect in a decoder with this strategy for keys.
    @_optimize(size)
    fileprivate func lint(with strategy: JSONDecoder.KeyDecodingStrategy) -> [PolicyFinding] {
        var findings = Self.scopeFindings(rules, inside: [], at: [])
        let excluded = Set(findings.filter { $0.code == .excludedScope }.map(\.position))
        let entries = ResolvedPolicy.ordered(self)
        // For each rule the first one that turns it off, wherever both are.
        let offs = entries.indices.filter { entries[$0].off != nil }
        let firstOffs = entries.map { entry in offs.first { entries[$0].off?.turnsOff(entry.rule) == true } ?? .max }
        let scoped = ScopeEnds(entries)
        for (index, entry) in entries.enumerated() {
            if entry.position.indices.contains(where: { excluded.contains(Array(entry.position[..<$0])) }) { continue }
            if let finding = Self.finding(about: entry, at: index, entries, scoped, firstOffs) {
                findings.append(finding)
            }
            let rule = entry.rule as? any LibraryRule
            let others = rule?.finding(with: strategy).map { [$0] } ?? []
            findings += ((rule?.findings ?? []) + others).map { code, message in
                PolicyFinding(
                    code: code, rule: entry.rule.description, message: message, position: entry.position)
            }
        }
        return findings.inOrder
    }

    @_optimize(size)
    private static func scopeFindings(
        _ rules: [any DecodingRule], inside scopes: [DecodingScope], at position: [Int]
    ) -> [PolicyFinding] {
        rules.enumerated().flatMap { index, rule -> [PolicyFinding] in
            guard let scope = rule as? DecodingScope else { return [] }
            let position = position + [index]
            func finding(_ code: PolicyFinding.Code, _ message: String) -> PolicyFinding {
                PolicyFinding(code: code, rule: scope.opening, message: message, position: position)
            }
            if scope.rules.isEmpty { return [finding(.emptyScope, "has no rules")] }
            if let other = scope.excluded(by: scopes) {
                return [finding(.excludedScope, "applies to nothing that \(other) applies to")]
            }
            return scopeFindings(scope.rules, inside: scopes + [scope], at: position)
        }
    }

    /// - Parameters:
    ///   - index: its index among all rules.
    ///   - firstOffs: for each of all rules the index of the first that turns it off.
    @_optimize(size)
    private static func finding(
        about entry: ResolvedPolicy.Entry, at index: Int, _ all: [ResolvedPolicy.Entry], _ scoped: ScopeEnds,
        _ firstOffs: [Int]
    ) -> PolicyFinding? {
        func finding(_ code: PolicyFinding.Code, _ message: String) -> PolicyFinding {
            PolicyFinding(code: code, rule: entry.rule.description, message: message, position: entry.position)
        }
        if let off = entry.off {
            let turnsOff = all[(index + 1)...].contains { other in
                other.off == nil && off.turnsOff(other.rule) && other.mayApply(with: entry)
            }
            return turnsOff
                ? nil : finding(.turnsNothingOff, "turns nothing off; as a rule for one call it may")
        }
        let candidates = scoped.indexes(around: entry)
        let strictly = candidates.first {
            $0 != index && all[$0].isStrictly && all[$0].applies(whenever: entry)
                // Of two that turn each other off, the first stays.
                && ($0 < index || !entry.isStrictly || !entry.applies(whenever: all[$0]))
        }
        if let other = strictly.map({ all[$0] }) {
            return finding(.turnedOff, "is turned off by \(other.rule), which turns off all rules there")
        }
        if (entry.rule as? any LibraryRule)?.doesNothing == true { return finding(.doesNothing, "does nothing") }
        let before = candidates.prefix { $0 < index }
        let off = before.first { all[$0].off?.turnsOff(entry.rule) == true && all[$0].applies(whenever: entry) }
        if let other = off.map({ all[$0] }) {
            return finding(.turnedOff, "is turned off by \(other.rule) before it")
        }
        // Comparing scopes takes longer than comparing rules.
        let others = before.lazy.filter { firstOffs[$0] >= index && all[$0].off == nil }
            .map { all[$0] }
        if let other = others.first(where: { $0.rule.answers(whenever: entry.rule) && $0.applies(whenever: entry) }) {
            return finding(.neverAnswers, "never answers: \(other.rule) before it does")
        }
        let message = others.compactMap { other in
            (entry.rule as? any LibraryRule)?.finding(after: other.rule).flatMap {
                other.applies(whenever: entry) ? $0 : nil
            }
        }.first
        return message.map { finding(.answersTooLate, $0) }
    }
}

extension PolicyJSONDecoder {
    /// Finds parts of the decoder's policy that cannot have an effect (``Policy/lint()``), also because of the
    /// decoder's `keyDecodingStrategy`: `KeyMatching(.snakeCase)` finds nothing under `convertFromSnakeCase`, which has converted
    /// the names before.
    ///
    /// - Returns: the findings, in the order of the policy.
    /// - Complexity: that of ``Policy/lint()``.
    public func lint() -> [PolicyFinding] { policy.lint(with: keyDecodingStrategy) }
}

extension RuleScope where Rule == any DecodingRule {
    /// The first enclosing scope that has no values in common with this one.
    fileprivate func excluded(by scopes: [DecodingScope]) -> String? {
        if let at = self as? At<any DecodingRule> {
            let other = scopes.compactMap { $0 as? At<any DecodingRule> }.first {
                !$0.pattern.compared(with: at.pattern).intersects
            }
            return other.map { $0.opening }
        }
        // A value has a type and the requesting model has another; there is no third type.
        var types: Set<String> = []
        for scope in scopes + [self] {
            if let type = (scope as? For<any DecodingRule>)?.identity { types.insert(type) }
        }
        return types.count > 2 ? "those around it" : nil
    }
}

extension For {
    fileprivate var identity: String { "\(typeName) \(ObjectIdentifier(type))" }
}

extension ResolvedPolicy.Entry {
    /// The scopes in which the other rule is not.
    private func scopes(besidesThoseOf other: ResolvedPolicy.Entry) -> ArraySlice<DecodingScope> {
        scopes.dropFirst(zip(position, other.position).prefix { $0 == $1 }.count)
    }

    /// Whether this rule is certainly consulted about everything that the other is.
    fileprivate func applies(whenever other: ResolvedPolicy.Entry) -> Bool {
        scopes(besidesThoseOf: other).allSatisfy { scope in
            other.scopes.contains { otherScope in
                switch (scope, otherScope) {
                case (let scope as At<any DecodingRule>, let other as At<any DecodingRule>):
                    scope.pattern.compared(with: other.pattern).includes
                case (let scope as For<any DecodingRule>, let other as For<any DecodingRule>):
                    scope.identity == other.identity
                default: false
                }
            }
        }
    }

    /// Whether both rules may be consulted about the same value.
    fileprivate func mayApply(with other: ResolvedPolicy.Entry) -> Bool {
        var around: [DecodingScope] = scopes
        for scope in other.scopes(besidesThoseOf: self) {
            if scope.excluded(by: around) != nil { return false }
            around.append(scope)
        }
        return true
    }
}

/// Which rules are in scopes for paths with the same ends: those in scopes for other paths, of which a policy may have thousands, are
/// not compared.
private struct ScopeEnds {
    /// The indexes of rules whose innermost scopes for paths have the same steps before and after wildcards; first those of rules in no
    /// such scope.
    private var groups: [[Int]] = [[]]
    /// The groups by these steps.
    private var known = ["": 0]
    /// How many steps these are: those before multiplied by 64, and those after.
    private var lengths: Set<Int> = []

    @_optimize(size)
    init(_ entries: [ResolvedPolicy.Entry]) {
        for (index, entry) in entries.enumerated() {
            var text = ""
            if let pattern = entry.patterns.last {
                let length = Self.length(of: pattern)
                lengths.insert(length)
                text = Self.text(of: pattern, length)
            }
            let group = known[text] ?? groups.count
            if group == groups.count {
                known[text] = group
                groups.append([])
            }
            groups[group].append(index)
        }
    }

    /// The indexes of all rules that may apply whenever another does, and of some others, in their order.
    @_optimize(size)
    func indexes(around entry: ResolvedPolicy.Entry) -> [Int] {
        var around: [Int] = [0]
        var result = groups[0]
        for pattern in entry.patterns {
            let all = Self.length(of: pattern)
            for length in lengths where length >> 6 <= all >> 6 && length & 63 <= all & 63 {
                guard let group = known[Self.text(of: pattern, length)], !around.contains(group) else { continue }
                around.append(group)
                result = Self.merged(result, groups[group])
            }
        }
        return result
    }

    @_optimize(size)
    private static func merged(_ one: [Int], _ other: [Int]) -> [Int] {
        var result: [Int] = []
        var next = 0
        for index in other {
            while next < one.count, one[next] < index {
                result.append(one[next])
                next += 1
            }
            result.append(index)
        }
        while next < one.count {
            result.append(one[next])
            next += 1
        }
        return result
    }

    @_optimize(size)
    private static func length(of pattern: PathPattern) -> Int {
        let (steps, loops) = (pattern.matcher.steps, pattern.matcher.loops)
        var (first, last) = (0, steps.count)
        let firstLoop = loops.rawValue.trailingZeroBitCount
        while first < min(steps.count, firstLoop), text(of: steps[first]) != nil { first += 1 }
        while last > loops.last ?? 0, text(of: steps[last - 1]) != nil { last -= 1 }
        return first << 6 | steps.count - last
    }

    /// So many of the first and of the last steps, each from that end of the path.
    @_optimize(size)
    private static func text(of pattern: PathPattern, _ length: Int) -> String {
        let steps = pattern.matcher.steps
        var result = ""
        for index in 0..<(length >> 6) { result += (text(of: steps[index]) ?? "") + "\n" }
        for index in 0..<(length & 63) { result += "\n" + (text(of: steps[steps.count - 1 - index]) ?? "") }
        return result + "*"
    }

    /// `nil` for a wildcard.
    private static func text(of step: PathMatcher.Step) -> String? {
        switch step {
        case .key(let name): "." + name.text
        case .index(let index): "[\(index)"
        case .anyKey, .anyIndex: nil
        }
    }
}

extension ResolvedPolicy.Entry {
    /// The patterns of the scopes for paths, from the outermost.
    fileprivate var patterns: [PathPattern] { scopes.compactMap { ($0 as? At<any DecodingRule>)?.pattern } }
}
