@_spi(Cursor) internal import JSONTape

/// What decoders and containers over one document refer to. They are thin and forward to it, so that its work is compiled once
/// and not per key type.
///
/// Immutable but for caches, which several threads may use: a container may be kept and used after the call, also by other threads.
/// One of the caches belongs to the thread of the call (``OwnerThread``).
@safe
final class DecoderCore {
    let call: DecodingCall
    let document: DecodedDocument
    /// The document's.
    let tape: Tape
    /// Which attempts have failed; there whenever there is a policy.
    let memory: AttemptMemory?
    /// ``memory``, for use with each model.
    let uncountedMemory: Uncounted<AttemptMemory>?
    /// Where what cannot be decoded is logged, if there is to be a placeholder in its place.
    let problems: ProblemLog?
    /// A value whose path the tape does not contain.
    let anchor: PathAnchor?
    /// An object with its table, where keys cannot be compared without being decoded, or the pool has no container for it. Such an
    /// object has a core of its own.
    private let indexed: IndexedObject?
    /// Containers to be used again; none where this core is derived from another.
    let containers: DecodingContainers
    let types = DecodableTraits.table
    let errorForms = StrictErrorForms.shared
    /// Whether the tape alone says what the path to a value is, in the document's keys, which are the models', too.
    let hasPlainPaths: Bool
    /// Used only by its owner: a lock cost too much (measured: Docs/Performance.md).
    @safe @exclusivity(unchecked) var lastPath = LastPath()
    let pathOwner = OwnerThread()
    /// Whether code of a model makes a key, while ``lastPath`` is changed.
    @safe @exclusivity(unchecked) var makesModelKey = false
    /// The states of the last containers that are not the pool's, for the keys of paths. Used only by its owner.
    @safe @exclusivity(unchecked) var ownedStates: [KeyedContainerState] = []
    /// The core that this one is derived from. Keeping it prevents that its tape is used for another document while a decoder
    /// or a container refers to this core.
    let origin: DecoderCore?
    /// The core, which ``origin`` keeps, that makes the same paths and keeps the last one; `nil` for this one.
    let pathOrigin: DecoderCore?

    private typealias IndexedObject = (object: TapePosition, index: KeyIndex)

    /// The only initialiser that sets properties.
    @inline(never)
    private init(
        _ call: DecodingCall, _ document: DecodedDocument, _ memory: AttemptMemory?, _ problems: ProblemLog?,
        _ anchor: PathAnchor?, _ indexed: IndexedObject?, _ containers: DecodingContainers, origin: DecoderCore?
    ) {
        self.call = call
        self.document = document
        tape = document.tape
        self.memory = memory
        uncountedMemory = memory.map { Uncounted($0) }
        self.problems = problems
        self.anchor = anchor
        self.indexed = indexed
        self.containers = containers
        self.origin = origin
        pathOrigin =
            origin?.document === document && origin?.anchor === anchor ? origin?.pathOrigin ?? origin : nil
        hasPlainPaths =
            !call.convertsKeys && anchor == nil && document.window == nil && document.matchedMembers == nil
        pathOwner.take()
    }

    /// A core for the document of a call, or for a window of it.
    ///
    /// - Parameter previous: the core of the previous window.
    convenience init(_ call: DecodingCall, _ document: DecodedDocument, after previous: DecoderCore? = nil) {
        self.init(
            call, document,
            call.policy == nil ? nil : AttemptMemory(keepsAll: false, sharingCountsOf: previous?.memory), nil,
            nil, nil,
            .pooled(for: call), origin: nil)
    }

    /// A core for a document that stands in for a value. Errors in it are errors about that value.
    private convenience init(
        _ call: DecodingCall, replacement: DecodedDocument, of value: ReplacedValue, under key: (any CodingKey)?
    ) {
        self.init(
            call, replacement, call.policy == nil ? nil : AttemptMemory(keepsAll: false), nil,
            PathAnchor(index: .root, core: value.core, reference: value.reference, key: key), nil, .none,
            origin: value.core)
    }

    /// A core like this one over the same document.
    private func derived(
        _ call: DecodingCall? = nil, memory: AttemptMemory? = nil, problems: ProblemLog? = nil,
        anchor: PathAnchor? = nil, indexed: IndexedObject? = nil
    ) -> DecoderCore {
        DecoderCore(
            call ?? self.call, document, memory ?? self.memory, problems ?? self.problems, anchor ?? self.anchor,
            indexed ?? self.indexed, .none, origin: self)
    }
}

// MARK: Cores made from others

extension DecoderCore {
    /// A core for the next window of the document: the call's, with what has been learnt of names.
    func continued(on tape: Tape) -> DecoderCore {
        if let anchor, let origin { return origin.window(of: anchor.reference, on: tape) }
        return DecoderCore(call, DecodedDocument(tape, of: call, after: document), after: self)
    }

    /// A core for a window of an emptied array of this core's document.
    func window(of array: ValueReference, on tape: Tape) -> DecoderCore {
        DecoderCore(
            call, DecodedDocument(tape, of: call, after: document, isOfEmptiedArray: true),
            memory.map { AttemptMemory(keepsAll: false, sharingCountsOf: $0) },
            nil, PathAnchor(index: .root, core: self, reference: array, key: nil), nil,
            .pooled(for: call), origin: self)
    }

    /// A core for a document that stands in for a value.
    ///
    /// - Parameters:
    ///   - key: the key that was requested, where the value is missing.
    ///   - isInvented: whether its text is not that of a string in the document.
    func replacing(
        _ reference: ValueReference, under key: (any CodingKey)?, with tape: Tape, followsPolicy: Bool,
        isInvented: Bool,
        isName: Bool = false
    ) -> DecoderCore {
        let call = followsPolicy ? call : call.withoutRules
        let value = ReplacedValue(
            core: self, reference: reference, depth: replacements + 1,
            isInvented: isInvented || document.replaced?.isInvented == true, isName: isName)
        let number = collector?.nextDocument() ?? 0
        return DecoderCore(
            call, replacement: DecodedDocument(tape, of: call, number: number, replacing: value), of: value, under: key)
    }

    /// A core for which the value at `index` stands under a key that the tape does not contain, in the object at `reference`.
    ///
    /// - Parameter path: where the document has the value, from the object, if not under the key.
    func anchored(
        at index: TapePosition, in reference: ValueReference, under key: any CodingKey,
        writtenAs path: DecodingPath? = nil
    ) -> DecoderCore {
        derived(anchor: PathAnchor(index: index, core: self, reference: reference, key: key, writtenPath: path))
    }

    /// A core for which the value at `reference` is the only element of a collection of this type; `nil` if it is already, so
    /// that this would have no end.
    @_optimize(size)
    func wrapping(_ reference: ValueReference, in type: Any.Type) -> DecoderCore? {
        var around = anchor
        while let anchor = around, anchor.index == reference.index, let wrapped = anchor.wrappedType {
            if wrapped == type { return nil }
            around = anchor.core.anchor
        }
        return derived(
            anchor: PathAnchor(
                index: reference.index, core: self, reference: reference, key: JSONKey(index: 0), wrappedType: type))
    }

    /// A core for which a rule has selected the value at `reference`.
    ///
    /// - Parameter again: whether in place of itself.
    func selecting(_ reference: ValueReference, again: Bool) -> DecoderCore {
        derived(
            anchor: PathAnchor(index: reference.index, core: self, reference: reference, key: nil, isSelected: again))
    }

    /// A core that collects problems.
    @_optimize(size)
    func collecting(in problems: ProblemLog) -> DecoderCore {
        derived(call.collecting, memory: AttemptMemory(keepsAll: true), problems: problems)
    }

    /// A core that can look keys of an object up: this one where they can be compared without being decoded, else one that has a
    /// table.
    @inline(__always)
    func indexed(for object: TapePosition, model: UInt32) -> DecoderCore {
        if !call.convertsKeys, tape[object].hasPlainKeys { return self }
        return withIndex(of: object, model: model)
    }

    @inline(never)
    private func withIndex(of object: TapePosition, model: UInt32) -> DecoderCore {
        if index(of: object) != nil || call.convertsKeys && needsNoIndex(object, model: model) { return self }
        return indexed(as: document.keyNames.index(of: object, model: model, in: self), object)
    }

    /// A core that has the table of an object.
    func indexed(as index: KeyIndex, _ object: TapePosition) -> DecoderCore { derived(indexed: (object, index)) }
}

// MARK: Keys in snake case

extension DecoderCore {
    /// Whether the names of a small object's members can be compared with those that are requested (``lookUp(_:in:)``).
    private func needsNoIndex(_ object: TapePosition, model: UInt32) -> Bool {
        guard tape[object].count <= KeyNames.large else { return false }
        switch snakeCaseForm(of: object) {
        case .other: return false
        // A rule may choose among members of the same name.
        case .convertible: return !call.situations.contains(.repeatedKey)
        case .reversible: return true
        }
    }

    /// How the keys of an object are converted.
    func snakeCaseForm(of object: TapePosition) -> Tape.SnakeCaseForm {
        guard call.options.convertsFromSnakeCase, tape[object].hasPlainKeys else { return .other }
        return tape.snakeCaseForm(ofKeysIn: object)
    }

    /// A core that decodes an object as a dictionary over which a model may have a container: see
    /// ``DecodedDocument/dictionaries``.
    func besideContainer(of object: TapePosition) -> DecoderCore {
        containers.pool == nil || !tape[object].is(.object) ? self : derived()
    }
}

// MARK: Another document

extension DecoderCore {
    /// Starts to decode on the current thread, which then alone uses what has no lock.
    @inline(__always)
    func startDecoding() {
        containers.open()
        pathOwner.take()
    }

    /// Ends decoding. Containers that are still referenced retain the core.
    @inline(__always)
    func stopDecoding() {
        containers.close(keeping: self)
        if !ownedStates.isEmpty { ownedStates = [] }
        pathOwner.giveUp()
    }

    /// Whether a call with these options can use this core, which then has them.
    func canServe(_ options: SharedOptions, listsChanges: Bool) -> Bool {
        if !call.becomes(options) { return false }
        collector?.listsChanges = listsChanges
        return true
    }

    /// Gets ready for another document on the same tape, with a list of changes if there is a handler for it; false: a new core
    /// is needed. Nothing else may refer to the core.
    func forgetDocument() -> Bool {
        guard origin == nil, document.window == nil, call.forgetUserInfo() else { return false }
        call.repairing?.report.with { $0.forgetDocument() }
        forgetWindow()
        if call.sharedOptions.handlesReports { collector?.listsChanges = true }
        return true
    }

    /// Gets ready for another window on the same tape.
    func forgetWindow() {
        uncountedMemory?.with { $0.forgetDocument() }
        lastPath.forget()
        document.forgetWindow(of: call)
    }
}

// MARK: What the parts say

extension DecoderCore {
    var policy: ResolvedPolicy? { call.policy }
    var collector: ReportCollector? { call.collector }
    var options: DecodingOptions {
        @inline(__always) _read { yield call.sharedOptions.value }
    }

    /// Whether the repair limit has been exceeded: no further value is repaired.
    var isExhausted: Bool { call.repairing?.report.with { $0.isExhausted } == true }

    /// A reference to the document's top-level value.
    var top: ValueReference {
        if policy == nil { return .root }
        return .root.with(problems == nil ? .repairing : [.repairing, .collecting])
    }

    /// How many documents around this one stand in for values, this one included.
    var replacements: Int { document.replaced?.depth ?? 0 }

    /// Whether values are decoded from JSON, or in a way, that a rule has answered with.
    var isReplaced: Bool { document.replaced != nil || anchor?.isReplaced == true }

    /// The position of a member's value, or `TapePosition.nothing`.
    func lookUp(_ key: String, in object: TapePosition) -> TapePosition {
        if let index = index(of: object) { return index.find(key, in: tape) }
        return call.convertsKeys ? tape.find(convertedFromSnakeCase: key, in: object) : tape.find(key, in: object)
    }

    /// The look-up table of an object, where this core has it.
    @inline(__always)
    func index(of object: TapePosition) -> KeyIndex? {
        guard let indexed, indexed.object == object else { return nil }
        return indexed.index
    }
}
