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
        /// The box of a `KeyedDecodingContainer`.
        var box: AnyObject?
        /// What the container reads from. The container does not keep it.
        var seat: ObjectSeat?
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
            if unsafe !isKnownUniquelyReferenced(&entries[index].box) { giveUp(index, core) }
        }
    }

    @inline(never)
    private func giveUp(_ index: Int, _ core: DecoderCore) {
        if let seat = unsafe entries[index].seat, let box = unsafe entries[index].box {
            seat.keep(core)
            ContainerBox.keep(seat, in: box)
        }
        unsafe (entries[index].key, entries[index].box, entries[index].seat) = (0, nil, nil)
    }

    /// Takes the container of a key type for an object, if there is one that nobody has.
    ///
    /// - Parameters:
    ///   - core: the core that the pool belongs to.
    ///   - object: the slot of the object at `place`.
    /// - Returns: the box of a `KeyedDecodingContainer<Key>`; `nil`: a container has to be made.
    @inline(__always)
    func box<Key: CodingKey>(
        keyedBy type: Key.Type, _ core: DecoderCore, _ place: Place, _ object: TapeSlot
    ) -> AnyObject? {
        guard owner.load(ordering: .relaxed) == Self.thread else { return nil }
        let key = unsafe unsafeBitCast(type as Any.Type, to: UInt.self)
        let index = Self.start(key)
        if unsafe entries[index].key == key, unsafe isKnownUniquelyReferenced(&entries[index].box) {
            return use(index, place, object)
        }
        return search(from: index, type, key, core, place, object)
    }

    @inline(__always)
    private static func start(_ key: UInt) -> Int {
        // Metadata addresses are multiples of 8 or 16.
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 57)
    }

    @inline(__always)
    private func use(_ index: Int, _ place: Place, _ object: TapeSlot) -> AnyObject? {
        let entry = unsafe entries + index
        unsafe entry.pointee.seat?.move(to: place, object)
        unsafe markUsed(entry, index)
        return unsafe entry.pointee.box
    }

    @inline(__always)
    private func markUsed(_ entry: UnsafeMutablePointer<Entry>, _ index: Int) {
        if unsafe entry.pointee.before != nil { return }
        unsafe entry.pointee.before = last
        last = index
    }

    /// A container of another entry, or a new one for an entry that is free or can be; `nil` where somebody has all of them.
    @inline(never)
    private func search<Key: CodingKey>(
        from start: Int, _ type: Key.Type, _ key: UInt, _ core: DecoderCore, _ place: Place, _ object: TapeSlot
    ) -> AnyObject? {
        var free: Int?
        for step in 0..<Self.reach {
            let index = (start + step) & (Self.capacity - 1)
            if unsafe entries[index].box == nil {
                free = index
                break
            }
            guard unsafe isKnownUniquelyReferenced(&entries[index].box) else { continue }
            if unsafe entries[index].key == key { return use(index, place, object) }
            free = free ?? index
        }
        guard let free, ContainerBox.isKnown else { return nil }
        let seat = ObjectSeat(core, at: place, keepsCore: false)
        let box = ContainerBox.box(of: KeyedDecodingContainer(KeyedContainer<Key>(seat: seat, keepsSeat: false)))
        let entry = unsafe entries + free
        unsafe (entry.pointee.key, entry.pointee.box, entry.pointee.seat) = (key, box, seat)
        unsafe markUsed(entry, free)
        return box
    }
}
