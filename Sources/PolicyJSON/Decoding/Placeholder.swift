import FoundationImport

/// Placeholders for values that could not be decoded: zero, empty, `nil`, the first case; if a type rejects these, one
/// and "a". Only the models that are decoded with them receive them.
enum Placeholder {
    /// A placeholder; `nil` if the type accepts none.
    ///
    /// - Parameter problems: the problems of the document, which may have many values of a type that takes long to say so.
    @_semantics("optimize.sil.specialize.generic.never")
    static func value<T: Decodable>(of type: T.Type, _ problems: ProblemLog) -> T? {
        if problems.isEndless(type) { return nil }
        for scalars in [PlaceholderScalars.empty, .one] {
            let request = PlaceholderRequest(scalars)
            if let value = try? make(type, request) { return value }
            if request.isExhausted { problems.noteEndless(type) }
        }
        return nil
    }

    @_semantics("optimize.sil.specialize.generic.never")
    static func make<T: Decodable>(_ type: T.Type, _ request: PlaceholderRequest) throws -> T {
        // Types that contain themselves without end have no placeholder.
        guard request.takeStep() else { throw Failure() }
        let known: Any? =
            switch type {
            case is URL.Type: URL(string: "placeholder:")
            case is UUID.Type: UUID()
            case is Decimal.Type: Decimal(request.scalars.number)
            case is Data.Type: Data()
            case let type as any PlaceholderProviding.Type: type.placeholder(request)
            default: enumerationCases(of: type)?.first?.value
            }
        if let value = known as? T { return value }
        return try type.init(from: PlaceholderDecoder(request: request))
    }

    /// The error for a type that cannot be decoded from placeholders.
    fileprivate struct Failure: Error {}
}

/// A type that makes its own placeholder.
protocol PlaceholderProviding {
    static func placeholder(_ request: PlaceholderRequest) -> Self?
}

/// What a value inside a placeholder is made of, and how much may still be made.
struct PlaceholderRequest {
    fileprivate let scalars: PlaceholderScalars
    private let depth: Int
    /// The number of values that may still be made. A type that tries several forms of itself makes exponentially many.
    private let budget: Budget

    private final class Budget { var steps = 10_000 }

    fileprivate init(_ scalars: PlaceholderScalars) { (self.scalars, depth, budget) = (scalars, 0, Budget()) }

    private init(_ scalars: PlaceholderScalars, _ depth: Int, _ budget: Budget) {
        (self.scalars, self.depth, self.budget) = (scalars, depth, budget)
    }

    /// The request for a value inside.
    var inside: Self { Self(scalars, depth + 1, budget) }

    /// Whether the number of values that may be made did not suffice.
    var isExhausted: Bool { budget.steps < 0 }

    fileprivate func takeStep() -> Bool {
        budget.steps -= 1
        return budget.steps >= 0 && depth < 64
    }
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
    let request: PlaceholderRequest
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PlaceholderObject<Key>(request: request))
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { PlaceholderArray() }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension PlaceholderDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { true }
    func decode(_ type: Bool.Type) -> Bool { request.scalars.bool }
    func decode(_ type: String.Type) -> String { request.scalars.string }
    func decode(_ type: Double.Type) -> Double { Double(request.scalars.number) }
    func decode(_ type: Float.Type) -> Float { Float(request.scalars.number) }
    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) -> I { I(request.scalars.number) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try Placeholder.make(type, request.inside) }
}

private struct PlaceholderObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let request: PlaceholderRequest
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }
    private var inside: PlaceholderDecoder { PlaceholderDecoder(request: request.inside) }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { true }
    func decode(_ type: Bool.Type, forKey key: Key) -> Bool { request.scalars.bool }
    func decode(_ type: String.Type, forKey key: Key) -> String { request.scalars.string }
    func decode(_ type: Double.Type, forKey key: Key) -> Double { Double(request.scalars.number) }
    func decode(_ type: Float.Type, forKey key: Key) -> Float { Float(request.scalars.number) }
    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type, forKey key: Key) -> I { I(request.scalars.number) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try Placeholder.make(type, request.inside)
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
