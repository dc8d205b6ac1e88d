/// Encodes the contents of a variant to the object that has its tag: a model as members, anything else as the member `_0`.
struct TaggedContents: Encoder {
    let encoder: any Encoder
    /// Whether a member `_0` would be read as the contents: it would not in a class.
    var readsUnlabelled = true

    var codingPath: [any CodingKey] { encoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    private var object: KeyedEncodingContainer<JSONKey> { encoder.container(keyedBy: JSONKey.self) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // Types that have this key, and not keys for all names.
        guard readsUnlabelled, Key(stringValue: JSONKey.unlabelled.stringValue) != nil, Key(stringValue: "\0") == nil
        else {
            return encoder.container(keyedBy: type)
        }
        var object = object
        return object.nestedContainer(keyedBy: type, forKey: .unlabelled)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        var object = object
        return object.nestedUnkeyedContainer(forKey: .unlabelled)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(contents: self) }

    /// Encodes a value that is the contents as a whole.
    @_semantics("optimize.sil.specialize.generic.never")
    func encode<T: Encodable>(_ value: T) throws {
        if hasMembers(value) { return try value.addMembers(to: self) }
        var object = object
        try object.encode(value, forKey: .unlabelled)
    }

    /// Whether a value encodes as members. A raw value does not; JSON would be read with the tag as one of its members; what a rule
    /// writes, or an enumeration, may have a tag of its own; and a property `_0` would be read as the contents.
    @_optimize(size)
    private func hasMembers(_ value: some Encodable) -> Bool {
        if value is any RawRepresentable || value is RawJSON { return false }
        guard EncodableTraits.of(type(of: value)).kind == .plain else { return false }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .enum { return value is any MemberEncodable }
        let classes = sequence(first: mirror, next: \.superclassMirror)
        if classes.contains(where: { $0.children.contains { $0.label == JSONKey.unlabelled.stringValue } }) {
            return false
        }
        return (encoder as? ValueEncoder).map { !$0.core.isRepresented(value, in: $0.scope) } ?? true
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
