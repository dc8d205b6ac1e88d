@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// The strict attempts in all windows of a document: a model may have kept a container from another window.
private final class AttemptCounts: Sendable {
    let inProgress = Atomic<Int>(0)
    let rejected = Atomic<Int>(0)
}

/// The models of one document that could not be decoded, so that no attempt is repeated: if a strict attempt fails,
/// every model on the path to the failure fails, too.
///
/// Written to only on failure paths.
final class AttemptMemory: Sendable {
    /// A type, and the value from which it could not be decoded.
    struct Attempt: Hashable {
        let value: TapePosition
        let type: ObjectIdentifier
        /// Whether rules were consulted.
        let isRepairing: Bool
        /// Whether the value was in a replacement or was decoded as an element, where rules may answer differently.
        let isReplaced: Bool
        /// The requesting type, and whether it accepts `nil`, if rules were consulted: they may answer others differently.
        var model: UInt32 = 0
        var acceptsNil = false
    }

    private struct State {
        /// Failures, oldest first.
        var journal: [(attempt: Attempt, error: any Error)] = []
        /// The index in the journal of each failure, or of the first of equal ones, if there are, or have been, more than a few.
        var positions: [Attempt: Int] = [:]

        /// Up to this number, a linear search costs less than hashing.
        static let few = 16

        func error(of attempt: Attempt) -> (any Error)? {
            if positions.isEmpty { return journal.first { $0.attempt == attempt }?.error }
            return positions[attempt].map { journal[$0].error }
        }

        mutating func add(_ attempt: Attempt, _ error: any Error) {
            journal.append((attempt, error))
            if journal.count <= Self.few, positions.isEmpty { return }
            let start = positions.isEmpty ? 0 : journal.count - 1
            for position in start..<journal.count where positions[journal[position].attempt] == nil {
                positions[journal[position].attempt] = position
            }
        }

        mutating func removeLast() -> any Error {
            let last = journal.removeLast()
            if positions[last.attempt] == journal.count { positions[last.attempt] = nil }
            return last.error
        }
    }

    private let state = CheckedMutex(State())
    private let noted = Atomic<Int>(0)
    private let counts: AttemptCounts
    /// Whether failures are remembered until the enclosing value is finished, because there are more than two passes, or too many
    /// values that could not be repaired.
    var keepsAll: Bool { isKeeping.load(ordering: .relaxed) }
    private let isKeeping: Atomic<Bool>
    private let failures = Atomic<Int>(0)
    /// Whether there have been so many failures that the memory for them is not kept for other documents.
    private let isLarge = Atomic<Bool>(false)

    /// - Parameter other: that of another window of the document, or of the document around the window.
    init(keepsAll: Bool, sharingCountsOf other: AttemptMemory? = nil) {
        isKeeping = Atomic(keepsAll)
        counts = other?.counts ?? AttemptCounts()
    }

    /// The number of remembered failures: an argument for ``forget(after:)``.
    @inline(__always)
    var mark: Int { noted.load(ordering: .relaxed) }

    @inline(__always)
    func beginAttempt() { counts.inProgress.wrappingAdd(1, ordering: .relaxed) }

    @inline(__always)
    func endAttempt() { counts.inProgress.wrappingSubtract(1, ordering: .relaxed) }

    /// Whether a strict attempt is in progress, in this window or another one.
    @inline(__always)
    var isAttempting: Bool { counts.inProgress.load(ordering: .relaxed) != 0 }

    /// The number of values in strict attempts about which rules can be consulted.
    var rejections: Int { counts.rejected.load(ordering: .relaxed) }

    /// Counts a value in a strict attempt about which rules can be consulted.
    @inline(__always)
    func reject() { counts.rejected.wrappingAdd(1, ordering: .relaxed) }

    /// Counts a value that could not be decoded with rules.
    ///
    /// - Parameter limit: from how many on failures are remembered (``DecodedDocument/attemptLimit``).
    func countFailure(limit: Int) {
        if failures.add(1, ordering: .relaxed).newValue > limit { isKeeping.store(true, ordering: .relaxed) }
    }

    func note(_ attempt: Attempt, _ error: any Error) {
        let sent = UncheckedTransfer(value: error)
        state.withLock { state in
            state.add(attempt, sent.value)
            noted.store(state.journal.count, ordering: .relaxed)
            if state.journal.count > 1_024 { isLarge.store(true, ordering: .relaxed) }
        }
    }

    /// The failure that was noted last: of several values inside each other, the outermost.
    var last: (attempt: Attempt, error: any Error)? {
        if mark == 0 { return nil }
        return state.withLock { UncheckedTransfer(value: $0.journal.last) }.value
    }

    /// The error of an attempt, if it has been made and has failed.
    func error(of attempt: Attempt) -> (any Error)? {
        if mark == 0 { return nil }
        return state.withLock { UncheckedTransfer(value: $0.error(of: attempt)) }.value
    }

    /// Forgets all failures except the first `mark`: their values have been decoded or rejected.
    @inline(__always)
    func forget(after mark: Int) {
        if noted.load(ordering: .relaxed) != mark, !keepsAll { truncate(to: mark) }
    }

    /// Forgets all failures, before another document is decoded.
    func forgetDocument() {
        isKeeping.store(false, ordering: .relaxed)
        failures.store(0, ordering: .relaxed)
        forget(after: 0)
        if isLarge.exchange(false, ordering: .relaxed) { state.withLock { $0 = State() } }
    }

    /// Forgets all failures except the first `mark`, even if they are remembered for the whole call: for a value that has been
    /// repaired, dropped or collected, which is decoded at most once more. Without this, a document full of undecodable
    /// elements would take memory for an error or two of each.
    @inline(__always)
    func forgetFinished(after mark: Int) {
        if noted.load(ordering: .relaxed) != mark { truncate(to: mark) }
    }

    @inline(never)
    @_optimize(size)
    private func truncate(to mark: Int) {
        while noted.load(ordering: .relaxed) > mark {
            // Releasing an error may run user code, which must not hold the lock.
            let error = state.withLock { state in
                if state.journal.isEmpty { return UncheckedTransfer<(any Error)?>(value: nil) }
                defer { noted.store(state.journal.count, ordering: .relaxed) }
                return UncheckedTransfer(value: state.removeLast())
            }
            if error.value == nil { return }
        }
    }
}
