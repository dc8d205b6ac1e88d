@_spi(Tape) internal import JSONTape
internal import Synchronization

/// What a container over an object reads from: the object's place, and where the last look-up ended.
///
/// A container refers to its seat and to nothing else, so that it can be given to another object (``KeyedContainerPool``), and
/// because the standard library copies it on each call.
@safe
final class ObjectSeat {
    /// Kept by whoever decodes, and by `keeper` where the container is kept for longer.
    private let unretained: Unmanaged<DecoderCore>
    /// Set where nobody else may keep the core.
    private var keeper: DecoderCore?
    let tape: Tape
    /// Whether look-ups are no more than a comparison of keys as they stand.
    private let isPlain: Bool
    private let watchesKeys: Bool
    // Written between objects only, when nobody else has the container.
    @safe @exclusivity(unchecked) private(set) var place: Place
    /// The slot of the object's end.
    @safe @exclusivity(unchecked) private var end: UInt32
    /// The table of an object of very many keys, kept by the core.
    @safe @exclusivity(unchecked) private var table: Unmanaged<KeyTable>?
    /// That of an object of many.
    private let prints = FingerprintTable()
    /// The value that was found last, or the object: the next search starts behind it. Atomic, as threads may share a
    /// container.
    private let last: Atomic<UInt32>

    /// A seat that keeps its core, or one that is kept together with it.
    init(_ core: DecoderCore, at place: Place, keepsCore: Bool) {
        unsafe unretained = .passUnretained(core)
        keeper = keepsCore ? core : nil
        tape = core.tape
        let index = core.index(of: place.index)
        isPlain = (index == nil || index?.table != nil) && !core.watchesKeys
        unsafe table = index?.table.map { unsafe .passUnretained($0) }
        watchesKeys = core.watchesKeys
        self.place = place
        end = core.tape[place.index].next - 1
        last = Atomic(place.index)
    }

    /// Gives the seat to another object, whose slot is known, with its table if it has very many keys.
    @inline(__always)
    func move(to place: Place, _ object: TapeSlot, _ table: KeyTable?) {
        if place.index != self.place.index { prints.forget() }
        self.place = place
        unsafe self.table = table.map { unsafe .passUnretained($0) }
        end = object.next - 1
        last.store(place.index, ordering: .relaxed)
    }

    /// There is another document, in which another object may have the same index.
    @inline(__always)
    func forgetDocument() { prints.forget() }

    /// From here on the core lives as long as the seat.
    func keep(_ core: DecoderCore) { keeper = core }

    /// The core. On the ways that are taken often, by ``with(_:)``.
    var core: DecoderCore { unsafe unretained.takeUnretainedValue() }

    /// Calls `body` with the core without counting a reference to it (measured: Docs/Performance.md).
    @inline(__always)
    func with<R>(_ body: (DecoderCore) throws -> R) rethrows -> R {
        try unsafe unretained._withUnsafeGuaranteedRef(body)
    }

    /// The index of a member's value; of a null that is nowhere, if there is none.
    @inline(__always)
    func value(_ key: some CodingKey) -> UInt32 {
        if !isPlain { return watchedValue(key) }
        return plainValue(key.stringValue)
    }

    @inline(__always)
    private func plainValue(_ name: consuming String) -> UInt32 {
        let last = last.load(ordering: .relaxed)
        let start = last == place.index ? last + 1 : tape.index(after: last)
        let found = tape.find(
            name, at: start, end: end, elsewhere: { elsewhere($0, from: start) },
            shortElsewhere: { elsewhere($0, from: start) })
        if found != Tape.nothing { self.last.store(found, ordering: .relaxed) }
        return found
    }

    /// A key that is not behind the one before.
    @inline(never)
    private func elsewhere(_ key: ShortKey, from start: UInt32) -> UInt32 {
        unsafe tape.find(key, from: start, in: place.index, prints, table)
    }

    /// The same for a key that is longer, which has not been looked for behind the one before.
    @inline(never)
    private func elsewhere(_ key: String, from start: UInt32) -> UInt32 {
        unsafe tape.find(key, from: start, in: place.index, prints, table)
    }

    @inline(never)
    private func watchedValue(_ key: some CodingKey) -> UInt32 {
        let value: UInt32
        if unsafe table == nil, let index = core.index(of: place.index) {
            value = index.find(key.stringValue, in: tape)
        } else {
            value = plainValue(key.stringValue)
        }
        if !watchesKeys { return value }
        let core = core
        // A key that is there is of interest only where it is compared with those that are asked for.
        guard value == Tape.nothing || core.watchesFoundKeys else { return value }
        return core.watched(value, key, in: place)
    }
}
