internal import JSONText
internal import RuntimeFacts

/// The `Encoder` and single-value container of a value: small enough for an existential to hold without allocating.
struct ValueEncoder: Encoder {
    let core: EncoderCore
    let scope: Scope

    var codingPath: [any CodingKey] { core.path(to: scope) }
    var userInfo: [CodingUserInfoKey: Any] { core.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let detached = core.openObject(scope)
        if detached == nil, let container = pooledContainer(keyedBy: type) { return container.opened() }
        return KeyedEncodingContainer(KeyedWriter(core: core, scope: scope, detached: detached))
    }

    @inline(__always)
    private func pooledContainer<Key: CodingKey>(keyedBy type: Key.Type) -> PooledContainer? {
        core.containers.container(keyedBy: type) { state, _ in
            state.move(to: scope)
        } make: {
            newPooledContainer(keyedBy: type)
        }
    }

    /// The container of a nested object, which is on top; `nil` if the pool has none.
    @inline(__always)
    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> PooledContainer? {
        core.containers.container(keyedBy: type) { state, index in
            state.move(to: scope)
            core.frames.last.pooled = Int32(index)
        } make: {
            newPooledContainer(keyedBy: type)
        }
    }

    @inline(never)
    private func newPooledContainer<Key: CodingKey>(keyedBy type: Key.Type) -> NewContainer<KeyedWriterState> {
        let state = KeyedWriterState(core: core, scope: scope, detached: nil, keys: Key.self, keepsCore: false)
        guard ContainerReference.isKnown else {
            return NewContainer(container: state, maker: EncodingContainerMaker<KeyedWriter<Key>>(), state: state)
        }
        return NewContainer(
            container: ContainerReference.object(of: KeyedEncodingContainer(KeyedWriter<Key>(state))),
            maker: ContainerMaker<KeyedEncodingContainer<Key>>(), state: state)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if let detached = core.openArray(scope) { return UnkeyedWriter(core: core, detached) }
        return UnkeyedWriter(core: core, scope: scope)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
    func encodeNil() throws { try core.encodeSingle(Int?.none, in: scope) { core.writeText { $0.append("null") } } }

    func encode(_ value: Bool) throws {
        try core.encodeSingle(value, in: scope) { core.writeText { $0.append(value) } }
    }

    func encode(_ value: String) throws {
        try core.encodeSingle(value, in: scope) {
            core.writeText { $0.append(value, escapingSlashes: core.form.escapesSlashes) }
        }
    }

    func encode(_ value: Double) throws { try core.encodeSingle(value, in: scope) { try core.writeFloat(value) } }
    func encode(_ value: Float) throws { try encodeAny(value) }

    func encode(_ value: Int) throws {
        try core.encodeSingle(value, in: scope) { core.writeText { $0.append(integer: value) } }
    }

    // One witness for all other integers.
    @inline(__always)
    func encode<T: FixedWidthInteger & Encodable>(_ value: T) throws { try encodeAny(value) }
    func encode(_ value: Int128) throws { try encodeAny(value) }
    func encode(_ value: UInt128) throws { try encodeAny(value) }
    func encode<T: Encodable>(_ value: T) throws { try encodeAny(value) }

    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func encodeAny<T: Encodable>(_ value: T) throws {
        let traits = EncodableTraits.of(T.self)
        if core.beginSingle(scope) { return try core.encodeSingle(value, traits, in: scope) }
        try core.encodeSingleLater(value, traits, in: scope, self)
    }
}
