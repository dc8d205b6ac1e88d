/// Two models in one JSON object: the members that many responses share, and those of this response.
///
/// ```swift
/// struct Page: Codable { let page: Int, pageCount: Int }
/// struct Songs: Codable { let songs: [String] }
///
/// let response = try decoder.decode(
///     Flattened<Page, Songs>.self, from: #"{"page": 1, "pageCount": 9, "songs": ["A"]}"#)
/// response.page        // 1, of `shared`
/// response.songs       // ["A"], of `body`
/// ```
///
/// In the table `Page` has `page` and, optionally, `next`; `Songs` has `songs`; `Next` has `next`.
///
/// | property | in the JSON | `.strict` | `.lenient` | written |
/// |---|---|---|---|---|
/// | `Flattened<Page, Songs>` | `{"page": 1, "songs": [2]}` | `Flattened(shared: Page(page: 1, next: nil), body: Songs(songs: [2]))` | the same | `{"page":1,"songs":[2]}` |
/// | `Flattened<Page, Songs>` | `{"page": "1", "songs": [2, {}]}` | fails: Expected to decode Int but found a string instead. | `Flattened(shared: Page(page: 1, next: nil), body: Songs(songs: [2]))` | `{"page":1,"songs":[2]}` |
/// | `Flattened<Page, Songs>` | `{"page": 1}` | fails: No value associated with key CodingKeys(stringValue: "songs", intValue: nil) ("songs"). | the same | |
/// | `Flattened<Page, Songs>` | `{"songs": []}` | fails: No value associated with key CodingKeys(stringValue: "page", intValue: nil) ("page"). | the same | |
/// | `Flattened<Page, Songs>` | `[]` | fails: Expected to decode Dictionary<String, Any> but found an array instead. | the same | |
/// | `Flattened<Page, Songs>` | `null` | fails: Cannot get keyed decoding container -- found null value instead | the same | |
/// | `Flattened<Page, Songs>` | no key | fails: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value"). | the same | |
/// | `Flattened<Page, Next>` | `{"page": 1, "next": 2}` | `Flattened(shared: Page(page: 1, next: Optional(2)), body: Next(next: 2))` | the same | `{"next":2,"page":1}` |
/// | `Flattened<Page, Flattened<Songs, Next>>` | `{"page": 1, "songs": [], "next": 2}` | `Flattened(shared: Page(page: 1, next: Optional(2)), body: Flattened(shared: Songs(songs: []), body: Next(next: 2)))` | the same | `{"next":2,"page":1,"songs":[]}` |
/// | `Flattened<Page, [String: Int]>` | `{"page": 1}` | `Flattened(shared: Page(page: 1, next: nil), body: ["page": 1])` | the same | `{"page":1}` |
/// | `Flattened<Page, RawJSON>` | `{"page": 1, "b": [2.50]}` | `Flattened(shared: Page(page: 1, next: nil), body: {"page": 1, "b": [2.50]})` | the same | `{"b":[2.5],"page":1}` |
/// | `Flattened<Page, Outcome<Songs, Next>>` | `{"page": 1, "songs": []}` | `Flattened(shared: Page(page: 1, next: nil), body: success(Songs(songs: [])))` | the same | `{"page":1,"songs":[]}` |
/// | `Flattened<Next?, Songs?>` | `{"songs": [], "next": 1}` | `Flattened(shared: Optional(Next(next: 1)), body: Optional(Songs(songs: [])))` | the same | `{"next":1,"songs":[]}` |
/// | `Flattened<Next?, Songs?>` | `null` | `Flattened(shared: nil, body: nil)` | the same | `{}` |
/// | `Flattened<Page, Songs>?` | `null` | `nil` | the same | no key |
/// | `Flattened<Page, Songs>??` | no key | `nil` | the same | no key |
/// | `[Flattened<Page, Songs>]` | `[{"page": 1, "songs": []}]` | `[Flattened(shared: Page(page: 1, next: nil), body: Songs(songs: []))]` | the same | `[{"page":1,"songs":[]}]` |
/// | `[Flattened<Page, Songs>?]` | `[null]` | `[nil]` | the same | `[null]` |
/// | `[String: Flattened<Page, Songs>]` | `{"a": {"page": 1, "songs": []}}` | `["a": Flattened(shared: Page(page: 1, next: nil), body: Songs(songs: []))]` | the same | `{"a":{"page":1,"songs":[]}}` |
///
/// Both parts must encode as objects, through keyed containers, or be an optional, an ``Outcome``, a ``Presence`` or a
/// ``RawJSON`` of such. For `nil` nothing is encoded. A key that both have is decoded by both; the body's value is
/// encoded.
@dynamicMemberLookup
public struct Flattened<Shared, Body> {
    /// The members that many responses share.
    public var shared: Shared
    /// The members of this response.
    public var body: Body

    /// Creates the two parts.
    ///
    /// - Parameters:
    ///   - shared: the members that many responses share.
    ///   - body: the members of this response.
    public init(shared: Shared, body: Body) {
        self.shared = shared
        self.body = body
    }

    /// A property of ``shared``. To access a property that both parts have, name the part.
    ///
    /// - Parameter member: a property of ``shared``.
    public subscript<Value>(dynamicMember member: WritableKeyPath<Shared, Value>) -> Value {
        get { shared[keyPath: member] }
        set { shared[keyPath: member] = newValue }
    }

    /// A property of ``shared``, read only.
    ///
    /// - Parameter member: a property of ``shared``.
    public subscript<Value>(dynamicMember member: KeyPath<Shared, Value>) -> Value { shared[keyPath: member] }

    /// A property of ``body``.
    ///
    /// - Parameter member: a property of ``body``.
    public subscript<Value>(dynamicMember member: WritableKeyPath<Body, Value>) -> Value {
        get { body[keyPath: member] }
        set { body[keyPath: member] = newValue }
    }

    /// A property of ``body``, read only.
    ///
    /// - Parameter member: a property of ``body``.
    public subscript<Value>(dynamicMember member: KeyPath<Body, Value>) -> Value { body[keyPath: member] }
}

extension Flattened: Sendable where Shared: Sendable, Body: Sendable {}
extension Flattened: Equatable where Shared: Equatable, Body: Equatable {}
extension Flattened: Hashable where Shared: Hashable, Body: Hashable {}

extension Flattened: CustomStringConvertible {
    public var description: String { "Flattened(shared: \(shared), body: \(body))" }
}

extension Flattened: Decodable where Shared: Decodable, Body: Decodable {
    /// Decodes both parts from the same object.
    public init(from decoder: any Decoder) throws {
        // Through a container, so that the decoder sees the requested type and a policy can repair it.
        let container = try decoder.singleValueContainer()
        shared = try container.decode(Shared.self)
        body = try container.decode(Body.self)
    }
}

extension Flattened: Encodable where Shared: Encodable, Body: Encodable {
    /// Encodes both parts into the same object.
    public func encode(to encoder: any Encoder) throws {
        // Encodes an object even if neither part has a member.
        _ = encoder.container(keyedBy: JSONKey.self)
        try shared.addMembers(to: encoder)
        try body.addMembers(to: encoder)
    }
}
