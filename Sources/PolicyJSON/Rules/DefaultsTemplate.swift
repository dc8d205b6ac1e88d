internal import JSONTape

/// The members of a model and of the models inside it, by type and key. Recorded once, by encoding the model.
struct DefaultsTemplate: Sendable {
    /// The members of one object.
    struct Members: Sendable {
        /// The type whose `encode(to:)` wrote them.
        let model: Any.Type
        /// The type whose `encode(to:)` encoded `model`; `nil` for the template itself.
        let enclosing: Any.Type?
        /// The keys from the template to the object.
        let path: [String]
        // Values of a `Sendable` model, never modified.
        var values: [String: UncheckedTransfer<any Encodable>] = [:]
    }

    let type: Any.Type
    /// The objects, the deepest first.
    private let objects: [Members]
    private let failure: String?

    init<Model: Encodable & Sendable>(_ template: Model) {
        type = Model.self
        let recording = TemplateRecording()
        var failure: String?
        do {
            try template.encode(to: TemplateEncoder(recording: recording, model: Model.self, enclosing: nil, path: []))
        } catch {
            failure = "The template \(Model.self) cannot be encoded: \(error)"
        }
        self.failure = failure
        let recorded = recording.objects
        objects = recorded.inOrder { recorded[$0].path.count > recorded[$1].path.count }
    }

    /// Whether the template was encoded, and has no members.
    var isWithoutEffect: Bool { failure == nil && objects.allSatisfy(\.values.isEmpty) }

    @_optimize(size)
    func answer(_ context: DecodingRuleContext) -> Repair {
        guard let model = context.modelType else { return .decline }
        if let failure, model == type { return .fail(failure) }
        guard objects.contains(where: { $0.model == model }) else { return .decline }
        let keys = context.codingPath.map(\.stringValue)
        guard let key = keys.last else { return .decline }
        for object in objects where object.model == model {
            if let enclosing = object.enclosing, enclosing != context.enclosingModelType { continue }
            guard keys.dropLast().suffix(object.path.count) == object.path[...], let found = object.values[key] else {
                continue
            }
            let value = found.value
            return Swift.type(of: value) == context.requestedType
                ? DefaultValues.use(value) : DefaultValues.attempt(value)
        }
        return .decline
    }
}

/// The objects that the encoders of one template have recorded.
private final class TemplateRecording {
    var objects: [DefaultsTemplate.Members] = []
}

/// An encoder that records members, and those of nested models.
private struct TemplateEncoder: Encoder {
    let recording: TemplateRecording
    let model: Any.Type
    let enclosing: Any.Type?
    let path: [String]

    var codingPath: [any CodingKey] { path.map { JSONKey($0) } }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        recording.objects.append(.init(model: model, enclosing: path.isEmpty ? nil : enclosing, path: path))
        return KeyedEncodingContainer(TemplateMembers<Key>(encoder: self, index: recording.objects.count - 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { TemplateElements(encoder: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { TemplateValue(encoder: self) }

    /// An encoder for an object that the same model nests under `key`.
    func nested(forKey key: any CodingKey) -> TemplateEncoder {
        TemplateEncoder(recording: recording, model: model, enclosing: enclosing, path: path + [key.stringValue])
    }

    /// Records the members of a value. Scalars and sequences have none.
    @_optimize(size)
    func visit<Value: Encodable>(_ value: Value) throws {
        switch value {
        case is any FixedWidthInteger, is String, is Bool, is Double, is Float: return
        case is any Sequence: return
        case let optional as any EncodableOptional:
            if let wrapped = optional.wrapped { try visit(wrapped) }
        default:
            try value.encode(to: TemplateEncoder(recording: recording, model: Value.self, enclosing: model, path: path))
        }
    }
}

private protocol EncodableOptional {
    /// The value, unwrapped from all optionals.
    var wrapped: (any Encodable)? { get }
}

extension Optional: EncodableOptional where Wrapped: Encodable {
    fileprivate var wrapped: (any Encodable)? {
        guard let self else { return nil }
        return (self as? any EncodableOptional).map(\.wrapped) ?? self
    }
}

private struct TemplateMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: TemplateEncoder
    let index: Int
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {}

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        guard let optional = value as? any EncodableOptional else { return try record(value, key) }
        if let wrapped = optional.wrapped { try record(wrapped, key) }
    }

    private func record(_ value: some Encodable, _ key: Key) throws {
        encoder.recording.objects[index].values[key.stringValue] = UncheckedTransfer(value: value)
        try encoder.nested(forKey: key).visit(value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.nested(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.nested(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.nested(forKey: JSONKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(forKey: key) }
}

private struct TemplateValue: SingleValueEncodingContainer {
    let encoder: TemplateEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() {}
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.visit(value) }
}

/// Discards elements: only members are recorded.
private struct TemplateElements: UnkeyedEncodingContainer {
    let encoder: TemplateEncoder
    var count = 0
    var codingPath: [any CodingKey] { encoder.codingPath }

    private var discarding: TemplateEncoder {
        TemplateEncoder(recording: TemplateRecording(), model: encoder.model, enclosing: encoder.enclosing, path: [])
    }

    init(encoder: TemplateEncoder) { self.encoder = encoder }

    mutating func encodeNil() { count += 1 }
    mutating func encode<Value: Encodable>(_ value: Value) { count += 1 }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        count += 1
        return discarding.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        count += 1
        return discarding.unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        count += 1
        return discarding
    }
}
