/// The container of an enumeration with a synthesized `encode(to:)` whose contents are the value, without a tag, or follow the tag in an
/// array; then, of these contents, if they are one associated value without a label.
struct ContentsWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: any Encoder
    let state: VariantEncoder.State
    /// The tag for a case, or the text for one without associated values, by its name.
    let tag: (String) -> String
    /// Whether a tag precedes the contents.
    let isPair: Bool

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        let tag = tag(key.stringValue)
        do {
            if isPair {
                var pair = encoder.unkeyedContainer()
                try pair.encode(tag)
                if !NestedKey.isUnlabelled { return pair.nestedContainer(keyedBy: type) }
                state.pair = pair
            } else if NestedKey.isWithoutCases {
                var container = encoder.singleValueContainer()
                try container.encode(tag)
            } else if !NestedKey.isUnlabelled {
                return encoder.container(keyedBy: type)
            }
        } catch {
            (encoder as? ValueEncoder)?.core.note(error)
        }
        state.isWaiting = NestedKey.isUnlabelled
        return KeyedEncodingContainer(
            ContentsWriter<NestedKey>(encoder: encoder, state: state, tag: self.tag, isPair: isPair))
    }

    // The only associated value, without a label.
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        state.isWaiting = false
        if var pair = state.takePair() { return try pair.encode(value) }
        // It is not what the rule answered about.
        if let encoder = encoder as? ValueEncoder, encoder.core.frames.top == encoder.scope {
            encoder.core.frames.last.isAnswered = false
        }
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    // The end of the value writes `null`.
    mutating func encodeNil(forKey key: Key) throws {}

    // Not requested by synthesized code.
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}
