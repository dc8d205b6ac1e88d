import Foundation
@_spi(Tape) internal import JSONTape
internal import Synchronization

/// What all decoders and containers of one call share. Containers are thin and forward to it, so that its work is
/// compiled once and not per key type.
///
/// Everything is immutable but the caches, which are safe to use from several threads: a container may be kept and used
/// after the call, also elsewhere.
@safe
final class DecoderCore {
    let tape: Tape
    let types = DecodableTraits.table
    let sharedOptions: SharedOptions
    var options: DecodingOptions {
        @inline(__always) _read { yield sharedOptions.value }
    }
    let convertsKeys: Bool
    /// `nil` in strict decoding.
    let policy: ResolvedPolicy?
    /// There whenever `policy` is.
    let collector: ReportCollector?
    /// Whether keys that are asked for matter: rules look for absent ones, or for members that nobody asks for.
    let watchesKeys: Bool
    /// Whether those that are there matter, too.
    var watchesFoundKeys: Bool { askedKeys != nil }
    /// Whether rules want to see values before they are decoded.
    let watchesValues: Bool
    /// The same, or whether rules may turn all rules off for a value.
    let examinesValues: Bool
    /// Whether rules want to see blank strings where strings are optional.
    let watchesStrings: Bool
    /// There if a rule watches for absent keys.
    let keyMatches: KeyMatches?
    /// There if a rule watches for absent keys: the members of this document that rules have found for them.
    let matchedMembers: MatchedMembers?
    /// Which attempts have failed; there whenever `policy` is.
    let memory: AttemptMemory?
    /// There if a rule watches for unknown keys.
    let askedKeys: AskedKeys?
    /// Where what cannot be decoded is logged, if there is to be a placeholder in its place.
    let problems: ProblemLog?
    /// A place whose path the tape does not tell.
    let anchor: PathAnchor?
    /// The core that this one was made from.
    let origin: DecoderCore?
    /// For a replacement's core: the place in `origin` that it stands in for.
    let replacedPlace: Place?
    /// How many documents around this one are replacements, this one included.
    let replacements: Int
    /// Whether values are decoded from JSON, or in a way, that a rule has answered with.
    let isReplaced: Bool
    /// Whether the document was made up by a rule, so that nothing may be left out of it.
    let isInvented: Bool
    /// Which of the call's documents this is: the one that was given is 0, replacements follow. If changes are listed,
    /// each window of a document has its own number, because its indexes are about another tape.
    private(set) var document: Int
    /// Memory for replacements.
    let tapes: TapePool
    let keyNames: KeyNames
    /// Where the values that are decoded are elements of a stream: the part of it that they are in.
    let window: ElementWindow?
    /// An object with its table, where keys cannot be compared as they stand, or the pool has no container for it. Such an
    /// object has a core of its own.
    private let indexed: (object: TapePosition, index: KeyIndex)?

    /// Containers to be used again; `nil` where this core is made from another, or keys are converted.
    let containers: DecodingContainers

    /// - Parameter window: where the values to be decoded are elements of a stream, with a report of its own.
    init(
        tape: Tape, options sharedOptions: SharedOptions, tapes: TapePool, isListing: Bool,
        window: ElementWindow? = nil,
        entryLimit: Int? = nil
    ) {
        self.tape = tape
        self.tapes = tapes
        replacements = 0
        document = 0
        self.sharedOptions = sharedOptions
        convertsKeys = sharedOptions.value.convertsKeys
        policy = sharedOptions.value.resolvedPolicy
        problems = nil
        let situations = policy?.situations ?? []
        watchesKeys = !situations.isDisjoint(with: [.absentKey, .unknownKey])
        watchesValues = situations.contains(.value)
        examinesValues = watchesValues || policy?.turnsAllRulesOff == true
        watchesStrings = situations.contains(.blankString)
        keyMatches = situations.contains(.absentKey) ? KeyMatches() : nil
        matchedMembers = situations.contains(.absentKey) ? MatchedMembers() : nil
        askedKeys = situations.contains(.unknownKey) ? AskedKeys() : nil
        memory = policy == nil ? nil : AttemptMemory(keepsAll: false)
        (isReplaced, isInvented) = (false, false)
        collector =
            policy == nil
            ? nil
            : ReportCollector(
                isListing: isListing, entryLimit: entryLimit ?? sharedOptions.value.reportLimit,
                repairLimit: sharedOptions.value.repairLimit)
        anchor = nil
        origin = nil
        replacedPlace = nil
        keyNames = KeyNames(sharedOptions.value.keys)
        self.window = window
        indexed = nil
        containers = sharedOptions.value.convertsKeys ? .none : .pooled()
    }

    /// The same document, with a place whose path is given, or an object whose keys have a table.
    ///
    /// - Parameter problems: where what is wrong is logged from here on.
    private init(
        origin: DecoderCore, anchor: PathAnchor?, indexed: (object: TapePosition, index: KeyIndex)?,
        collectingIn problems: ProblemLog? = nil
    ) {
        self.problems = problems ?? origin.problems
        tape = origin.tape
        tapes = origin.tapes
        replacements = origin.replacements
        document = origin.document
        sharedOptions = origin.sharedOptions
        convertsKeys = origin.convertsKeys
        // Strict decoding takes ways on which nothing can be collected.
        policy = origin.policy ?? (problems == nil ? nil : .empty)
        memory = problems == nil ? origin.memory : AttemptMemory(keepsAll: true)
        isReplaced = origin.isReplaced || anchor?.wrappedType != nil
        isInvented = origin.isInvented
        collector = origin.collector
        watchesKeys = origin.watchesKeys
        watchesValues = origin.watchesValues
        examinesValues = origin.examinesValues
        watchesStrings = origin.watchesStrings
        keyMatches = origin.keyMatches
        matchedMembers = origin.matchedMembers
        askedKeys = origin.askedKeys
        self.anchor = anchor
        self.origin = origin
        replacedPlace = nil
        keyNames = origin.keyNames
        window = origin.window
        self.indexed = indexed
        containers = .none
    }

    /// The next window of a document of which `previous` has another one: the call's collector, and what has been learnt of
    /// names.
    init(continuing previous: DecoderCore, on tape: Tape) {
        self.tape = tape
        tapes = previous.tapes
        replacements = 0
        document = previous.collector?.nextWindow() ?? 0
        sharedOptions = previous.sharedOptions
        convertsKeys = previous.convertsKeys
        policy = previous.policy
        problems = nil
        collector = previous.collector
        watchesKeys = previous.watchesKeys
        watchesValues = previous.watchesValues
        examinesValues = previous.examinesValues
        watchesStrings = previous.watchesStrings
        keyMatches = previous.keyMatches
        // Indexes are about another tape.
        matchedMembers = previous.matchedMembers != nil ? MatchedMembers() : nil
        askedKeys = previous.askedKeys != nil ? AskedKeys() : nil
        memory = previous.memory.map { AttemptMemory(keepsAll: $0.keepsAll) }
        (isReplaced, isInvented) = (false, false)
        anchor = nil
        origin = nil
        replacedPlace = nil
        keyNames = KeyNames(continuing: previous.keyNames)
        window = nil
        indexed = nil
        containers = previous.convertsKeys ? .none : .pooled()
    }

    /// Another document that stands in for `place` of `origin`.
    ///
    /// - Parameter isInvented: whether its text is not that of a string in the document.
    init(
        origin: DecoderCore, place: Place, key: (any CodingKey)?, replacement: Tape, followsPolicy: Bool,
        isInvented: Bool
    ) {
        tape = replacement
        tapes = origin.tapes
        replacements = origin.replacements + 1
        document = origin.collector?.nextDocument() ?? 0
        sharedOptions = origin.sharedOptions
        convertsKeys = origin.convertsKeys
        policy = followsPolicy ? origin.policy : nil
        // An error in it is one about the value that it stands in for.
        problems = nil
        collector = followsPolicy ? origin.collector : nil
        watchesKeys = followsPolicy && origin.watchesKeys
        watchesValues = followsPolicy && origin.watchesValues
        examinesValues = followsPolicy && origin.examinesValues
        watchesStrings = followsPolicy && origin.watchesStrings
        keyMatches = followsPolicy ? origin.keyMatches : nil
        // Indexes are about another tape.
        matchedMembers = followsPolicy && origin.matchedMembers != nil ? MatchedMembers() : nil
        askedKeys = followsPolicy && origin.askedKeys != nil ? AskedKeys() : nil
        memory = followsPolicy && origin.policy != nil ? AttemptMemory(keepsAll: false) : nil
        isReplaced = true
        self.isInvented = isInvented || origin.isInvented
        anchor = PathAnchor(index: TapePosition.root, core: origin, place: place, key: key)
        self.origin = origin
        replacedPlace = place
        // Its tables are about another tape.
        keyNames = KeyNames(origin.options.keys)
        window = nil
        indexed = nil
        containers = .none
    }

    /// A core for which the value at `index` stands under a key that the tape does not tell, in the object at `place`.
    func anchored(at index: TapePosition, in place: Place, under key: any CodingKey) -> DecoderCore {
        DecoderCore(
            origin: self, anchor: PathAnchor(index: index, core: self, place: place, key: key), indexed: indexed)
    }

    /// A core for which the value at `place` is the only element of a collection of this type; `nil` if it is already, so
    /// that this would have no end.
    func wrapping(_ place: Place, in type: Any.Type) -> DecoderCore? {
        var around = anchor
        while let anchor = around, anchor.index == place.index, let wrapped = anchor.wrappedType {
            if wrapped == type { return nil }
            around = anchor.core.anchor
        }
        let anchor = PathAnchor(
            index: place.index, core: self, place: place, key: JSONKey(index: 0), wrappedType: type)
        return DecoderCore(origin: self, anchor: anchor, indexed: indexed)
    }

    /// A core like this one that collects problems.
    func collecting(in problems: ProblemLog) -> DecoderCore {
        DecoderCore(origin: self, anchor: anchor, indexed: indexed, collectingIn: problems)
    }

    /// The place of the document's top-level value.
    var top: Place {
        if policy == nil { return .root }
        return .root.with(problems == nil ? .repairing : [.repairing, .collecting])
    }

    /// Whether a call with these options can use this core.
    func canServe(_ options: SharedOptions, isListing: Bool) -> Bool {
        sharedOptions === options && (collector == nil || collector?.isListing == isListing)
    }

    /// Gets ready for another document on the same tape; false: a new core is needed.
    func forgetDocument() -> Bool {
        guard origin == nil, window == nil, askedKeys == nil, !options.isForCalls, collector?.isUnused ?? true else {
            return false
        }
        _ = forgetWindow()
        return true
    }

    /// Gets ready for another window on the same tape; false: a new core is needed.
    func forgetWindow() -> Bool {
        keyNames.forgetTables()
        matchedMembers?.forget()
        memory?.forget(after: 0)
        collector?.forgetNotes(since: document)
        document = collector?.nextWindow() ?? 0
        return askedKeys == nil
    }

    // MARK: Look-up

    /// The index of a member's value, or `TapePosition.nothing`.
    func lookUp(_ key: String, in object: TapePosition) -> TapePosition {
        if let index = index(of: object) { return index.find(key, in: tape) }
        return tape.find(key, in: object)
    }

    /// The look-up table of an object, where this core has it.
    @inline(__always)
    func index(of object: TapePosition) -> KeyIndex? {
        guard let indexed, indexed.object == object else { return nil }
        return indexed.index
    }

    /// A core that can look keys of an object up: this one where they can be compared as they stand, else one that has a
    /// table.
    @inline(__always)
    func indexed(for object: TapePosition, model: UInt32) -> DecoderCore {
        if !convertsKeys, tape[object].hasPlainKeys { return self }
        return withIndex(of: object, model: model)
    }

    @inline(never)
    private func withIndex(of object: TapePosition, model: UInt32) -> DecoderCore {
        if index(of: object) != nil { return self }
        let index = keyNames.index(of: object, model: model, in: self)
        return DecoderCore(origin: self, anchor: anchor, indexed: (object, index))
    }
}

/// A place whose path the tape does not tell: it is that of a place of another core, and a key below it. Made when somebody
/// asks.
final class PathAnchor {
    let index: TapePosition
    let core: DecoderCore
    let place: Place
    let key: (any CodingKey)?
    /// Where the value is taken as the only element of a collection: the type of that.
    let wrappedType: Any.Type?

    init(index: TapePosition, core: DecoderCore, place: Place, key: (any CodingKey)?, wrappedType: Any.Type? = nil) {
        self.index = index
        self.core = core
        self.place = place
        self.key = key
        self.wrappedType = wrappedType
    }

    /// - Parameter asWritten: whether keys are as in the document, and not as a key strategy makes them.
    func path(asWritten: Bool = false) -> [any CodingKey] { core.path(to: place, missing: key, asWritten: asWritten) }
}
