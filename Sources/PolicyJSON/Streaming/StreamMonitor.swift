@_spi(Tape) internal import JSONTape
internal import Synchronization

/// What can be known about a stream while it runs and afterwards, from any thread.
final class StreamMonitor: Sendable {
    private struct State {
        var report = DecodingReport()
        var resumePoint: JSONResumePoint
        /// The window whose elements are being delivered, and what its policy has changed.
        var current: Sent<(window: ElementWindow, collector: ReportCollector?, names: KeyNames)>?
        var envelope: Sent<Result<Tape?, any Error>>?
    }

    private let state: Mutex<State>
    private let reportLimit: Int
    private let received: Atomic<Int>
    private let delivered = Atomic<Int>(0)
    /// How many items of the current window have gone by.
    private let passed = Atomic<Int>(0)

    init(resuming: JSONResumePoint?, reportLimit: Int) {
        state = Mutex(State(resumePoint: resuming ?? .start))
        received = Atomic(resuming?.offset ?? 0)
        self.reportLimit = max(reportLimit, 0)
    }

    // MARK: Told by the stream

    func receive(_ bytes: Int) { received.store(bytes, ordering: .relaxed) }

    func open(_ window: ElementWindow, _ core: DecoderCore) {
        // Describing may run code of the user's (redaction): not under the lock.
        let room = room
        let skipped = DecodingReport(window.skipped, listing: room, core.options.reportRedaction)
        let collector = core.collector
        let names = core.keyNames
        state.withLock { state in
            append(skipped, to: &state.report)
            passed.store(0, ordering: .relaxed)
            state.current = Sent(value: (window, collector, names))
        }
    }

    @inline(__always)
    func pass(_ count: Int, isDelivered: Bool) {
        passed.store(count, ordering: .relaxed)
        if isDelivered { delivered.wrappingAdd(1, ordering: .relaxed) }
    }

    /// The current window's elements have been delivered, or will never be.
    func close() {
        state.withLock { state in
            state.resumePoint = resumePoint(state)
            state.report = report(state)
            state.current = nil
        }
    }

    func end(envelope: Result<Tape?, any Error>) {
        let sent = Sent(value: envelope)
        state.withLock { $0.envelope = sent }
    }

    /// Changes that belong to no window.
    func add(_ report: DecodingReport?) {
        guard let report, !report.isEmpty else { return }
        state.withLock { append(report, to: &$0.report) }
    }

    // MARK: Asked from outside

    var progress: JSONStreamProgress {
        JSONStreamProgress(
            bytes: received.load(ordering: .relaxed), elements: delivered.load(ordering: .relaxed))
    }

    var report: DecodingReport { state.withLock { report($0) } }

    /// How many more changes the report can list.
    var room: Int { state.withLock { max(reportLimit - $0.report.entries.count, 0) } }

    var resumePoint: JSONResumePoint { state.withLock { resumePoint($0) } }

    var envelope: Result<Tape?, any Error>? { state.withLock { Sent(value: $0.envelope?.value) }.value }

    private func report(_ state: borrowing State) -> DecodingReport {
        guard let current = state.current?.value, let now = current.collector?.report(failure: nil, current.names)
        else { return state.report }
        var report = state.report
        append(now, to: &report)
        return report
    }

    private func append(_ more: DecodingReport, to report: inout DecodingReport) {
        let taken = more.entries.prefix(max(reportLimit - report.entries.count, 0))
        report.entries += taken
        report.unlistedCount += more.count - taken.count
        report.counts.add(more.counts)
    }

    private func resumePoint(_ state: borrowing State) -> JSONResumePoint {
        let count = passed.load(ordering: .relaxed)
        guard let window = state.current?.value.window, count > 0 else { return state.resumePoint }
        let item = window.items[count - 1]
        return JSONResumePoint(
            location: window.tape.location(ofOffset: window.end(of: item)), elements: item.ordinal + 1,
            path: DecodingPath(window.containers[Int(item.container)]))
    }
}
