@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// The state of a stream, which can be read during and after the stream, from any thread.
final class StreamMonitor: Sendable {
    private struct State {
        var report = DecodingReport()
        var resumePoint: JSONResumePoint
        /// The window whose elements are being delivered, and the changes in it.
        var current: UncheckedTransfer<(window: ElementWindow, changes: WindowChanges?)>?
        var envelope: UncheckedTransfer<Result<Tape?, any Error>>?
    }

    private let state: CheckedMutex<State>
    private let reportLimit: Int
    private let received: Atomic<Int>
    private let delivered = Atomic<Int>(0)
    private let rejected = Atomic<Int>(0)
    /// How many items of the current window have passed, and the number of changes in them.
    private let passed = Atomic<Int>(0)
    private let changes = Atomic<Int>(0)

    init(resumingAt resumePoint: JSONResumePoint?, reportLimit: Int) {
        state = CheckedMutex(State(resumePoint: resumePoint ?? .start))
        received = Atomic(resumePoint?.offset ?? 0)
        self.reportLimit = max(reportLimit, 0)
    }

    // MARK: Set by the stream

    func receive(_ bytes: Int) { received.store(bytes, ordering: .relaxed) }

    func open(_ window: ElementWindow, _ windowChanges: WindowChanges?) {
        let sent = UncheckedTransfer(value: (window: window, changes: windowChanges))
        state.withLock { state in
            passed.store(0, ordering: .relaxed)
            changes.store(0, ordering: .relaxed)
            state.current = sent
        }
    }

    @inline(__always)
    func pass(_ count: Int, changes: Int, isDelivered: Bool) {
        passed.store(count, ordering: .relaxed)
        self.changes.store(changes, ordering: .relaxed)
        if isDelivered { deliver() }
    }

    /// Counts an element. Only the consumer does, so no atomic addition is needed, which takes longer.
    @inline(__always)
    private func deliver() { delivered.store(delivered.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }

    /// Passes a record before the current window, or before the first element in it.
    func pass(rejected record: SkippedRecord) {
        let point = JSONResumePoint(
            location: record.end, elements: record.ordinal + 1, path: DecodingPath(record.container))
        state.withLock { $0.resumePoint = point }
        deliver()
    }

    /// Counts an element that is delivered as a rejection; it also passes.
    func reject() { rejected.wrappingAdd(1, ordering: .relaxed) }

    /// Records that an element has failed after the given number of changes in the window.
    func fail(changes: Int) { self.changes.store(changes, ordering: .relaxed) }

    /// Closes the current window: no more of its elements will be delivered.
    ///
    /// - Parameter report: the changes in it.
    func close(_ report: DecodingReport) {
        state.withLock { state in
            state.resumePoint = resumePoint(state)
            state.report.append(report)
            state.current = nil
        }
    }

    func end(envelope: Result<Tape?, any Error>) {
        let sent = UncheckedTransfer(value: envelope)
        state.withLock { $0.envelope = sent }
    }

    /// Adds changes outside of elements.
    ///
    /// - Returns: the same changes, listed as far as the limit allows.
    func add(_ report: DecodingReport) -> DecodingReport {
        if report.isEmpty { return report }
        return state.withLock { state in
            let added = report.listing(atMost: reportLimit - state.report.entries.count)
            state.report.append(added)
            return added
        }
    }

    // MARK: Read by any thread

    var progress: JSONStreamProgress {
        JSONStreamProgress(
            bytes: received.load(ordering: .relaxed), elements: delivered.load(ordering: .relaxed),
            rejections: rejected.load(ordering: .relaxed))
    }

    var report: DecodingReport {
        let (before, current, count) = state.withLock { state in
            (state.report, state.current?.value.changes, changes.load(ordering: .relaxed))
        }
        // Counting may call user code (a key strategy), so it must not happen under the lock.
        guard let now = current?.report(of: 0..<count) else { return before }
        var report = before
        report.append(now)
        return report
    }

    /// How many more changes the report can list.
    var room: Int { state.withLock { max(reportLimit - $0.report.entries.count, 0) } }

    var resumePoint: JSONResumePoint { state.withLock { resumePoint($0) } }

    var envelope: Result<Tape?, any Error>? { state.withLock { UncheckedTransfer(value: $0.envelope?.value) }.value }

    private func resumePoint(_ state: borrowing State) -> JSONResumePoint {
        let count = passed.load(ordering: .relaxed)
        // Of several iterators, another one may have another window.
        guard let window = state.current?.value.window, count > 0, count <= window.items.count else {
            return state.resumePoint
        }
        let item = window.items[count - 1]
        let end = count == window.items.count ? window.end : nil
        return JSONResumePoint(
            location: end ?? window.tape.location(ofOffset: window.end(of: item)), elements: item.ordinal + 1,
            path: DecodingPath(window.containers[Int(item.container)]))
    }
}
