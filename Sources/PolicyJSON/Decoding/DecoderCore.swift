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
    let types = TypeTraits.table
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
    /// Whether rules want to see blank strings where strings are optional.
    let watchesStrings: Bool
    /// Whether models are decoded in another way than by their `init(from:)` alone.
    let watchesModels: Bool
    /// There if a rule watches for absent keys.
    let keyMatches: KeyMatches?
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
    private let indexed: (object: UInt32, index: KeyIndex)?

    /// Containers to be used again; `nil` where this core is made from another, or keys are converted.
    let containers: HeldPool

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
        let watched = policy?.watched ?? []
        watchesKeys = !watched.isDisjoint(with: [.absentKeys, .unknownKeys])
        watchesValues = watched.contains(.values)
        watchesStrings = watched.contains(.blankStrings)
        keyMatches = watched.contains(.absentKeys) ? KeyMatches() : nil
        askedKeys = watched.contains(.unknownKeys) ? AskedKeys() : nil
        watchesModels = askedKeys != nil
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
        containers = HeldPool(sharedOptions.value.convertsKeys ? nil : KeyedContainerPool())
    }

    /// The same document, with a place whose path is given, or an object whose keys have a table.
    private init(
        origin: DecoderCore, anchor: PathAnchor?, indexed: (object: UInt32, index: KeyIndex)?,
        problems: ProblemLog?
    ) {
        self.problems = problems
        tape = origin.tape
        tapes = origin.tapes
        replacements = origin.replacements
        document = origin.document
        sharedOptions = origin.sharedOptions
        convertsKeys = origin.convertsKeys
        // Strict decoding takes ways on which nothing can be collected.
        policy = origin.policy ?? (problems == nil ? nil : .empty)
        collector = origin.collector
        watchesKeys = origin.watchesKeys
        watchesValues = origin.watchesValues
        watchesStrings = origin.watchesStrings
        keyMatches = origin.keyMatches
        askedKeys = origin.askedKeys
        watchesModels = origin.askedKeys != nil || problems != nil
        self.anchor = anchor
        self.origin = origin
        replacedPlace = nil
        keyNames = origin.keyNames
        window = origin.window
        self.indexed = indexed
        containers = HeldPool(nil)
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
        watchesStrings = previous.watchesStrings
        keyMatches = previous.keyMatches
        // Its indexes are about another tape.
        askedKeys = previous.askedKeys != nil ? AskedKeys() : nil
        watchesModels = askedKeys != nil
        anchor = nil
        origin = nil
        replacedPlace = nil
        keyNames = KeyNames(continuing: previous.keyNames)
        window = nil
        indexed = nil
        containers = HeldPool(previous.convertsKeys ? nil : KeyedContainerPool())
    }

    /// Another document that stands in for `place` of `origin`.
    init(origin: DecoderCore, place: Place, key: (any CodingKey)?, replacement: Tape, followsPolicy: Bool) {
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
        watchesStrings = followsPolicy && origin.watchesStrings
        keyMatches = followsPolicy ? origin.keyMatches : nil
        // Its indexes are about another tape.
        askedKeys = followsPolicy && origin.askedKeys != nil ? AskedKeys() : nil
        watchesModels = askedKeys != nil
        anchor = PathAnchor(index: Tape.root, core: origin, place: place, key: key)
        self.origin = origin
        replacedPlace = place
        // Its tables are about another tape.
        keyNames = KeyNames(origin.options.keys)
        window = nil
        indexed = nil
        containers = HeldPool(nil)
    }

    /// A core for which the value at `index` stands under a key that the tape does not tell, in the object at `place`.
    func anchored(at index: UInt32, in place: Place, under key: any CodingKey) -> DecoderCore {
        DecoderCore(
            origin: self, anchor: PathAnchor(index: index, core: self, place: place, key: key), indexed: indexed,
            problems: problems)
    }

    /// A core like this one that collects problems, or that does not.
    func collecting(in problems: ProblemLog?) -> DecoderCore {
        DecoderCore(origin: self, anchor: anchor, indexed: indexed, problems: problems)
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
        keyNames.forgetTables()
        return true
    }

    /// Gets ready for another window on the same tape; false: a new core is needed.
    func forgetWindow() -> Bool {
        keyNames.forgetTables()
        collector?.forgetNotes(since: document)
        document = collector?.nextWindow() ?? 0
        return askedKeys == nil
    }

    /// This core, or one like it that leaves problems to whoever tries whether a value can be decoded.
    func trying() -> DecoderCore { problems == nil ? self : collecting(in: nil) }

    // MARK: Look-up

    /// The index of a member's value, or `Tape.nothing`.
    func lookUp(_ key: String, in object: UInt32) -> UInt32 {
        if let index = index(of: object) { return index.find(key, in: tape) }
        return tape.find(key, in: object, hint: 0)
    }

    /// The look-up table of an object, where this core has it.
    @inline(__always)
    func index(of object: UInt32) -> KeyIndex? {
        guard let indexed, indexed.object == object else { return nil }
        return indexed.index
    }

    /// A core that can look keys of an object up: this one where they can be compared as they stand, else one that has a
    /// table.
    @inline(__always)
    func indexed(for object: UInt32, model: UInt32) -> DecoderCore {
        if !convertsKeys, tape[object].hasPlainKeys { return self }
        return withIndex(of: object, model: model)
    }

    @inline(never)
    private func withIndex(of object: UInt32, model: UInt32) -> DecoderCore {
        if index(of: object) != nil { return self }
        let index = keyNames.index(of: object, model: model, in: self)
        return DecoderCore(origin: self, anchor: anchor, indexed: (object, index), problems: problems)
    }
}

/// A place whose path the tape does not tell: it is that of a place of another core, and a key below it. Made when somebody
/// asks.
final class PathAnchor {
    let index: UInt32
    let core: DecoderCore
    let place: Place
    let key: (any CodingKey)?

    init(index: UInt32, core: DecoderCore, place: Place, key: (any CodingKey)?) {
        self.index = index
        self.core = core
        self.place = place
        self.key = key
    }

    /// - Parameter asWritten: whether keys are as in the document, and not as a key strategy makes them.
    func path(asWritten: Bool = false) -> [any CodingKey] { core.path(to: place, missing: key, asWritten: asWritten) }
}
