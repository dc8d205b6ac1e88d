@_spi(Tape) internal import JSONTape

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
        of box: consuming AnyObject, keyedBy type: Key.Type
    ) -> KeyedDecodingContainer<Key> {
        #if _ptrauth(_arm64e)
            return unsafe unsafeBitCast(box, to: KeyedDecodingContainer<Key>.self)
        #else
            return unsafe unsafeBitCast(knownContainer as Give<JSONKey>, to: Give<Key>.self)(box)
        #endif
    }

    private typealias Give<Key: CodingKey> = (consuming AnyObject) -> KeyedDecodingContainer<Key>

    /// From here on the box of a container that does not keep its seat does.
    static func keep(_ seat: ObjectSeat, in box: AnyObject) {
        unsafe content(of: box)[1] = UInt(bitPattern: Unmanaged.passRetained(seat).toOpaque())
    }

    /// The two words of the ``KeyedContainer`` in a box: all that is in it behind an object's header.
    private static func content(of box: AnyObject) -> UnsafeMutablePointer<UInt> {
        unsafe Unmanaged.passUnretained(box).toOpaque().advanced(by: 2 * MemoryLayout<UInt>.size)
            .assumingMemoryBound(to: UInt.self)
    }

    /// Whether containers are as said.
    static let isKnown: Bool = {
        guard MemoryLayout<KeyedContainer<JSONKey>>.size == 2 * MemoryLayout<UInt>.size,
            let tape = try? Tape(), (try? tape.parse(copying: "{}".utf8, limits: .default)) != nil
        else { return false }
        let core = DecoderCore(
            tape: tape, options: SharedOptions(DecodingOptions()), tapes: TapePool(), isListing: false)
        let seat = ObjectSeat(core, at: .root, keepsCore: true)
        let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(seat).toOpaque())
        return [false, true].allSatisfy { keepsSeat in
            let container = KeyedDecodingContainer(KeyedContainer<JSONKey>(seat: seat, keepsSeat: keepsSeat))
            guard ContainerLayout.isReference(container) else { return false }
            let words = unsafe content(of: box(of: container))
            return unsafe words[0] == address && words[1] == (keepsSeat ? address : 0)
        }
    }()
}

// Not inside the type: a reference to a method of it would be a closure, made on each call.
@inline(never)
private func knownContainer(_ box: consuming AnyObject) -> KeyedDecodingContainer<JSONKey> {
    unsafe unsafeBitCast(box, to: KeyedDecodingContainer<JSONKey>.self)
}
