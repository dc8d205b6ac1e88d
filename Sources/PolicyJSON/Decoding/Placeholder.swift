import FoundationImport

/// Placeholders for values that could not be decoded: zero, empty, `nil`, the first case; if a type rejects these, one
/// and "a". Only the models that are decoded with them receive them.
enum Placeholder {
    /// A placeholder; `nil` if the type accepts none.
    @_semantics("optimize.sil.specialize.generic.never")
    static func value<T: Decodable>(of type: T.Type) -> T? {
        for scalars in [PlaceholderScalars.empty, .one] {
            if let value = try? make(type, scalars, depth: 0) { return value }
        }
        return nil
    }

    @_semantics("optimize.sil.specialize.generic.never")
    fileprivate static func make<T: Decodable>(_ type: T.Type, _ scalars: PlaceholderScalars, depth: Int) throws -> T {
        let known: Any? =
            switch type {
            case is URL.Type: URL(string: "placeholder:")
            case is UUID.Type: UUID()
            case is Decimal.Type: Decimal(scalars.number)
            case is Data.Type: Data()
            case let type as any PlaceholderProviding.Type: type.placeholder()
            default: enumerationCases(of: type)?.first?.value
            }
        if let value = known as? T { return value }
        // Types with unbounded recursion have no placeholder.
        guard depth < 64 else { throw Failure() }
        return try type.init(from: PlaceholderDecoder(scalars: scalars, depth: depth))
    }

    /// The error for a type that cannot be decoded from placeholders.
    fileprivate struct Failure: Error {}
}

/// A type that makes its own placeholder.
protocol PlaceholderProviding {
    static func placeholder() -> Self?
}

/// The scalars that a placeholder consists of.
private enum PlaceholderScalars {
    case empty, one

    var bool: Bool { self == .one }
    var number: Int { self == .one ? 1 : 0 }
    var string: String { self == .one ? "a" : "" }
}

/// A decoder in which every key exists and has a placeholder.
private struct PlaceholderDecoder: Decoder {
    let scalars: PlaceholderScalars
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PlaceholderObject<Key>(scalars: scalars, depth: depth))
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { PlaceholderArray() }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension PlaceholderDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { true }
    func decode(_ type: Bool.Type) -> Bool { scalars.bool }
    func decode(_ type: String.Type) -> String { scalars.string }
    func decode(_ type: Double.Type) -> Double { Double(scalars.number) }
    func decode(_ type: Float.Type) -> Float { Float(scalars.number) }
    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) -> I { I(scalars.number) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try Placeholder.make(type, scalars, depth: depth + 1) }
}

private struct PlaceholderObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let scalars: PlaceholderScalars
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }
    private var inside: PlaceholderDecoder { PlaceholderDecoder(scalars: scalars, depth: depth + 1) }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { true }
    func decode(_ type: Bool.Type, forKey key: Key) -> Bool { scalars.bool }
    func decode(_ type: String.Type, forKey key: Key) -> String { scalars.string }
    func decode(_ type: Double.Type, forKey key: Key) -> Double { Double(scalars.number) }
    func decode(_ type: Float.Type, forKey key: Key) -> Float { Float(scalars.number) }
    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type, forKey key: Key) -> I { I(scalars.number) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try Placeholder.make(type, scalars, depth: depth + 1)
    }
    func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) -> KeyedDecodingContainer<N> {
        inside.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { inside.unkeyedContainer() }
    func superDecoder() -> any Decoder { inside }
    func superDecoder(forKey key: Key) -> any Decoder { inside }
}

/// An array without elements.
private struct PlaceholderArray: UnkeyedDecodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }

    mutating func decodeNil() throws -> Bool { throw Placeholder.Failure() }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { throw Placeholder.Failure() }
    mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
        throw Placeholder.Failure()
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Placeholder.Failure() }
    mutating func superDecoder() throws -> any Decoder { throw Placeholder.Failure() }
}
