extension Variants: EncodingRule {
    var listedEncodingSituations: EncodingSituation { .value }

    /// Encodes a value of the enumeration or base class with its tag.
    ///
    /// - Parameter context: the value, its type, model and path.
    /// - Returns: the form with the tag; declines for values of other types.
    func representation(for context: EncodingRuleContext) -> Representation {
        guard context.type == type, let value = context.value else { return .decline }
        if types.isEmpty {
            return .encode { encoder in
                try value.encode(to: VariantEncoder(encoder: encoder, tagging: tagging) { tag(of: $0) })
            }
        }
        let dynamicType = Swift.type(of: value) as Any.Type
        guard let tag = types.filter({ $0.value == dynamicType }).keys.min() else {
            return dynamicType == type ? .decline : .fail("\(dynamicType) has no tag.")
        }
        return .encode { encoder in
            let variant = VariantEncoder(encoder: encoder, tagging: tagging) { $0 }
            try variant.encode(value, tag: tag)
        }
    }

    /// The tag of a case.
    private func tag(of name: String) -> String { cases.filter { $0.value == name }.keys.min() ?? name }
}

/// Encodes an enumeration with a synthesized `encode(to:)`, which encodes one member, the case, with an object of the
/// associated values, with the case as a tag instead.
private struct VariantEncoder: Encoder {
    let encoder: any Encoder
    let tagging: Variants.Tagging
    let tag: (String) -> String

    var codingPath: [any CodingKey] { encoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(CaseWriter<Key>(variant: self, container: encoder.container(keyedBy: type)))
    }

    // Not requested by synthesized code.
    func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { encoder.singleValueContainer() }

    /// The container of the associated values of a case. Writes the tag.
    func associatedValues<Key: CodingKey>(_ type: Key.Type, tag: String) -> KeyedEncodingContainer<Key> {
        var container = encoder.container(keyedBy: JSONKey.self)
        let isWhole = Key(stringValue: WholeValueWriter<Key>.name) != nil
        let place: JSONKey
        switch tagging.kind {
        case .internally(let key):
            writeTag(tag, key, &container)
            if !isWhole { return encoder.container(keyedBy: type) }
            return KeyedEncodingContainer(WholeValueWriter<Key>(encoder: encoder, container: container, place: nil))
        case .adjacently(let key, let contents):
            writeTag(tag, key, &container)
            place = JSONKey(contents)
        case .externally: place = JSONKey(tag)
        }
        if !isWhole { return container.nestedContainer(keyedBy: type, forKey: place) }
        return KeyedEncodingContainer(WholeValueWriter<Key>(encoder: encoder, container: container, place: place))
    }

    private func writeTag(_ tag: String, _ key: String, _ container: inout KeyedEncodingContainer<JSONKey>) {
        // Strings can always be written.
        try? container.encode(tag, forKey: JSONKey(key))
    }

    /// Encodes a value of a class.
    func encode(_ value: any Encodable, tag: String) throws {
        var container = encoder.container(keyedBy: JSONKey.self)
        switch tagging.kind {
        case .internally(let key):
            writeTag(tag, key, &container)
            try value.encode(to: encoder)
        case .adjacently(let key, let contents):
            writeTag(tag, key, &container)
            try value.encode(to: container.superEncoder(forKey: JSONKey(contents)))
        case .externally:
            try value.encode(to: container.superEncoder(forKey: JSONKey(tag)))
        }
    }
}

/// The container of an enumeration. Members that are not a case are encoded unchanged.
private struct CaseWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let variant: VariantEncoder
    var container: KeyedEncodingContainer<Key>

    var codingPath: [any CodingKey] { container.codingPath }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        variant.associatedValues(type, tag: variant.tag(key.stringValue))
    }

    mutating func encodeNil(forKey key: Key) throws { try container.encodeNil(forKey: key) }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try container.encode(value, forKey: key) }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        container.nestedUnkeyedContainer(forKey: key)
    }
    mutating func superEncoder() -> any Encoder { container.superEncoder() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { container.superEncoder(forKey: key) }
}

/// The container of a case with an associated value without a label: writes it as the contents.
private struct WholeValueWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: any Encoder
    var container: KeyedEncodingContainer<JSONKey>
    /// The member that gets the value; `nil` if its members are added to the object.
    let place: JSONKey?

    /// The key of the first associated value without a label.
    static var name: String { "_0" }

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func place(of key: Key) -> JSONKey {
        key.stringValue == Self.name ? place ?? JSONKey(Self.name) : JSONKey(key.stringValue)
    }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        // Only a model encodes as members; a raw value does not.
        if place == nil, key.stringValue == Self.name, EncodableTraits.of(T.self).kind == .plain,
            !(value is any RawRepresentable)
        {
            return try value.addMembers(to: encoder)
        }
        try container.encode(value, forKey: place(of: key))
    }

    mutating func encodeNil(forKey key: Key) throws { try container.encodeNil(forKey: place(of: key)) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        container.nestedContainer(keyedBy: type, forKey: place(of: key))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        container.nestedUnkeyedContainer(forKey: place(of: key))
    }

    mutating func superEncoder() -> any Encoder { container.superEncoder() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { container.superEncoder(forKey: place(of: key)) }
}
