internal import JSONTape

/// The members of an object that a model has no property for, under the rule ``UnknownKeys`` with `.keep`, in both
/// directions.
///
/// ```swift
/// struct Event: Codable {
///     var id: Int
///     var extra: ExtraMembers
/// }
/// let keep = UnknownKeys(.keep)
/// let decoder = PolicyJSONDecoder(policy: DecodingPolicy { keep })
/// let encoder = PolicyJSONEncoder(policy: EncodingPolicy { keep })
/// var event = try decoder.decode(Event.self, from: #"{"id": 1, "amount": 1.50}"#)
/// event.extra["amount"]?.number?.text          // 1.50
/// event.extra["note"] = try RawJSON(encoding: "checked")
/// try encoder.encode(event)                    // {"id":1,"amount":1.50,"note":"checked"}
/// ```
///
/// In the table `Memo` has the properties `id`, `note`, which is optional, and `extra`.
///
/// | in the JSON | under the rule | written under the rule | without the rule |
/// |---|---|---|---|
/// | `{"id":1}` | `Memo(id: 1, note: nil, extra: {})` | `{"id":1}` | the same |
/// | `{"b":[1.50],"id":1,"a":null}` | `Memo(id: 1, note: nil, extra: {"b":[1.50],"a":null})` | `{"id":1,"b":[1.50],"a":null}` | `Memo(id: 1, note: nil, extra: {})` |
/// | `{"id":1,"note":null,"extra":{"a":2}}` | `Memo(id: 1, note: nil, extra: {"extra":{"a":2}})` | `{"id":1,"extra":{"a":2}}` | `Memo(id: 1, note: nil, extra: {"a":2})` |
/// | `{"id":1,"extra":null}` | `Memo(id: 1, note: nil, extra: {"extra":null})` | `{"id":1,"extra":null}` | `Memo(id: 1, note: nil, extra: {})` |
/// | `{"id":1,"extra":5}` | `Memo(id: 1, note: nil, extra: {"extra":5})` | `{"id":1,"extra":5}` | fails: Expected to decode Dictionary<String, Any> but found number instead. |
/// | `{"id":1,"a":2,"a":3}` | `Memo(id: 1, note: nil, extra: {"a":2})` | `{"id":1,"a":2}` | `Memo(id: 1, note: nil, extra: {})` |
///
/// **Decoding.** The members are those that nothing else has requested when the model has been decoded, whatever the order
/// of its properties: superclasses, several containers over the object, and rules that find members under other names
/// count. Until then, the property is empty: `init(from:)` cannot read it. The name of the property is not a name in the
/// JSON: a member with that name is kept like any other. Names and values are verbatim; of repeated names the first counts.
/// In an object that several models are decoded from, the first property of this type gets the members.
///
/// **Encoding.** The members are written to the model's object at the position of the property, with their names and
/// values unchanged. If the model encodes a member with the same name, that one is written.
///
/// Without the rule, and for other decoders and encoders, the property is an object under its own key, which is omitted if
/// there are no members. The members of the model's object that it has no property for are then lost, as usual.
public struct ExtraMembers: Sendable {
    /// The members, in their order.
    struct Contents: Sendable {
        private(set) var names: [String] = []
        private(set) var values: [String: RawJSON] = [:]

        subscript(name: String) -> RawJSON? {
            get { values[name] }
            set {
                if let newValue {
                    if values.updateValue(newValue, forKey: name) == nil { names.append(name) }
                } else if values.removeValue(forKey: name) != nil {
                    names.removeAll { $0 == name }
                }
            }
        }
    }

    /// The members. A class, because the decoder adds them when the model has been decoded.
    final class Storage: Sendable {
        private let mutex: CheckedMutex<Contents>

        init(_ contents: Contents = Contents()) { mutex = CheckedMutex(contents) }

        var contents: Contents { mutex.withLock { $0 } }

        func set(_ contents: Contents) { mutex.withLock { $0 = contents } }
    }

    private(set) var storage: Storage

    /// Creates a value without members.
    public init() { storage = Storage() }

    /// The value of the member with a name; `nil` if there is none. Assigning `nil` removes the member.
    ///
    /// - Parameter name: the name of the member, without escapes.
    /// - Complexity: O(1) to read; assigning copies the members.
    public subscript(name: String) -> RawJSON? {
        get { storage.contents[name] }
        set {
            var contents = storage.contents
            contents[name] = newValue
            // Another value may share the storage, as may the decoder while the model is decoded.
            storage = Storage(contents)
        }
    }

    /// The members in their order.
    public var members: [(name: String, value: RawJSON)] {
        let contents = storage.contents
        return contents.names.compactMap { name in contents[name].map { (name, $0) } }
    }

    /// The members with texts that are JSON, each one by itself.
    ///
    /// - Parameter path: the path to a member, for errors.
    @_optimize(size)
    @inline(never)
    func checkedMembers(_ path: (JSONKey) -> [any CodingKey]) throws -> [(name: String, text: String)] {
        try members.map { name, value in
            do throws(JSONSyntaxError) {
                return (name, try value.checkedText)
            } catch {
                throw EncodingError.notJSON(value, error, at: path(JSONKey(name)))
            }
        }
    }

    /// The number of members.
    public var count: Int { storage.contents.names.count }

    /// Whether there are no members.
    public var isEmpty: Bool { storage.contents.names.isEmpty }
}

extension ExtraMembers: Hashable {
    /// The order of the members does not matter; the text of each value does.
    public static func == (left: ExtraMembers, right: ExtraMembers) -> Bool {
        left.storage === right.storage || left.storage.contents.values == right.storage.contents.values
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(storage.contents.values) }
}

extension ExtraMembers: ExpressibleByDictionaryLiteral {
    /// Creates a value with these members; of repeated names the first counts.
    public init(dictionaryLiteral elements: (String, RawJSON)...) {
        var contents = Contents()
        for (name, value) in elements where contents[name] == nil { contents[name] = value }
        storage = Storage(contents)
    }
}

extension ExtraMembers: CustomStringConvertible {
    /// The members as a JSON object.
    public var description: String {
        "{\(members.map { "\(RawJSON.quoted($0.name)):\($0.value.text)" }.joined(separator: ","))}"
    }
}

// Without the rule, an object.
extension ExtraMembers: Codable {
    /// Decodes an object, or `null`, which has no members.
    public init(from decoder: any Decoder) throws {
        var contents = Contents()
        guard try !decoder.singleValueContainer().decodeNil() else {
            storage = Storage(contents)
            return
        }
        // Throws the decoder's own error for other kinds.
        _ = try decoder.container(keyedBy: JSONKey.self)
        for member in try RawJSON(from: decoder).value.members {
            let name = member.name
            if contents[name] == nil { contents[name] = member.value.text.map { RawJSON(checked: $0) } }
        }
        storage = Storage(contents)
    }

    /// Encodes an object.
    public func encode(to encoder: any Encoder) throws {
        // A text by itself could end the member and start others.
        _ = try checkedMembers { encoder.codingPath + [$0] }
        var container = encoder.singleValueContainer()
        try container.encode(RawJSON(checked: description))
    }
}

// In a keyed container, a key without members is omitted.
extension ExtraMembers: MissableValue {
    static var missing: ExtraMembers { ExtraMembers() }
    var isMissing: Bool { isEmpty }
}

// The code that the compiler synthesises for a model calls these overloads.
extension KeyedDecodingContainer {
    /// Decodes a model's ``ExtraMembers``; there are none if the key is missing.
    ///
    /// - Parameters:
    ///   - type: the type.
    ///   - key: the key.
    /// - Returns: the members.
    /// - Throws: an error of decoding a value that is not an object.
    public func decode(_ type: ExtraMembers.Type, forKey key: Key) throws -> ExtraMembers {
        try decodeIfPresent(type, forKey: key) ?? .missing
    }
}

extension KeyedEncodingContainer {
    /// Encodes a model's ``ExtraMembers``; omits the key if there are none.
    ///
    /// - Parameters:
    ///   - value: the members.
    ///   - key: the key.
    /// - Throws: an error of encoding a member.
    public mutating func encode(_ value: ExtraMembers, forKey key: Key) throws {
        if !value.isEmpty { try encodeGenerally(value, forKey: key) }
    }

    /// Calls the container's own method: in this generic context overload resolution does not choose the one above.
    private mutating func encodeGenerally<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encode(value, forKey: key)
    }
}
