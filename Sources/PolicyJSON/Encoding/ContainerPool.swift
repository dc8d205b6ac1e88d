internal import JSONText

/// Containers of objects that nobody holds any more, one per key type, to be used again for the next object: a new one costs
/// an allocation and several look-ups of generic metadata, as much as ten members.
///
/// A container stays the same while somebody holds it. The pool holds containers that hold the core that holds the pool:
/// whoever makes a core has to empty the pool in the end.
@safe
final class ContainerPool {
    @safe
    struct Entry {
        var key: UInt = 0
        /// The box of a `KeyedEncodingContainer`.
        var box: AnyObject?
        /// What the container writes to.
        var scope = Scope.none
    }

    private static var capacity: Int { 64 }
    // Lives as long as the core, and every container holds that.
    private let entries: UnsafeMutablePointer<Entry>

    init() {
        unsafe entries = .allocate(capacity: Self.capacity)
        unsafe entries.initialize(repeating: Entry(), count: Self.capacity)
    }

    deinit {
        unsafe entries.deinitialize(count: Self.capacity)
        unsafe entries.deallocate()
    }

    /// Forgets all containers.
    func empty() {
        for index in 0..<Self.capacity { unsafe entries[index].box = nil }
    }

    /// A container for the object that is open in a scope.
    @inline(__always)
    func container<Key: CodingKey>(_ core: EncoderCore, _ scope: Scope) -> KeyedEncodingContainer<Key> {
        let key = unsafe unsafeBitCast(Key.self as Any.Type, to: UInt.self)
        // Metadata addresses are multiples of 8 or 16.
        let entry = unsafe entries + Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 58)
        guard unsafe entry.pointee.key == key, unsafe isKnownUniquelyReferenced(&entry.pointee.box) else {
            return unsafe newContainer(core, scope, key, entry)
        }
        unsafe entry.pointee.scope = scope
        return unsafe UnsafeRawPointer(entry).advanced(by: MemoryLayout<Entry>.offset(of: \.box)!)
            .assumingMemoryBound(to: KeyedEncodingContainer<Key>.self).pointee
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(
        _ core: EncoderCore, _ scope: Scope, _ key: UInt, _ entry: UnsafeMutablePointer<Entry>
    ) -> KeyedEncodingContainer<Key> {
        guard Self.containersAreReferences,
            unsafe entry.pointee.box == nil || isKnownUniquelyReferenced(&entry.pointee.box)
        else {
            return KeyedEncodingContainer(KeyedWriter(core: core, scope: scope))
        }
        let container = unsafe KeyedEncodingContainer(KeyedWriter<Key>(core: core, scope: scope, entry: entry))
        unsafe entry.pointee = Entry(key: key, box: unsafeBitCast(container, to: AnyObject.self), scope: scope)
        return container
    }

    /// Whether the standard library's container is a reference to an object and nothing else. Nothing promises that, so it is
    /// looked at once; if it is not so, containers are not used again.
    private static let containersAreReferences: Bool = {
        let core = EncoderCore(text: TextBuffer(), options: EncodingOptions())
        let container = KeyedEncodingContainer(KeyedWriter<JSONKey>(core: core, scope: .none))
        return ContainerLayout.isReference(container)
    }()
}
