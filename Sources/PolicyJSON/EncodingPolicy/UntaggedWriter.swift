/// The container of an enumeration with a synthesized `encode(to:)` whose cases have no tag: the contents are the value.
struct UntaggedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: any Encoder
    let state: VariantEncoder.State
    /// The text for a case without associated values, by its name.
    let tag: (String) -> String

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        if NestedKey.isWithoutCases {
            do {
                var container = encoder.singleValueContainer()
                try container.encode(tag(key.stringValue))
            } catch {
                (encoder as? ValueEncoder)?.core.note(error)
            }
        } else if !NestedKey.isUnlabelled {
            return encoder.container(keyedBy: type)
        }
        state.isWaiting = NestedKey.isUnlabelled
        return KeyedEncodingContainer(UntaggedWriter<NestedKey>(encoder: encoder, state: state, tag: tag))
    }

    // The only associated value, without a label.
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        state.isWaiting = false
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    mutating func encodeNil(forKey key: Key) throws {}

    // Not requested by synthesized code.
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}
