import Foundation
@_spi(Tape) internal import JSONTape
internal import Synchronization

/// Containers over objects that nobody holds any more, one per key type, to be used again for the next object: a new one
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
    }

    private static var capacity: Int { 64 }
    // As long as the pool lives.
    private let entries: UnsafeMutablePointer<Entry>
    /// The thread that decodes; 0 while none does. Decoders and containers may be used on other threads, too: they do not
    /// get containers from here.
    private let owner = Atomic<UInt>(0)
    /// The entries that have been used since ``open()``, a bit for each. Only the owner looks at them.
    @safe @exclusivity(unchecked) private var used: UInt64 = 0

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
        while used != 0 {
            let index = used.trailingZeroBitCount
            used &= used &- 1
            if unsafe !isKnownUniquelyReferenced(&entries[index].box) { giveUp(index, core) }
        }
    }

    @inline(never)
    private func giveUp(_ index: Int, _ core: DecoderCore) {
        if let seat = unsafe entries[index].seat, let box = unsafe entries[index].box {
            seat.keep(core)
            ContainerBox.keep(seat, in: box)
        }
        unsafe entries[index] = Entry()
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
        // Metadata addresses are multiples of 8 or 16.
        let index = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 58)
        let entry = unsafe entries + index
        guard unsafe entry.pointee.key == key, unsafe isKnownUniquelyReferenced(&entry.pointee.box) else {
            return fill(index, type, key, core, place)
        }
        used |= 1 << UInt64(truncatingIfNeeded: index)
        unsafe entry.pointee.seat?.move(to: place, object)
        return unsafe entry.pointee.box
    }

    /// A new container for an entry that is free or can be; `nil` where somebody has the one that is there.
    @inline(never)
    private func fill<Key: CodingKey>(
        _ index: Int, _ type: Key.Type, _ key: UInt, _ core: DecoderCore, _ place: Place
    ) -> AnyObject? {
        guard ContainerBox.isKnown, unsafe entries[index].box == nil || isKnownUniquelyReferenced(&entries[index].box)
        else { return nil }
        let seat = ObjectSeat(core, at: place, keepsCore: false)
        let box = ContainerBox.box(of: KeyedDecodingContainer(KeyedContainer<Key>(seat: seat, keepsSeat: false)))
        unsafe entries[index] = Entry(key: key, box: box, seat: seat)
        used |= 1 << UInt64(truncatingIfNeeded: index)
        return box
    }
}
