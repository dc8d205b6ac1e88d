@_spi(Tape) internal import JSONTape
internal import Synchronization

// Handling of keys if rules watch for absent, unknown or repeated keys.
extension DecoderCore {
    /// The value of the requested member; if it is absent, of the member that a rule matches. Records the request.
    @inline(never)
    func watched(_ value: TapePosition, _ key: any CodingKey, in place: ValueReference) -> TapePosition {
        if place.has(.rulesDisabled) { return value }
        let value = value == TapePosition.nothing && call.keyMatches != nil ? match(key, in: place) : value
        if value != TapePosition.nothing { document.askedKeys?.ask(for: value) }
        return value
    }

    /// The value of the member that a rule matches to `key`, or `TapePosition.nothing`.
    private func match(_ key: any CodingKey, in place: ValueReference) -> TapePosition {
        guard let policy, let keyMatches = call.keyMatches, tape[place.index].count > 0 else {
            return TapePosition.nothing
        }
        let model = place.modelType
        let context = DecodingRuleContext(
            requestedType: model ?? Never.self, situation: .absentKey, found: nil, acceptsNil: true, error: nil,
            core: self, place: place.member(TapePosition.nothing), missing: MissingKey(key))
        guard var walk = policy.walk(context) else { return TapePosition.nothing }
        while let gate = policy.next(&walk, context) {
            let index = Int(gate.entry)
            let entry = policy.entries[index]
            guard let match = match(key, in: place, by: entry, index, keyMatches) else { continue }
            note(
                .keyMatched, by: entry, context, at: match.place,
                found: JSONReplacement.quoted(
                    match.path?.description ?? tape.key(at: match.place.index.key)),
                result: key.stringValue)
            remember(match, for: key, in: place)
            return match.place.index
        }
        return TapePosition.nothing
    }

    /// The value that one rule matches to `key`.
    private func match(
        _ key: any CodingKey, in place: ValueReference, by entry: ResolvedPolicy.Entry, _ index: Int,
        _ keyMatches: KeyMatches
    ) -> KeyMatch? {
        let model = place.modelType
        guard let rule = entry.keyMatching else { return nil }
        let alternatives = keyMatches.alternatives(for: key.stringValue, model: place.modelID, rule: index) {
            .init(
                paths: rule.memberPaths(for: key.stringValue, of: model),
                names: rule.memberNames(for: key.stringValue, of: model))
        }
        for path in alternatives.paths { if let match = match(path, in: place) { return match } }
        for name in alternatives.names {
            let value = lookUp(name, in: place.index)
            if value != TapePosition.nothing { return KeyMatch(place: place.member(value), path: nil) }
        }
        guard entry.situations.contains(.memberNames) else { return nil }
        let wanted = rule.comparedName(key.stringValue, of: model)
        let member = document.matchedMembers?.member(
            wanted, of: place.index, rule: index, model: place.modelID, count: tape[place.index].count
        ) { body in
            forEachMember(of: place.index) { name, member in body(rule.comparedName(name, of: model), member) }
        }
        return member.map { KeyMatch(place: place.member($0), path: nil) }
    }

    /// Calls `body` with the converted name and the value of each member, until it returns `false`.
    func forEachMember(of object: TapePosition, _ body: (String, TapePosition) -> Bool) {
        if let index = index(of: object) {
            index.forEach(in: object, of: tape, body)
        } else {
            tape.forEachKey(in: object) { body(tape.key(at: $0), $0.value) }
        }
    }

    /// Records that a model has requested a container over an object.
    ///
    /// - Throws: if a rule rejects the object for its repeated keys.
    func opened(_ object: ValueReference) throws {
        if let refusal = index(of: object.index)?.refusal, !object.has(.rulesDisabled) {
            guard object.isCollecting, let problems else { throw refusal }
            log(refusal, problems, at: path(to: object), location(of: object))
        }
        document.askedKeys?.open(object.index)
    }

    /// Whether a rule uses this member instead of an earlier one with the same name; `nil` if no rule decides.
    func usesRepeated(_ value: TapePosition, of object: TapePosition, model: UInt32) throws -> Bool? {
        guard let policy else { return nil }
        let parent = place(ofContainer: object).inside(model)
        let place = parent.member(value)
        let type = place.modelType ?? [String: Any].self
        let error = DecodingError.corrupted("The key occurs more than once.", at: path(to: place))
        let context = DecodingRuleContext(
            requestedType: type, situation: .repeatedKey, found: JSONKind(tape[value].kind), acceptsNil: false,
            error: error, core: self, place: place)
        guard var walk = policy.walk(context) else { return nil }
        let answer = policy.nextAnswer(&walk, context)
        let rule = policy.entries[walk.entry]
        switch answer.action {
        case .decline: return nil
        case .drop:
            note(.repeatedKey, by: rule, context, at: place, result: "left out")
            return false
        case .useRepeated:
            note(.repeatedKey, by: rule, context, at: place, result: "used")
            return true
        case .fail(let reason): throw refusal(reason, by: rule, context)
        default: throw misfit(answer, of: rule, context)
        }
    }

    /// Decodes a model and consults the rules about the members that it did not request.
    @inline(never)
    func decodeWatchingKeys<T: Decodable>(
        _ type: T.Type, _ decoder: some Decoder, at place: ValueReference, _ asked: AskedKeys
    ) throws -> T {
        let frame = asked.begin(place.index)
        do {
            let value = try type.init(from: decoder)
            for object in asked.end(frame) {
                try checkUnknownKeys(type, of: object.index, asked: object.values, place)
            }
            return value
        } catch {
            asked.abandon(frame)
            throw error
        }
    }

    private func checkUnknownKeys(
        _ type: Any.Type, of object: TapePosition, asked: Set<TapePosition>, _ model: ValueReference
    ) throws {
        guard let policy, !model.has(.rulesDisabled) else { return }
        let parent = place(ofContainer: object)
        var members: [TapePosition] = []
        forEachMember(of: object) { _, value in
            if !asked.contains(value), document.askedKeys?.isSelector(value) != true { members.append(value) }
            return true
        }
        for value in members {
            let place = parent.member(value)
            let error = DecodingError.corrupted("\(type) has no such key.", at: path(to: place))
            let context = DecodingRuleContext(
                requestedType: type, situation: .unknownKey, found: JSONKind(tape[value].kind), acceptsNil: false,
                error: error, core: self, place: place)
            guard var walk = policy.walk(context) else { continue }
            let answer = policy.nextAnswer(&walk, context)
            let rule = policy.entries[walk.entry]
            switch answer.action {
            case .decline: continue
            case .report: note(.unknownKey, by: rule, context, at: place, result: "left out")
            case .fail(let reason):
                let rejection = refusal(reason, by: rule, context)
                guard model.isCollecting, let problems else { throw rejection }
                log(rejection, problems, at: context.codingPath, location(of: place))
            default: throw misfit(answer, of: rule, context)
            }
        }
    }

    /// Enters the answer of a rule about a member in the report, once. It does not count as a repair: there can be at
    /// most as many as members.
    private func note(
        _ kind: DecodingReport.Kind, by rule: ResolvedPolicy.Entry, _ context: DecodingRuleContext,
        at member: ValueReference,
        found: @autoclosure () -> String? = nil, result: String
    ) {
        guard let collector, collector.enter({ site(kind, by: rule, context) }, about: member.index) else { return }
        collector.list(entry(kind, by: rule, context, found: found(), at: member, result: .word(result)))
    }
}

/// The alternatives that rules have for keys: requested once for each key of a model.
final class KeyMatches: Sendable {
    /// Where the value of a key may be, in an object that has no member of that name.
    struct Alternatives {
        let paths: [DecodingPath]
        let names: [String]
    }

    private struct Question: Hashable {
        let key: String
        let model: UInt32
        let rule: Int
    }

    private let known = Mutex<[Question: Alternatives]>([:])
    /// Bounds the memory for models that take their keys from the document.
    private static let limit = 10_000

    func alternatives(for key: String, model: UInt32, rule: Int, ask: () -> Alternatives) -> Alternatives {
        let question = Question(key: key, model: model, rule: rule)
        if let alternatives = known.withLock({ $0[question] }) { return alternatives }
        // User code, which must not hold the lock.
        let alternatives = ask()
        known.withLock { if $0.count < Self.limit { $0[question] = alternatives } }
        return alternatives
    }
}

/// The members that models have requested: a log that is rolled back if a decode fails.
final class AskedKeys: Sendable {
    struct Frame {
        let depth: Int
    }

    private struct State {
        /// One for each model that is being decoded: its place, and the previous length of each log.
        var frames: [(place: TapePosition, opened: Int, asked: Int)] = []
        var opened: [TapePosition] = []
        var asked: [TapePosition] = []
        /// The members by which rules have selected cases and types.
        var selectors: Set<TapePosition> = []
    }

    private let state = Mutex(State())

    /// Records a member by which a rule selects a case or a type. Failed attempts do not undo this: rules answer alike.
    func select(by member: TapePosition) { state.withLock { _ = $0.selectors.insert(member) } }

    func isSelector(_ member: TapePosition) -> Bool { state.withLock { $0.selectors.contains(member) } }

    func open(_ object: TapePosition) { state.withLock { $0.opened.append(object) } }

    func ask(for value: TapePosition) { state.withLock { $0.asked.append(value) } }

    func askForAll(of object: TapePosition, in tape: Tape) {
        var values: [TapePosition] = []
        tape.forEachKey(in: object) {
            values.append($0.value)
            return true
        }
        let all = values
        state.withLock { $0.asked += all }
    }

    func begin(_ place: TapePosition) -> Frame {
        state.withLock { state in
            state.frames.append((place, state.opened.count, state.asked.count))
            return Frame(depth: state.frames.count - 1)
        }
    }

    /// The objects opened since the frame began, each with its requested values; none if another model is still being
    /// decoded from the same value.
    func end(_ frame: Frame) -> [(index: TapePosition, values: Set<TapePosition>)] {
        state.withLock { state in
            guard frame.depth < state.frames.count else { return [] }
            let (place, opened, asked) = state.frames[frame.depth]
            state.frames.removeSubrange(frame.depth...)
            if state.frames.contains(where: { $0.place == place }) { return [] }
            guard opened <= state.opened.count, asked <= state.asked.count else { return [] }
            let values = Set(state.asked[asked...])
            var seen: Set<TapePosition> = []
            let objects = state.opened[opened...].filter { seen.insert($0).inserted }
            state.opened.removeSubrange(opened...)
            state.asked.removeSubrange(asked...)
            return objects.map { ($0, values) }
        }
    }

    /// Removes the requests of a failed decode.
    func abandon(_ frame: Frame) {
        state.withLock { state in
            guard frame.depth < state.frames.count else { return }
            let (_, opened, asked) = state.frames[frame.depth]
            state.frames.removeSubrange(frame.depth...)
            if opened <= state.opened.count { state.opened.removeSubrange(opened...) }
            if asked <= state.asked.count { state.asked.removeSubrange(asked...) }
        }
    }
}
