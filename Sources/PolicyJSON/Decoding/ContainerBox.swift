@_spi(Tape) internal import JSONTape
internal import Synchronization

/// The object that is all of a `KeyedDecodingContainer`: taken out of it, put into one again, and looked into.
///
/// Nothing promises that containers are like that, so it is looked at once (``isKnown``); if they are not, they are not used
/// again.
enum ContainerBox {
    static func box<Key: CodingKey>(of container: KeyedDecodingContainer<Key>) -> AnyObject {
        unsafe unsafeBitCast(container, to: AnyObject.self)
    }

    /// The container of a box.
    ///
    /// By way of a function that is declared for another key type: to make one of this type the compiler would ask the
    /// runtime for its metadata on each call, which is half of what using a container again saves. How a function returns a
    /// type of the standard library's that may change its layout does not depend on the type's argument.
    @inline(__always)
    static func container<Key: CodingKey>(
        of box: Unmanaged<AnyObject>, keyedBy type: Key.Type
    ) -> KeyedDecodingContainer<Key> {
        #if _ptrauth(_arm64e)
            return unsafe unsafeBitCast(box.takeUnretainedValue(), to: KeyedDecodingContainer<Key>.self)
        #else
            return unsafe unsafeBitCast(knownContainer as Give<JSONKey>, to: Give<Key>.self)(box)
        #endif
    }

    private typealias Give<Key: CodingKey> = (Unmanaged<AnyObject>) -> KeyedDecodingContainer<Key>

    /// From here on a box that has a ``PooledContainer`` of a key type has a ``KeyedContainer``: they differ in nothing but
    /// in that the one does not count its reference to the seat and the other does, so what changes is the count, and the
    /// type of the box.
    ///
    /// Other threads that have the container must not be using it just now, as its text may be on the way to another place,
    /// too. (The exchange by itself would not harm them: the standard library's methods read the type once, when they begin.)
    static func keep<Key: CodingKey>(_ seat: ObjectSeat, in box: AnyObject, _ type: Key.Type) {
        let kept = self.type(of: self.box(of: KeyedDecodingContainer(KeyedContainer<Key>(seat))))
        _ = unsafe Unmanaged.passRetained(seat)
        // The type may be new: nobody sees it before what it says.
        atomicMemoryFence(ordering: .releasing)
        unsafe words(of: box)[0] = kept
    }

    private static func type(of box: AnyObject) -> UInt { unsafe unsafeBitCast(Swift.type(of: box), to: UInt.self) }

    /// The words of a box: its type, the count of references to it, and the one word of the container in it.
    private static func words(of box: AnyObject) -> UnsafeMutablePointer<UInt> {
        unsafe Unmanaged.passUnretained(box).toOpaque().assumingMemoryBound(to: UInt.self)
    }

    private static let contentIndex = 2

    /// Whether containers are as said.
    static let isKnown: Bool = {
        let word = MemoryLayout<UInt>.size
        guard MemoryLayout<PooledContainer<JSONKey>>.size == word, MemoryLayout<KeyedContainer<JSONKey>>.size == word,
            let tape = try? Tape(), (try? tape.parse(copying: "{}".utf8, limits: .default)) != nil
        else {
            return false
        }
        let core = DecoderCore(
            tape: tape, options: SharedOptions(DecodingOptions()), tapes: TapePool(), isListing: false)
        var seat = ObjectSeat(core, at: .root, keepsCore: true)
        do {
            let pooled = KeyedDecodingContainer(PooledContainer<JSONKey>(seat))
            guard isBox(pooled, seat), isBox(KeyedDecodingContainer(KeyedContainer<JSONKey>(seat)), seat) else {
                return false
            }
            keep(seat, in: box(of: pooled), JSONKey.self)
            let isKept = withExtendedLifetime(pooled) {
                isBox(pooled, seat) && pooled.allKeys.isEmpty && !isKnownUniquelyReferenced(&seat)
            }
            guard isKept else { return false }
        }
        return isKnownUniquelyReferenced(&seat)
    }()

    /// Whether a container is a reference to an object that begins with its type, and has behind the header a reference to
    /// `seat`.
    private static func isBox(_ container: KeyedDecodingContainer<JSONKey>, _ seat: ObjectSeat) -> Bool {
        guard ContainerLayout.isReference(container) else { return false }
        let box = box(of: container)
        let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(seat).toOpaque())
        return unsafe words(of: box)[0] == type(of: box) && words(of: box)[contentIndex] == address
    }
}

// Not inside the type: a reference to a method of it would be a closure, made on each call.
@inline(never)
private func knownContainer(_ box: Unmanaged<AnyObject>) -> KeyedDecodingContainer<JSONKey> {
    var box = unsafe box
    return unsafe withUnsafeBytes(of: &box) { unsafe $0.load(as: KeyedDecodingContainer<JSONKey>.self) }
}
