#if DEBUG
    #if canImport(Glibc)
        internal import Glibc
    #elseif canImport(Musl)
        internal import Musl
    #elseif canImport(Android)
        internal import Android
    #else
        internal import Darwin
    #endif
#endif

/// What the library knows about the Swift runtime and the standard library that no documentation promises.
///
/// Each fact has its own file, which states the fact, its source, its run-time check, and its gain. If a check fails,
/// callers use alternative code that relies on promised behaviour only.
///
/// | fact | file | check | gain |
/// |---|---|---|---|
/// | a string of at most 15 bytes of UTF-8 is two words | `SmallString` | strings of each length are made and compared, once per process | 6 to 9 % of the instructions of a decode |
/// | a keyed container is one reference | `ContainerReference` | the container's layout is compared by `Mirror`, once per process | with the row above 16 to 26 % |
/// | the layout of the metadata of enumerations | `EnumCases` | enumerations of known cases are read, once per process | cases of enumerations that are not `CaseIterable` |
/// | where a `Decimal` has its significand | `DecimalWords` | each value is compared with one made by public API | a tenth of the time to encode a `Decimal` |
///
/// Building with `-Xswiftc -DPROMISED_FACTS_ONLY` turns all of them off. In debug builds the environment variable
/// `POLICYJSON_PROMISED_FACTS_ONLY` does, too, so that the tests can be run both ways without another build.
public enum RuntimeFacts {
    /// Whether this build relies on facts that are not promised.
    @inlinable
    public static var areUsed: Bool {
        #if PROMISED_FACTS_ONLY
            false
        #elseif DEBUG
            !areTurnedOff
        #else
            true
        #endif
    }

    #if DEBUG
        @usableFromInline
        static let areTurnedOff = unsafe getenv("POLICYJSON_PROMISED_FACTS_ONLY") != nil
    #endif
}

/// The byte that a value consists of.
///
/// - Precondition: `MemoryLayout<T>.size == 1`.
@inlinable
@inline(__always)
public func byte<T>(of value: T) -> UInt8 { unsafe unsafeBitCast(value, to: UInt8.self) }

/// Casts a value to the type that it is known to have, after generic code has compared the types.
///
/// The standard library's cast, `as!`, looks the conversion up at run time.
///
/// - Precondition: `T.self == U.self`.
@inlinable
@inline(__always)
public func unsafelyCast<T, U>(_ value: T, to type: U.Type = U.self) -> U {
    assert(T.self == U.self)
    return unsafe unsafeBitCast(value, to: U.self)
}
