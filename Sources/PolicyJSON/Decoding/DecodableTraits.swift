import FoundationImport

/// How the decoder treats a type: determined once per type and kept for the lifetime of the process.
// `@unchecked`: metatypes are not `Sendable`, but types and their conformances are the same on every thread.
struct DecodableTraits: @unchecked Sendable, TabledTraits {
    enum Kind: UInt8 {
        /// Decoded by its own `init(from:)`.
        case plain
        case bool, string, double, float, int
        case date, data, url, decimal
        /// Arrays of scalars, which contain most numeric data.
        case strings, doubles, ints, bools
        /// `[[Double]]`.
        case doubleArrays
        /// Dictionaries of scalars with `String` keys.
        case namedStrings, namedDoubles, namedInts, namedBools
        /// `Optional`.
        case optional
        /// `Array`, `ContiguousArray`, `Set`, `Dictionary`: decoded by ``IntrinsicDecodable``.
        case collection
        /// An enumeration with a raw value: decoded by its own `init(from:)`; rules are consulted if that fails.
        case rawEnum
        /// Decoded without a decoder if the string has the usual form, and otherwise by its own `init(from:)`.
        case uuid
    }

    let kind: Kind
    var id: UInt32 = 0
    /// Whether the type has a value for a missing key.
    let isMissable: Bool
    /// How the type is decoded, for optionals and all collections.
    let intrinsic: (any IntrinsicDecodable.Type)?
    /// The type, if it is an integer type.
    let integer: (any FixedWidthInteger.Type)?

    /// Whether `intrinsic` decodes the type if no shorter path applies.
    @inline(__always)
    var isOpened: Bool {
        switch kind {
        case .optional, .collection, .doubleArrays, .namedStrings, .namedDoubles, .namedInts, .namedBools: true
        default: false
        }
    }

    /// Whether the type is decoded by its own `init(from:)`.
    var isModel: Bool {
        switch kind {
        case .plain: integer == nil
        case .rawEnum: true
        default: false
        }
    }

    /// The traits of `type`.
    ///
    /// - Complexity: O(1): a hash of the type's address, an atomic load and a comparison.
    @inline(__always)
    static func of(_ type: Any.Type) -> DecodableTraits { table.traits(of: type) }

    /// The type that `id` stands for.
    static func type(id: UInt32) -> Any.Type? { table.type(id: id) }

    /// Cores store a reference to the table, because each access through this property costs a call.
    static let table = TypeTable<DecodableTraits>()

    init(examining type: Any.Type) {
        intrinsic = type as? any IntrinsicDecodable.Type
        integer = type as? any FixedWidthInteger.Type
        isMissable = type is any MissableValue.Type
        if let known = Self.known[ObjectIdentifier(type)] {
            kind = known
        } else if intrinsic != nil {
            kind = type is any OptionalValue.Type ? .optional : .collection
        } else {
            kind = type is any RawRepresentable.Type && isEnumeration(type) ? .rawEnum : .plain
        }
    }

    private static let known: [ObjectIdentifier: Kind] = [
        ObjectIdentifier(Bool.self): .bool,
        ObjectIdentifier(String.self): .string,
        ObjectIdentifier(Double.self): .double,
        ObjectIdentifier(Float.self): .float,
        ObjectIdentifier(Int.self): .int,
        ObjectIdentifier([String].self): .strings,
        ObjectIdentifier([Double].self): .doubles,
        ObjectIdentifier([[Double]].self): .doubleArrays,
        ObjectIdentifier([Int].self): .ints,
        ObjectIdentifier([Bool].self): .bools,
        ObjectIdentifier([String: String].self): .namedStrings,
        ObjectIdentifier([String: Double].self): .namedDoubles,
        ObjectIdentifier([String: Int].self): .namedInts,
        ObjectIdentifier([String: Bool].self): .namedBools,
        ObjectIdentifier(Date.self): .date,
        ObjectIdentifier(Data.self): .data,
        ObjectIdentifier(URL.self): .url,
        ObjectIdentifier(Decimal.self): .decimal,
        ObjectIdentifier(UUID.self): .uuid,
    ]
}
