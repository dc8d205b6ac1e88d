internal import JSONTape
internal import RuntimeFacts

extension Variants: EncodingRule, RuleForRepresentedTypes {
    var listedEncodingSituations: EncodingSituation { .value }

    var representedTypes: RepresentedTypes { .only(type) }

    /// Encodes a value of the enumeration or base class with its tag.
    ///
    /// - Parameter context: the value, its type, model and path.
    /// - Returns: the form with the tag; declines for values of other types.
    func representation(for context: EncodingRuleContext) -> Representation {
        guard context.type == type, let value = context.value else { return .decline }
        // As when decoding.
        if tagging == .untagged, !selectsCases || EnumCases.names(of: type) == nil { return .decline }
        if selectsCases {
            return .encode { encoder in
                let variant = VariantEncoder(encoder: encoder, tagging: tagging) { tag(of: $0) }
                try value.encode(to: variant)
                try variant.end(value)
            }
        }
        let dynamicType = Swift.type(of: value) as Any.Type
        guard let tag = types.filter({ $0.value == dynamicType }).keys.min() else {
            return dynamicType == type || dynamicType == otherwise ? .decline : .fail("\(dynamicType) has no tag.")
        }
        return .encode { encoder in
            let variant = VariantEncoder(encoder: encoder, tagging: tagging) { $0 }
            try variant.encode(value, tag: tag)
            try variant.end(value)
        }
    }

    /// The tag of a case.
    private func tag(of name: String) -> String { cases.filter { $0.value == name }.keys.min() ?? name }
}

/// Encodes an enumeration with a synthesized `encode(to:)`, which encodes one member, the case, with an object of the
/// associated values, with the case as a tag instead.
struct VariantEncoder: Encoder {
    /// What has been written.
    final class State {
        /// The tag; `nil` before it is known.
        var tag: String?
        /// Whether an external tag is still to be written, with the contents, or the contents that have no tag.
        var isWaiting = false
        /// The array that has got the tag, and not yet the contents.
        var pair: (any UnkeyedEncodingContainer)?

        func takePair() -> (any UnkeyedEncodingContainer)? {
            defer { pair = nil }
            return pair
        }
    }

    let encoder: any Encoder
    let tagging: Variants.Tagging
    let tag: (String) -> String
    private let state = State()

    init(encoder: any Encoder, tagging: Variants.Tagging, tag: @escaping (String) -> String) {
        (self.encoder, self.tagging, self.tag) = (encoder, tagging, tag)
    }

    var codingPath: [any CodingKey] { encoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if tagging == .untagged || tagging == .asPairs {
            return KeyedEncodingContainer(
                ContentsWriter<Key>(encoder: encoder, state: state, tag: tag, isPair: tagging == .asPairs))
        }
        return KeyedEncodingContainer(CaseWriter<Key>(variant: self, container: encoder.container(keyedBy: type)))
    }

    // Not requested by synthesized code.
    func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { encoder.singleValueContainer() }

    /// The container of the associated values of a case. Writes the tag.
    @_optimize(size)
    func associatedValues<Key: CodingKey>(_ type: Key.Type, tag: String) -> KeyedEncodingContainer<Key> {
        var container = encoder.container(keyedBy: JSONKey.self)
        state.tag = tag
        let contentsKey: JSONKey
        switch tagging.kind {
        case .internally(let key):
            write(tag, key, &container)
            if !Key.isUnlabelled { return encoder.container(keyedBy: type) }
            return KeyedEncodingContainer(WholeValueWriter<Key>(encoder, .members(TaggedContents(encoder: encoder))))
        case .adjacently(let key, let contents):
            write(tag, key, &container)
            contentsKey = JSONKey(variant: contents)
        case .externally, .asPairs, .untagged: contentsKey = JSONKey(variant: tag)
        }
        if !Key.isUnlabelled { return container.nestedContainer(keyedBy: type, forKey: contentsKey) }
        guard tagging == .externally else {
            return KeyedEncodingContainer(WholeValueWriter<Key>(encoder, .member(contentsKey)))
        }
        state.isWaiting = true
        return KeyedEncodingContainer(WholeValueWriter<Key>(encoder, .only(contentsKey, state)))
    }

    private func write(_ tag: String, _ key: String, _ container: inout KeyedEncodingContainer<JSONKey>) {
        do {
            try container.encode(tag, forKey: JSONKey(variant: key))
        } catch {
            // Also called by functions that cannot throw.
            (encoder as? ValueEncoder)?.core.note(error)
        }
    }

    /// Encodes a value of a class.
    func encode(_ value: any Encodable, tag: String) throws {
        if tagging == .asPairs {
            var pair = encoder.unkeyedContainer()
            try pair.encode(tag)
            return try pair.encode(Instance(value: value))
        }
        var container = encoder.container(keyedBy: JSONKey.self)
        state.tag = tag
        switch tagging.kind {
        case .internally(let key):
            write(tag, key, &container)
            try value.addMembers(to: TaggedContents(encoder: encoder, readsUnlabelled: false))
        case .adjacently(let key, let contents):
            write(tag, key, &container)
            try container.encode(Instance(value: value), forKey: JSONKey(variant: contents))
        case .externally, .asPairs, .untagged:
            try container.encode(Instance(value: value), forKey: JSONKey(variant: tag))
        }
    }

    /// Ends the value: writes an external tag that has got no contents, or `null` in a pair or without a tag, because the associated
    /// value is `nil`.
    ///
    /// - Throws: if a member of the contents has replaced an internal tag.
    @_optimize(size)
    func end(_ value: any Encodable) throws {
        if var pair = state.takePair() {
            try pair.encodeNil()
        } else if state.isWaiting, tagging == .untagged {
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        } else if state.isWaiting, let tag = state.tag {
            var container = encoder.container(keyedBy: JSONKey.self)
            _ = container.nestedContainer(keyedBy: JSONKey.self, forKey: JSONKey(variant: tag))
        }
        guard case .internally(let name) = tagging.kind, let tag = state.tag, let encoder = encoder as? ValueEncoder
        else { return }
        let key = JSONKey(variant: name)
        guard let text = encoder.core.rewrittenMember(key, in: encoder.scope) else { return }
        let json = try JSONValue(parsing: text)
        // Models often have a constant property for their tag.
        if (json.string ?? json.text) == tag { return }
        throw EncodingError.invalidValue(
            value,
            EncodingError.Context(
                codingPath: encoder.codingPath + [key],
                debugDescription:
                    "A member of the contents has the name of the tag, \(RawJSON.quoted(tag)), and another value."))
    }
}

/// A value of a class, which encodes as its own class, and not as the base class.
private struct Instance: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.addMembers(to: encoder) }
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

/// The container of a case with a single associated value, without a label: writes it as the contents.
private struct WholeValueWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    enum Form {
        /// As members of the object that has the tag.
        case members(TaggedContents)
        /// As a member next to the tag's.
        case member(JSONKey)
        /// As the only member.
        case only(JSONKey, VariantEncoder.State)
    }

    private let encoder: any Encoder
    private var container: KeyedEncodingContainer<JSONKey>
    private let form: Form

    init(_ encoder: any Encoder, _ form: Form) {
        (self.encoder, self.form) = (encoder, form)
        container = encoder.container(keyedBy: JSONKey.self)
    }

    var codingPath: [any CodingKey] { container.codingPath }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let traits = EncodableTraits.of(T.self)
        if traits.isOptional || traits.isMissable { return try encodeOptional(value) }
        if case .members(let contents) = form { return try contents.encode(value) }
        try container.encode(value, forKey: contentsKey)
        noteWritten()
        // Contents that have a member `_0` would be read as that member.
        if traits.kind == .plain || traits.kind == .intrinsic, let encoder = encoder as? ValueEncoder {
            encoder.core.wrapMember(contentsKey, encoder.scope)
        }
    }

    mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try encodeOptional(value) }
    }

    /// Encodes a value of an optional type as strict decoding requires it: that takes an object for one without the value.
    private mutating func encodeOptional<T: Encodable>(_ value: T) throws {
        switch form {
        case .members: try container.encode(value, forKey: .unlabelled)
        case .member(let key): try container.encode(value, forKey: key)
        case .only:
            noteWritten()
            var contents = container.nestedContainer(keyedBy: JSONKey.self, forKey: contentsKey)
            try contents.encode(value, forKey: .unlabelled)
        }
    }

    /// The key of the contents.
    private var contentsKey: JSONKey {
        switch form {
        case .members: .unlabelled
        case .member(let key), .only(let key, _): key
        }
    }

    /// Notes that the contents are written, and an external tag with them.
    private func noteWritten() {
        if case .only(_, let state) = form { state.isWaiting = false }
    }

    mutating func encodeNil(forKey key: Key) throws {
        try container.encodeNil(forKey: contentsKey)
        noteWritten()
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        noteWritten()
        return container.nestedContainer(keyedBy: type, forKey: contentsKey)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        noteWritten()
        return container.nestedUnkeyedContainer(forKey: contentsKey)
    }

    mutating func superEncoder() -> any Encoder { container.superEncoder() }
    mutating func superEncoder(forKey key: Key) -> any Encoder {
        noteWritten()
        return container.superEncoder(forKey: contentsKey)
    }
}
