@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// Keeps a few tapes with their memory, and the cores that used them, so that similar documents need no allocations and
/// no new pages for parser, tape and containers.
final class TapePool: Sendable {
    /// The maximum total memory of the idle tapes of all pools (measured: for orders of 18 MB new pages cost a tenth of the
    /// time); a tape that exceeds it is trimmed to less than 100 KB, and released if that is still too much.
    static let keptBytes = 80 << 20
    /// The memory of the idle tapes of all pools, and of the largest tape that each pool has had in its spare core.
    private static let kept = Atomic<Int>(0)

    /// The maximum number of idle tapes.
    private let capacity: Int
    /// Where tapes are taken from if there are none here.
    private let reserve: TapePool?

    private struct Idle {
        let tape: Tape
        /// The core that decoded the last document on it, if it can decode another.
        var core: DecoderCore?
        let bytes: Int
    }

    private typealias Idles = [UncheckedTransfer<Idle>]

    /// The address of a core that was used for a small document, owned here; 0 for none. It is taken and returned
    /// without the lock, which for such a document would cost as much as a member (measured: Docs/Performance.md).
    private let spare = Atomic<UInt>(0)
    static let spareBytes = 1 << 18
    /// What is counted for the spare core: the memory of the largest tape that has been in it, so that only growth is counted.
    private let spareCounted = Atomic<Int>(0)

    private let idle = CheckedMutex(Idles())
    /// Whether cores are no longer kept: they refer to the pool.
    private let isClosed = Atomic<Bool>(false)

    init(capacity: Int = 4, reserve: TapePool? = nil) {
        self.capacity = capacity
        self.reserve = reserve
    }

    deinit { releaseMemory() }

    /// The address of the pool, for ``at(_:)``.
    var address: UInt { unsafe UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    /// The pool at an address. The caller must guarantee that there is one.
    static func at(_ address: UInt) -> TapePool {
        guard let pool = unsafe UnsafeRawPointer(bitPattern: address) else { preconditionFailure("no pool") }
        return unsafe Unmanaged<TapePool>.fromOpaque(pool).takeUnretainedValue()
    }

    /// See ``takeSpare(for:size:)`` and ``at(_:)``. Counts no references.
    @inline(__always)
    static func takeSpare(fromPoolAt address: UInt, for options: UInt, size: Int) -> DecoderCore? {
        guard let pool = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
        return unsafe Unmanaged<TapePool>.fromOpaque(pool)._withUnsafeGuaranteedRef {
            $0.takeSpare(for: options, size: size)
        }
    }

    private func takeSpare() -> DecoderCore? {
        guard let address = unsafe UnsafeRawPointer(bitPattern: spare.exchange(0, ordering: .sequentiallyConsistent))
        else {
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
        if spare.compareExchange(expected: 0, desired: address, ordering: .sequentiallyConsistent).exchanged {
            if isClosed.load(ordering: .sequentiallyConsistent) { _ = releaseSpare() }
            return true
        }
        unsafe owned.release()
        return false
    }

    /// Counts the memory of a tape for the spare core; false if the tapes of all pools would take too much.
    @inline(__always)
    private func countSpare(_ bytes: Int) -> Bool {
        bytes <= spareCounted.load(ordering: .relaxed) || countLargerSpare(bytes)
    }

    @inline(never)
    private func countLargerSpare(_ bytes: Int) -> Bool {
        // Two threads may both count their difference: both are subtracted with it.
        let growth = bytes - spareCounted.load(ordering: .relaxed)
        if growth <= 0 { return true }
        guard Self.kept.add(growth, ordering: .relaxed).newValue <= Self.keptBytes else {
            Self.kept.subtract(growth, ordering: .relaxed)
            return false
        }
        spareCounted.add(growth, ordering: .relaxed)
        return true
    }

    /// Takes the spare core for good.
    private func releaseSpare() -> DecoderCore? {
        Self.kept.subtract(spareCounted.exchange(0, ordering: .relaxed), ordering: .relaxed)
        return takeSpare()
    }

    func take() throws(JSONSyntaxError) -> Tape {
        if let kept = takeIdle() ?? reserve?.takeIdle() { return kept.tape }
        return try Tape()
    }

    /// A core for a call with these options, with an empty tape.
    func take(for options: SharedOptions, listsChanges: Bool) throws(JSONSyntaxError) -> DecoderCore {
        if let core = takeSpare() {
            if core.canServe(options, listsChanges: listsChanges) { return core }
            return self.core(on: core.tape, options, listsChanges: listsChanges)
        }
        let kept = takeIdle()
        if let core = kept?.core, core.canServe(options, listsChanges: listsChanges) { return core }
        let tape = if let kept = kept ?? reserve?.takeIdle() { kept.tape } else { try Tape() }
        return self.core(on: tape, options, listsChanges: listsChanges)
    }

    private func core(on tape: Tape, _ options: SharedOptions, listsChanges: Bool) -> DecoderCore {
        let call = DecodingCall(options, self, listsChanges: listsChanges)
        return DecoderCore(call, DecodedDocument(tape, of: call))
    }

    private func takeIdle() -> Idle? {
        let kept = idle.withLock { $0.popLast() }
        if let kept { Self.kept.subtract(kept.value.bytes, ordering: .relaxed) }
        return kept?.value
    }

    /// Takes back a tape that is not referenced elsewhere.
    func put(_ tape: Tape) { put(tape, nil) }

    /// Takes back a core that is not referenced elsewhere, with its tape.
    func put(_ core: DecoderCore) {
        guard core.forgetDocument(), !isClosed.load(ordering: .sequentiallyConsistent) else { return put(core.tape) }
        let bytes = core.tape.footprint
        if bytes <= Self.spareBytes, countSpare(bytes) {
            core.tape.forget()
            if giveBack(core) { return }
        }
        put(core.tape, core)
    }

    private func put(_ tape: Tape, _ core: DecoderCore?) {
        tape.forget()
        var bytes = tape.footprint
        if Self.kept.add(bytes, ordering: .relaxed).newValue > Self.keptBytes {
            tape.trim()
            let excess = bytes - tape.footprint
            bytes -= excess
            if Self.kept.subtract(excess, ordering: .relaxed).newValue > Self.keptBytes {
                Self.kept.subtract(bytes, ordering: .relaxed)
                return
            }
        }
        let sent = UncheckedTransfer(value: Idle(tape: tape, core: core, bytes: bytes))
        let isKept = idle.withLock { idle in
            if idle.count >= capacity || core != nil && isClosed.load(ordering: .relaxed) { return false }
            idle.append(sent)
            return true
        }
        if !isKept { Self.kept.subtract(bytes, ordering: .relaxed) }
    }

    /// Releases the cores, whose settings are no longer in use.
    func forgetCores() {
        _ = releaseSpare()
        // Releasing cores releases user values (`userInfo`), which must not happen under the lock.
        var cores: Idles = []
        idle.withLock { idle in
            cores = idle
            for index in idle.indices {
                let (tape, bytes) = (idle[index].value.tape, idle[index].value.bytes)
                idle[index] = UncheckedTransfer(value: Idle(tape: tape, bytes: bytes))
            }
        }
        cores.removeAll()
    }

    /// Releases all tapes and cores.
    func releaseMemory() {
        _ = releaseSpare()
        _ = takeAll()
    }

    /// Releases all cores, and returns all tapes to the reserve. Decoders that override settings may still use the pool.
    func close() {
        isClosed.store(true, ordering: .sequentiallyConsistent)
        let spare = releaseSpare()?.tape
        let tapes = takeAll().map(\.value.tape)
        if let spare { reserve?.put(spare) }
        for tape in tapes { reserve?.put(tape) }
    }

    private func takeAll() -> Idles {
        let all = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        Self.kept.subtract(all.reduce(0) { $0 + $1.value.bytes }, ordering: .relaxed)
        return all
    }

    /// The memory of the idle tapes and of the spare core's; for tests.
    var footprint: Int {
        let spare = takeSpare()
        defer { if let spare { _ = giveBack(spare) } }
        return idle.withLock { $0.reduce(0) { $0 + $1.value.bytes } } + (spare?.tape.footprint ?? 0)
    }
}
