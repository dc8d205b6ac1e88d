import FoundationImport
@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// Finds the members of an object by name, if keys cannot be compared as bytes: with a key strategy, with repeated,
/// escaped or non-ASCII keys, or with more than 128 keys.
final class KeyIndex {
    private enum Members {
        /// Keys that are compared as bytes.
        case asWritten(KeyTable)
        /// Distinct names in document order, and the positions of their values. Names are compared by canonical
        /// equivalence, as `String` does.
        case named([String], values: [String: TapePosition])
    }

    private let members: Members
    /// Whether rules have been asked about repeated keys: the table is then for the container that asked.
    let isDecidedByRules: Bool
    /// The names of which rules use another member than the first.
    let namesOfLaterMembers: Set<String>
    /// The error with which a rule rejects the object.
    let refusal: (any Error)?
    /// Whether making the table again would take long.
    let hasLongNames: Bool
    /// The number of bytes from which on a name is long: tables of many small objects must not be kept.
    static let longName = 4_096

    /// The table, if keys are compared as bytes.
    var table: KeyTable? {
        if case .asWritten(let table) = members { table } else { nil }
    }

    init(_ table: KeyTable) {
        members = .asWritten(table)
        isDecidedByRules = false
        namesOfLaterMembers = []
        refusal = nil
        hasLongNames = false
    }

    init(
        names: [String], values: [String: TapePosition], isDecidedByRules: Bool, namesOfLaterMembers: Set<String>,
        refusal: (any Error)?
    ) {
        members = .named(names, values: values)
        self.isDecidedByRules = isDecidedByRules
        self.namesOfLaterMembers = namesOfLaterMembers
        self.refusal = refusal
        hasLongNames = names.contains { $0.utf8.count > Self.longName }
    }

    /// The position of the value of the first member with this name, or `TapePosition.nothing`.
    func find(_ name: String, in tape: Tape) -> TapePosition {
        switch members {
        case .asWritten(let table): table.find(name, in: tape)
        case .named(_, let values): values[name] ?? TapePosition.nothing
        }
    }

    /// Calls `body` with each name and the position of its value, in document order, until it returns `false`.
    func forEach(in object: TapePosition, of tape: Tape, _ body: (String, TapePosition) -> Bool) {
        switch members {
        case .asWritten: tape.forEachKey(in: object) { body(tape.key(at: $0), $0.value) }
        case .named(let names, let values):
            for name in names where !body(name, values[name] ?? TapePosition.nothing) { return }
        }
    }
}

/// Converted names of members, and the tables of large objects.
final class KeyNames: Sendable {
    private struct State: ~Copyable {
        var converted = ConvertedNames()
        var indexes: [TapePosition: KeyIndex] = [:]
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

    /// The converted name of a key in an object with this path.
    func name(_ raw: String, below path: [any CodingKey]) -> String {
        switch strategy {
        case .useDefaultKeys: return raw
        case .convertFromSnakeCase: return snakeCase(raw)
        case .custom(let convert): return convert(path + [JSONKey(raw)]).stringValue
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

    /// Whether the table of an object is kept.
    func hasIndex(of object: TapePosition) -> Bool {
        hasTables.load(ordering: .relaxed) && state.withLock { $0.indexes[object] != nil }
    }

    /// The table of an object.
    ///
    /// - Parameter model: the requesting type (``ValueReference/model``).
    func index(of object: TapePosition, model: UInt32, in core: DecoderCore) -> KeyIndex {
        let count = core.tape[object].count
        if count > Self.large || hasTables.load(ordering: .relaxed) {
            // The lock protects only the reference; the table never changes.
            let box = state.withLock { UncheckedTransfer(value: $0.indexes[object]) }
            if let known = box.value { return known }
        }
        let index = make(of: object, model: model, in: core)
        if count <= Self.large && !index.hasLongNames || index.isDecidedByRules { return index }
        let sent = UncheckedTransfer(value: index)
        hasTables.store(true, ordering: .relaxed)
        // The first table is kept: containers have unretained references to it.
        let kept = state.withLock { state in
            if let known = state.indexes[object] { return UncheckedTransfer(value: known) }
            state.indexes[object] = sent.value
            return sent
        }
        return kept.value
    }

    /// Forgets the tables, before another document is decoded.
    func forgetTables() {
        guard hasTables.load(ordering: .relaxed) else { return }
        hasTables.store(false, ordering: .relaxed)
        state.withLock { state in
            if !state.indexes.isEmpty { state.indexes = [:] }
        }
    }

    /// The table of an object with keys that are compared as bytes but may be repeated, as in objects with more than
    /// 128 members; `nil` if the table is not kept for the whole call.
    func keptTable(of object: TapePosition, model: UInt32, in core: DecoderCore) -> KeyTable? {
        guard core.tape[object].count > Self.large, !core.tape[object].hasUnusualKeys else { return nil }
        return index(of: object, model: model, in: core).table
    }

    private func make(of object: TapePosition, model: UInt32, in core: DecoderCore) -> KeyIndex {
        if case .useDefaultKeys = strategy, !core.tape[object].hasUnusualKeys {
            if let table = KeyTable.make(of: object, in: core.tape) { return KeyIndex(table) }
        }
        var names: [String] = []
        var values: [String: TapePosition] = [:]
        var (refusal, isDecidedByRules): ((any Error)?, Bool) = (nil, false)
        var namesOfLaterMembers: Set<String> = []
        let asksAboutRepeated = core.policy?.situations.contains(.repeatedKey) == true
        names.reserveCapacity(core.tape[object].count)
        values.reserveCapacity(core.tape[object].count)
        let path = needsPath ? core.path(toContainer: object) : []
        core.tape.forEachKey(in: object) { key in
            let isLong = core.tape[key].keyLength > KeyIndex.longName
            let name = name(isLong ? core.document.key(at: key) : core.tape.key(at: key), below: path)
            if values[name] == nil {
                values[name] = key.value
                names.append(name)
            } else if asksAboutRepeated, refusal == nil {
                isDecidedByRules = true
                do {
                    if try core.usesRepeated(key.value, named: name, of: object, model: model) == true {
                        values[name] = key.value
                        namesOfLaterMembers.insert(name)
                    }
                } catch {
                    // What collects errors continues with the first member of each name.
                    refusal = error
                }
            }
            return true
        }
        return KeyIndex(
            names: names, values: values, isDecidedByRules: isDecidedByRules, namesOfLaterMembers: namesOfLaterMembers,
            refusal: refusal)
    }
}
