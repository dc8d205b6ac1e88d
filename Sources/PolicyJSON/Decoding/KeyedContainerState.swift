@_spi(Tape) internal import JSONTape
internal import Synchronization

/// What a keyed container reads from: the object, and where the last look-up ended.
///
/// A container refers to its state and to nothing else, so that it can be used for another object (``KeyedContainerPool``),
/// and because the standard library copies it on each call.
@safe
final class KeyedContainerState {
    /// Kept by the call that decodes, and by `keeper` where the container lives longer than that.
    private let unretained: Unmanaged<DecoderCore>
    /// The core, where the container may live longer than the call.
    private var keeper: DecoderCore?
    let tape: Tape
    /// Whether look-ups are no more than a comparison of keys as they stand.
    private let isPlain: Bool
    private let watchesKeys: Bool
    // Written between objects only, when the pool has the last reference to the container.
    @safe @exclusivity(unchecked) private(set) var place: Place
    /// The slot of the object's end.
    @safe @exclusivity(unchecked) private var end: TapePosition
    /// The table of an object of very many keys, kept by the core.
    @safe @exclusivity(unchecked) private var table: Unmanaged<KeyTable>?
    /// That of an object of many.
    private let prints = FingerprintTable()
    /// The value that was found last, or the object: the next search starts behind it. Atomic, as threads may share a
    /// container.
    private let last: Atomic<TapePosition>

    /// - Parameter keepsCore: whether to keep the core alive; not for containers of the core's own pool.
    init(_ core: DecoderCore, at place: Place, keepsCore: Bool) {
        unsafe unretained = .passUnretained(core)
        keeper = keepsCore ? core : nil
        tape = core.tape
        let index = core.index(of: place.index)
        isPlain = (index == nil || index?.table != nil) && !core.call.watchesKeys
        unsafe table = index?.table.map { unsafe .passUnretained($0) }
        watchesKeys = core.call.watchesKeys
        self.place = place
        end = core.tape.end(ofContainerAt: place.index)
        last = Atomic(place.index)
    }

    /// Moves to another object, with its table if it has very many keys.
    @inline(__always)
    func move(to place: Place, _ table: KeyTable?) {
        if place.index != self.place.index { prints.forget() }
        self.place = place
        unsafe self.table = table.map { unsafe .passUnretained($0) }
        end = tape.end(ofContainerAt: place.index)
        last.store(place.index, ordering: .relaxed)
    }

    /// There is another document, in which another object may have the same index.
    @inline(__always)
    func forgetDocument() { prints.forget() }

    /// From here on the core lives as long as the state.
    func keep(_ core: DecoderCore) { keeper = core }

    /// The core. Hot code uses ``with(_:)``.
    var core: DecoderCore { unsafe unretained.takeUnretainedValue() }

    /// Calls `body` with the core without counting a reference to it (measured: Docs/Performance.md).
    @inline(__always)
    func with<R>(_ body: (DecoderCore) throws -> R) rethrows -> R {
        try unsafe unretained._withUnsafeGuaranteedRef(body)
    }

    /// The index of a member's value; of a null that is nowhere, if there is none.
    @inline(__always)
    func value(_ key: some CodingKey) -> TapePosition {
        if !isPlain { return watchedValue(key) }
        return plainValue(key.stringValue)
    }

    @inline(__always)
    private func plainValue(_ name: consuming String) -> TapePosition {
        let last = last.load(ordering: .relaxed)
        let start = last == place.index ? last.firstChild : tape.position(after: last)
        let found = tape.find(
            name, at: start, end: end, elsewhere: { elsewhere($0, from: start) },
            shortElsewhere: { elsewhere($0, from: start) })
        if found != TapePosition.nothing { self.last.store(found, ordering: .relaxed) }
        return found
    }

    /// A key that is not behind the one before.
    @inline(never)
    private func elsewhere(_ key: ShortKey, from start: TapePosition) -> TapePosition {
        unsafe tape.find(key, from: start, in: place.index, prints, table)
    }

    /// The same for a key that is longer, which has not been looked for behind the one before.
    @inline(never)
    private func elsewhere(_ key: String, from start: TapePosition) -> TapePosition {
        unsafe tape.find(key, from: start, in: place.index, prints, table)
    }

    @inline(never)
    private func watchedValue(_ key: some CodingKey) -> TapePosition {
        let value: TapePosition
        if unsafe table == nil, let index = core.index(of: place.index) {
            value = index.find(key.stringValue, in: tape)
        } else {
            value = plainValue(key.stringValue)
        }
        if !watchesKeys { return value }
        let core = core
        // A key that is there is of interest only where it is compared with those that are asked for.
        guard value == TapePosition.nothing || core.document.askedKeys != nil else { return value }
        return core.watched(value, key, in: place)
    }
}
