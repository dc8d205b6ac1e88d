@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// The state of a keyed container: its object, and the end of the last look-up.
///
/// A container consists of a reference to its state, so that it can be reused for another object
/// (``KeyedContainerPool``), and because the standard library copies it on each call.
@safe
final class KeyedContainerState {
    /// Retained by the decoding call, and by `keeper` if the container outlives the call.
    private let unretained: Unmanaged<DecoderCore>
    /// The core, if the container may outlive the call.
    private var keeper: DecoderCore?
    let tape: Tape
    /// Whether a look-up only compares keys as bytes, and no rule watches for keys or optionals.
    let isPlain: Bool
    private let watchesKeys: Bool
    // Written only between objects, if the pool has the only reference to the container, or to this.
    @safe @exclusivity(unchecked) private(set) var place: ValueReference
    /// The position of the object's end.
    @safe @exclusivity(unchecked) private var end: TapePosition
    /// The table of an object with more than 16 keys.
    @safe @exclusivity(unchecked) private var table: ObjectTable
    /// The value that was found last, or the object: the next search starts after it. Atomic, because threads may share
    /// a container.
    private let last: Atomic<TapePosition>

    /// - Parameter keepsCore: whether to retain the core; `false` for containers in the core's own pool.
    init(_ core: DecoderCore, at place: ValueReference, keepsCore: Bool) {
        unsafe unretained = .passUnretained(core)
        keeper = keepsCore ? core : nil
        tape = core.tape
        let index = core.index(of: place.index)
        isPlain =
            (index == nil || index?.table != nil) && !core.call.watchesKeys
            && !core.call.watchesOptionals
        // Retained by the core.
        table = ObjectTable(index?.table)
        watchesKeys = core.call.watchesKeys
        self.place = place
        end = core.tape.end(ofContainerAt: place.index)
        last = Atomic(place.index)
    }

    /// Moves to another object.
    ///
    /// - Parameter table: the object's table, if it has more than 128 keys.
    @inline(__always)
    func move(to place: ValueReference, _ table: KeyTable?) {
        if place.index != self.place.index { self.table.forget() }
        unsafe self.table.kept = table.map { unsafe .passUnretained($0) }
        self.place = place
        end = tape.end(ofContainerAt: place.index)
        last.store(place.index, ordering: .relaxed)
    }

    /// Forgets the table, before another document is decoded, in which another object may have the same position.
    @inline(__always)
    func forgetDocument() { table.forget() }

    /// Retains the core from now on.
    func keep(_ core: DecoderCore) { keeper = core }

    /// The core. Hot code uses ``with(_:)``.
    var core: DecoderCore { unsafe unretained.takeUnretainedValue() }

    /// Calls `body` with the core, without reference counting (measured: Docs/Performance.md).
    @inline(__always)
    func with<R>(_ body: (DecoderCore) throws -> R) rethrows -> R {
        try unsafe unretained._withUnsafeGuaranteedRef(body)
    }

    /// The position of a member's value, or `TapePosition.nothing`, at which the tape has a null.
    @inline(__always)
    func value(_ key: some CodingKey) -> TapePosition {
        if !isPlain { return watchedValue(key) }
        return plainValue(key.stringValue)
    }

    /// The position of a member's value, or `TapePosition.nothing`, if ``isPlain``.
    @inline(__always)
    func plainValue(_ name: consuming String) -> TapePosition {
        let last = last.load(ordering: .relaxed)
        let start = last == place.index ? last.firstChild : tape.position(after: last)
        let found = tape.find(
            name, at: start, end: end, orSearch: { search($0, from: start) },
            orSearchShort: { search($0, from: start) })
        if found != TapePosition.nothing { self.last.store(found, ordering: .relaxed) }
        return found
    }

    /// Searches for a short key that does not follow the previous one.
    @inline(never)
    private func search(_ key: ShortKey, from start: TapePosition) -> TapePosition {
        tape.find(key, from: start, in: place.index, table)
    }

    /// Searches for a longer key, starting with the one that follows the previous key.
    @inline(never)
    private func search(_ key: String, from start: TapePosition) -> TapePosition {
        tape.find(key, from: start, in: place.index, table)
    }

    @inline(never)
    private func watchedValue(_ key: some CodingKey) -> TapePosition {
        let value: TapePosition
        if unsafe table.kept == nil, let index = core.index(of: place.index) {
            value = index.find(key.stringValue, in: tape)
        } else {
            value = plainValue(key.stringValue)
        }
        if !watchesKeys { return value }
        let core = core
        // Keys that were found matter only if rules watch for unknown keys.
        guard value == TapePosition.nothing || core.document.askedKeys != nil else { return value }
        return core.watched(value, key, in: place)
    }
}
