/// The container of an enumeration with a synthesized `encode(to:)` that is written as an array of its tag and its contents; then, of
/// these contents, if they are one associated value without a label.
struct PairWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: any Encoder
    let state: VariantEncoder.State
    /// The tag for a case, by its name.
    let tag: (String) -> String

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        if var pair = state.takePair() { return pair.nestedContainer(keyedBy: type) }
        var pair = encoder.unkeyedContainer()
        do {
            try pair.encode(tag(key.stringValue))
        } catch {
            (encoder as? ValueEncoder)?.core.note(error)
        }
        if !NestedKey.isUnlabelled { return pair.nestedContainer(keyedBy: type) }
        state.pair = pair
        return KeyedEncodingContainer(PairWriter<NestedKey>(encoder: encoder, state: state, tag: tag))
    }

    // The only associated value, without a label.
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        var pair = state.takePair()
        try pair?.encode(value)
    }

    // The end of the value writes `null`.
    mutating func encodeNil(forKey key: Key) throws {}

    // Not requested by synthesized code.
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        var pair = state.takePair() ?? encoder.unkeyedContainer()
        return pair.nestedUnkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder {
        var pair = state.takePair() ?? encoder.unkeyedContainer()
        return pair.superEncoder()
    }
}
