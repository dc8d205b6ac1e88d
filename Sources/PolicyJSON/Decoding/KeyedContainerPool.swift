import Foundation
@_spi(Tape) internal import JSONTape
internal import Synchronization

/// Containers over objects that nobody holds any more, a few per key type, to be used again for the next object: a new one
/// costs an allocation and several look-ups of generic metadata, as much as ten members (Docs/Decisions/0018).
///
/// Lives as long as a core. The containers in it keep neither the core nor their seats, which is safe as long as nobody else
/// has them: that is looked at before each use, and at the end of each call (``close(keeping:)``), when those that somebody
/// has kept are made to keep both, and leave the pool. Not to count references to the seat is worth it: the standard library
/// copies the container on each call.
@safe
final class KeyedContainerPool {
    @safe
    private struct Entry {
        var key: UInt = 0
        /// The type that `key` stands for.
        var type: (any CodingKey.Type)?
        /// The box of a `KeyedDecodingContainer`.
        var box: AnyObject?
        /// What the container reads from. The container does not keep it, the entry does: so that it can be used without
        /// counting a reference.
        var seat: Unmanaged<ObjectSeat>?
        /// The entry that had been used before this one was; `nil` for one that has not been used.
        var before: Int?
    }

    private static var capacity: Int { 128 }
    /// How many entries beginning with a key's own may have its containers: of one key type several are needed where models
    /// have others of it inside.
    private static var reach: Int { 8 }
    // As long as the pool lives.
    private let entries: UnsafeMutablePointer<Entry>
    /// The thread that decodes; 0 while none does. Decoders and containers may be used on other threads, too: they do not
    /// get containers from here.
    private let owner = Atomic<UInt>(0)
    /// The first of the entries that have been used since ``open()``, or -1. Only the owner looks at it.
    @safe @exclusivity(unchecked) private var last = -1

    init() {
        unsafe entries = .allocate(capacity: Self.capacity)
        unsafe entries.initialize(repeating: Entry(), count: Self.capacity)
    }

    deinit {
        for index in 0..<Self.capacity { unsafe entries[index].seat?.release() }
        unsafe entries.deinitialize(count: Self.capacity)
        unsafe entries.deallocate()
    }

    private static var thread: UInt {
        @inline(__always) get {
            #if canImport(Glibc)
                pthread_self()
            #else
                UInt(bitPattern: pthread_self())
            #endif
        }
    }

    /// From here on this thread gets its containers from the pool.
    @inline(__always)
    func open() { owner.store(Self.thread, ordering: .relaxed) }

    /// Nobody gets containers from the pool any more, and those that somebody has kept are on their own.
    ///
    /// - Parameter core: the core that the pool belongs to.
    @inline(__always)
    func close(keeping core: DecoderCore) {
        owner.store(0, ordering: .relaxed)
        while last >= 0 {
            let index = last
            last = unsafe entries[index].before ?? -1
            unsafe entries[index].before = nil
            if unsafe isKnownUniquelyReferenced(&entries[index].box) {
                unsafe entries[index].seat?._withUnsafeGuaranteedRef { $0.forgetDocument() }
            } else {
                giveUp(index, core)
            }
        }
    }

    @inline(never)
    private func giveUp(_ index: Int, _ core: DecoderCore) {
        let entry = unsafe entries[index]
        if let type = entry.type, let seat = unsafe entry.seat?.takeUnretainedValue(), let box = entry.box {
            seat.keep(core)
            ContainerBox.keep(seat, in: box, type)
        }
        set(index, nil, nil, nil)
    }

    /// Takes the container of a key type for an object, if there is one that nobody has.
    ///
    /// - Parameters:
    ///   - core: the core that the pool belongs to.
    ///   - object: the slot of the object at `place`.
    ///   - table: that of an object of very many keys, which the core keeps.
    /// - Returns: the box of a `KeyedDecodingContainer<Key>`, which the pool keeps; `nil`: a container has to be made.
    @inline(__always)
    func box<Key: CodingKey>(
        keyedBy type: Key.Type, _ core: DecoderCore, _ place: Place, _ object: TapeSlot,
        _ table: KeyTable? = nil
    ) -> Unmanaged<AnyObject>? {
        guard owner.load(ordering: .relaxed) == Self.thread else { return nil }
        let key = Self.key(type)
        let index = Self.start(key)
        if unsafe entries[index].key == key, unsafe isKnownUniquelyReferenced(&entries[index].box) {
            return unsafe use(index, place, object, table)
        }
        let found = search(from: index, for: key)
        if found.isKnown { return unsafe use(found.index, place, object, table) }
        return unsafe found.index < 0 ? nil : make(at: found.index, type, core, place, object, table)
    }

    @inline(__always)
    private static func key(_ type: Any.Type) -> UInt { unsafe unsafeBitCast(type, to: UInt.self) }

    @inline(__always)
    private static func start(_ key: UInt) -> Int {
        // Metadata addresses are multiples of 8 or 16.
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 57)
    }

    @inline(__always)
    private func use(_ index: Int, _ place: Place, _ object: TapeSlot, _ table: KeyTable?) -> Unmanaged<AnyObject>? {
        let entry = unsafe entries + index
        unsafe entry.pointee.seat?._withUnsafeGuaranteedRef { $0.move(to: place, object, table) }
        unsafe markUsed(entry, index)
        return unsafe entry.pointee.box.map { unsafe .passUnretained($0) }
    }

    @inline(__always)
    private func markUsed(_ entry: UnsafeMutablePointer<Entry>, _ index: Int) {
        if unsafe entry.pointee.before != nil { return }
        unsafe entry.pointee.before = last
        last = index
    }

    /// An entry that has a container of the key type which nobody else has; or one that is free or can be, and is not known;
    /// -1: somebody has all of them.
    @inline(never)
    private func search(from start: Int, for key: UInt) -> (index: Int, isKnown: Bool) {
        var free = -1
        for step in 0..<Self.reach {
            let index = (start + step) & (Self.capacity - 1)
            if unsafe entries[index].box == nil { return (index, false) }
            guard unsafe isKnownUniquelyReferenced(&entries[index].box) else { continue }
            if unsafe entries[index].key == key { return (index, true) }
            if free < 0 { free = index }
        }
        return (free, false)
    }

    /// A new container for an entry. Not part of `search`, as it asks for the metadata of the container's type.
    @inline(never)
    private func make<Key: CodingKey>(
        at index: Int, _ type: Key.Type, _ core: DecoderCore, _ place: Place, _ object: TapeSlot, _ table: KeyTable?
    ) -> Unmanaged<AnyObject>? {
        guard ContainerBox.isKnown else { return nil }
        let seat = ObjectSeat(core, at: place, keepsCore: false)
        seat.move(to: place, object, table)
        let box = ContainerBox.box(of: KeyedDecodingContainer(PooledContainer<Key>(seat)))
        set(index, type, box, seat)
        unsafe markUsed(entries + index, index)
        return unsafe .passUnretained(box)
    }

    private func set(_ index: Int, _ type: (any CodingKey.Type)?, _ box: AnyObject?, _ seat: ObjectSeat?) {
        unsafe entries[index].seat?.release()
        unsafe (entries[index].key, entries[index].type, entries[index].box) = (type.map(Self.key) ?? 0, type, box)
        unsafe entries[index].seat = seat.map { unsafe .passRetained($0) }
    }
}

/// A core's pool, if it has one.
@safe
struct HeldPool {
    let pool: KeyedContainerPool?
    /// The same, for where it is used without counting a reference.
    let unretained: Unmanaged<KeyedContainerPool>?

    init(_ pool: KeyedContainerPool?) {
        self.pool = pool
        unsafe unretained = pool.map { unsafe .passUnretained($0) }
    }
}
