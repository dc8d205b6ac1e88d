@_spi(Cursor) internal import JSONTape

/// The members that models have requested: a log that is rolled back if a decode fails.
final class AskedKeys: Sendable {
    struct Frame {
        let depth: Int
        let position: TapePosition
    }

    /// A property that keeps the members that nothing else requests, and the index of the rule that decided so.
    struct Kept {
        let members: ExtraMembers.Storage
        let rule: Int
    }

    /// An object from which a model has been decoded, and the members that were requested.
    struct Opened {
        let index: TapePosition
        let values: Values
        /// The first property that keeps the others.
        let kept: Kept?
    }

    /// Requested values.
    struct Values {
        fileprivate let sorted: [TapePosition]
        /// Where the value that was asked about last is, or would be.
        private var place = 0

        fileprivate init(_ values: ArraySlice<TapePosition>) {
            let isSorted = zip(values, values.dropFirst()).allSatisfy(<=)
            sorted = isSorted ? Array(values) : values.sorted()
        }

        /// Whether a value was requested.
        ///
        /// - Complexity: O(log *n*); O(1) for the value after the one that was asked about last.
        mutating func contains(_ value: TapePosition) -> Bool {
            if place < sorted.count, sorted[place] < value { place += 1 }
            if place > 0 && sorted[place - 1] >= value || place < sorted.count && sorted[place] < value {
                place = sorted.sortedIndex(notPreceding: { $0 < value })
            }
            return place < sorted.count && sorted[place] == value
        }
    }

    private struct State {
        /// One for each model that is being decoded: its position, and the previous length of each log.
        var frames: [(position: TapePosition, opened: Int, asked: Int, kept: Int)] = []
        var opened: [TapePosition] = []
        var asked: [TapePosition] = []
        var kept: [(object: TapePosition, kept: Kept)] = []
        /// The members by which rules have selected cases and types.
        var selectors: Set<TapePosition> = []

        /// Nothing is remembered, and the memory for it is small.
        var isFresh: Bool {
            frames.isEmpty && opened.isEmpty && asked.isEmpty && kept.isEmpty && selectors.isEmpty
                && max(opened.capacity, asked.capacity) <= 1_024
        }

        /// Whether the requests from `start` on are for all members of an object, and for nothing else.
        func areAllMembers(of object: TapePosition, from start: Int, in tape: Tape) -> Bool {
            if asked.count - start < tape[object].count { return false }
            return tape.hasMembers(asked, from: start, in: object)
                || tape.hasMembers(Values(asked[start...]).sorted, from: 0, in: object)
        }

        /// Removes requests of members inside a value.
        mutating func removeRequests(from start: Int, in value: Range<TapePosition>) {
            // If nothing else is decoded, there is nothing that others could count for.
            let others = frames.isEmpty ? [] : asked[start...].filter { !value.contains($0) }
            asked.removeLast(asked.count - start)
            asked += others
        }

        /// Removes objects that a model around a value has opened inside it.
        mutating func removeOpened(_ objects: [TapePosition], in value: Range<TapePosition>) {
            let start = opened.lastIndex { !value.contains($0) }.map { $0 + 1 } ?? 0
            if start == opened.count { return }
            let objects = Set(objects)
            let others = opened[start...].filter { !objects.contains($0) }
            opened.removeLast(opened.count - start)
            opened += others
            for index in frames.indices.reversed() {
                if frames[index].opened <= start { break }
                frames[index].opened = start
            }
        }
    }

    private let state = CheckedMutex(State())

    /// Records a member by which a rule selects a case or a type. Failed attempts do not undo this: rules answer alike.
    func select(by member: TapePosition) { state.withLock { _ = $0.selectors.insert(member) } }

    func isSelector(_ member: TapePosition) -> Bool { state.withLock { $0.selectors.contains(member) } }

    func open(_ object: TapePosition) { state.withLock { $0.opened.append(object) } }

    func ask(for value: TapePosition) { state.withLock { $0.asked.append(value) } }

    /// Keeps the members of an object that nothing else requests.
    func keep(in members: ExtraMembers.Storage, by rule: Int, of object: TapePosition) {
        state.withLock { $0.kept.append((object, Kept(members: members, rule: rule))) }
    }

    func askForAll(of object: TapePosition, in tape: Tape) {
        var values: [TapePosition] = []
        tape.forEachKey(in: object) {
            values.append($0.value)
            return true
        }
        let all = values
        state.withLock { $0.asked += all }
    }

    func begin(_ position: TapePosition) -> Frame {
        state.withLock { state in
            state.frames.append((position, state.opened.count, state.asked.count, state.kept.count))
            return Frame(depth: state.frames.count - 1, position: position)
        }
    }

    /// The objects opened since the frame began, each with its requested values; none if another model is still being
    /// decoded from the same value.
    ///
    /// A model around this one may have opened its object before, to find out its type: what it requested there last counts, and
    /// the object is not examined once more for that model.
    ///
    /// - Parameter end: the position after the frame's value. What has been requested from objects around it, through containers that
    ///   are still open, counts for these.
    @_optimize(size)
    func end(_ frame: Frame, before end: TapePosition, in tape: Tape) -> [Opened] {
        state.withLock { state in
            guard frame.depth < state.frames.count else { return [] }
            let (position, opened, asked, kept) = state.frames[frame.depth]
            while state.frames.count > frame.depth { state.frames.removeLast() }
            // Decoders that models have kept decode on other threads: the frame at this depth may be one of theirs.
            guard position == frame.position else { return [] }
            if state.frames.contains(where: { $0.position == position }) { return [] }
            guard opened <= state.opened.count, asked <= state.asked.count, kept <= state.kept.count else { return [] }
            let value = position..<end
            // Most models have requested all members of one object.
            if state.opened.count == opened + 1,
                opened == 0 || !value.contains(state.opened[opened - 1]),
                state.areAllMembers(of: state.opened[opened], from: asked, in: tape)
            {
                state.opened.removeLast()
                while state.asked.count > asked { state.asked.removeLast() }
                while state.kept.count > kept { state.kept.removeLast() }
                return []
            }
            let before = state.asked[..<asked].lastIndex { !value.contains($0) }.map { $0 + 1 } ?? 0
            let values = Values(state.asked[before...])
            var properties: [TapePosition: Kept] = [:]
            if kept < state.kept.count {
                for property in state.kept[kept...] where properties[property.object] == nil {
                    properties[property.object] = property.kept
                }
                state.kept.removeLast(state.kept.count - kept)
            }
            var objects = Array(state.opened[opened...])
            var seen: Set<TapePosition> = []
            if objects.count > 1 { objects.removeAll { !seen.insert($0).inserted } }
            state.opened.removeLast(state.opened.count - opened)
            state.removeOpened(objects, in: value)
            // What a property keeps is written with its model.
            let own = properties.isEmpty || before == asked ? values : Values(state.asked[asked...])
            state.removeRequests(from: asked, in: value)
            return objects.map { object in
                let kept = properties[object]
                return Opened(index: object, values: kept == nil ? values : own, kept: kept)
            }
        }
    }

    /// Removes the requests of a failed decode.
    func abandon(_ frame: Frame, before end: TapePosition) {
        state.withLock { state in
            guard frame.depth < state.frames.count else { return }
            let (position, opened, asked, kept) = state.frames[frame.depth]
            state.frames.removeSubrange(frame.depth...)
            guard position == frame.position else { return }
            if opened <= state.opened.count { state.opened.removeSubrange(opened...) }
            if asked <= state.asked.count { state.removeRequests(from: asked, in: position..<end) }
            if kept <= state.kept.count { state.kept.removeSubrange(kept...) }
        }
    }

    /// Forgets everything, before another document is decoded.
    func forget() {
        state.withLock { if !$0.isFresh { $0 = State() } }
    }
}

extension Tape {
    /// Whether values from `start` on, of which some may be repeated, are those of an object's members, in order.
    @inline(never)
    fileprivate func hasMembers(_ values: [TapePosition], from start: Int, in object: TapePosition) -> Bool {
        var (index, areSame) = (start, true)
        forEachKey(in: object) {
            areSame = index < values.count && values[index] == $0.value
            repeat { index += 1 } while index < values.count && values[index] == values[index - 1]
            return areSame
        }
        return areSame && index == values.count
    }
}
