@_spi(Tape) internal import JSONTape
internal import Synchronization

/// Keeps a few tapes with their memory, and the cores that used them, so that similar documents need no allocations and
/// no new pages for parser, tape and containers.
final class TapePool: Sendable {
    /// The maximum number of tapes.
    private static let capacity = 4
    /// The maximum total memory of the tapes (measured: for orders of 18 MB new pages cost a tenth of the time); a tape
    /// that exceeds it is trimmed to a few KB.
    private static let keptBytes = 80 << 20

    private struct Idle {
        let tape: Tape
        /// The core that decoded the last document on it, if it can decode another.
        var core: DecoderCore?
        let bytes: Int
    }

    private struct State {
        var idle: [UncheckedTransfer<Idle>] = []
        var bytes = 0
    }

    /// The address of a core that was used for a small document, owned here; 0 for none. It is taken and returned
    /// without the lock, which for such a document would cost as much as a member (measured: Docs/Performance.md).
    private let spare = Atomic<UInt>(0)
    private static let spareBytes = 1 << 18

    private let state = Mutex(State())
    /// Orders the accesses of successive owners of a tape. The lock does that, too, but if it is contended, the kernel
    /// passes it on, which the thread sanitizer does not see.
    private let handOver = Atomic<Int>(0)

    init() {}

    deinit { _ = takeSpare() }

    private func takeSpare() -> DecoderCore? {
        guard let address = unsafe UnsafeRawPointer(bitPattern: spare.exchange(0, ordering: .acquiring)) else {
            return nil
        }
        return unsafe Unmanaged<DecoderCore>.fromOpaque(address).takeRetainedValue()
    }

    /// A core for a call without a report, if the spare core has these settings and the document is not decoded in
    /// windows.
    @inline(__always)
    func takeSpare(for options: UInt, size: Int) -> DecoderCore? {
        guard let core = takeSpare() else { return nil }
        let settings = core.call.sharedOptions
        if settings.identity == options, size < settings.value.windows.smallestDocument { return core }
        _ = giveBack(core)
        return nil
    }

    /// Makes a core the spare core; false if there is one already.
    private func giveBack(_ core: DecoderCore) -> Bool {
        let owned = unsafe Unmanaged.passRetained(core)
        let address = unsafe UInt(bitPattern: owned.toOpaque())
        if spare.compareExchange(expected: 0, desired: address, ordering: .releasing).exchanged { return true }
        unsafe owned.release()
        return false
    }

    func take() throws(JSONSyntaxError) -> Tape {
        if let kept = takeIdle() { return kept.tape }
        return try Tape()
    }

    /// A core for a call with these options, with an empty tape.
    func take(for options: SharedOptions, isListing: Bool) throws(JSONSyntaxError) -> DecoderCore {
        if let core = takeSpare() {
            if core.canServe(options, isListing: isListing) { return core }
            return self.core(on: core.tape, options, isListing: isListing)
        }
        let kept = takeIdle()
        if let core = kept?.core, core.canServe(options, isListing: isListing) { return core }
        let tape = if let kept { kept.tape } else { try Tape() }
        return self.core(on: tape, options, isListing: isListing)
    }

    private func core(on tape: Tape, _ options: SharedOptions, isListing: Bool) -> DecoderCore {
        let call = DecodingCall(options, self, isListing: isListing)
        return DecoderCore(call, DecodedDocument(tape, of: call))
    }

    private func takeIdle() -> Idle? {
        let kept = state.withLock { state -> UncheckedTransfer<Idle>? in
            guard let idle = state.idle.popLast() else { return nil }
            handOver.add(1, ordering: .acquiring)
            state.bytes -= idle.value.bytes
            return idle
        }
        return kept?.value
    }

    /// Takes back a tape that is not referenced elsewhere.
    func put(_ tape: Tape) { put(tape, nil) }

    /// Takes back a core that is not referenced elsewhere, with its tape.
    func put(_ core: DecoderCore) {
        guard core.forgetDocument() else { return put(core.tape) }
        if core.tape.footprint <= Self.spareBytes {
            core.tape.forget()
            if giveBack(core) { return }
        }
        put(core.tape, core)
    }

    private func put(_ tape: Tape, _ core: DecoderCore?) {
        tape.forget()
        var bytes = tape.footprint
        let sent = UncheckedTransfer(value: (tape: tape, core: core))
        state.withLock { state in
            if state.idle.count >= Self.capacity { return }
            handOver.add(1, ordering: .releasing)
            if state.bytes + bytes > Self.keptBytes {
                sent.value.tape.trim()
                bytes = sent.value.tape.footprint
            }
            state.bytes += bytes
            state.idle.append(
                UncheckedTransfer(value: Idle(tape: sent.value.tape, core: sent.value.core, bytes: bytes)))
        }
    }

    /// Releases the cores, whose settings are no longer in use.
    func forgetCores() {
        _ = takeSpare()
        // Releasing cores releases user values (`userInfo`), which must not happen under the lock.
        var cores: [UncheckedTransfer<Idle>] = []
        state.withLock { state in
            cores = state.idle
            for index in state.idle.indices {
                let idle = state.idle[index].value
                state.idle[index] = UncheckedTransfer(value: Idle(tape: idle.tape, bytes: idle.bytes))
            }
        }
        cores.removeAll()
    }
}

/// A value that is transferred from one owner to the next, or that is never modified again. Code that creates one must
/// guarantee that: the compiler cannot verify it through a pool or a cache.
struct UncheckedTransfer<Value>: @unchecked Sendable {
    let value: Value
}
