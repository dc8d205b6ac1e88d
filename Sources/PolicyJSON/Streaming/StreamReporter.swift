@_spi(Cursor) internal import JSONTape

/// Follows the elements of a stream as they reach the consumer, and passes the changes in them to the decoder's
/// handlers, on the consumer's task or thread and with no lock held.
///
/// A handler may use the stream: all state is updated before it is called.
final class StreamReporter {
    private let monitor: StreamMonitor
    private let options: DecodingOptions
    /// Changes of the current window.
    private var window: WindowChanges?
    /// The number of changes up to the last element that has passed, and how many of them have been passed to
    /// `onReport`.
    @safe @exclusivity(unchecked) private var changes = 0
    private var reported = 0
    /// Changes before the current window that have not been passed to `onReport`.
    private var pending = DecodingReport()
    /// How many elements have passed since `onReport` was last due.
    @safe @exclusivity(unchecked) private var elements = 0
    private var hasEnded = false

    init(_ monitor: StreamMonitor, _ options: DecodingOptions) {
        self.monitor = monitor
        self.options = options
    }

    // MARK: Windows

    /// Opens the next window. The records that were skipped before it pass.
    @_optimize(size)
    func open(_ next: ElementWindow, _ core: DecoderCore) {
        let skipped = next.skipped.map { record in
            monitor.add(DecodingReport(record, isListed: monitor.room > 0, options.reportRedaction))
        }
        window = WindowChanges(core, room: monitor.room)
        monitor.open(next, window)
        // Handlers may read on, so nothing follows them that is about this window.
        for report in skipped {
            if options.onReport != nil { pending.append(report) }
            count(1)
        }
    }

    /// Closes the window: no more of its elements will be delivered.
    func close() {
        let report = window?.report(of: 0..<changes) ?? DecodingReport()
        if options.onReport != nil, reported < changes {
            pending.append(reported == 0 ? report : window?.report(of: reported..<changes) ?? DecodingReport())
        }
        window = nil
        (changes, reported) = (0, 0)
        monitor.close(report)
    }

    // MARK: Elements

    /// Passes an element that is about to be delivered, or has been dropped.
    ///
    /// - Parameters:
    ///   - items: the number of items of the window that have passed, including this one.
    ///   - changes: the number of changes in the window up to its end.
    @inline(__always)
    func pass(_ items: Int, changes: Int, isDelivered: Bool) {
        monitor.pass(items, changes: changes, isDelivered: isDelivered)
        self.changes = changes
        if options.reportInterval != nil { count(1) }
    }

    /// Passes a record that is about to be delivered as a rejection.
    func pass(rejected record: SkippedRecord) {
        monitor.pass(rejected: record)
        count(1)
    }

    /// Records that an element has failed, and with it the stream.
    func fail(changes: Int) {
        monitor.fail(changes: changes)
        self.changes = max(self.changes, changes)
        end()
    }

    /// Ends the stream. May be called more than once.
    func end() {
        if hasEnded { return }
        hasEnded = true
        close()
        report()
    }

    // MARK: Reports

    private func count(_ count: Int) {
        guard let interval = options.reportInterval else { return }
        elements += count
        guard elements >= interval else { return }
        elements %= interval
        report()
    }

    /// Passes the changes since the last report to `onReport`.
    private func report() {
        guard let onReport = options.onReport else { return }
        var report = pending
        pending = DecodingReport()
        if let window, reported < changes {
            report.append(window.report(of: reported..<changes))
            reported = changes
        }
        if !report.isEmpty { onReport(report) }
    }
}
