import FoundationImport

/// Placeholders for values that could not be decoded: zero, empty, `nil`, the first case; if a type rejects these, one
/// and "a". Only the models that are decoded with them receive them.
enum Placeholder {
    /// A placeholder; `nil` if the type accepts none.
    ///
    /// - Parameters:
    ///   - problems: the problems of the document, which may have many values of a type that takes long to say so.
    ///   - userInfo: that of the call.
    ///   - path: the path of the value. Only a model that requests it needs it.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    static func value<T: Decodable>(
        of type: T.Type, _ problems: ProblemLog, userInfo: [CodingUserInfoKey: any Sendable],
        path: @escaping () -> [any CodingKey]
    ) -> T? {
        if problems.isEndless(type) { return nil }
        for scalars in [PlaceholderScalars.empty, .one] {
            let request = PlaceholderRequest(scalars, userInfo, path)
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

/// What a value inside a placeholder is made of, how much may still be made, and what the decoders show.
struct PlaceholderRequest {
    fileprivate let scalars: PlaceholderScalars
    /// That of the call: models may need it.
    fileprivate let userInfo: [CodingUserInfoKey: any Sendable]
    private let path: () -> [any CodingKey]
    /// The keys from the path to the value.
    private var keys: [any CodingKey] = []
    private var depth = 0
    /// The number of values that may still be made. A type that tries several forms of itself makes exponentially many.
    private let budget = Budget()

    private final class Budget { var steps = 10_000 }

    fileprivate init(
        _ scalars: PlaceholderScalars, _ userInfo: [CodingUserInfoKey: any Sendable],
        _ path: @escaping () -> [any CodingKey]
    ) {
        (self.scalars, self.userInfo, self.path) = (scalars, userInfo, path)
    }

    fileprivate var codingPath: [any CodingKey] { path() + keys }

    /// The request for a value inside at the same path.
    var inside: Self {
        var request = self
        request.depth += 1
        return request
    }

    /// The request for the value of a member.
    fileprivate func inside(_ key: some CodingKey) -> Self {
        var request = inside
        request.keys.append(key)
        return request
    }

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
    var codingPath: [any CodingKey] { request.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { request.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(PlaceholderObject<Key>(request: request))
    }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { PlaceholderArray(request: request) }
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
    var codingPath: [any CodingKey] { request.codingPath }
    var allKeys: [Key] { [] }

    // A model may request members as long as there are any: each takes a step.
    func contains(_ key: Key) -> Bool { request.takeStep() }
    func decodeNil(forKey key: Key) -> Bool { true }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalars.bool }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalars.string }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { Double(try scalars.number) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { Float(try scalars.number) }
    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type, forKey key: Key) throws -> I {
        I(try scalars.number)
    }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try Placeholder.make(type, request.inside(key))
    }
    func nestedContainer<N: CodingKey>(
        keyedBy type: N.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<N> { try decoder(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { try decoder(JSONKey.super) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private var scalars: PlaceholderScalars {
        get throws {
            guard request.takeStep() else { throw Placeholder.Failure() }
            return request.scalars
        }
    }

    private func decoder(_ key: some CodingKey) throws -> PlaceholderDecoder {
        guard request.takeStep() else { throw Placeholder.Failure() }
        return PlaceholderDecoder(request: request.inside(key))
    }
}

/// An array without elements.
private struct PlaceholderArray: UnkeyedDecodingContainer {
    let request: PlaceholderRequest
    var codingPath: [any CodingKey] { request.codingPath }
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
