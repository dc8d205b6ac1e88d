@_spi(Tape) internal import JSONTape
internal import Synchronization

/// Gathers what a policy changes during one decode. What a failed attempt had gathered is taken back.
final class ReportCollector: Sendable {
    private struct State {
        var entries: [DecodingReport.Entry] = []
        var counter = ChangeCounter()
        /// What an error has taken back. It stays in the lists until something is entered again: it may turn out that the
        /// whole decode ends with this error, and then the report is that up to the failure.
        var takenBack: (error: any Error, mark: Int)?
        /// What members have been noted for, with how much had been entered before, and the same to look up.
        var notes: [(note: Note, mark: Int)] = []
        var known: Set<Note> = []
        /// Long keys of listed paths, so that each is in memory once, however many entries have it.
        var longKeys: Set<String> = []

        mutating func forgetTakenBack() {
            guard let mark = takenBack?.mark else { return }
            takenBack = nil
            // The list fills first, so the mark tells how long it was.
            if entries.count > mark { entries.removeSubrange(mark...) }
            counter.takeBack(to: mark)
            while let last = notes.last, last.mark >= mark { known.remove(notes.removeLast().note) }
        }
    }

    private struct Note: Hashable {
        let kind: DecodingReport.Kind
        let document: Int
        let member: TapePosition
    }

    private let state = Mutex(State())
    private let entered = Atomic<Int>(0)
    private let repairs = Atomic<Int>(0)
    private let documents = Atomic<Int>(0)
    /// Whether something may have been taken back since the last element of a stream began.
    private let hasTakenBack = Atomic<Bool>(false)
    /// Attempts that may still fail inside replacements of the value that is mended now; below zero for none.
    private let attempts = Atomic<Int>(0)
    private let entryLimit: Int
    private let repairLimit: Int
    /// How many times as many repairs are allowed because values are decoded several times.
    private let allowance = Atomic<Int>(1)
    /// Whether somebody wants to see entries; if not, changes are only numbered, without the cost of describing them.
    let isListing: Bool

    init(isListing: Bool, entryLimit: Int, repairLimit: Int) {
        self.isListing = isListing
        self.entryLimit = max(entryLimit, 0)
        self.repairLimit = repairLimit
    }

    /// How many changes have been entered: a point to come back to.
    var mark: Int { entered.load(ordering: .relaxed) }

    /// A number for a document that stands in for a value.
    func nextDocument() -> Int { documents.add(1, ordering: .relaxed).newValue }

    /// A number for a window of the document; 0 unless changes are listed.
    func nextWindow() -> Int { isListing ? nextDocument() : 0 }

    /// Forgets which members have been noted in documents from this number on, whose decoders no longer exist.
    func forgetNotes(since document: Int) {
        if !isListing { return }
        state.withLock { state in
            while let last = state.notes.last, last.note.document >= document {
                state.known.remove(state.notes.removeLast().note)
            }
        }
    }

    /// A value of the document itself is replaced; inside the replacement so many attempts may fail.
    func beginReplacing(allowing attempts: Int) { self.attempts.store(attempts, ordering: .relaxed) }

    /// Inside a replacement an attempt has failed.
    func attemptFailed() { attempts.subtract(1, ordering: .relaxed) }

    /// Replacements contain replacements without an end: inside this one nothing is mended any more.
    func giveUpReplacing() { attempts.store(-1, ordering: .relaxed) }

    /// Whether nothing is mended inside replacements any more. Two rules that both try a replacement in which they are asked
    /// again would otherwise double the work with each level.
    var hasGivenUpReplacing: Bool { attempts.load(ordering: .relaxed) < 0 }

    /// How many repairs there have been, those taken back included. Unlike ``mark`` it does not depend on whether somebody
    /// lists.
    var repairCount: Int { repairs.load(ordering: .relaxed) }

    /// Takes back what was entered since `mark`. Repairs count against the limit all the same: they were work.
    func takeBack(to mark: Int, because error: any Error) {
        if entered.load(ordering: .relaxed) == mark { return }
        entered.store(mark, ordering: .relaxed)
        if !isListing { return }
        // Comparing errors may run code of the user's: not under the lock. An error on its way up takes back at each level.
        let earlier = state.withLock { UncheckedTransfer(value: $0.takenBack) }.value
        let isSame = earlier.map { $0.mark >= mark && Self.areSame($0.error, error) } ?? false
        state.withLock { state in
            if !isSame { state.forgetTakenBack() }
            state.takenBack = (error, mark)
        }
        hasTakenBack.store(true, ordering: .relaxed)
    }

    /// Whether there have been more repairs than the limit: then nothing is repaired any more.
    var isExhausted: Bool { exceedsLimit(repairs.load(ordering: .relaxed)) }

    @inline(__always)
    private func exceedsLimit(_ repairs: Int) -> Bool {
        repairs > repairLimit && repairs / allowance.load(ordering: .relaxed) > repairLimit
    }

    /// Allows so many times as many repairs, because values are decoded so many times.
    func allowRepairs(times factor: Int) { allowance.store(factor, ordering: .relaxed) }

    /// Whether it is as new: another document can use it. Nothing is known of one that lists.
    var isUnused: Bool {
        !isListing && mark == 0 && repairCount == 0 && allowance.load(ordering: .relaxed) == 1
            && documents.load(ordering: .relaxed) == 0
    }

    /// Starts to count the repairs of another element of a stream.
    func beginElement() {
        repairs.store(0, ordering: .relaxed)
        // The error that took it back belongs to an element before.
        guard hasTakenBack.load(ordering: .relaxed) else { return }
        hasTakenBack.store(false, ordering: .relaxed)
        state.withLock { $0.forgetTakenBack() }
    }

    /// Counts one change.
    ///
    /// - Returns: whether more is to be done: it is to be listed, or there have been more repairs than the limit.
    @inline(__always)
    func countRepair() -> Bool {
        entered.add(1, ordering: .relaxed)
        return exceedsLimit(repairs.add(1, ordering: .relaxed).newValue) || isListing
    }

    /// Enters what a rule did about a member, unless that has been done. It does not count as a repair.
    ///
    /// - Returns: whether it is to be listed, too.
    func enter(_ site: () -> ChangeSite, about member: TapePosition) -> Bool {
        // If nothing is listed, it is no more than a number to come back to; that may as well be too high.
        guard isListing else {
            entered.add(1, ordering: .relaxed)
            return false
        }
        let site = site()
        let (isNew, isListed) = state.withLock { state in
            state.forgetTakenBack()
            let note = Note(kind: site.kind, document: site.document, member: member)
            if !state.known.insert(note).inserted { return (false, false) }
            state.notes.append((note, state.counter.count))
            state.counter.add(site)
            return (true, state.entries.count < entryLimit)
        }
        if isNew { entered.add(1, ordering: .relaxed) }
        return isListed
    }

    /// Enters a change that has been counted.
    ///
    /// - Returns: whether it is to be listed, too.
    func enter(_ site: ChangeSite) -> Bool {
        state.withLock { state in
            if state.takenBack != nil { state.forgetTakenBack() }
            state.counter.add(site)
            return state.entries.count < entryLimit
        }
    }

    /// Lists a change that has been entered. Not together with that: describing it may run code of the user's (a key
    /// strategy), which must not be under the lock.
    func list(_ entry: DecodingReport.Entry) {
        state.withLock { $0.entries.append(entry.sharingLongKeys(&$0.longKeys)) }
    }

    /// What was changed for a value, or, for a decode that failed with `error`, up to the failure.
    ///
    /// - Parameter names: the names of the document's members as models know them.
    func report(failure error: (any Error)?, _ names: KeyNames) -> DecodingReport {
        if !isListing { return DecodingReport(unlistedCount: mark) }
        return report(of: 0..<settle(failure: error), listing: entryLimit, names)
    }

    /// Forgets what has been taken back, unless the decode ended with the error that took it back. Only for a collector that
    /// lists.
    ///
    /// - Returns: how many changes there are.
    func settle(failure error: (any Error)?) -> Int {
        let earlier = state.withLock { UncheckedTransfer(value: $0.takenBack) }.value
        // An error that a model caught has nothing to do with the one that the decode ended with.
        let isEnd = if let error, let earlier { Self.areSame(error, earlier.error) } else { false }
        return state.withLock { state in
            if !isEnd { state.forgetTakenBack() }
            return state.counter.count
        }
    }

    /// A report of some of the changes, by their numbers.
    ///
    /// - Parameter room: how many of all changes are listed.
    func report(of changes: Range<Int>, listing room: Int, _ names: KeyNames) -> DecodingReport {
        if changes.isEmpty { return DecodingReport() }
        let counter = state.withLock { UncheckedTransfer(value: $0.counter) }.value
        let entries = entries(of: changes, listing: room)
        return DecodingReport(
            entries: entries, unlistedCount: changes.count - entries.count, counts: counter.counts(of: changes, names))
    }

    /// The entries of some of the changes, as far as they are listed.
    func entries(of changes: Range<Int>, listing room: Int) -> [DecodingReport.Entry] {
        // The list fills first.
        state.withLock { Array($0.entries[changes.clamped(to: 0..<min($0.entries.count, max(room, 0)))]) }
    }

    private static func areSame(_ left: any Error, _ right: any Error) -> Bool {
        guard let left = (left as? DecodingError)?.context, let right = (right as? DecodingError)?.context else {
            return "\(left)" == "\(right)"
        }
        return left.debugDescription == right.debugDescription
            && DecodingPath(left.codingPath) == DecodingPath(right.codingPath)
    }
}

extension DecodingReport.Entry {
    /// The same entry, with the storage of long keys that have been seen before.
    fileprivate func sharingLongKeys(_ known: inout Set<String>) -> DecodingReport.Entry {
        var entry = self
        entry.path = entry.path.sharingLongKeys(&known)
        entry.documentPath = entry.documentPath.sharingLongKeys(&known)
        return entry
    }
}

extension DecodingPath {
    fileprivate func sharingLongKeys(_ known: inout Set<String>) -> DecodingPath {
        guard steps.contains(where: { $0.longKey != nil }) else { return self }
        return DecodingPath(steps.map { step in step.longKey.map { .key(known.insert($0).memberAfterInsert) } ?? step })
    }
}

extension DecodingPath.Step {
    /// A key that is worth keeping once only.
    fileprivate var longKey: String? {
        guard case .key(let key) = self, key.utf8.count > 64 else { return nil }
        return key
    }
}
