@_spi(Tape) internal import JSONTape
internal import Synchronization

/// Keeps a few tapes with their memory, so that documents like those before cost no allocation and no fresh pages for
/// parser and tape.
final class TapePool: Sendable {
    /// Tapes kept at the same time.
    private static let capacity = 4
    /// Memory that the kept tapes may hold together (measured: for orders of 18 MB fresh pages cost a tenth of the time); a
    /// tape beyond it is kept with a few KB.
    private static let keptBytes = 80 << 20

    private struct State {
        var tapes: [Sent<Tape>] = []
        var bytes = 0
    }

    private let state = Mutex(State())
    /// Orders what the owners of a tape do, one after the other. The lock does that, too; but where it is contended the
    /// kernel hands it over, which the thread sanitizer does not see.
    private let handOver = Atomic<Int>(0)

    func take() throws(JSONSyntaxError) -> Tape {
        let kept = state.withLock { state -> Sent<Tape>? in
            guard let tape = state.tapes.popLast() else { return nil }
            handOver.add(1, ordering: .acquiring)
            state.bytes -= tape.value.footprint
            return tape
        }
        if let kept { return kept.value }
        return try Tape()
    }

    /// Takes back a tape that nobody else refers to.
    func put(_ tape: Tape) {
        tape.forget()
        let sent = Sent(value: tape)
        state.withLock { state in
            if state.tapes.count >= Self.capacity { return }
            handOver.add(1, ordering: .releasing)
            if state.bytes + sent.value.footprint > Self.keptBytes { sent.value.trim() }
            state.bytes += sent.value.footprint
            state.tapes.append(sent)
        }
    }
}

/// A reference on its way from one owner to the next, or to something that never changes any more. Whoever makes one
/// vouches for that: the compiler cannot see it through a pool or a cache.
struct Sent<Value>: @unchecked Sendable {
    let value: Value
}
