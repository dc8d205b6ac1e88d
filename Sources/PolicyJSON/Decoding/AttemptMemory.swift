internal import Synchronization

/// Which models of one document could not be decoded, so that no attempt is made twice: when a strict attempt fails, every
/// model on the way down to the failure is known to fail, too.
///
/// It is written to on failure paths only.
final class AttemptMemory: Sendable {
    /// A type and the value that it could not be decoded from.
    struct Attempt: Hashable {
        let value: UInt32
        let type: ObjectIdentifier
        /// Whether rules were asked.
        let isRepairing: Bool
        /// Whether the value stood in a replacement or was taken as an element, where rules may answer otherwise.
        let isReplaced: Bool
    }

    private struct State {
        var errors: [Attempt: Sent<any Error>] = [:]
        /// In the order in which they failed.
        var journal: [Attempt] = []
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
        let sent = Sent(value: error)
        state.withLock { state in
            if state.errors.updateValue(sent, forKey: attempt) == nil { state.journal.append(attempt) }
            noted.store(state.journal.count, ordering: .relaxed)
        }
    }

    /// What an attempt failed with, if it has been made.
    func error(of attempt: Attempt) -> (any Error)? {
        if mark == 0 { return nil }
        return state.withLock { $0.errors[attempt] }?.value
    }

    /// Forgets all failures but the first `mark`: the values that they are about have been decoded, or given up.
    @inline(__always)
    func forget(after mark: Int) {
        if !keepsAll, noted.load(ordering: .relaxed) != mark { truncate(to: mark) }
    }

    @inline(never)
    private func truncate(to mark: Int) {
        // Errors may release what is the user's: not under the lock.
        let errors = state.withLock { state in
            var errors: [Sent<(any Error)?>] = []
            while state.journal.count > mark, let last = state.journal.popLast() {
                errors.append(Sent(value: state.errors.removeValue(forKey: last)?.value))
            }
            noted.store(state.journal.count, ordering: .relaxed)
            return errors
        }
        _ = errors
    }
}
