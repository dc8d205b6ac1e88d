@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// The path of the last error of a core, from which that of the next one is made.
///
/// Models that try several types for one value fail at the same path each time; a strict attempt that fails fails in
/// the same container as the last one, or at the same depth. An array whose error has been discarded is changed in
/// place: making and releasing an array was a third of the cost of an error.
struct LastPath: ~Copyable, Sendable {
    // Not private: the compiler of Swift 6.3 cannot lay out a private type of another file inside a mutex.
    struct State {
        /// The value, and its container, whose path is in `keys`.
        var index = TapePosition.nothing
        var parent = TapePosition.noContainer
        var ordinal: UInt32 = 0
        var keys: [any CodingKey] = []
    }

    private let state = Mutex(State())
    private let isUsed = Atomic<Bool>(false)

    /// - Parameters:
    ///   - last: makes the last key.
    ///   - change: makes all keys of the array those of the path; false: it is too long.
    /// - Returns: `nil` if the path is too long.
    @inline(__always)
    func path(
        to place: ValueReference, last: () -> JSONKey, _ change: (inout [any CodingKey]) -> Bool
    ) -> [any CodingKey]? {
        if !isUsed.load(ordering: .relaxed) { isUsed.store(true, ordering: .relaxed) }
        return state.withLock { state in
            // The next windows of a document may have elements at the same positions.
            let isSameParent = state.parent == place.parent && !state.keys.isEmpty
            if isSameParent, state.index == place.index, state.ordinal == place.ordinal { return state.keys }
            if isSameParent, state.index != .nothing, place.index != .nothing {
                state.keys[state.keys.count - 1] = last()
            } else if state.index != .nothing, state.index == place.parent, place.index != .nothing {
                state.keys.append(last())
            } else {
                guard change(&state.keys) else {
                    state = State()
                    return nil
                }
            }
            state.index = place.index
            state.parent = place.parent
            state.ordinal = place.ordinal
            return state.keys
        }
    }

    /// Forgets the path: another document, or part of one, is on the tape.
    @inline(__always)
    func forget() {
        guard isUsed.load(ordering: .relaxed) else { return }
        isUsed.store(false, ordering: .relaxed)
        state.withLock { $0 = State() }
    }
}
