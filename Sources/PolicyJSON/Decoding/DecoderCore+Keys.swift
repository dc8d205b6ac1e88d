@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

// Handling of keys if rules watch for absent or repeated keys.
extension DecoderCore {
    /// The cases of an enumeration of keys that rules match to members with other names.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func matchedKeys<Key: CodingKey>(_ type: Key.Type, in reference: ValueReference) -> [Key] {
        (EnumCases.all(of: type) ?? []).compactMap { $0.value as? Key }.filter { key in
            lookUp(key.stringValue, in: reference.index) == TapePosition.nothing
                && matched(key, in: reference) != TapePosition.nothing
        }
    }

    /// The value of the member that a rule matches to an absent key, or `TapePosition.nothing`.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func matched(_ key: any CodingKey, in reference: ValueReference) -> TapePosition {
        guard let policy, let keyMatches = call.keyMatches, tape[reference.index].count > 0,
            !reference.has(.rulesDisabled)
        else { return TapePosition.nothing }
        let name = key.stringValue
        if let rules = policy.unscopedKeyRules {
            for index in rules {
                let rule = policy.entries[index]
                guard let match = match(name, in: reference, by: rule, index, keyMatches) else { continue }
                return use(match, for: key, name, in: reference, by: rule)
            }
            return TapePosition.nothing
        }
        let context = absence(of: key, in: reference)
        guard var walk = policy.walk(context) else { return TapePosition.nothing }
        while let gate = policy.next(&walk, context) {
            let index = Int(gate.entry)
            let rule = policy.entries[index]
            guard let match = match(name, in: reference, by: rule, index, keyMatches) else { continue }
            return use(match, for: key, name, in: reference, by: rule)
        }
        return TapePosition.nothing
    }

    /// The context in which rules are asked about a key that an object lacks.
    private func absence(of key: any CodingKey, in reference: ValueReference) -> DecodingRuleContext {
        DecodingRuleContext(
            requestedType: reference.modelType ?? Never.self, situation: .absentKey, kind: nil, acceptsNil: true,
            core: self, reference: reference.member(TapePosition.nothing), details: RequestDetails(missing: key))
    }

    /// Enters a match in the report, and records it.
    ///
    /// - Returns: the position of the value.
    @inline(never)
    private func use(
        _ match: KeyMatch, for key: any CodingKey, _ name: String, in reference: ValueReference,
        by rule: ResolvedPolicy.Entry
    ) -> TapePosition {
        if let collector, !collector.listsChanges {
            collector.countChange()
        } else {
            note(
                .keyMatched, by: rule, absence(of: key, in: reference), at: match.reference,
                found: RawJSON.quoted(match.path?.description ?? tape.key(at: match.reference.index.key)), result: name)
        }
        remember(match, for: name, in: reference)
        return match.reference.index
    }

    /// The value that one rule matches to the key with this name.
    @_optimize(size)
    @inline(never)
    private func match(
        _ key: String, in reference: ValueReference, by entry: ResolvedPolicy.Entry, _ index: Int,
        _ keyMatches: KeyMatches
    ) -> KeyMatch? {
        let model = reference.modelType
        guard let rule = entry.keyMatching else { return nil }
        let alternatives = keyMatches.alternatives(for: key, model: reference.modelID, rule: index) {
            .init(
                paths: rule.memberPaths(for: key, of: model),
                names: rule.memberNames(for: key, of: model),
                compared: entry.situations.contains(.memberNames) ? rule.comparedName(key, of: model) : nil)
        }
        for path in alternatives.paths { if let match = match(path, in: reference) { return match } }
        for name in alternatives.names {
            let value = lookUp(name, in: reference.index)
            if value != TapePosition.nothing { return KeyMatch(reference: reference.member(value), path: nil) }
        }
        return alternatives.compared.flatMap { compared($0, in: reference, by: rule, index) }
    }

    /// The member whose compared name is equal to one.
    @_optimize(size)
    @inline(never)
    private func compared(
        _ wanted: String, in reference: ValueReference, by rule: any KeyMatchingRule, _ index: Int
    ) -> KeyMatch? {
        let model = reference.modelType
        let member = document.matchedMembers?.member(
            wanted, of: reference.index, rule: index, model: reference.modelID, count: tape[reference.index].count
        ) { body in
            forEachMember(of: reference.index) { name, member in body(rule.comparedName(name, of: model), member) }
        }
        return member.map { KeyMatch(reference: reference.member($0), path: nil) }
    }

    /// Calls `body` with the converted name and the value of each member, until it returns `false`.
    func forEachMember(of object: TapePosition, _ body: (String, TapePosition) -> Bool) {
        if let index = index(of: object) {
            index.forEach(in: object, of: tape, body)
        } else {
            tape.forEachKey(in: object) {
                guard call.convertsKeys else { return body(tape.key(at: $0), $0.value) }
                let name = convertedName(ofKeyAt: $0, in: object)
                return name.isEmpty || body(name, $0.value)
            }
        }
    }

    /// The member of an object that has one, and needs no table; `nil` for other objects.
    func onlyMember(of object: TapePosition) -> (name: String, value: TapePosition)? {
        guard tape[object].count == 1, !call.convertsKeys, index(of: object) == nil else { return nil }
        return (tape.key(at: object.firstChild), object.firstChild.value)
    }

    /// The name of a member of an object whose keys need no table; empty if another member has the name, and counts.
    @inline(never)
    private func convertedName(ofKeyAt key: TapePosition, in object: TapePosition) -> String {
        var path: [any CodingKey] = []
        let name = document.keyNames.name(tape.key(at: key), below: &path)
        return lookUp(name, in: object) == key.value ? name : ""
    }

    /// Records that a model has requested a container over an object.
    ///
    /// - Throws: if a rule rejects the object for its repeated keys.
    @_optimize(size)
    func opened(_ object: ValueReference) throws {
        if let refusal = index(of: object.index)?.refusal, !object.has(.rulesDisabled) {
            guard object.isCollecting, let problems else { throw refusal }
            log(refusal, problems, about: object)
        }
        document.askedKeys?.open(object.index)
        document.matchedMembers?.open(object.index, of: tape)
    }

    /// Whether a rule uses this member instead of an earlier one with the same name; `nil` if no rule decides.
    ///
    /// The path has that name, also where an earlier attempt has matched the member to another key.
    func usesRepeated(
        _ value: TapePosition, named name: String, of object: TapePosition, model: UInt32
    ) throws -> Bool? {
        let parent = reference(toContainer: object).inside(model)
        let isMatched = document.matchedMembers?.key(of: value) != nil
        let core = isMatched ? anchored(atMember: value, of: parent, under: JSONKey(name)) : self
        return try core.usesRepeated(parent.member(value))
    }

    @_optimize(size)
    private func usesRepeated(_ reference: ValueReference) throws -> Bool? {
        guard let policy else { return nil }
        let type = reference.modelType ?? [String: Any].self
        let error = DecodingError.corrupted(DecodingError.Text.repeatedKey, at: path(to: reference))
        let context = DecodingRuleContext(
            requestedType: type, situation: .repeatedKey, kind: JSONKind(tape[reference.index].kind), acceptsNil: false,
            core: self, reference: reference, details: RequestDetails(error: error))
        guard var walk = policy.walk(context) else { return nil }
        let answer = policy.nextAnswer(&walk, context)
        let rule = policy.entries[walk.entry]
        switch answer.action {
        case .decline: return nil
        case .drop:
            note(.duplicateResolved, by: rule, context, at: reference, result: "left out")
            return false
        case .useRepeated:
            note(.duplicateResolved, by: rule, context, at: reference, result: "used")
            return true
        case .fail(let reason): throw refusal(reason, by: rule, context)
        default: throw misfit(answer, of: rule, context)
        }
    }

    /// Enters the answer of a rule about a member in the report, once. It does not count as a repair: there can be at
    /// most as many as members.
    @_optimize(size)
    func note(
        _ kind: DecodingReport.Kind, by rule: ResolvedPolicy.Entry, _ context: DecodingRuleContext,
        at member: ValueReference,
        found: @autoclosure () -> String? = nil, result: String
    ) {
        guard let collector,
            collector.enter(
                { site(kind, by: rule, context) }, about: tape.offset(at: member.index), in: document.noteNumber)
        else { return }
        collector.list(entry(kind, by: rule, context, found: found(), at: member, result: .word(result)))
    }
}

/// The alternatives that rules have for keys: requested once for each key of a model.
final class KeyMatches: Sendable {
    /// Where the value of a key may be, in an object that has no member of that name.
    struct Alternatives {
        let paths: [DecodingPath]
        let names: [String]
        /// What names of members are compared with, if they are.
        let compared: String?
    }

    private struct Question: Hashable {
        let key: String
        let model: UInt32
        let rule: Int
    }

    private struct State {
        var known: [(question: Question, alternatives: Alternatives, next: Int)] = []
        var indexes: [Question: Int] = [:]
        /// The question that was asked last. Models request their keys in the same order each time.
        var last = 0

        mutating func alternatives(for question: Question) -> Alternatives? {
            if known.isEmpty { return nil }
            let expected = known[last].next
            if known[expected].question == question {
                last = expected
            } else {
                guard let index = indexes[question] else { return nil }
                known[last].next = index
                last = index
            }
            return known[last].alternatives
        }

        mutating func keep(_ alternatives: Alternatives, for question: Question) {
            guard known.count < KeyMatches.limit, indexes[question] == nil else { return }
            indexes[question] = known.count
            known.append((question, alternatives, next: 0))
        }
    }

    private let state = CheckedMutex(State())
    /// Bounds the memory for models that take their keys from the document.
    private static let limit = 10_000

    @_optimize(size)
    func alternatives(for key: String, model: UInt32, rule: Int, ask: () -> Alternatives) -> Alternatives {
        if key.utf8.count > ConvertedNames.keptLength { return ask() }
        let question = Question(key: key, model: model, rule: rule)
        if let alternatives = state.withLock({ $0.alternatives(for: question) }) { return alternatives }
        // User code, which must not hold the lock.
        let alternatives = ask()
        state.withLock { $0.keep(alternatives, for: question) }
        return alternatives
    }
}
