@_spi(Tape) internal import JSONTape
internal import Synchronization

/// Which models of one document could not be decoded, so that no attempt is made twice: when a strict attempt fails, every
/// model on the way down to the failure is known to fail, too.
///
/// It is written to on failure paths only.
final class AttemptMemory: Sendable {
    /// A type and the value that it could not be decoded from.
    struct Attempt: Hashable {
        let value: TapePosition
        let type: ObjectIdentifier
        /// Whether rules were asked.
        let isRepairing: Bool
        /// Whether the value stood in a replacement or was taken as an element, where rules may answer otherwise.
        let isReplaced: Bool
    }

    private struct State {
        /// In the order in which they failed.
        var journal: [(attempt: Attempt, error: any Error)] = []
        /// The positions in the journal, once there are more than a few.
        var positions: [Attempt: Int] = [:]

        /// Searching so many costs less than a look-up by hash.
        static let few = 16

        func error(of attempt: Attempt) -> (any Error)? {
            if positions.isEmpty { return journal.last { $0.attempt == attempt }?.error }
            return positions[attempt].map { journal[$0].error }
        }

        mutating func add(_ attempt: Attempt, _ error: any Error) {
            journal.append((attempt, error))
            if journal.count <= Self.few { return }
            let start = positions.isEmpty ? 0 : journal.count - 1
            for position in start..<journal.count { positions[journal[position].attempt] = position }
        }

        mutating func removeLast() -> any Error {
            let last = journal.removeLast()
            if positions[last.attempt] == journal.count { positions[last.attempt] = nil }
            return last.error
        }
    }

    private let state = Mutex(State())
    private let noted = Atomic<Int>(0)
    private let rejected = Atomic<Int>(0)
    private let attempts = Atomic<Int>(0)
    /// Whether failures are remembered for the length of the call, because there will be more than two passes.
    let keepsAll: Bool

    init(keepsAll: Bool) { self.keepsAll = keepsAll }

    /// How many failures are remembered: a point to come back to.
    @inline(__always)
    var mark: Int { noted.load(ordering: .relaxed) }

    @inline(__always)
    func beginAttempt() { attempts.wrappingAdd(1, ordering: .relaxed) }

    @inline(__always)
    func endAttempt() { attempts.wrappingSubtract(1, ordering: .relaxed) }

    /// Whether a strict attempt is under way.
    var isAttempting: Bool { attempts.load(ordering: .relaxed) != 0 }

    /// How many values strict attempts have found that rules could be asked about.
    var rejections: Int { rejected.load(ordering: .relaxed) }

    /// A strict attempt has found a value that rules could be asked about.
    func reject() { rejected.wrappingAdd(1, ordering: .relaxed) }

    func note(_ attempt: Attempt, _ error: any Error) {
        let sent = UncheckedTransfer(value: error)
        state.withLock { state in
            state.add(attempt, sent.value)
            noted.store(state.journal.count, ordering: .relaxed)
        }
    }

    /// What an attempt failed with, if it has been made.
    func error(of attempt: Attempt) -> (any Error)? {
        if mark == 0 { return nil }
        return state.withLock { UncheckedTransfer(value: $0.error(of: attempt)) }.value
    }

    /// Forgets all failures but the first `mark`: the values that they are about have been decoded, or given up.
    @inline(__always)
    func forget(after mark: Int) {
        if !keepsAll, noted.load(ordering: .relaxed) != mark { truncate(to: mark) }
    }

    @inline(never)
    private func truncate(to mark: Int) {
        while noted.load(ordering: .relaxed) > mark {
            // Releasing an error may run code of the user's: not under the lock.
            let error = state.withLock { state in
                if state.journal.isEmpty { return UncheckedTransfer<(any Error)?>(value: nil) }
                defer { noted.store(state.journal.count, ordering: .relaxed) }
                return UncheckedTransfer(value: state.removeLast())
            }
            if error.value == nil { return }
        }
    }
}
