/// The members of a model and of the models inside it, by type and key: taken down once by having the model encode itself.
struct DefaultsTemplate: Sendable {
    /// The members of one object.
    struct Members: Sendable {
        /// The type whose `encode(to:)` wrote them.
        let model: Any.Type
        /// The one whose `encode(to:)` had that encoded; `nil` for the template itself.
        let enclosing: Any.Type?
        /// The keys from the template to the object.
        let path: [String]
        // Values of a `Sendable` model, never changed.
        var values: [String: UncheckedTransfer<any Encodable>] = [:]
    }

    let type: Any.Type
    /// The deepest first.
    private let objects: [Members]
    private let failure: String?

    init<Model: Encodable & Sendable>(_ template: Model) {
        type = Model.self
        let notes = TemplateNotes()
        var failure: String?
        do {
            try template.encode(to: TemplateEncoder(notes: notes, model: Model.self, enclosing: nil, path: []))
        } catch {
            failure = "The template \(Model.self) cannot be encoded: \(error)"
        }
        self.failure = failure
        objects = notes.objects.sorted { $0.path.count > $1.path.count }
    }

    /// Whether the template has no members, and says so.
    var isWithoutEffect: Bool { failure == nil && objects.allSatisfy(\.values.isEmpty) }

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
            return Swift.type(of: value) == context.requestedType ? Defaults.use(value) : Defaults.attempt(value)
        }
        return .decline
    }
}

/// What the encoders of one template have taken down.
private final class TemplateNotes {
    var objects: [DefaultsTemplate.Members] = []
}

/// An encoder that takes down members, and looks into those that are models.
private struct TemplateEncoder: Encoder {
    let notes: TemplateNotes
    let model: Any.Type
    let enclosing: Any.Type?
    let path: [String]

    var codingPath: [any CodingKey] { path.map { JSONKey($0) } }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        notes.objects.append(.init(model: model, enclosing: path.isEmpty ? nil : enclosing, path: path))
        return KeyedEncodingContainer(TemplateMembers<Key>(encoder: self, index: notes.objects.count - 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { TemplateElements(encoder: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { TemplateValue(encoder: self) }

    /// The same model, further inside.
    func below(_ key: any CodingKey) -> TemplateEncoder {
        TemplateEncoder(notes: notes, model: model, enclosing: enclosing, path: path + [key.stringValue])
    }

    /// Looks into a value; what encodes itself as one scalar has nothing inside.
    func look<Value: Encodable>(into value: Value) throws {
        switch value {
        case is any FixedWidthInteger, is String, is Bool, is Double, is Float: return
        case is any Sequence: return
        case let optional as any EncodableOptional:
            if let inside = optional.inside { try look(into: inside) }
        default:
            try value.encode(to: TemplateEncoder(notes: notes, model: Value.self, enclosing: model, path: path))
        }
    }
}

/// The value inside optionals.
private protocol EncodableOptional {
    var inside: (any Encodable)? { get }
}

extension Optional: EncodableOptional where Wrapped: Encodable {
    fileprivate var inside: (any Encodable)? {
        guard let self else { return nil }
        return (self as? any EncodableOptional).map(\.inside) ?? self
    }
}

private struct TemplateMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: TemplateEncoder
    let index: Int
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {}

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        guard let optional = value as? any EncodableOptional else { return try note(value, key) }
        if let inside = optional.inside { try note(inside, key) }
    }

    private func note(_ value: some Encodable, _ key: Key) throws {
        encoder.notes.objects[index].values[key.stringValue] = UncheckedTransfer(value: value)
        try encoder.below(key).look(into: value)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.below(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.below(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.below(JSONKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.below(key) }
}

private struct TemplateValue: SingleValueEncodingContainer {
    let encoder: TemplateEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() {}
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.look(into: value) }
}

/// Elements are no members: nothing is taken down.
private struct TemplateElements: UnkeyedEncodingContainer {
    let encoder: TemplateEncoder
    var count = 0
    var codingPath: [any CodingKey] { encoder.codingPath }

    private var nowhere: TemplateEncoder {
        TemplateEncoder(notes: TemplateNotes(), model: encoder.model, enclosing: encoder.enclosing, path: [])
    }

    init(encoder: TemplateEncoder) { self.encoder = encoder }

    mutating func encodeNil() { count += 1 }
    mutating func encode<Value: Encodable>(_ value: Value) { count += 1 }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        count += 1
        return nowhere.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        count += 1
        return nowhere.unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        count += 1
        return nowhere
    }
}
