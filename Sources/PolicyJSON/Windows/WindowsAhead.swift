internal import Dispatch
@_spi(Tape) internal import JSONTape
internal import Synchronization

/// Windows that a second thread parses while the caller decodes previous ones.
///
/// Whichever thread is free first parses the next window. The caller therefore never waits for a thread that is not
/// running, only for one that is about to finish a window: without a free core, decoding is as fast as with one thread.
final class WindowsAhead: WindowSource, Sendable {
    private struct Queue {
        var ready: [UncheckedTransfer<ArrayWindow>] = []
        var free: [UncheckedTransfer<Tape>] = []
        /// The error that follows the windows that are ready.
        var failure: JSONSyntaxError?
        var hasEnded = false
        var isSleeping = false
    }

    private let tapes: TapePool
    private let limit: Int
    private let queue = Mutex(Queue())
    /// `nil` once parsing has ended.
    private let parsing: Mutex<UncheckedTransfer<ArrayParser>?>
    private let alarm = DispatchSemaphore(value: 0)
    /// As in ``TapePool``: makes the ordering by the locks visible to the thread sanitizer.
    private let handOver = Atomic<Int>(0)

    /// - Parameter limit: the maximum number of windows waiting to be decoded.
    init(_ parser: ArrayParser, _ tapes: TapePool, limit: Int) {
        self.tapes = tapes
        self.limit = max(limit, 1)
        parsing = Mutex(UncheckedTransfer(value: parser))
    }

    func start() {
        DispatchQueue.global().async { self.parseAhead() }
    }

    // MARK: The second thread

    private func parseAhead() {
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
    private func parse(upTo enough: Int) -> Bool {
        parsing.withLock { parser -> Bool in
            guard let parser = parser?.value else { return false }
            let (hasEnded, count) = queue.withLock { ($0.hasEnded, $0.ready.count) }
            if hasEnded || count >= enough { return !hasEnded }
            handOver.add(1, ordering: .acquiring)
            let window = UncheckedTransfer(
                value: Result { () throws(JSONSyntaxError) in try parser.next(into: takeTape()) })
            handOver.add(1, ordering: .releasing)
            return queue.withLock { queue in
                switch window.value {
                case .success(let window):
                    queue.ready.append(UncheckedTransfer(value: window))
                    queue.hasEnded = window.isLast
                case .failure(let error):
                    queue.failure = error
                    queue.hasEnded = true
                }
                return !queue.hasEnded
            }
        }
    }

    private func takeTape() throws(JSONSyntaxError) -> Tape {
        if let free = queue.withLock({ $0.free.popLast() }) { return free.value }
        return try tapes.take()
    }

    // MARK: The caller's thread

    func next() throws(JSONSyntaxError) -> ArrayWindow {
        while true {
            if let window = takeWindow() { return window.value }
            if let failure = queue.withLock({ $0.ready.isEmpty ? $0.failure : nil }) { throw failure }
            _ = parse(upTo: 1)
        }
    }

    private func takeWindow() -> UncheckedTransfer<ArrayWindow>? {
        let (window, wakes) = queue.withLock { queue -> (UncheckedTransfer<ArrayWindow>?, Bool) in
            if queue.ready.isEmpty { return (nil, false) }
            let window = queue.ready.removeFirst()
            // Not for each window: waking a thread takes time.
            let wakes = queue.isSleeping && queue.ready.count <= limit / 2
            if wakes { queue.isSleeping = false }
            return (window, wakes)
        }
        if wakes { alarm.signal() }
        if window != nil { handOver.add(1, ordering: .acquiring) }
        return window
    }

    func recycle(_ tape: Tape) {
        let sent = UncheckedTransfer(value: tape)
        handOver.add(1, ordering: .releasing)
        queue.withLock { $0.free.append(sent) }
    }

    func close() {
        let parser = parsing.withLock { parser in
            defer { parser = nil }
            return parser
        }
        let (unused, wasSleeping) = queue.withLock { queue in
            let unused = queue.free + queue.ready.map { UncheckedTransfer(value: $0.value.tape) }
            let wasSleeping = queue.isSleeping
            queue = Queue()
            queue.hasEnded = true
            return (unused, wasSleeping)
        }
        if wasSleeping { alarm.signal() }
        handOver.add(1, ordering: .acquiring)
        for tape in unused { tapes.put(tape.value) }
        parser?.value.close(tapes)
    }
}
