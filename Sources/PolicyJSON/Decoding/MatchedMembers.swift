@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// The members of one document that rules have matched to keys with other names, with these keys: paths contain them,
/// as with a key strategy.
final class MatchedMembers: Sendable {
    private struct State {
        /// The matches since the last look-up of a name, in order: most names are never looked up.
        var recent: [Match] = []
        var names: [TapePosition: Name] = [:]
        /// The members by object and key.
        var members: [Member: TapePosition] = [:]
        /// The objects of which a member has such a name.
        var objects: Set<TapePosition> = []
        var interned: [String] = []
        var numbers: [String: UInt32] = [:]
        /// The members of large objects, by the names that a rule compares.
        var compared: [Question: [String: TapePosition]] = [:]
        /// The values that are not members of the objects that lack the keys.
        var nested: [Request: Nested] = [:]

        /// Enters what has been matched, for look-up.
        mutating func enterRecent() {
            for match in recent {
                var number = numbers[match.key]
                if number == nil {
                    number = UInt32(truncatingIfNeeded: interned.count)
                    numbers[match.key] = number
                    interned.append(match.key)
                }
                if let number {
                    names[match.value] = Name(number: number, model: match.model)
                    members[Member(object: match.object, number: number)] = match.value
                }
                objects.insert(match.object)
            }
            recent.removeAll(keepingCapacity: true)
        }
    }

    /// A member that was matched to a key.
    private struct Match {
        let value: TapePosition
        let object: TapePosition
        let key: String
        let model: UInt32
    }

    /// The object and the key of a member that was matched.
    private struct Member: Hashable {
        let object: TapePosition
        let number: UInt32
    }

    /// The key to which a member was matched.
    private struct Name {
        let number: UInt32
        /// The type that requested the key (``DecodableTraits/id``).
        let model: UInt32
        /// Whether the container that was opened last over the object has matched it.
        var isCurrent = true
    }

    /// A key that an object lacks.
    private struct Request: Hashable {
        let object: TapePosition
        let key: String
    }

    /// A value inside an object, and the path from the object to it.
    typealias Nested = (value: TapePosition, path: DecodingPath)

    /// A rule that compares the members of an object on behalf of a model.
    private struct Question: Hashable {
        let object: TapePosition
        let rule: Int
        let model: UInt32
    }

    /// For objects with more members, the compared names are kept, so that the cost of each absent key is constant.
    private static let large = 16

    private let state = CheckedMutex(State())
    /// The last object, in the document, of which a member has been matched, so that most look-ups need no lock; `TapePosition.nothing`
    /// if there is none.
    private let lastObject = Atomic<TapePosition>(.nothing)
    /// The first object whose members have other names in paths since ``takeRenamed()`` was called; `TapePosition.noContainer` if there
    /// is none.
    private let renamed = Atomic<TapePosition>(.noContainer)
    /// Whether there are values at paths.
    private let hasNested = Atomic<Bool>(false)

    /// Records the key to which the member with this value was matched.
    func note(_ value: TapePosition, _ key: String, in object: TapePosition, by model: UInt32) {
        state.withLock { state in
            if object > lastObject.load(ordering: .relaxed) { lastObject.store(object, ordering: .relaxed) }
            state.recent.append(Match(value: value, object: object, key: key, model: model))
            noteRenamed(object)
        }
    }

    private func noteRenamed(_ object: TapePosition) {
        if object < renamed.load(ordering: .relaxed) { renamed.store(object, ordering: .relaxed) }
    }

    /// The first object, in the document, whose members have other names in paths than when this was called before.
    func takeRenamed() -> TapePosition? {
        if renamed.load(ordering: .relaxed) == .noContainer { return nil }
        return renamed.exchange(.noContainer, ordering: .relaxed)
    }

    /// The key to which the container that was opened last matched the member with this value; `nil` if it did not.
    ///
    /// - Parameters:
    ///   - includingEarlier: whether earlier containers count, too.
    ///   - model: counts only containers of this type.
    func key(of value: TapePosition, includingEarlier: Bool = false, by model: UInt32? = nil) -> String? {
        guard lastObject.load(ordering: .relaxed) != .nothing else { return nil }
        return state.withLock { state in
            state.enterRecent()
            guard let name = state.names[value], name.isCurrent || includingEarlier, model ?? name.model == name.model
            else { return nil }
            return state.interned[Int(name.number)]
        }
    }

    /// The member that the container that was opened last over an object has matched to a key; `nil` if there is none.
    func member(matchedTo key: String, in object: TapePosition) -> TapePosition? {
        guard object <= lastObject.load(ordering: .relaxed) else { return nil }
        return state.withLock { state in
            state.enterRecent()
            guard let number = state.numbers[key], let value = state.members[Member(object: object, number: number)],
                let name = state.names[value], name.isCurrent, name.number == number
            else { return nil }
            return value
        }
    }

    /// Begins another container over an object, whose model may request the members by their own names.
    func open(_ object: TapePosition, of tape: Tape) {
        guard object <= lastObject.load(ordering: .relaxed) else { return }
        state.withLock { state in
            state.enterRecent()
            guard state.objects.remove(object) != nil else { return }
            noteRenamed(object)
            tape.forEachKey(in: object) { key in
                state.names[key.value]?.isCurrent = false
                return true
            }
        }
    }

    /// Records the value at a path inside an object that was matched to a key.
    func note(_ value: TapePosition, at path: DecodingPath, _ key: String, in object: TapePosition) {
        hasNested.store(true, ordering: .relaxed)
        state.withLock { $0.nested[Request(object: object, key: key)] = (value, path) }
    }

    /// The value inside an object that was matched to a key; `nil` if none was, or a member.
    func match(_ key: String, in object: TapePosition) -> Nested? {
        guard hasNested.load(ordering: .relaxed) else { return nil }
        return state.withLock { $0.nested[Request(object: object, key: key)] }
    }

    /// The first member of an object whose compared name equals `name`.
    ///
    /// - Parameters:
    ///   - rule: the rule's number in the policy.
    ///   - model: the type that asks (``DecodableTraits/id``).
    ///   - forEachMember: calls its argument with the name to compare of each member in turn, and its value, until that
    ///     returns `false`.
    func member(
        _ name: String, of object: TapePosition, rule: Int, model: UInt32, count: Int,
        forEachMember: ((String, TapePosition) -> Bool) -> Void
    ) -> TapePosition? {
        if count <= Self.large {
            var found: TapePosition?
            forEachMember { candidate, value in
                if candidate == name { found = value }
                return found == nil
            }
            return found
        }
        let question = Question(object: object, rule: rule, model: model)
        if let found = state.withLock({ state in state.compared[question].map { $0[name] ?? .nothing } }) {
            return found == .nothing ? nil : found
        }
        var members: [String: TapePosition] = [:]
        // Runs the rule's code, which must not hold the lock.
        forEachMember { name, value in
            if members[name] == nil { members[name] = value }
            return true
        }
        let found = members[name]
        let known = members
        state.withLock { $0.compared[question] = known }
        return found
    }

    /// Forgets everything, before another document is decoded.
    func forget() {
        state.withLock { state in
            state.recent = []
            if !state.names.isEmpty {
                (state.names, state.members, state.objects) = ([:], [:], [])
                (state.interned, state.numbers) = ([], [:])
            }
            lastObject.store(.nothing, ordering: .relaxed)
            if !state.compared.isEmpty { state.compared = [:] }
            if !state.nested.isEmpty { state.nested = [:] }
            hasNested.store(false, ordering: .relaxed)
        }
    }
}
