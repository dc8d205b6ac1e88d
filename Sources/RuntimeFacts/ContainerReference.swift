/// Treats `KeyedDecodingContainer` and `KeyedEncodingContainer` as the object references that they consist of.
///
/// **Fact.** Both are structs whose only stored property is a reference to a class of the standard library.
/// **Source.** `Codable.swift` of the standard library, since Swift 4; no documentation states it.
/// **Check.** ``isKnown`` examines one container of each with `Mirror` and `MemoryLayout`, once per process.
/// **Gain.** A container that is no longer in use can be recognised (`isKnownUniquelyReferenced`) and used for the next
/// object. A new one costs an allocation and a look-up of generic metadata, and counts references to its state on each call.
public enum ContainerReference {
    /// Whether containers are references.
    public static let isKnown =
        RuntimeFacts.areUsed && isReference(KeyedDecodingContainer(NoMembers()))
        && isReference(KeyedEncodingContainer(NoMembers()))

    /// Whether a container is a reference to an object and nothing else.
    private static func isReference<Container>(_ container: Container) -> Bool {
        let parts = Array(Mirror(reflecting: container).children)
        guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size, parts.count == 1,
            type(of: parts[0].value) is AnyClass
        else {
            return false
        }
        return unsafe unsafeBitCast(container, to: UInt.self)
            == UInt(bitPattern: ObjectIdentifier(parts[0].value as AnyObject))
    }

    /// The object that a container is a reference to.
    ///
    /// - Precondition: ``isKnown``.
    @inlinable
    @inline(__always)
    public static func object<Container>(of container: Container) -> AnyObject {
        unsafe unsafeBitCast(container, to: AnyObject.self)
    }
}

/// Makes containers from object references.
///
/// An object, and not a function: generic code that names the type of a container asks the runtime for its metadata on
/// each call, which takes as long as decoding two members. The object's own type contains the metadata.
///
/// Subclasses make them from other objects, without the fact.
open class ContainerMaker<Container> {
    public init() {}

    /// The container that is a reference to `object`.
    ///
    /// - Precondition: The object is that of a `Container`, and ``ContainerReference/isKnown``.
    @inline(never)
    open func container(of object: AnyObject) -> Container { unsafe unsafeBitCast(object, to: Container.self) }

    /// The container that `maker` makes from `object`.
    ///
    /// - Precondition: `maker` is a maker of such containers, and the object is one from which it makes them.
    @inlinable
    @inline(__always)
    public static func container(of object: AnyObject, by maker: Unmanaged<AnyObject>) -> Container {
        unsafe maker._withUnsafeGuaranteedRef {
            unsafe unsafeDowncast($0, to: ContainerMaker<Container>.self).container(of: object)
        }
    }
}

/// A container without members, for the check.
private struct NoMembers: KeyedDecodingContainerProtocol, KeyedEncodingContainerProtocol {
    enum Key: CodingKey { case none }
    struct Failure: Error {}

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) throws -> Bool { throw Failure() }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { throw Failure() }
    func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> KeyedDecodingContainer<N> {
        throw Failure()
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Failure() }
    func superDecoder() throws -> any Decoder { throw Failure() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Failure() }

    func encodeNil(forKey key: Key) throws { throw Failure() }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw Failure() }
    func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) -> KeyedEncodingContainer<N> { unused() }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { unused() }
    func superEncoder() -> any Encoder { unused() }
    func superEncoder(forKey key: Key) -> any Encoder { unused() }

    private func unused() -> Never { preconditionFailure("This container is looked at, and not written to.") }
}
