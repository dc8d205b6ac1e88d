internal import JSONTape
internal import Synchronization

/// Facts about a type that are determined once.
protocol TabledTraits: Sendable {
    /// A small number that represents the type; 0 for a type that did not fit into the table.
    var id: UInt32 { get set }

    /// Determines the facts about a type.
    init(examining type: Any.Type)
}

/// An insert-only hash table from types to traits. Readers take no lock: an entry is complete before its type is
/// published with release ordering, and never changes or moves afterwards. Types are never deallocated, so the program
/// bounds the table; beyond its capacity, types are examined on each use.
@safe
final class TypeTable<Traits: TabledTraits>: Sendable {
    private struct Entry: ~Copyable {
        let address = Atomic<UInt>(0)
        var type: Any.Type?
        var traits: Traits?
    }

    /// The number of bits of a type's number.
    static var bits: Int { 14 }
    @inline(__always)
    private static var capacity: Int { 1 << bits }
    // Allocated once, never freed; written under `count`'s lock before the entry is published.
    nonisolated(unsafe) private let entries: UnsafeMutablePointer<Entry>
    private let count = CheckedMutex(0)

    init() {
        unsafe entries = .allocate(capacity: Self.capacity)
        for index in 0..<Self.capacity { unsafe (entries + index).initialize(to: Entry()) }
    }

    @inline(__always)
    private static func start(_ type: Any.Type) -> Int {
        // Entry 0 is unused: 0 means "not in the table".
        max(ObjectIdentifier(type).typeHash(bits: bits), 1)
    }

    @inline(__always)
    private static func next(_ index: Int) -> Int { index + 1 == capacity ? 1 : index + 1 }

    @inline(__always)
    func traits(of type: Any.Type) -> Traits {
        let address = UInt(bitPattern: ObjectIdentifier(type))
        var index = Self.start(type)
        while true {
            let found = unsafe entries[index].address.load(ordering: .acquiring)
            if found == address { return unsafe entries[index].traits.unsafelyUnwrapped }
            if found == 0 { return insert(type, address) }
            index = Self.next(index)
        }
    }

    @_optimize(size)
    @inline(never)
    private func insert(_ type: Any.Type, _ address: UInt) -> Traits {
        // Without the lock: examining may request the traits of other types.
        var traits = Traits(examining: type)
        return count.withLock { count in
            var index = Self.start(type)
            while true {
                let found = unsafe entries[index].address.load(ordering: .relaxed)
                if found == address { return unsafe entries[index].traits.unsafelyUnwrapped }
                if found == 0 { break }
                index = Self.next(index)
            }
            // A quarter of the entries stays free, which bounds the length of searches.
            guard count < Self.capacity / 4 * 3 else { return traits }
            count += 1
            traits.id = UInt32(truncatingIfNeeded: index)
            unsafe entries[index].traits = traits
            unsafe entries[index].type = type
            unsafe entries[index].address.store(address, ordering: .releasing)
            return traits
        }
    }

    func type(id: UInt32) -> Any.Type? {
        guard id != 0, id < Self.capacity else { return nil }
        // The type is complete once the address is there.
        guard unsafe entries[Int(id)].address.load(ordering: .acquiring) != 0 else { return nil }
        return unsafe entries[Int(id)].type
    }
}
