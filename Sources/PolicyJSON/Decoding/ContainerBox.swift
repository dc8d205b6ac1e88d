@_spi(Tape) internal import JSONTape

/// The object that is all of a `KeyedDecodingContainer`, taken out of it and put into one again.
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
    static func container<Key: CodingKey>(of box: AnyObject, keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        #if _ptrauth(_arm64e)
            return unsafe unsafeBitCast(box, to: KeyedDecodingContainer<Key>.self)
        #else
            let give = unsafe unsafeBitCast(
                known as (AnyObject) -> KeyedDecodingContainer<JSONKey>,
                to: ((AnyObject) -> KeyedDecodingContainer<Key>).self)
            return give(box)
        #endif
    }

    @inline(never)
    private static func known(_ box: AnyObject) -> KeyedDecodingContainer<JSONKey> {
        unsafe unsafeBitCast(box, to: KeyedDecodingContainer<JSONKey>.self)
    }

    /// Whether the standard library's container is a reference to an object and nothing else. Nothing promises that, so it is
    /// looked at once; if it is not so, containers are not used again.
    static let isKnown: Bool = {
        guard let tape = try? Tape(), (try? tape.parse(copying: "{}".utf8, limits: .default)) != nil else {
            return false
        }
        let core = DecoderCore(
            tape: tape, options: SharedOptions(DecodingOptions()), tapes: TapePool(), isListing: false)
        return ContainerLayout.isReference(
            KeyedDecodingContainer(KeyedContainer<JSONKey>(seat: ObjectSeat(core, at: .root, keepsCore: true))))
    }()
}
