import FoundationImport
internal import JSONText

/// The state of a keyed container.
@safe
final class KeyedWriterState {
    private let uncounted: Uncounted<EncoderCore>
    /// The core, if the container may outlive the call.
    private var keeper: EncoderCore?
    /// The frame of the object; for a detached object a scope that is never on top.
    @safe @exclusivity(unchecked) private(set) var scope: Scope
    /// The object, if it is not at the end of the text.
    @safe @exclusivity(unchecked) private(set) var detached: DetachedReference?
    /// Whether a key consists of one byte, as most enumerations do: keys with the same byte have the same name.
    let hasByteKeys: Bool
    /// The keys of earlier objects; `nil` if the container is for one object only.
    @safe @exclusivity(unchecked) private(set) var known: KnownKeys?
    /// The number of members of the object that were begun here.
    @safe @exclusivity(unchecked) var begun = 0

    /// - Parameter keepsCore: whether to retain the core; `false` for containers in the core's own pool.
    init<Key>(core: EncoderCore, scope: Scope, detached: DetachedReference?, keys: Key.Type, keepsCore: Bool) {
        uncounted = Uncounted(core)
        keeper = keepsCore ? core : nil
        hasByteKeys = MemoryLayout<Key>.size == 1
        self.scope = scope
        self.detached = detached
    }

    /// Its index among the dormant containers, if it is one.
    @safe @exclusivity(unchecked) var dormant = -1

    deinit { known?.deallocate() }

    /// Retains the core from now on.
    func keep(_ core: EncoderCore) { keeper = core }

    /// Calls `body` with the core.
    @inline(__always)
    func with<R>(_ body: (EncoderCore) throws -> R) rethrows -> R { try uncounted.with(body) }

    /// Writes to a detached object from now on.
    func detach(as value: DetachedValue) { detached = DetachedReference(value, keeper: nil) }

    /// The object, which is detached if it is that of a dormant container.
    func detachDormant() -> DetachedReference? {
        if detached == nil, dormant >= 0 { detached = with { $0.detachDormant(dormant, scope) } }
        return detached
    }

    /// Forgets the object.
    func endDocument() {
        detached = nil
        known?.endDocument()
    }

    /// Moves to another object.
    func move(to scope: Scope) {
        if detached != nil { detached = nil }
        if known == nil, with({ !$0.form.isPretty }) { known = KnownKeys() }
        known?.restart()
        begun = 0
        self.scope = scope
    }
}

extension KeyedContainerPool<KeyedWriterState> {
    /// Stops providing containers; those that are still referred to retain the core.
    func close(keeping core: EncoderCore) {
        close(reset: { $0.endDocument() }, keep: { $1.keep(core) })
    }
}

/// The keyed container of an object. It forwards to the core, which is not generic over keys.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol, ContainerWithState {
    let state: KeyedWriterState

    init(core: EncoderCore, scope: Scope, detached: DetachedReference? = nil) {
        state = KeyedWriterState(core: core, scope: scope, detached: detached, keys: Key.self, keepsCore: true)
    }

    init(_ state: KeyedWriterState) { self.state = state }

    var core: EncoderCore { state.with { $0 } }
    var scope: Scope { state.scope }
    var detached: DetachedReference? { state.detachDormant() }

    var codingPath: [any CodingKey] { detached.map { core.path(to: $0.value) } ?? core.path(to: scope) }

    /// Writes a member, in the simple case; `body` appends the value and a comma.
    @inline(__always)
    private func write(_ key: Key, _ type: (any Encodable.Type)?, _ body: (TextBuffer) -> Void) -> Bool {
        state.with { core in
            guard core.beginMember(key, type, in: state) else { return false }
            core.withText(body)
            core.frames.last.count += 1
            return true
        }
    }

    /// Writes a member in all other cases.
    private func writeOther<T: Encodable>(_ value: T, _ key: Key) throws {
        try core.encodeMember(key, in: scope, detached, part: value)
    }

    /// Writes a number in all other cases.
    private func writeOther<T: Encodable>(_ value: T, _ number: PlainNumber, _ key: Key) throws {
        if !writeQuoted(number, key) { try writeOther(value, key) }
    }

    /// Writes a number as a string, if the policy quotes numbers.
    private func writeQuoted(_ number: PlainNumber, _ key: Key) -> Bool {
        state.with { core in
            guard core.quotesNumbers, number.isFinite, core.beginMember(key, nil, in: state) else { return false }
            core.appendQuoted(number)
            core.endMember()
            return true
        }
    }

    func encodeNil(forKey key: Key) throws {
        if !write(key, nil, { $0.append("null,") }) { try writeOther(Int?.none, key) }
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        if !write(key, Bool.self, { $0.append(value, comma: true) }) { try writeOther(value, key) }
    }

    func encode(_ value: String, forKey key: Key) throws {
        let escapesSlashes = state.with { $0.form.escapesSlashes }
        if !write(key, String.self, { $0.append(value, escapingSlashes: escapesSlashes, comma: true) }) {
            try writeOther(value, key)
        }
    }

    func encode(_ value: Double, forKey key: Key) throws {
        if !value.isFinite || !write(key, Double.self, { $0.append(value, comma: true) }) {
            try writeOther(value, .double(value), key)
        }
    }

    @inline(never)
    func encode(_ value: Float, forKey key: Key) throws {
        if !value.isFinite || !write(key, Float.self, { $0.append(value, comma: true) }) {
            try writeOther(value, .float(value), key)
        }
    }

    func encode(_ value: Int, forKey key: Key) throws { try writeInteger(value, key) }

    // One witness for all other integers, which calls: optional ones are written by the same code.
    @inline(__always)
    func encode<T: FixedWidthInteger & Encodable>(_ value: T, forKey key: Key) throws {
        try writeOtherInteger(value, key)
    }

    @inline(never)
    private func writeOtherInteger<T: FixedWidthInteger & Encodable>(_ value: T, _ key: Key) throws {
        try writeInteger(value, key)
    }

    @inline(__always)
    private func writeInteger<T: FixedWidthInteger & Encodable>(_ value: T, _ key: Key) throws {
        // Outside of closures, which are not specialized.
        let (magnitude, isNegative) = (UInt64(truncatingIfNeeded: value.magnitude), T.isSigned && value < 0)
        if !write(key, T.self, { $0.append(magnitude: magnitude, isNegative: isNegative, comma: true) }) {
            try writeOther(value, .integer(magnitude: magnitude, isNegative: isNegative), key)
        }
    }

    @inline(never)
    func encode(_ value: Int128, forKey key: Key) throws {
        if !write(key, Int128.self, { $0.append(integer: value, comma: true) }) { try writeOther(value, key) }
    }

    @inline(never)
    func encode(_ value: UInt128, forKey key: Key) throws {
        if !write(key, UInt128.self, { $0.append(integer: value, comma: true) }) { try writeOther(value, key) }
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try state.with { core in
            let traits = EncodableTraits.of(T.self)
            core.endNested(above: scope)
            let start = core.count
            guard !traits.isMissable, core.beginMember(key, nil, in: state) else {
                return try core.encodeMember(key, in: scope, detached, part: value)
            }
            let valueStart = core.count
            do {
                try core.encodePart(
                    value, traits, key: key, parent: scope.index, owner: nil,
                    depth: core.frames.last.depth + 1, memberStart: start)
            } catch {
                if core.frames.last.content == .object {
                    core.withdrawMember(core.plainName(of: key), startingAt: start)
                }
                if error is OmittedValue { return }
                throw error
            }
            core.endMember(key, in: scope, startingAt: valueStart)
        }
    }

    // MARK: Nested containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        if core.beginNested(key, in: state, .object, UInt8(ascii: "{")) {
            let scope = core.frames.top
            if let container = ValueEncoder(core: core, scope: scope).nestedContainer(keyedBy: keyType) {
                return container.opened()
            }
            core.withdrawNested()
        }
        let object = core.detachedObject(scope, detached)
        let what = "keyed encoding container for key \"\(key.stringValue)\""
        let reference = DetachedReference(
            core.becomeObject(core.member(key, of: object), what), keeper: detached?.keeper)
        return KeyedEncodingContainer(KeyedWriter<NestedKey>(core: core, scope: .none, detached: reference))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        if core.beginNested(key, in: state, .array, UInt8(ascii: "[")) { return core.nestedArray() }
        let object = core.detachedObject(scope, detached)
        let what = "unkeyed encoding container for key \"\(key.stringValue)\""
        let value = core.becomeArray(core.member(key, of: object), what)
        return UnkeyedWriter(core: core, DetachedReference(value, keeper: detached?.keeper))
    }

    func superEncoder() -> any Encoder { superEncoder(for: JSONKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(for: key) }

    private func superEncoder(for key: any CodingKey) -> any Encoder {
        let object = core.detachedObject(scope, detached)
        let name = core.name(of: key, in: object.scope, of: object)
        return SuperEncoder(
            core: core, destination: .member(name.name), of: core.container(of: name, in: object), key: key,
            keeper: detached?.keeper)
    }
}
