import Foundation
internal import RuntimeFacts
internal import Synchronization

/// Containers over objects that are no longer in use, a few per key type, to be used for the next object: a new one costs an
/// allocation and several look-ups of generic metadata, as much as ten members (Docs/Decisions/0018).
///
/// A container refers to a `State`, which says what object it is for. Only a container to which the pool has the last
/// reference is used for another object (`isKnownUniquelyReferenced`).
@safe
final class KeyedContainerPool<State: AnyObject> {
    @safe
    private struct Entry {
        /// The address of the key type; 0 for a free entry.
        var key: UInt = 0
        /// The container: see `ContainerReference`.
        var container: AnyObject?
        /// Makes containers of the key type: a `ContainerMaker`, owned by the entry.
        var maker: Unmanaged<AnyObject>?
        /// The container's state, which lives as long as the container.
        var state: Unmanaged<State>?
        /// The entry that was used before this one; -1 for the first, -2 for an entry that has not been used.
        var before = -2
    }

    /// There are 2 to the power of this many entries.
    private let bits: Int
    private var capacity: Int { 1 << bits }
    /// How many entries, from a key's first on, may have its containers. One is not enough: a model may contain others of
    /// its own type.
    private static var reach: Int { 8 }
    // Allocated once, freed with the pool.
    private let entries: UnsafeMutablePointer<Entry>
    /// The thread that is served; 0 for none. Encoders and decoders may be used on other threads, which get new containers.
    private let owner = Atomic<UInt>(0)
    /// The entry that was used last since ``open()``, or -1. Read and written by the owner only.
    @safe @exclusivity(unchecked) private var last = -1
    /// How many entries have a container.
    @safe @exclusivity(unchecked) private var count = 0

    /// - Parameter bits: there can be 2 to the power of this many containers.
    init(bits: Int) {
        precondition(1 << bits >= Self.reach)
        self.bits = bits
        unsafe entries = .allocate(capacity: 1 << bits)
        unsafe entries.initialize(repeating: Entry(), count: 1 << bits)
    }

    deinit {
        empty()
        unsafe entries.deinitialize(count: capacity)
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
    func open() { if ContainerReference.isKnown { owner.store(Self.thread, ordering: .relaxed) } }

    /// From here on no thread gets containers from the pool.
    ///
    /// - Parameters:
    ///   - reset: called with the state of each container that was used and can be used again.
    ///   - keep: called with the state of each container that is still referred to. Those leave the pool.
    @inline(__always)
    func close(reset: (State) -> Void, keep: (State) -> Void) {
        owner.store(0, ordering: .relaxed)
        while last >= 0 {
            let entry = unsafe entries + last
            last = unsafe entry.pointee.before
            unsafe entry.pointee.before = -2
            if unsafe isKnownUniquelyReferenced(&entry.pointee.container) {
                unsafe entry.pointee.state?._withUnsafeGuaranteedRef(reset)
            } else {
                unsafe entry.pointee.state?._withUnsafeGuaranteedRef(keep)
                unsafe clear(entry)
            }
        }
    }

    /// Releases all containers, and serves no thread any more.
    func empty() {
        owner.store(0, ordering: .relaxed)
        last = -1
        var index = 0
        while count > 0 {
            unsafe clear(entries + index)
            index += 1
        }
    }

    private func clear(_ entry: UnsafeMutablePointer<Entry>) {
        if unsafe entry.pointee.container != nil { count -= 1 }
        unsafe entry.pointee.maker?.release()
        unsafe entry.pointee = Entry()
    }

    /// A container for an object.
    ///
    /// - Parameters:
    ///   - key: the key type.
    ///   - move: gives the state of a container to the object.
    ///   - make: makes a container for the object.
    /// - Returns: `nil` if there is none, and none can be added.
    @inline(__always)
    func container(
        keyedBy key: Any.Type, move: (State) -> Void, make: () -> NewContainer<State>
    ) -> PooledContainer? {
        guard owner.load(ordering: .relaxed) == Self.thread else { return nil }
        let type = ObjectIdentifier(key)
        let key = UInt(bitPattern: type)
        var index = type.typeHash(bits: bits)
        if unsafe entries[index].key != key || !isKnownUniquelyReferenced(&entries[index].container) {
            let found = search(from: index, for: key)
            if found.index < 0 { return nil }
            index = found.index
            if !found.isKnown { add(make(), at: index, key) }
        }
        let entry = unsafe entries + index
        unsafe entry.pointee.state?._withUnsafeGuaranteedRef(move)
        if unsafe entry.pointee.before == -2 {
            unsafe entry.pointee.before = last
            last = index
        }
        guard let container = unsafe entry.pointee.container, let maker = unsafe entry.pointee.maker else { return nil }
        return unsafe PooledContainer(container: .passUnretained(container), maker: maker)
    }

    /// An entry with a container of the key type that is not in use; or else a free entry, or one whose container of another
    /// type is not in use, which are not known; -1 where all containers are in use.
    ///
    /// A free entry comes first: types with the same hash would take each other's entry with each object.
    @inline(never)
    private func search(from start: Int, for key: UInt) -> (index: Int, isKnown: Bool) {
        var free = -1
        for step in 0..<Self.reach {
            let index = (start + step) & (capacity - 1)
            if unsafe entries[index].container == nil { return (index, false) }
            guard unsafe isKnownUniquelyReferenced(&entries[index].container) else { continue }
            if unsafe entries[index].key == key { return (index, true) }
            if free < 0 { free = index }
        }
        return (free, false)
    }

    @inline(never)
    private func add(_ new: NewContainer<State>, at index: Int, _ key: UInt) {
        let entry = unsafe entries + index
        if unsafe entry.pointee.container == nil { count += 1 }
        unsafe entry.pointee.maker?.release()
        unsafe entry.pointee.maker = .passRetained(new.maker)
        unsafe entry.pointee.key = key
        unsafe entry.pointee.container = new.container
        unsafe entry.pointee.state = .passUnretained(new.state)
    }
}

/// What a pool needs to know of a new container.
struct NewContainer<State: AnyObject> {
    /// The container: see `ContainerReference`.
    let container: AnyObject
    /// A `ContainerMaker`.
    let maker: AnyObject
    let state: State
}

/// A container of a pool, which keeps it alive. No `KeyedDecodingContainer` or the like: an optional of such a type costs a
/// look-up of metadata.
@safe
struct PooledContainer {
    private let container: Unmanaged<AnyObject>
    private let maker: Unmanaged<AnyObject>

    init(container: Unmanaged<AnyObject>, maker: Unmanaged<AnyObject>) {
        unsafe (self.container, self.maker) = (container, maker)
    }

    /// The container as what it is.
    @inline(__always)
    func opened<Container>() -> Container {
        unsafe container._withUnsafeGuaranteedRef { unsafe ContainerMaker<Container>.container(of: $0, by: maker) }
    }
}
