import FoundationImport

/// How the encoder treats a type. Determined once per type and cached for the life of the process.
// `@unchecked`: metatypes are not `Sendable`, but types and their conformances are the same on every thread.
struct EncodableTraits: @unchecked Sendable, TabledTraits {
    enum Kind: UInt8 {
        /// Encoded by its own `encode(to:)`.
        case plain
        case bool, string, double, float, int
        /// The other integers, written by ``IntrinsicEncodable``.
        case integer
        case date, data, url, decimal, uuid
        /// Optionals and collections of the standard library: encoded by ``IntrinsicEncodable``.
        case intrinsic
    }

    let kind: Kind
    var id: UInt32 = 0
    let intrinsic: (any IntrinsicEncodable.Type)?
    /// Whether the type is an optional, so that its wrapped value is examined.
    let isOptional: Bool
    /// Whether some values are omitted from objects, or written as several members.
    let isMissable: Bool
    /// Whether values are JSON text already.
    let isRawJSON: Bool

    /// The traits of `type`.
    ///
    /// - Complexity: O(1): a hash of the type's address, an atomic load and a comparison.
    @inline(__always)
    static func of(_ type: Any.Type) -> EncodableTraits { table.traits(of: type) }

    private static let table = TypeTable<EncodableTraits>()

    init(examining type: Any.Type) {
        intrinsic = type as? any IntrinsicEncodable.Type
        isOptional = type is any OptionalValue.Type
        isMissable = type is any MissableValue.Type
        isRawJSON = type is any RawJSONConvertible.Type
        let otherKind: Kind =
            intrinsic == nil ? .plain : type is any FixedWidthInteger.Type ? .integer : .intrinsic
        kind = Self.known[ObjectIdentifier(type)] ?? otherKind
    }

    private static let known: [ObjectIdentifier: Kind] = [
        ObjectIdentifier(Bool.self): .bool,
        ObjectIdentifier(String.self): .string,
        ObjectIdentifier(Double.self): .double,
        ObjectIdentifier(Float.self): .float,
        ObjectIdentifier(Int.self): .int,
        ObjectIdentifier(Date.self): .date,
        ObjectIdentifier(Data.self): .data,
        ObjectIdentifier(URL.self): .url,
        ObjectIdentifier(Decimal.self): .decimal,
        ObjectIdentifier(UUID.self): .uuid,
    ]
}
