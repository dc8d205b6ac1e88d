@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts
internal import Synchronization

/// The state of a keyed container: its object, and the end of the last look-up.
///
/// A container consists of a reference to its state, so that it can be reused for another object
/// (``KeyedContainerPool``), and because the standard library copies it on each call.
@safe
final class KeyedContainerState {
    /// Retained by the decoding call, and by `keeper` if the container outlives the call.
    private let unretained: Unmanaged<DecoderCore>
    /// The core, if the container may outlive the call.
    private var keeper: DecoderCore?
    /// Where requests are recorded, if rules watch for the members that are not requested; retained by the core.
    private let askedKeys: Unmanaged<AskedKeys>?
    let tape: Tape
    /// The container's key type.
    private let keyType: any CodingKey.Type
    /// Whether its keys are made of names: an initialiser that a model does not call itself may not be meant to be called.
    private let makesKeys: Atomic<Bool>
    /// The first keys that have been made of names, and these. Used only by the thread of the call.
    @safe @exclusivity(unchecked) private var madeKeys: [any CodingKey] = []
    @safe @exclusivity(unchecked) private var namesOfMadeKeys: [String] = []
    private static var mostMadeKeys: Int { 16 }
    /// Whether a look-up only compares keys as bytes, and no rule watches for members that are there.
    let isPlain: Bool
    /// Whether, besides, no rule watches for values that are requested as optionals.
    let isPlainForOptionals: Bool
    /// Whether a look-up only compares keys as bytes. If keys are converted, this is so only in plain containers.
    private let comparesBytes: Bool
    /// Whether rules match members to keys that the object lacks.
    let matchesKeys: Bool
    /// Whether rules answer for optionals that are missing or null.
    let watchesNils: Bool
    /// Whether the object's keys are converted from snake case when they are looked up.
    private let convertsKeys: Bool
    // Written only between objects, if the pool has the only reference to the container, or to this.
    @safe @exclusivity(unchecked) private(set) var reference: ValueReference
    /// The position of the object's end.
    @safe @exclusivity(unchecked) private var end: TapePosition
    /// The table of an object with more than 16 keys.
    @safe @exclusivity(unchecked) private var table: ObjectTable
    /// The value that was found last, or the object: the next search starts after it. Atomic, because threads may share
    /// a container.
    private let last: Atomic<TapePosition>
    /// The keys by number, once so many have been looked up that numbering them is worth it.
    private var numbered: NumberedKeys?
    /// Those keys, if keys are looked up by number in this call; retained by `numbered`.
    @safe @exclusivity(unchecked) private var renewed: Unmanaged<NumberedKeys>?
    /// Those keys, if the current object is looked up by them.
    @safe @exclusivity(unchecked) private var known: Unmanaged<NumberedKeys>?
    /// The last value up to which searches have recorded all members in `known`; the object, or its end. All members up to `last` have been
    /// recorded, too.
    private let passed: Atomic<TapePosition>
    /// Whether a key has been searched for in the current object in vain.
    private let lacksKey = Atomic<Bool>(false)
    /// What looking keys up by their names has cost in this call: 1 for each object, and 2 for each key that was searched for.
    private let effort = Atomic<Int>(0)
    /// The effort at which looking keys up by number is worth it.
    @safe @exclusivity(unchecked) private var worthwhile: Int
    /// The efforts that are worth numbering keys, and asking for their names again in another call.
    private static var many: (toNumber: Int, toRenew: Int) { (64, 24) }

    /// - Parameters:
    ///   - keyType: the container's key type.
    ///   - keepsCore: whether to retain the core; `false` for containers in the core's own pool.
    ///   - hasNumberedKeys: whether the keys of the container are their numbers.
    init(
        _ core: DecoderCore, at reference: ValueReference, keyedBy keyType: any CodingKey.Type, keepsCore: Bool,
        hasNumberedKeys: Bool = false
    ) {
        self.keyType = keyType
        makesKeys = Atomic(keyType.isEnumerationLike)
        unsafe unretained = .passUnretained(core)
        keeper = keepsCore ? core : nil
        tape = core.tape
        let index = core.index(of: reference.index)
        convertsKeys = core.call.convertsKeys && index == nil
        let isIndexed = index != nil && index?.table == nil
        unsafe askedKeys = core.document.askedKeys.map { unsafe .passUnretained($0) }
        isPlain = unsafe !isIndexed && askedKeys == nil && (!convertsKeys || hasNumberedKeys)
        isPlainForOptionals = isPlain && !core.call.watchesPresentOptionals
        comparesBytes = isPlain || !isIndexed && !convertsKeys
        matchesKeys = core.call.keyMatches != nil
        watchesNils = core.call.watchesNils
        // Retained by the core.
        table = ObjectTable(index?.table)
        // A converted key is worth its number at once.
        worthwhile = comparesBytes && hasNumberedKeys ? (convertsKeys ? 0 : Self.many.toNumber) : .max
        self.reference = reference
        end = core.tape.end(ofContainerAt: reference.index)
        last = Atomic(reference.index)
        passed = Atomic(reference.index)
    }

    /// Moves to another object.
    ///
    /// - Parameter table: the object's table, if it has more than 128 keys.
    @inline(__always)
    func move(to reference: ValueReference, _ table: KeyTable?) {
        if reference.index != self.reference.index { self.table.forget() }
        self.table.use(table)
        self.reference = reference
        end = tape.end(ofContainerAt: reference.index)
        last.store(reference.index, ordering: .relaxed)
        if unsafe renewed == nil {
            let effort = effort.load(ordering: .relaxed)
            self.effort.store(effort &+ 1, ordering: .relaxed)
            if effort >= worthwhile { numberKeys() }
        }
        known = table == nil ? renewed : nil
        if let known {
            unsafe known._withUnsafeGuaranteedRef { $0.beginObject() }
            passed.store(reference.index, ordering: .relaxed)
            lacksKey.store(false, ordering: .relaxed)
        }
    }

    /// Looks keys up by number from now on, until the call ends.
    @inline(never)
    private func numberKeys() {
        let keys = numbered?.renewed() ?? NumberedKeys()
        numbered = keys
        worthwhile = min(worthwhile, Self.many.toRenew)
        unsafe renewed = .passUnretained(keys)
    }

    /// Forgets the table, before another document is decoded, in which another object may have the same position. The names of keys
    /// are asked for again.
    @inline(__always)
    func forgetDocument() {
        table.forget()
        effort.store(0, ordering: .relaxed)
        renewed = nil
    }

    /// Whether the container is over this object.
    @inline(__always)
    func isOver(_ object: TapePosition, of tape: Tape) -> Bool { reference.index == object && self.tape === tape }

    /// Records that the model asks for all keys, and so makes them of names.
    func makeKeys() { makesKeys.store(true, ordering: .relaxed) }

    /// The model's key with this name, if it has been made before. Called by the thread of the call.
    @inline(__always)
    func madeKey(named name: String) -> (any CodingKey)? {
        namesOfMadeKeys.firstIndex(of: name).map { madeKeys[$0] }
    }

    /// The model's key with this name. Called by the thread of the call.
    @_optimize(size)
    @inline(never)
    func key(named name: String) -> (any CodingKey)? {
        guard makesKeys.load(ordering: .relaxed) else { return nil }
        if let key = madeKey(named: name) { return key }
        guard let key = keyType.init(stringValue: name), key.stringValue == name else { return nil }
        if madeKeys.count < Self.mostMadeKeys {
            madeKeys.append(key)
            namesOfMadeKeys.append(name)
        }
        return key
    }

    /// Retains the core from now on.
    func keep(_ core: DecoderCore) { keeper = core }

    /// The core. Hot code uses ``with(_:)``.
    var core: DecoderCore { unsafe unretained.takeUnretainedValue() }

    /// Calls `body` with the core, without reference counting (measured: Docs/Performance.md).
    @inline(__always)
    func with<R>(_ body: (DecoderCore) throws -> R) rethrows -> R {
        try unsafe unretained._withUnsafeGuaranteedRef(body)
    }

    /// The position of the key that follows a value of the object; for the object, of its first key.
    @inline(__always)
    private func position(after value: TapePosition) -> TapePosition {
        value == reference.index ? value.firstChild : tape.position(after: value)
    }

    /// The position of a member's value, or `TapePosition.nothing`, at which the tape has a null.
    func value(_ key: some CodingKey) -> TapePosition {
        if !isPlain { return watchedValue(key) }
        return anyPlainValue(key)
    }

    /// ``value(_:)``, if keys are compared as bytes.
    private func anyPlainValue(_ key: some CodingKey) -> TapePosition {
        if unsafe known == nil { return plainValue(key) }
        let last = last.load(ordering: .acquiring)
        let start = position(after: last)
        return orMatched(tape.find(name(of: key), from: start, in: reference.index, table), key)
    }

    /// The value that was found, or that of the member that rules match to the key.
    @inline(__always)
    private func orMatched(_ found: TapePosition, _ key: some CodingKey) -> TapePosition {
        found == .nothing && matchesKeys ? core.matched(key, in: reference) : found
    }

    /// The name that a member with this key has in the document.
    private func name(of key: some CodingKey) -> String {
        convertsKeys ? Tape.reversedCamelCase(key.stringValue) : key.stringValue
    }

    /// ``value(_:)`` for a key of the container's type.
    @inline(__always)
    func ownValue(_ key: some CodingKey) -> TapePosition {
        if !isPlain { return watchedOwnValue(key) }
        return ownPlainValue(key)
    }

    /// ``ownValue(_:)``, not inlined: for what is requested less often. Look-ups are a large part of a static program.
    @inline(never)
    func calledValue(_ key: some CodingKey) -> TapePosition { ownValue(key) }

    /// ``ownValue(_:)``, if keys are compared as bytes, as where ``isPlain``.
    @inline(__always)
    func ownPlainValue(_ key: some CodingKey) -> TapePosition {
        guard let known else { return plainValue(key) }
        // Acquired with what was recorded about the members before.
        let last = last.load(ordering: .acquiring)
        let start = position(after: last)
        let number = byte(of: key)
        guard unsafe known._withUnsafeGuaranteedRef({ $0.isKey(number, at: start, end: end, in: tape) }) else {
            return search(number, key)
        }
        self.last.store(start.value, ordering: .releasing)
        return start.value
    }

    /// Searches for a numbered key that does not follow the previous one.
    @inline(never)
    private func search(_ number: UInt8, _ key: some CodingKey) -> TapePosition {
        guard let known else { return .nothing }
        return orMatched(unsafe known._withUnsafeGuaranteedRef { search(number, key, in: $0) }, key)
    }

    @inline(__always)
    private func search(_ number: UInt8, _ key: some CodingKey, in keys: NumberedKeys) -> TapePosition {
        if !keys.isNamed(number) { return name(number, key, in: keys) }
        let recorded = max(passed.load(ordering: .acquiring), last.load(ordering: .acquiring))
        let start = recorded < end ? position(after: recorded) : end
        var passed = recorded
        let found = keys.search(
            number, after: &passed, start: start, end: end, recordsAll: lacksKey.load(ordering: .relaxed), in: tape)
        self.passed.store(passed, ordering: .releasing)
        if found == .nothing {
            lacksKey.store(true, ordering: .relaxed)
        } else if found <= passed {
            // A key that got its name in this object may be after members that have not been recorded.
            last.store(found, ordering: .releasing)
        }
        return found
    }

    /// Looks a key up by its name, which it gets for the following objects of the call.
    private func name(_ number: UInt8, _ key: some CodingKey, in keys: NumberedKeys) -> TapePosition {
        let name = name(of: key)
        let last = last.load(ordering: .acquiring)
        let start = position(after: last)
        let found = tape.find(name, from: start, in: reference.index, table)
        // Recorded first, also that there is none: once the key has its name, other threads rely on what is recorded.
        keys.record(number, at: found)
        // Moved only if all members before the found one have been recorded.
        if keys.name(number, name), found != .nothing, found == start.value {
            self.last.store(found, ordering: .releasing)
        }
        return found
    }

    /// ``ownPlainValue(_:)``, for keys without numbers.
    @inline(__always)
    private func plainValue(_ key: some CodingKey) -> TapePosition {
        let last = last.load(ordering: .relaxed)
        let start = position(after: last)
        let found = tape.find(
            key.stringValue, at: start, end: end, orSearch: { search($0, from: start, key) },
            orSearchShort: { search($0, from: start, key) })
        if found == start.value { self.last.store(found, ordering: .relaxed) }
        return found
    }

    /// Searches for a short name that does not follow the previous one.
    @inline(never)
    private func search(_ name: ShortKey, from start: TapePosition, _ key: some CodingKey) -> TapePosition {
        effort.store(effort.load(ordering: .relaxed) &+ 2, ordering: .relaxed)
        return orMatched(noted(tape.find(name, from: start, in: reference.index, table)), key)
    }

    /// Searches for a longer name, starting with the one that follows the previous key.
    @inline(never)
    private func search(_ name: String, from start: TapePosition, _ key: some CodingKey) -> TapePosition {
        let found = tape.find(name, from: start, in: reference.index, table)
        if found != start.value { effort.store(effort.load(ordering: .relaxed) &+ 2, ordering: .relaxed) }
        return orMatched(noted(found), key)
    }

    /// Records the value after which the next search starts.
    private func noted(_ found: TapePosition) -> TapePosition {
        if found != .nothing { last.store(found, ordering: .relaxed) }
        return found
    }

    @inline(never)
    private func watchedValue(_ key: some CodingKey) -> TapePosition {
        asked(comparesBytes ? anyPlainValue(key) : convertedValue(key))
    }

    @inline(never)
    private func watchedOwnValue(_ key: some CodingKey) -> TapePosition {
        asked(comparesBytes ? ownPlainValue(key) : convertedValue(key))
    }

    private func convertedValue(_ key: some CodingKey) -> TapePosition {
        orMatched(core.lookUp(key.stringValue, in: reference.index), key)
    }

    /// Records a request for rules about members that are not requested.
    private func asked(_ value: TapePosition) -> TapePosition {
        if value != .nothing, !reference.has(.rulesDisabled) {
            unsafe askedKeys?._withUnsafeGuaranteedRef { $0.ask(for: value) }
        }
        return value
    }
}
