@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

/// The decoder passed to a type's `init(from:)`, and its container for a single value: three words, so that an
/// existential stores it inline.
struct ValueDecoder: Decoder {
    let core: DecoderCore
    let reference: ValueReference

    var codingPath: [any CodingKey] { core.path(to: reference) }

    var userInfo: [CodingUserInfoKey: Any] { core.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let token = core.tape[reference.index]
        guard token.is(.object) else { return try openedByHand(OpenedObject.self).container(keyedBy: type) }
        guard token.hasPlainKeys, let container = unsafe pooledContainer(keyedBy: type, nil, core.containers.unretained)
        else {
            return try newContainer(keyedBy: type)
        }
        // Only objects with a table can be rejected by a rule.
        core.document.askedKeys?.open(reference.index)
        core.document.matchedMembers?.open(reference.index, of: core.tape)
        return container.opened()
    }

    /// A container from the core's pool.
    ///
    /// - Parameters:
    ///   - table: the object's table, if it has more than 128 keys; retained by the core.
    ///   - pool: the pool, if it has containers for the object.
    @inline(__always)
    private func pooledContainer<Key: CodingKey>(
        keyedBy type: Key.Type, _ table: KeyTable?, _ pool: Unmanaged<DecodingContainers.Pool>?
    ) -> PooledContainer? {
        unsafe pool?._withUnsafeGuaranteedRef { pool in
            pool.container(keyedBy: type) { state, _ in
                state.move(to: reference, table)
                core.opensContainer(of: reference.index)
            } make: {
                newPooledContainer(keyedBy: type)
            }
        }
    }

    @inline(never)
    private func newPooledContainer<Key: CodingKey>(keyedBy type: Key.Type) -> NewContainer<KeyedContainerState> {
        let state = KeyedContainerState(
            core, at: reference, keyedBy: type, keepsCore: false, hasNumberedKeys: Self.areNumbered(type))
        guard ContainerReference.isKnown else {
            return NewContainer(
                container: state, maker: DecodingContainerMaker<OwningKeyedContainer<Key>>(), state: state)
        }
        return NewContainer(
            container: ContainerReference.object(of: KeyedDecodingContainer(PooledKeyedContainer<Key>(state))),
            maker: ContainerMaker<KeyedDecodingContainer<Key>>(), state: state)
    }

    @inline(never)
    private func newContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        core.endDictionary(reference.index)
        if let pool = core.containers.pool {
            let table = keptTable
            if table != nil || hasReversibleKeys(of: type),
                let container = unsafe pooledContainer(keyedBy: type, table, .passUnretained(pool))
            {
                if core.policy != nil { try core.opened(reference) }
                return container.opened()
            }
        }
        let container = OwningKeyedContainer<Key>(core: core, reference: reference)
        core.note(container.state)
        if core.policy != nil { try container.state.core.opened(reference) }
        return KeyedDecodingContainer(container)
    }

    private var keptTable: KeyTable? {
        if core.call.watchesKeys || core.call.convertsKeys { return nil }
        return core.document.keyNames.keptTable(of: reference.index, model: reference.model, in: core)
    }

    /// Whether keys of this type have numbers, and those of the object are known from their names.
    private func hasReversibleKeys<Key: CodingKey>(of type: Key.Type) -> Bool {
        Self.areNumbered(type) && core.snakeCaseForm(of: reference.index) == .reversible
    }

    /// Whether keys of this type are their numbers.
    private static func areNumbered<Key: CodingKey>(_ type: Key.Type) -> Bool { MemoryLayout<Key>.size == 1 }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard core.tape[reference.index].is(.array) else {
            return try openedByHand(OpenedArray.self).unkeyedContainer()
        }
        return UnkeyedContainer(core: core, array: reference.index, model: reference.model)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    /// The decoder that a rule provides for a value of another kind, over which a model requests a container directly.
    /// For a model that is decoded from the value, rules are consulted about the model instead.
    @inline(never)
    private func openedByHand<C: OpenedContainer>(_ type: C.Type) throws -> ValueDecoder {
        try core.requireElements(of: reference.index)
        if reference.has(.openedByHand) { return try core.open(type, at: reference) }
        throw DecodingError.noContainer(C.kind, found: core.tape[reference.index].kind, at: codingPath)
    }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { core.tape[reference.index].is(.null) }

    func decode(_ type: Bool.Type) throws -> Bool {
        if let value = core.bool(at: reference.index) { return value }
        return try core.repair(type, at: reference)
    }

    func decode(_ type: String.Type) throws -> String {
        if let value = core.string(at: reference.index) {
            return value.utf8.count > String.unorderedMarks ? longString(value) : value
        }
        return try core.repair(type, at: reference)
    }

    /// A long string, which the code that is synthesized for an enumeration compares with raw values. That a type is an enumeration is
    /// not promised to be known.
    @inline(never)
    private func longString(_ value: String) -> String {
        reference.modelType is any RawRepresentable.Type ? value.withOrderedMarks() : value
    }

    func decode(_ type: Double.Type) throws -> Double {
        if let value = core.double(at: reference.index) { return value }
        return try core.repair(type, at: reference)
    }

    func decode(_ type: Float.Type) throws -> Float {
        if let value = core.float(at: reference.index) { return value }
        return try core.repairRarely(type, at: reference)
    }

    func decode(_ type: Int.Type) throws -> Int {
        if let value = core.int(at: reference.index) { return value }
        return try core.repair(type, at: reference)
    }

    // One witness for Int8 to UInt64.
    @inline(__always)
    func decode<I: FixedWidthInteger & Decodable>(_ type: I.Type) throws -> I {
        if let value = core.integer(type, at: reference.index) { return value }
        return try core.repairRarely(type, at: reference)
    }

    func decode(_ type: Int128.Type) throws -> Int128 {
        if let value = core.integer(type, at: reference.index) { return value }
        return try core.repairRarely(type, at: reference)
    }

    func decode(_ type: UInt128.Type) throws -> UInt128 {
        if let value = core.integer(type, at: reference.index) { return value }
        return try core.repairRarely(type, at: reference)
    }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if core.call.convertsKeys, DecodableTraits.of(type).intrinsic?.hasStringKeys == true {
            return try core.besideContainer(of: reference.index).decode(type, at: reference)
        }
        return try core.decode(type, at: reference)
    }
}
