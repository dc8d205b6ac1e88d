@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// One document of a call: the one that was given, a window of it, or one that stands in for a value of another. Positions are
/// about its tape.
///
/// Immutable but for caches, which several threads may use.
final class DecodedDocument {
    let tape: Tape
    /// The number of the document among those of the call; 0 for the one that was given. If changes are listed, each window
    /// has a number of its own.
    private(set) var number: Int
    /// Whether the document is a window of an emptied array, whose elements may be decoded more than once.
    private let isOfEmptiedArray: Bool
    /// The number of the document for notes about members: one for all windows of emptied arrays.
    var noteNumber: Int { isOfEmptiedArray ? -1 : number }
    let keyNames: KeyNames
    /// By their positions on the tape (``key(at:)``).
    let longKeys = CheckedMutex<[TapePosition: String]>([:])
    let hasLongKeys = Atomic<Bool>(false)
    /// There if a rule watches for absent keys: the members that rules have found for them.
    let matchedMembers: MatchedMembers?
    /// There if keys are converted from snake case: the objects that have been decoded as dictionaries, whose keys are not
    /// converted. An object over which a model has a container, too, is not among them: there, a core of its own has the path
    /// of each value.
    let dictionaries: MarkedObjects?
    /// The objects that are being decoded as dictionaries with other keys than strings: in paths these have integers, as the
    /// standard library's. In the paths of decoders that values have kept they have none afterwards.
    let keyedDictionaries = MarkedObjects()
    /// There if a rule watches for the members that models do not request.
    let askedKeys: AskedKeys?
    /// Where the values that are decoded are elements of a stream: the part of the stream that they are in.
    let window: ElementWindow?
    /// Where the document stands in for a value: which one.
    let replaced: ReplacedValue?
    /// The innermost value that is decoded as a case that a rule has selected, and how many times in place of itself.
    private let selected = CheckedMutex((value: TapePosition.nothing, count: 0))
    /// Whether elements have been requested that are not on the tape, in a way in which they are not parsed again: what has
    /// been decoded is then not valid.
    var needsElements: Bool { elementsRequested.load(ordering: .relaxed) }
    private let elementsRequested = Atomic<Bool>(false)
    private let decodedAgain = Atomic<Int>(0)
    /// The error of the first value that was not to be decoded again.
    private let firstRefusal = CheckedMutex<(any Error)?>(nil)

    /// - Parameter previous: a document whose converted names are still valid.
    private init(
        _ tape: Tape, of call: DecodingCall, number: Int, after previous: DecodedDocument? = nil,
        window: ElementWindow? = nil, replaced: ReplacedValue? = nil, isOfEmptiedArray: Bool = false
    ) {
        self.tape = tape
        self.number = number
        keyNames = previous.map { KeyNames(continuing: $0.keyNames) } ?? KeyNames(call.options.keys)
        let situations = call.policy?.situations ?? []
        matchedMembers = situations.contains(.absentKey) ? MatchedMembers() : nil
        dictionaries = call.options.convertsFromSnakeCase ? MarkedObjects() : nil
        askedKeys = situations.isDisjoint(with: .ofUnknownKeys) ? nil : AskedKeys()
        self.window = window
        self.replaced = replaced
        self.isOfEmptiedArray = isOfEmptiedArray
    }

    /// The document of a call.
    ///
    /// - Parameter window: where the values that are decoded are elements of a stream.
    convenience init(_ tape: Tape, of call: DecodingCall, window: ElementWindow? = nil) {
        self.init(tape, of: call, number: 0, window: window)
    }

    /// The next window of a document.
    convenience init(
        _ tape: Tape, of call: DecodingCall, after previous: DecodedDocument, isOfEmptiedArray: Bool = false
    ) {
        self.init(
            tape, of: call, number: call.collector?.nextWindow() ?? 0, after: previous,
            isOfEmptiedArray: isOfEmptiedArray)
    }

    /// A document that stands in for a value.
    convenience init(_ tape: Tape, of call: DecodingCall, number: Int, replacing value: ReplacedValue) {
        self.init(tape, of: call, number: number, replaced: value)
    }

    /// Records a request for elements that are not on the tape, and returns an error to throw.
    func needElements() -> MissingElements {
        elementsRequested.store(true, ordering: .relaxed)
        return MissingElements()
    }

    /// Records that a rule has selected the case of a value; returns what was recorded before, for ``endSelected(_:)``.
    @inline(never)
    func beginSelected(_ value: TapePosition) -> (value: TapePosition, count: Int) {
        selected.withLock { selected in
            defer { selected = (value, selected.value == value ? selected.count + 1 : 1) }
            return selected
        }
    }

    @inline(never)
    func endSelected(_ around: (value: TapePosition, count: Int)) { selected.withLock { $0 = around } }

    /// Counts an attempt to decode a value that may have been decoded before, or as a case that is not known to be the right
    /// one: 1, and 1 more for each 16 tokens, and for each 16 levels of the paths that errors have there.
    ///
    /// - Returns: `false` if there have been too many for the length of the document.
    @inline(never)
    func mayDecodeAgain(_ value: TapePosition, depth: Int) -> Bool {
        decodedAgain.add(1 + (tape.tokenCount(of: value) + depth) / 16, ordering: .relaxed)
        return !hasDecodedTooOften
    }

    /// Whether ``mayDecodeAgain(_:depth:)`` has been `false`.
    var hasDecodedTooOften: Bool {
        decodedAgain.load(ordering: .relaxed) > attemptLimit
    }

    /// More attempts than that show that models try several types for the same values, again and again.
    var attemptLimit: Int { 4_000 + 32 * tape.tokenCount }

    /// The error with which all models fail that would be decoded with rules once ``mayDecodeAgain(_:depth:)`` has been `false`: where
    /// models try several types, each of the values around that one would otherwise go down to it once more.
    var refusal: (any Error)? { hasDecodedTooOften ? firstRefusal.withLock { $0 } : nil }

    /// Returns ``refusal``, which is this error if it is the first.
    func refuse(_ error: @autoclosure () -> any Error) -> any Error {
        if let refusal { return refusal }
        let error = error()
        return firstRefusal.withLock { first in
            if first == nil { first = error }
            return first ?? error
        }
    }

    /// Gets ready for another window on the same tape.
    func forgetWindow(of call: DecodingCall) {
        keyNames.forgetTables()
        forgetLongKeys()
        matchedMembers?.forget()
        dictionaries?.forget()
        keyedDictionaries.forget()
        askedKeys?.forget()
        elementsRequested.store(false, ordering: .relaxed)
        // The tape may be in use by another thread already.
        if decodedAgain.load(ordering: .relaxed) > 0 {
            // Released without the lock: that may run user code.
            let released = firstRefusal.withLock { first in
                defer { first = nil }
                return first
            }
            withExtendedLifetime(released) {}
        }
        decodedAgain.store(0, ordering: .relaxed)
        number = call.repairing?.report.with { $0.beginWindow(after: number) } ?? 0
    }
}

/// The error of a request for elements that are not on the tape. The document is decoded again with all of its tape.
struct MissingElements: Error {}

/// The value of another document that a document stands in for.
struct ReplacedValue {
    let core: DecoderCore
    let reference: ValueReference
    /// How many documents around this one stand in for values, this one included.
    let depth: Int
    /// Whether a rule has made the document up, so that nothing may be left out of it.
    let isInvented: Bool
    /// Whether the document is the name of the member.
    let isName: Bool
}
