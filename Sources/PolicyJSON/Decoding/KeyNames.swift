import FoundationImport
@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// Finds the members of an object by name, if keys cannot be compared as bytes: with a key strategy, with repeated,
/// escaped or non-ASCII keys, or in large objects.
final class KeyIndex {
    private enum Members {
        /// Keys that are compared as bytes.
        case asWritten(KeyTable)
        case named(NamedMembers)
    }

    private let members: Members
    /// What rules have decided about repeated keys; `nil` if they have not been asked, or if the table is not worth keeping.
    let decision: Decision?
    /// The names of which rules use another member than the first.
    let namesOfLaterMembers: Set<String>
    /// The error with which a rule rejects the object.
    let refusal: (any Error)?
    /// Whether making the table again would take long.
    let hasLongNames: Bool

    /// What rules have decided for a model at a path: for others they may decide otherwise.
    struct Decision {
        let path: DecodingPath
        /// What the report has about it; `nil` if nothing.
        let notes: ReportCollector.NoteMark?
    }

    /// The number of bytes from which on a name is long: tables of many small objects must not be kept.
    static let longName = 4_096

    /// The table, if keys are compared as bytes.
    var table: KeyTable? {
        if case .asWritten(let table) = members { table } else { nil }
    }

    init(_ table: KeyTable) {
        members = .asWritten(table)
        decision = nil
        namesOfLaterMembers = []
        refusal = nil
        hasLongNames = false
    }

    init(_ named: NamedMembers, _ decision: Decision?, namesOfLaterMembers: Set<String>, refusal: (any Error)?) {
        members = .named(named)
        self.decision = decision
        self.namesOfLaterMembers = namesOfLaterMembers
        self.refusal = refusal
        hasLongNames = named.hasLongNames
    }

    /// The position of the value of the member with this name (the first, or the one that rules have chosen), or `TapePosition.nothing`.
    func find(_ name: String, in tape: Tape) -> TapePosition {
        switch members {
        case .asWritten(let table): table.find(name, in: tape)
        case .named(let members): members.value(of: name)
        }
    }

    /// Calls `body` with each name and the position of its value, in document order, until it returns `false`.
    func forEach(in object: TapePosition, of tape: Tape, _ body: (String, TapePosition) -> Bool) {
        switch members {
        case .asWritten: tape.forEachKey(in: object) { body(tape.key(at: $0), $0.value) }
        case .named(let members): members.forEach(body)
        }
    }
}

/// Converted names of members, and the tables of large objects.
final class KeyNames: Sendable {
    private struct State: ~Copyable {
        var converted = ConvertedNames()
        var indexes: [Request: KeyIndex] = [:]

        /// The table that was kept last for an object: one for all models, or as rules have decided for this one.
        func index(of object: TapePosition, model: UInt32) -> KeyIndex? {
            indexes[Request(object)] ?? indexes[Request(object, model)]
        }
    }

    private struct Request: Hashable {
        let object: TapePosition
        /// The requesting type; the largest number if rules have not decided about repeated keys.
        let model: UInt32

        init(_ object: TapePosition, _ model: UInt32 = .max) {
            self.object = object
            self.model = model
        }
    }

    private let strategy: JSONDecoder.KeyDecodingStrategy
    private let state: CheckedMutex<State>
    /// Whether there may be tables. Documents without tables need no lock.
    private let hasTables = Atomic<Bool>(false)
    /// The tables of objects with more members, or with long names, are kept, so that another container over the object is cheap.
    static let large = 32

    init(_ strategy: JSONDecoder.KeyDecodingStrategy) {
        self.strategy = strategy
        state = CheckedMutex(State())
    }

    /// The same names, for another window, whose objects have other tables.
    init(continuing other: KeyNames) {
        strategy = other.strategy
        state = CheckedMutex(State(converted: other.state.withLock { $0.converted }))
    }

    /// The converted name of a key in an object with this path, which is as before afterwards: a copy for each key of a path would
    /// take time quadratic in its length.
    func name(_ raw: String, below path: inout [any CodingKey]) -> String {
        switch strategy {
        case .useDefaultKeys: return raw
        case .convertFromSnakeCase: return snakeCase(raw)
        case .custom(let convert):
            path.append(JSONKey(raw))
            defer { path.removeLast() }
            return convert(path).stringValue
        @unknown default: return raw
        }
    }

    /// Whether the strategy depends on paths.
    private var needsPath: Bool {
        if case .custom = strategy { return true }
        return false
    }

    private func snakeCase(_ raw: String) -> String {
        if let name = Tape.camelCase(raw) { return name }
        if let known = state.withLock({ $0.converted[raw] }) { return known }
        let name = SnakeCase.camelCase(from: raw)
        state.withLock { $0.converted.insert(name, for: raw) }
        return name
    }

    /// Whether the table of an object is kept for all models.
    func hasIndex(of object: TapePosition) -> Bool {
        hasTables.load(ordering: .relaxed) && state.withLock { $0.indexes[Request(object)] != nil }
    }

    /// The table of an object.
    ///
    /// - Parameter model: the requesting type (``ValueReference/model``).
    func index(of object: TapePosition, model: UInt32, in core: DecoderCore) -> KeyIndex {
        let count = core.tape[object].count
        if count > Self.large || hasTables.load(ordering: .relaxed) {
            // The lock protects only the reference; the table never changes.
            let box = state.withLock { UncheckedTransfer(value: $0.index(of: object, model: model)) }
            if let known = box.value, known.decision.map({ core.confirms($0, about: object) }) != false { return known }
        }
        let index = make(of: object, model: model, in: core)
        let isDecided = index.decision != nil
        if count <= Self.large && !index.hasLongNames || isDecided && !core.decidesForGood { return index }
        let sent = UncheckedTransfer(value: index)
        let request = Request(object, isDecided ? model : .max)
        hasTables.store(true, ordering: .relaxed)
        // No other table takes the place of the first one for all models: pooled containers have uncounted references to it.
        let kept = state.withLock { state in
            if !isDecided, let known = state.indexes[request] { return UncheckedTransfer(value: known) }
            state.indexes[request] = sent.value
            return sent
        }
        return kept.value
    }

    /// Forgets the tables, before another document is decoded.
    func forgetTables() {
        guard hasTables.load(ordering: .relaxed) else { return }
        hasTables.store(false, ordering: .relaxed)
        // Released without the lock: a table may have an error, with the user's keys.
        let forgotten = state.withLock { state in
            defer { state.indexes = [:] }
            return UncheckedTransfer(value: state.indexes)
        }
        withExtendedLifetime(forgotten) {}
    }

    /// The table of an object with keys that are compared as bytes but may be repeated, as in objects with more than
    /// 128 members; `nil` if the table is not kept for the whole call.
    func keptTable(of object: TapePosition, model: UInt32, in core: DecoderCore) -> KeyTable? {
        guard core.tape[object].count > Self.large, !core.tape[object].hasUnusualKeys else { return nil }
        return index(of: object, model: model, in: core).table
    }

    @_optimize(size)
    private func make(of object: TapePosition, model: UInt32, in core: DecoderCore) -> KeyIndex {
        if case .useDefaultKeys = strategy, !core.tape[object].hasUnusualKeys {
            if let table = KeyTable.make(of: object, in: core.tape) { return KeyIndex(table) }
        }
        var members = NamedMembers(count: core.tape[object].count)
        var refusal: (any Error)?
        var (isDecided, isNoted) = (false, false)
        var namesOfLaterMembers: Set<String> = []
        let asksAboutRepeated = core.policy?.situations.contains(.repeatedKey) == true
        var path = needsPath ? core.path(toContainer: object) : []
        core.tape.forEachKey(in: object) { key in
            let isLong = core.tape[key].keyLength > KeyIndex.longName
            let name = name(isLong ? core.document.key(at: key) : core.tape.key(at: key), below: &path)
            guard let known = members.index(of: name) else {
                members.append(name, key.value)
                return true
            }
            if asksAboutRepeated, refusal == nil {
                isDecided = true
                do {
                    let answer = try core.usesRepeated(key.value, named: name, of: object, model: model)
                    if answer != nil { isNoted = true }
                    if answer == true {
                        members.replaceValue(at: known, with: key.value)
                        namesOfLaterMembers.insert(name)
                    }
                } catch {
                    // A model whose errors are collected continues with the first member of each name.
                    refusal = error
                }
            }
            return true
        }
        // Its path takes time.
        let decision =
            !isDecided || core.tape[object].count <= Self.large && !members.hasLongNames
            ? nil
            : KeyIndex.Decision(
                path: DecodingPath(core.path(toContainer: object)), notes: isNoted ? core.collector?.noteMark : nil)
        return KeyIndex(members, decision, namesOfLaterMembers: namesOfLaterMembers, refusal: refusal)
    }
}

extension DecoderCore {
    /// Whether what rules have decided about repeated keys is what they would decide now, and still in the report.
    fileprivate func confirms(_ decision: KeyIndex.Decision, about object: TapePosition) -> Bool {
        decision.path == DecodingPath(path(toContainer: object))
            && decision.notes.map { collector?.has($0) == true } != false
    }

    /// Whether rules decide about repeated keys by the path and the model only. Those that users write may read other members, which
    /// rules match to keys only for some time.
    fileprivate var decidesForGood: Bool {
        document.matchedMembers == nil
            || policy?.entries.contains { $0.situations.contains(.repeatedKey) && !($0.rule is DuplicateKeys) } == false
    }
}
