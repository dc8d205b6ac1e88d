/// A key of a variant, about which rules are not consulted, as in decoding: the tag's, the contents', or `_0`.
struct VariantKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    /// The key of the first associated value without a label.
    static let unlabelled = VariantKey("_0")
}

extension CodingKey {
    /// Whether these are the keys of a case with a single associated value, without a label, which is the contents as a whole.
    static var isUnlabelled: Bool {
        // A type whose values take no memory has no more than one.
        MemoryLayout<Self>.size == 0 && Self(stringValue: VariantKey.unlabelled.stringValue) != nil
    }
}

/// Encodes the contents of a variant to the object that has its tag: a model as members, anything else as the member `_0`.
struct TaggedContents: Encoder {
    let encoder: any Encoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    private var object: KeyedEncodingContainer<VariantKey> { encoder.container(keyedBy: VariantKey.self) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoder.container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        var object = object
        return object.nestedUnkeyedContainer(forKey: .unlabelled)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(contents: self) }

    /// Encodes a value that is the contents as a whole.
    func encode<T: Encodable>(_ value: T) throws {
        // A raw value, or JSON that is no object, has no members.
        if EncodableTraits.of(T.self).kind == .plain, !(value is any RawRepresentable),
            (value as? RawJSON).map({ $0.value.kind == .object }) ?? true
        {
            return try value.addMembers(to: self)
        }
        var object = object
        try object.encode(value, forKey: .unlabelled)
    }

    private struct Single: SingleValueEncodingContainer {
        let contents: TaggedContents

        var codingPath: [any CodingKey] { contents.codingPath }

        mutating func encodeNil() throws {
            var object = contents.object
            try object.encodeNil(forKey: .unlabelled)
        }

        mutating func encode<T: Encodable>(_ value: T) throws { try contents.encode(value) }
    }
}
