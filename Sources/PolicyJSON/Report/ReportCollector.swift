@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// Collects the changes of a policy during one decode. The changes of a failed attempt are undone.
final class ReportCollector: Sendable {
    private struct State {
        var entries: [DecodingReport.Entry] = []
        var counter = ChangeCounter()
        /// The changes from `mark` on are undone because of `error`. They are removed only when another change is
        /// entered: if the whole decode ends with this error, the report includes them.
        var undone: (error: any Error, mark: Int)?
        /// An error that is no longer in `undone`, to be released without the lock: that may run user code.
        var released: (any Error)?
        /// The notes about members, each with the number of changes before it, and a number of its own.
        var notes: [(note: Note, mark: Int, number: Int)] = []
        var lastNumber = 0
        /// The notes, for look-up.
        var known: Set<Note> = []

        mutating func removeUndone() {
            guard let mark = undone?.mark else { return }
            (released, undone) = (undone?.error, nil)
            // Until the list is full, every change is listed: the mark is also the number of entries.
            if entries.count > mark { entries.removeSubrange(mark...) }
            counter.undo(to: mark)
            while let last = notes.last, last.mark >= mark { known.remove(notes.removeLast().note) }
        }
    }

    /// A change about a member that is entered once. Small, because a document may have as many as members.
    struct Note: Hashable {
        let document: Int
        /// Offset of its value.
        let member: Int
        /// The hash of the change, the rule and the key: two models of one object may be subject to different rules, or know a
        /// member by different keys.
        let subject: Int

        init(_ site: ChangeSite, about member: Int, in document: Int) {
            (self.document, self.member) = (document, member)
            var hasher = Hasher()
            hasher.combine(site.kind)
            hasher.combine(site.ruleAddress)
            hasher.combine(site.missingName)
            subject = hasher.finalize()
        }
    }

    private let lockedState = CheckedMutex(State())
    private let entered = Atomic<Int>(0)
    private let repairs = Atomic<Int>(0)
    private let documents = Atomic<Int>(0)
    /// Whether changes may have been undone since the last element of a stream began.
    private let hasUndone = Atomic<Bool>(false)
    /// The number of attempts that may still fail inside replacements of the current value; negative if none may.
    private let attempts = Atomic<Int>(0)
    private let entryLimit: Int
    private let repairLimit: Int
    /// The factor for the repair limit, for values that are decoded several times.
    private let allowance = Atomic<Int>(1)
    /// Whether entries are requested; if not, changes are only counted, which avoids the cost of describing them. Set only
    /// between calls, when nothing else refers to the collector.
    @safe @exclusivity(unchecked) nonisolated(unsafe) var listsChanges: Bool

    init(listsChanges: Bool, entryLimit: Int, repairLimit: Int) {
        self.listsChanges = listsChanges
        self.entryLimit = max(entryLimit, 0)
        self.repairLimit = repairLimit
    }

    private func withState<R: Sendable>(_ body: (inout State) -> R) -> R {
        let (result, released) = lockedState.withLock { state in
            let result = body(&state)
            defer { state.released = nil }
            return (result, state.released)
        }
        withExtendedLifetime(released) {}
        return result
    }

    /// The number of changes that have been entered: a mark to which later changes can be undone.
    var mark: Int { entered.load(ordering: .relaxed) }

    /// A number for a document that replaces a value.
    func nextDocument() -> Int { documents.add(1, ordering: .relaxed).newValue }

    /// A number for a window of the document; 0 unless changes are listed.
    func nextWindow() -> Int { listsChanges ? nextDocument() : 0 }

    /// Removes the notes about members of documents from this number on, whose decoders no longer exist.
    private func forgetNotes(since document: Int) {
        withState { state in
            while let last = state.notes.last, last.note.document >= document {
                state.known.remove(state.notes.removeLast().note)
            }
        }
    }

    /// The number of the window after the one with this number, whose decoders no longer exist.
    @inline(__always)
    func beginWindow(after window: Int) -> Int {
        if !listsChanges { return 0 }
        forgetNotes(since: window)
        return nextWindow()
    }

    /// Begins the replacement of a value of the document.
    ///
    /// - Parameter attempts: the number of attempts that may fail inside the replacement.
    func beginReplacing(allowing attempts: Int) { self.attempts.store(attempts, ordering: .relaxed) }

    /// Counts a failed attempt inside a replacement.
    func attemptFailed() { attempts.subtract(1, ordering: .relaxed) }

    /// Stops all repairs inside the current replacement, because replacements are nested too deeply.
    func stopReplacing() { attempts.store(-1, ordering: .relaxed) }

    /// Whether repairs inside the current replacement have been stopped. Otherwise two rules that both attempt a
    /// replacement in which they are consulted again would double the work at each level.
    var hasStoppedReplacing: Bool { attempts.load(ordering: .relaxed) < 0 }

    /// The number of repairs, including undone ones. Unlike ``mark``, it does not depend on ``listsChanges``.
    var repairCount: Int { repairs.load(ordering: .relaxed) }

    /// Undoes the changes since `mark`. They still count towards the repair limit, because they cost time.
    func undo(to mark: Int, because error: any Error) {
        if entered.load(ordering: .relaxed) == mark { return }
        entered.store(mark, ordering: .relaxed)
        if !listsChanges { return }
        // Comparing errors may call user code, which must not happen under the lock. An error that propagates undoes
        // changes at each level.
        let earlier = withState { UncheckedTransfer(value: $0.undone) }.value
        let isSame = earlier.map { $0.mark >= mark && Self.areSame($0.error, error) } ?? false
        withState { state in
            if !isSame { state.removeUndone() } else { state.released = state.undone?.error }
            state.undone = (error, mark)
        }
        hasUndone.store(true, ordering: .relaxed)
    }

    /// Whether the repair limit has been exceeded: no further value is repaired.
    var isExhausted: Bool { exceedsLimit(repairs.load(ordering: .relaxed)) }

    @inline(__always)
    private func exceedsLimit(_ repairs: Int) -> Bool {
        repairs > repairLimit && repairs / allowance.load(ordering: .relaxed) > repairLimit
    }

    /// Multiplies the repair limit by `factor`, for values that are decoded that many times.
    func allowRepairs(times factor: Int) { allowance.store(factor, ordering: .relaxed) }

    /// Returns to the initial state, in which changes are not listed, for another document. Nothing else may refer to the
    /// collector.
    func forgetDocument() {
        let hasEntries = listsChanges && (mark != 0 || hasUndone.load(ordering: .relaxed))
        listsChanges = false
        entered.store(0, ordering: .relaxed)
        repairs.store(0, ordering: .relaxed)
        documents.store(0, ordering: .relaxed)
        attempts.store(0, ordering: .relaxed)
        allowance.store(1, ordering: .relaxed)
        if hasEntries { forgetEntries() }
    }

    @inline(never)
    @_optimize(size)
    private func forgetEntries() {
        hasUndone.store(false, ordering: .relaxed)
        // Released without the lock: that may run user code.
        let old = lockedState.withLock { state in
            defer { state = State() }
            return UncheckedTransfer(value: state)
        }
        withExtendedLifetime(old) {}
    }

    /// Starts to count the repairs of the next element of a stream.
    func beginElement() {
        repairs.store(0, ordering: .relaxed)
        // The error because of which changes were undone belongs to a previous element.
        guard hasUndone.load(ordering: .relaxed) else { return }
        hasUndone.store(false, ordering: .relaxed)
        withState { $0.removeUndone() }
    }

    /// Counts one change.
    ///
    /// - Returns: whether the caller has to continue: to list the change, or because the repair limit has been
    ///   exceeded.
    @inline(__always)
    func countRepair() -> Bool {
        entered.add(1, ordering: .relaxed)
        return exceedsLimit(repairs.add(1, ordering: .relaxed).newValue) || listsChanges
    }

    /// Counts one change that is not a repair.
    func countChange() { entered.add(1, ordering: .relaxed) }

    /// Enters a note about a member, unless it has been entered before. Notes do not count as repairs.
    ///
    /// - Parameters:
    ///   - member: the offset of its value.
    ///   - document: the number of its document for notes.
    /// - Returns: whether the note is also to be listed.
    func enter(_ site: () -> ChangeSite, about member: Int, in document: Int) -> Bool {
        // Without a list, the number of changes only serves as a mark, which may be too high.
        guard listsChanges else {
            entered.add(1, ordering: .relaxed)
            return false
        }
        let site = site()
        let note = Note(site, about: member, in: document)
        let (isNew, isListed) = withState { state in
            state.removeUndone()
            if !state.known.insert(note).inserted { return (false, false) }
            state.lastNumber += 1
            state.notes.append((note, state.counter.count, state.lastNumber))
            state.counter.add(site)
            return (true, state.entries.count < entryLimit)
        }
        if isNew { entered.add(1, ordering: .relaxed) }
        return isListed
    }

    /// The notes about members that have been entered before some time: how many, and the number of the last.
    struct NoteMark {
        let count: Int
        let number: Int
    }

    /// The notes that have been entered; `nil` if there are none.
    var noteMark: NoteMark? {
        withState { state in state.notes.last.map { NoteMark(count: state.notes.count, number: $0.number) } }
    }

    /// Whether none of these notes has been undone. As entering a note does, removes what has been undone.
    func has(_ notes: NoteMark) -> Bool {
        withState { state in
            state.removeUndone()
            return state.notes.count >= notes.count && state.notes[notes.count - 1].number == notes.number
        }
    }

    /// Enters a change that has been counted.
    ///
    /// - Parameter mark: the mark before the change, if that has caused the changes since then: see ``list(_:at:)``.
    /// - Returns: whether the change is also to be listed.
    func enter(_ site: ChangeSite, at mark: Int? = nil) -> Bool {
        withState { state in
            if state.undone != nil { state.removeUndone() }
            state.counter.add(site)
            return min(mark ?? .max, state.entries.count) < entryLimit
        }
    }

    /// Lists a change that has been entered. Separate from that, because describing a change may run user code (a key
    /// strategy), which must not hold the lock.
    ///
    /// - Parameter mark: the mark before the change, if that has caused the changes since then: it is listed before them.
    func list(_ entry: DecodingReport.Entry, at mark: Int? = nil) {
        withState { state in
            // Until the list is full, every change is listed: the mark is also the number of entries.
            state.entries.insert(entry, at: min(mark ?? .max, state.entries.count))
            if state.entries.count > entryLimit { state.entries.removeLast() }
        }
    }

    /// The report of a decode; if it failed with `error`, includes the changes up to the failure.
    ///
    /// - Parameter names: converts the keys of the document.
    func report(failure error: (any Error)?, _ names: KeyNames) -> DecodingReport {
        if !listsChanges { return DecodingReport(omittedCount: mark) }
        return report(of: 0..<removeUndone(failure: error), listing: entryLimit, names)
    }

    /// Removes undone changes, unless the decode ended with the error that undid them. Only for a collector that lists.
    ///
    /// - Returns: the number of changes.
    @_optimize(size)
    func removeUndone(failure error: (any Error)?) -> Int {
        let earlier = withState { UncheckedTransfer(value: $0.undone) }.value
        // An error that a model caught is unrelated to the one with which the decode ended.
        let isEnd = if let error, let earlier { Self.areSame(error, earlier.error) } else { false }
        return withState { state in
            if !isEnd { state.removeUndone() }
            return state.counter.count
        }
    }

    /// A report of a range of changes.
    ///
    /// - Parameter room: the maximum number of changes that are listed, counted from the first change of the decode.
    func report(of changes: Range<Int>, listing room: Int, _ names: KeyNames) -> DecodingReport {
        let counter = withState { UncheckedTransfer(value: $0.counter) }.value
        // A stream of which two iterators read asks for changes of the other one.
        let changes = changes.clamped(to: 0..<counter.count)
        if changes.isEmpty { return DecodingReport() }
        let entries = entries(of: changes, listing: room)
        return DecodingReport(
            entries: entries, omittedCount: changes.count - entries.count, counts: counter.counts(of: changes, names))
    }

    /// The entries of a range of changes, as far as they are listed.
    private func entries(of changes: Range<Int>, listing room: Int) -> [DecodingReport.Entry] {
        // Until the list is full, every change is listed.
        withState { Array($0.entries[changes.clamped(to: 0..<min($0.entries.count, max(room, 0)))]) }
    }

    @_optimize(size)
    private static func areSame(_ left: any Error, _ right: any Error) -> Bool {
        guard let left = (left as? DecodingError)?.context, let right = (right as? DecodingError)?.context else {
            return "\(left)" == "\(right)"
        }
        return left.debugDescription == right.debugDescription
            && DecodingPath(left.codingPath) == DecodingPath(right.codingPath)
    }
}
