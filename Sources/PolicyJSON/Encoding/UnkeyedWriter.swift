import FoundationImport
internal import JSONText

/// A container of an array: three words, so that an existential holds it without allocating.
struct UnkeyedWriter: UnkeyedEncodingContainer {
    let core: EncoderCore
    let scope: Scope
    /// For nested and detached arrays.
    private let reference: ArrayReference?

    init(core: EncoderCore, scope: Scope, reference: ArrayReference? = nil) {
        self.core = core
        self.scope = scope
        self.reference = reference
    }

    /// - Parameter detached: an array that is not at the end of the text.
    init(core: EncoderCore, _ detached: DetachedReference) {
        self.init(core: core, scope: .none, reference: ArrayReference(detached))
    }

    /// The array, if it is not at the end of the text.
    private var detached: DetachedReference? {
        guard let reference else { return nil }
        if reference.detached == nil, reference.dormant >= 0 {
            reference.detached = core.detachDormant(reference.dormant, scope)
        }
        return reference.detached
    }

    var codingPath: [any CodingKey] { detached.map { core.path(to: $0.value) } ?? core.path(to: scope) }

    var count: Int {
        if let detached { return detached.value.count }
        guard core.frames.isLive(scope) else { return 0 }
        let frame = core.frames[Int(scope.index)]
        if frame.content == .detached { return core.detach(scope).count }
        return frame.count + (core.hasNested(above: scope) ? 1 : 0)
    }

    @inline(__always)
    private func begin() -> Bool {
        guard core.endNested(above: scope), core.frames.last.content == .array else { return false }
        core.beginElement(depth: core.frames.last.depth)
        return true
    }

    /// Writes an element; `write` appends the value and a comma.
    @inline(__always)
    private func scalar<T: Encodable>(_ value: T, _ write: (TextBuffer) -> Void) throws {
        guard !core.isRepresented(T.self, in: scope), begin() else { return try otherElement(value) }
        write(core.text)
        core.frames.last.count += 1
    }

    func encodeNil() throws { try otherElement(Int?.none) }
    func encode(_ value: Bool) throws { try scalar(value) { $0.append(value, comma: true) } }

    func encode(_ value: String) throws {
        try scalar(value) { $0.append(value, escapingSlashes: core.form.escapesSlashes, comma: true) }
    }

    // One witness for all integers.
    @inline(__always)
    func encode<T: FixedWidthInteger & Encodable>(_ value: T) throws {
        try scalar(value) { $0.append(integer: value, comma: true) }
    }

    func encode(_ value: Double) throws { try element(value) }
    func encode(_ value: Float) throws { try otherElement(value) }
    func encode(_ value: Int128) throws { try otherElement(value) }
    func encode(_ value: UInt128) throws { try otherElement(value) }
    func encode<T: Encodable>(_ value: T) throws { try element(value) }

    @inline(__always)
    private func element<T: Encodable>(_ value: T) throws {
        core.endNested(above: scope)
        let start = core.text.count
        guard begin() else { return try core.encodeElement(in: scope, detached, part: value) }
        let valueStart = core.text.count
        let index = core.frames.last.count
        do {
            try core.encodePart(
                value, EncodableTraits.of(T.self), index: index, parent: scope.index, owner: nil,
                depth: core.frames.last.depth + 1, memberStart: start)
        } catch {
            core.text.truncate(to: start)
            if error is OmittedValue { return }
            throw error
        }
        core.endPart(of: scope, startingAt: valueStart)
    }

    /// ``element(_:)`` for what is written less often: not specialized, because that is a kilobyte for each type.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func otherElement<T: Encodable>(_ value: T) throws { try element(value) }

    // MARK: Nested containers

    func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        if core.beginNested(in: scope, .object, UInt8(ascii: "{")) {
            let scope = core.frames.top
            if let container = ValueEncoder(core: core, scope: scope).nestedContainer(keyedBy: keyType) {
                return container.opened()
            }
            core.withdrawNested()
        }
        let reference = DetachedReference(core.becomeObject(newElement(), ""), keeper: detached?.keeper)
        return KeyedEncodingContainer(KeyedWriter<NestedKey>(core: core, scope: .none, detached: reference))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        if core.beginNested(in: scope, .array, UInt8(ascii: "[")) { return core.nestedArray() }
        let reference = DetachedReference(core.becomeArray(newElement(), ""), keeper: detached?.keeper)
        return UnkeyedWriter(core: core, reference)
    }

    private func newElement() -> DetachedValue {
        let array = core.detachedArray(scope, detached)
        let element = array.part(.none, JSONKey(index: array.count))
        array.append(element)
        return element
    }

    func superEncoder() -> any Encoder {
        let array = core.detachedArray(scope, detached)
        return SuperEncoder(
            core: core, destination: .element(array.count), of: array, key: JSONKey(index: array.count),
            keeper: detached?.keeper)
    }
}
