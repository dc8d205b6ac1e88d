internal import JSONText

/// The encoder that `superEncoder()` returns. Its value is inserted into the container when the encoder is released, as
/// in Foundation; until then the container does not have it.
final class SuperEncoder: Encoder {
    enum Destination {
        case member(String)
        case element(Int)
    }

    let core: EncoderCore
    let value: DetachedValue
    private let destination: Destination
    private let container: DetachedValue
    private let keeper: SuperEncoder?

    init(
        core: EncoderCore, destination: Destination, of container: DetachedValue, key: any CodingKey,
        keeper: SuperEncoder?
    ) {
        self.core = core
        self.destination = destination
        self.container = container
        // A container that is too deep accepts no values, so no order has to be kept, and the chain of keepers would be
        // endless.
        self.keeper = container.isTooDeep ? nil : keeper
        value = container.part(.none, key)
    }

    deinit {
        if case .none = value.content, value.isOmitted { return }
        switch destination {
        case .member(let name): core.add(value, as: name, to: container)
        case .element(let index): container.insert(value, at: index)
        }
    }

    var codingPath: [any CodingKey] { core.path(to: value) }
    var userInfo: [CodingUserInfoKey: Any] { core.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let object = core.becomeObject(value, "new keyed encoding container")
        let reference = DetachedReference(object, keeper: self)
        return KeyedEncodingContainer(KeyedWriter<Key>(core: core, scope: .none, detached: reference))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        let array = core.becomeArray(value, "new unkeyed encoding container")
        return UnkeyedWriter(core: core, DetachedReference(array, keeper: self))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension SuperEncoder: SingleValueEncodingContainer {
    func encodeNil() throws {
        if case .none = value.content { return try single(Int?.none) }
        // The container that was started counts. `Optional` encodes itself by this method.
        try core.encodeSingle(in: value) { core.writeText { $0.append("null") } }
    }

    func encode(_ value: Bool) throws { try single(value) }
    func encode(_ value: String) throws { try single(value) }
    func encode(_ value: Double) throws { try single(value) }
    func encode(_ value: Float) throws { try single(value) }
    func encode(_ value: Int128) throws { try single(value) }
    func encode(_ value: UInt128) throws { try single(value) }
    func encode<T: FixedWidthInteger & Encodable>(_ value: T) throws { try single(value) }
    func encode<T: Encodable>(_ value: T) throws { try single(value) }

    @_semantics("optimize.sil.specialize.generic.never")
    private func single<T: Encodable>(_ new: T) throws {
        let traits = EncodableTraits.of(T.self)
        if case .none = value.content {
        } else if traits.kind == .plain || traits.kind == .intrinsic, !value.isSingle {
            // Adds to the container that was started.
            try new.encode(to: self)
            value.isSingle = true
            return
        }
        try core.encodeSingle(in: value) { try core.encode(new, traits, in: core.frames.top) }
    }
}
