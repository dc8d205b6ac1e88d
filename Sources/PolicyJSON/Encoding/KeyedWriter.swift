import FoundationImport
internal import JSONText

/// The state of a keyed container.
@safe
final class KeyedWriterState {
    let core: EncoderCore
    /// The frame of the object; for a detached object a scope that is never on top.
    @safe @exclusivity(unchecked) private(set) var scope: Scope
    /// The object, if it is not at the end of the text.
    let detached: DetachedReference?

    init(core: EncoderCore, scope: Scope, detached: DetachedReference?) {
        self.core = core
        self.scope = scope
        self.detached = detached
    }

    /// Moves to another object.
    func move(to scope: Scope) { self.scope = scope }
}

/// The keyed container of an object. It forwards to the core, which is not generic over keys.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let state: KeyedWriterState

    init(core: EncoderCore, scope: Scope, detached: DetachedReference? = nil) {
        state = KeyedWriterState(core: core, scope: scope, detached: detached)
    }

    init(_ state: KeyedWriterState) { self.state = state }

    var core: EncoderCore { state.core }
    var scope: Scope { state.scope }
    var detached: DetachedReference? { state.detached }

    var codingPath: [any CodingKey] { detached.map { core.path(to: $0.value) } ?? core.path(to: scope) }

    /// Writes the key, in the simple case.
    @inline(__always)
    private func begin(_ key: Key) -> Bool { detached == nil && core.beginMember(key.stringValue, in: scope) }

    /// Writes a member; `write` appends the value and a comma.
    @inline(__always)
    private func scalar<T: Encodable>(_ value: T, _ key: Key, _ write: (TextBuffer) -> Void) throws {
        if begin(key) {
            write(core.text)
            core.frames.last.count += 1
            return
        }
        try core.encodeMember(key, in: scope, detached, part: value)
    }

    func encodeNil(forKey key: Key) throws { try scalar(Int?.none, key) { $0.append("null,") } }
    func encode(_ value: Bool, forKey key: Key) throws { try scalar(value, key) { $0.append(value, comma: true) } }

    func encode(_ value: String, forKey key: Key) throws {
        try scalar(value, key) { $0.append(value, escapingSlashes: core.escapesSlashes, comma: true) }
    }

    func encode(_ value: Double, forKey key: Key) throws {
        if value.isFinite { return try scalar(value, key) { $0.append(value, comma: true) } }
        try core.encodeMember(key, in: scope, detached, part: value)
    }

    func encode(_ value: Float, forKey key: Key) throws {
        if value.isFinite { return try scalar(value, key) { $0.append(value, comma: true) } }
        try core.encodeMember(key, in: scope, detached, part: value)
    }

    // One witness for all integers.
    @inline(__always)
    func encode<T: FixedWidthInteger & Encodable>(_ value: T, forKey key: Key) throws {
        try scalar(value, key) { $0.append(integer: value, comma: true) }
    }

    func encode(_ value: Int128, forKey key: Key) throws {
        try scalar(value, key) { $0.append(integer: value, comma: true) }
    }
    func encode(_ value: UInt128, forKey key: Key) throws {
        try scalar(value, key) { $0.append(integer: value, comma: true) }
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        let traits = EncodableTraits.of(T.self)
        let start = core.text.count
        guard !traits.isMissable, begin(key) else {
            return try core.encodeMember(key, in: scope, detached, part: value)
        }
        let valueStart = core.text.count
        do {
            try core.encodePart(
                value, traits, key: key, parent: scope.index, owner: nil,
                depth: core.frames.last.depth + 1, memberStart: start)
        } catch {
            if core.frames.last.content == .object { core.withdrawMember(startingAt: start) }
            throw error
        }
        core.endMember(key, in: scope, startingAt: valueStart)
    }

    // MARK: Nested containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        let object = core.detachedObject(scope, detached)
        let what = "keyed encoding container for key \"\(key.stringValue)\""
        let reference = DetachedReference(
            core.becomeObject(core.member(key, of: object), what), keeper: detached?.keeper)
        return KeyedEncodingContainer(KeyedWriter<NestedKey>(core: core, scope: .none, detached: reference))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let object = core.detachedObject(scope, detached)
        let what = "unkeyed encoding container for key \"\(key.stringValue)\""
        let value = core.becomeArray(core.member(key, of: object), what)
        return UnkeyedWriter(
            core: core, scope: .none, detached: DetachedReference(value, keeper: detached?.keeper))
    }

    func superEncoder() -> any Encoder { superEncoder(for: JSONKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(for: key) }

    private func superEncoder(for key: any CodingKey) -> any Encoder {
        let object = core.detachedObject(scope, detached)
        let name = core.name(of: key, in: object.scope, below: core.path(to: object))
        return SuperEncoder(
            core: core, place: .member(name.name), of: core.container(of: name, in: object), key: key,
            keeper: detached?.keeper)
    }
}
