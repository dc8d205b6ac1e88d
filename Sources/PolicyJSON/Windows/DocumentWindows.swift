internal import Dispatch
@_spi(Cursor) internal import JSONTape

/// The windows of a document in memory, parsed when they are requested or, ahead, by a second thread while the caller
/// decodes previous ones.
///
/// Whichever thread is free first parses the next window. The caller therefore never waits for a thread that is not
/// running, only for one that is about to finish a window: without a free core, or without a second thread, the caller
/// parses each window itself.
final class DocumentWindows: Sendable {
    private struct Queue {
        var ready: [UncheckedTransfer<ElementWindow>] = []
        /// The failure that follows the windows that are ready.
        var failure: StreamFailure?
        var hasEnded = false
        var isSleeping = false
    }

    private let memory: WindowMemory
    private let limit: Int
    private let queue = CheckedMutex(Queue())
    /// `nil` once parsing has ended.
    private let parsing: CheckedMutex<UncheckedTransfer<any WindowParser>?>
    private let alarm = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - parser: a parser that has all bytes.
    ///   - limit: the maximum number of windows waiting to be decoded, if a second thread parses.
    init(_ parser: any WindowParser, _ memory: WindowMemory, limit: Int) {
        self.memory = memory
        self.limit = max(limit, 1)
        parsing = CheckedMutex(UncheckedTransfer(value: parser))
    }

    /// Starts a second thread that parses ahead.
    func parseAhead() {
        DispatchQueue.global().async { self.run() }
    }

    // MARK: The second thread

    @_optimize(size)
    private func run() {
        while true {
            let isFull = queue.withLock { queue in
                queue.isSleeping = !queue.hasEnded && queue.ready.count >= limit
                return queue.isSleeping
            }
            if isFull { alarm.wait() }
            if !parse(upTo: limit) { return }
        }
    }

    // MARK: Both threads

    /// Parses a window, unless enough of them are ready. `false`: there is nothing left to parse.
    @_optimize(size)
    private func parse(upTo enough: Int) -> Bool {
        parsing.withLock { parser -> Bool in
            guard let parser = parser?.value else { return false }
            let (hasEnded, count) = queue.withLock { ($0.hasEnded, $0.ready.count) }
            if hasEnded || count >= enough { return !hasEnded }
            let window = parser.takeWindow().map { UncheckedTransfer(value: $0) }
            let failure = parser.failure
            return queue.withLock { queue in
                if let window { queue.ready.append(window) }
                queue.failure = failure
                queue.hasEnded = window?.value.isLast ?? true
                return !queue.hasEnded
            }
        }
    }

    // MARK: The caller's thread

    /// The first window. If there is none, the use of the document ends.
    func first() throws(StreamFailure) -> ElementWindow {
        do throws(StreamFailure) {
            return try next()
        } catch {
            close()
            throw error
        }
    }

    /// The next window. Must not be called after the last one.
    @_optimize(size)
    func next() throws(StreamFailure) -> ElementWindow {
        while true {
            if let window = takeWindow() { return window.value }
            if let failure = queue.withLock({ $0.ready.isEmpty ? $0.failure : nil }) { throw failure }
            _ = parse(upTo: 1)
        }
    }

    private func takeWindow() -> UncheckedTransfer<ElementWindow>? {
        let (window, wakes) = queue.withLock { queue -> (UncheckedTransfer<ElementWindow>?, Bool) in
            if queue.ready.isEmpty { return (nil, false) }
            let window = queue.ready.removeFirst()
            // Not for each window: waking a thread takes time.
            let wakes = queue.isSleeping && queue.ready.count <= limit / 2
            if wakes { queue.isSleeping = false }
            return (window, wakes)
        }
        if wakes { alarm.signal() }
        return window
    }

    /// Takes back a window that is no longer referenced.
    func recycle(_ window: ElementWindow) { memory.recycle(window) }

    /// Ends the use of the document.
    @_optimize(size)
    func close() {
        parsing.withLock { $0 = nil }
        let (unused, wasSleeping) = queue.withLock { queue in
            let unused = queue.ready
            let wasSleeping = queue.isSleeping
            queue = Queue()
            queue.hasEnded = true
            return (unused, wasSleeping)
        }
        if wasSleeping { alarm.signal() }
        for window in unused { memory.recycle(window.value) }
        memory.close()
    }
}
