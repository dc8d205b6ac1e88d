internal import RuntimeFacts

/// A pool of keyed containers for reuse, a few per key type: creating one costs an allocation and several look-ups of
/// generic metadata, as much as decoding ten members (Docs/Decisions/0018).
///
/// A container refers to a `State`, which refers to the object. A container is reused only if the pool has the only
/// reference to it (`isKnownUniquelyReferenced`). Where the runtime facts are not relied on, only its state is, with which a
/// container is made for each object.
@safe
final class KeyedContainerPool<State: AnyObject> {
    private typealias Entry = PoolEntry

    /// The binary logarithm of the number of entries.
    @safe @exclusivity(unchecked) private var bits: Int
    private var capacity: Int { 1 << bits }
    /// The largest number of bits: 160 KB of entries. Among 1,000 key types, some may still compete.
    private static var mostBits: Int { 12 }
    /// The number of consecutive entries that may have containers of a key type. One is not enough, because a model may
    /// contain others of its own type.
    private static var reach: Int { 8 }
    // Replaced only by `grow()`.
    @exclusivity(unchecked) private var entries: UnsafeMutablePointer<Entry>
    /// The thread that uses the pool. On other threads, encoders and decoders create new containers.
    private let owner = OwnerThread()
    /// The index of the entry that was used last since ``open()``, or -1. Accessed only by the owner.
    @safe @exclusivity(unchecked) private var last = -1
    /// The number of entries with a container.
    @safe @exclusivity(unchecked) private var count = 0
    /// How many containers have taken the place of one of another key type, for which a new one is made again the next time.
    @safe @exclusivity(unchecked) private var replacements = 0
    /// After how many of them the pool grows.
    private static var toleratedReplacements: Int { 4 }

    /// - Parameter bits: the binary logarithm of the number of entries.
    init(bits: Int) {
        precondition(1 << bits >= Self.reach)
        self.bits = bits
        unsafe entries = Self.freeEntries(1 << bits)
    }

    deinit {
        empty()
        unsafe entries.deallocate()
    }

    private static func freeEntries(_ count: Int) -> UnsafeMutablePointer<Entry> {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: count)
        unsafe entries.initialize(repeating: Entry(), count: count)
        return unsafe entries
    }

    /// Starts to provide containers to the current thread.
    @inline(__always)
    func open() { owner.take() }

    /// Provides no containers until the next ``open()``. Those that are in use stay in the pool.
    @inline(__always)
    func pause() { owner.giveUp() }

    /// Stops providing containers.
    ///
    /// - Parameters:
    ///   - reset: called with the state of each container that was used and can be used again.
    ///   - keep: called with each container that is still referred to, and its state. Those leave the pool.
    @inline(__always)
    func close(reset: (State) -> Void, keep: (AnyObject, State) -> Void) {
        owner.giveUp()
        while last >= 0 {
            let entry = unsafe entries + last
            last = unsafe entry.pointee.before
            unsafe entry.pointee.before = -2
            if unsafe isKnownUniquelyReferenced(&entry.pointee.container) {
                unsafe entry.pointee.state?._withUnsafeGuaranteedRef { reset(Self.state($0)) }
            } else {
                if let container = unsafe entry.pointee.container {
                    unsafe entry.pointee.state?._withUnsafeGuaranteedRef { keep(container, Self.state($0)) }
                }
                unsafe clear(entry)
            }
        }
        if replacements >= Self.toleratedReplacements { grow() }
    }

    /// Doubles the number of entries, because key types compete for them. No container is in use: encoders refer to those by their
    /// indexes.
    @inline(never)
    private func grow() {
        replacements = 0
        if bits >= Self.mostBits { return }
        let (old, oldCapacity) = unsafe (entries, capacity)
        bits += 1
        unsafe entries = Self.freeEntries(capacity)
        for index in 0..<oldCapacity {
            guard let key = unsafe old[index].key else { continue }
            // No container is in use, and none has this key: what is found is free, or the first of entries that are all occupied.
            let place = search(from: key.typeHash(bits: bits), for: nil).index
            if unsafe place >= 0 && entries[place].container == nil {
                unsafe swap(&entries[place], &old[index])
            } else {
                unsafe clear(old + index)
            }
        }
        // All are free.
        unsafe old.deallocate()
    }

    /// Releases all containers, and stops providing them.
    func empty() {
        owner.giveUp()
        last = -1
        var index = 0
        while count > 0 {
            if unsafe entries[index].container != nil { unsafe clear(entries + index) }
            index += 1
        }
    }

    /// The state of an entry, with its type.
    @inline(__always)
    private static func state(_ object: AnyObject) -> State { unsafe unsafeDowncast(object, to: State.self) }

    private func clear(_ entry: UnsafeMutablePointer<Entry>) {
        if unsafe entry.pointee.container != nil { count -= 1 }
        let (maker, state) = unsafe (entry.pointee.maker, entry.pointee.state)
        let ownsState = unsafe entry.pointee.ownsState
        unsafe entry.pointee = Entry()
        unsafe maker?.release()
        if ownsState { unsafe state?.release() }
    }

    /// A container for an object.
    ///
    /// - Parameters:
    ///   - key: the key type.
    ///   - move: gives the state of a container to the object. Receives the container's index in the pool, too.
    ///   - make: makes a container for the object.
    /// - Returns: `nil` if there is none, and none can be added.
    @inline(__always)
    func container(
        keyedBy key: Any.Type, move: (State, Int) -> Void, make: () -> NewContainer<State>
    ) -> PooledContainer? {
        guard owner.isCurrent else { return nil }
        let type = ObjectIdentifier(key)
        var index = type.typeHash(bits: bits)
        if unsafe entries[index].key != type || !isKnownUniquelyReferenced(&entries[index].container) {
            let found = search(from: index, for: type)
            if found.index < 0 { return nil }
            index = found.index
            if !found.isKnown { add(make(), at: index, type) }
        }
        let entry = unsafe entries + index
        unsafe entry.pointee.state?._withUnsafeGuaranteedRef { move(Self.state($0), index) }
        if unsafe entry.pointee.before == -2 {
            unsafe entry.pointee.before = last
            last = index
        }
        guard let container = unsafe entry.pointee.container, let maker = unsafe entry.pointee.maker else { return nil }
        return unsafe PooledContainer(container: .passUnretained(container), maker: maker)
    }

    /// The state of the container at an index, if something else refers to the container; the index may have been given to
    /// another object meanwhile.
    func stateInUse(at index: Int) -> State? {
        precondition(index >= 0 && index < capacity)
        guard let state = unsafe entries[index].state,
            unsafe !isKnownUniquelyReferenced(&entries[index].container)
        else { return nil }
        return unsafe Self.state(state.takeUnretainedValue())
    }

    /// The state of a container in use that satisfies the predicate. None on other threads.
    ///
    /// - Parameter position: how many such containers are passed over.
    @inline(__always)
    func stateInUse(_ position: Int, where isWanted: (State) -> Bool) -> State? {
        guard owner.isCurrent else { return nil }
        var index = last
        var rest = position
        while index >= 0 {
            let entry = unsafe entries + index
            if let state = unsafe entry.pointee.state,
                unsafe state._withUnsafeGuaranteedRef({ isWanted(Self.state($0)) }),
                unsafe !isKnownUniquelyReferenced(&entry.pointee.container)
            {
                if rest == 0 { return unsafe Self.state(state.takeUnretainedValue()) }
                rest -= 1
            }
            index = unsafe entry.pointee.before
        }
        return nil
    }

    /// An unused container of the key type (`isKnown`); or else a free entry, or the entry of an unused container of
    /// another type; -1 if all containers are in use.
    ///
    /// Free entries take precedence, because types with the same hash would otherwise replace each other's container
    /// for each object.
    @inline(never)
    private func search(from start: Int, for key: ObjectIdentifier?) -> (index: Int, isKnown: Bool) {
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
    private func add(_ new: NewContainer<State>, at index: Int, _ key: ObjectIdentifier) {
        let entry = unsafe entries + index
        if unsafe entry.pointee.key != nil { replacements += 1 }
        let before = unsafe entry.pointee.before
        unsafe clear(entry)
        count += 1
        unsafe entry.pointee = Entry(
            key: key, container: new.container, maker: .passRetained(new.maker),
            state: .passUnretained(new.state), before: before)
        if unsafe entry.pointee.ownsState { _ = unsafe entry.pointee.state?.retain() }
    }
}

/// An entry of a pool. Not a type of the generic class: code that is not specialized, such as that which frees a pool, would request
/// its metadata for each entry.
@safe
private struct PoolEntry {
    /// The key type; `nil` for a free entry.
    var key: ObjectIdentifier?
    /// What is reused: the container (see `ContainerReference`), or its state.
    var container: AnyObject?
    /// Makes containers of the key type from that: a `ContainerMaker`, owned by the entry.
    var maker: Unmanaged<AnyObject>?
    /// The container's state.
    var state: Unmanaged<AnyObject>?
    /// The index of the entry that was used before this one; -1 for the first, -2 for an unused entry.
    var before = -2

    /// Whether the state is owned by the entry, and not what is reused itself.
    var ownsState: Bool { unsafe state.map { unsafe $0.takeUnretainedValue() !== container } ?? false }
}

/// A new container, for a pool.
struct NewContainer<State: AnyObject> {
    /// What is reused: the container (see `ContainerReference`), or its state.
    let container: AnyObject
    /// A `ContainerMaker`.
    let maker: AnyObject
    let state: State
}

/// A container of a pool, which retains what is reused. Not a `KeyedDecodingContainer` or the like, because an optional of such a
/// type costs a look-up of metadata.
@safe
struct PooledContainer {
    private let container: Unmanaged<AnyObject>
    private let maker: Unmanaged<AnyObject>

    init(container: Unmanaged<AnyObject>, maker: Unmanaged<AnyObject>) {
        unsafe (self.container, self.maker) = (container, maker)
    }

    /// The container with its type.
    @inline(__always)
    func opened<Container>() -> Container {
        unsafe container._withUnsafeGuaranteedRef { unsafe ContainerMaker<Container>.container(of: $0, by: maker) }
    }
}
