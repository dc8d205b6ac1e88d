@_spi(Cursor) internal import JSONTape

/// Elements that are decoded on several tasks while another task reads and parses. A pump puts a task for each window,
/// or for several small ones, into a queue; the results are taken in order. Elements are moved out of the memory of their batch (see ``ElementStream``).
@safe
final class ElementPipeline<Output> {
    /// A decoded window. Elements are decoded into its memory and moved out of it: copying them, and releasing them
    /// twice, would cost as much as the second task gains.
    @safe
    final class Batch {
        let window: ElementWindow
        let core: DecoderCore
        /// Records before the window that are delivered as rejections, the first of the elements.
        let rejected: [SkippedRecord]
        private let elements: UnsafeMutablePointer<Output>
        private let capacity: Int
        /// The number of elements, and how many of them have been taken.
        @safe @exclusivity(unchecked) private var count = 0
        @safe @exclusivity(unchecked) private(set) var taken = 0
        /// For each element, how many items of the window have passed when it is delivered.
        var passed: [Int] = []
        /// How many items have been decoded: all of them, unless one has failed or the consumer has been cancelled.
        var decoded = 0
        /// The number of changes up to the end of each decoded item; empty without a policy.
        var changes: [Int] = []
        /// Why the next item could not be decoded, and the number of changes up to the failure.
        var failure: (error: JSONDecodingError, changes: Int)?

        init(_ window: ElementWindow, _ core: DecoderCore, rejected: [SkippedRecord] = []) {
            self.window = window
            self.core = core
            self.rejected = rejected
            capacity = rejected.count + window.items.count
            unsafe elements = UnsafeMutablePointer.allocate(capacity: max(capacity, 1))
            passed.reserveCapacity(capacity)
            if core.collector != nil { changes.reserveCapacity(window.items.count) }
        }

        deinit {
            unsafe (elements + taken).deinitialize(count: count - taken)
            unsafe elements.deallocate()
        }

        /// Adds an element.
        ///
        /// - Parameter decode: receives memory that is not initialized, and initializes it if it returns true; otherwise
        ///   no element is added.
        func add(passing items: Int, _ decode: (UnsafeMutablePointer<Output>) throws -> Bool) rethrows {
            precondition(count < capacity)
            guard try unsafe decode(elements + count) else { return }
            count += 1
            passed.append(items)
        }

        var hasElement: Bool { taken < count }

        /// The next element, which is not taken.
        var element: Output {
            precondition(hasElement)
            return unsafe elements[taken]
        }

        /// The next element, which the caller moves out.
        func takeElement() -> UnsafeMutablePointer<Output> {
            precondition(hasElement)
            taken += 1
            return unsafe elements + taken - 1
        }
    }

    enum Item: Sendable {
        case batches(Task<UncheckedTransfer<[Batch]>, Never>)
        case ended(UncheckedTransfer<Result<Tape?, any Error>>)
        case failed(any Error)
    }

    private let request: ElementRequest<Output>
    private let monitor: StreamMonitor
    // State that is used for each element, without checks of exclusive access: none is used while user code runs.
    @safe @exclusivity(unchecked) private var dropped: DroppedStreamElements?
    private let reporter: StreamReporter
    private let queue: BatchQueue<Item>
    private let pump: Task<Void, Never>
    @safe @exclusivity(unchecked) private var batch: Batch?
    /// The batches that follow it, in reverse order.
    private var following: [Batch] = []
    /// How many items of the batch have passed.
    @safe @exclusivity(unchecked) private var passed = 0

    init(
        _ request: ElementRequest<Output>, _ monitor: StreamMonitor, _ queue: BatchQueue<Item>,
        _ pump: Task<Void, Never>
    ) {
        self.request = request
        dropped = DroppedStreamElements(request.bounds)
        self.monitor = monitor
        reporter = StreamReporter(monitor, request.options)
        self.queue = queue
        self.pump = pump
    }

    deinit {
        pump.cancel()
        queue.close()
        reporter.end()
    }

    // MARK: Taking

    /// The next element, which the caller moves out immediately, if it has been decoded already.
    @inline(__always)
    func takeElement() throws(JSONDecodingError) -> UnsafeMutablePointer<Output>? {
        guard let batch, batch.hasElement else { return nil }
        if dropped != nil { try count(batch.element, of: batch) }
        if batch.taken < batch.rejected.count {
            reporter.pass(rejected: batch.rejected[batch.taken])
        } else {
            pass(batch, upTo: batch.passed[batch.taken], isDelivered: true)
        }
        return unsafe batch.takeElement()
    }

    /// The next element, which may have to be awaited.
    func next(isolation actor: isolated (any Actor)?) async throws -> UnsafeMutablePointer<Output>? {
        while true {
            if let element = unsafe try takeElement() { return unsafe element }
            if let batch {
                pass(batch, upTo: batch.decoded, isDelivered: false)
                if let failure = batch.failure {
                    reporter.fail(changes: failure.changes)
                    throw failure.error
                }
                if batch.decoded < batch.window.items.count { throw CancellationError() }
                closeBatch()
            }
            if let next = following.popLast() {
                (batch, passed) = (next, 0)
                reporter.open(next.window, next.core)
                continue
            }
            try Task.checkCancellation()
            let (queue, pump) = (queue, pump)
            let item = await withTaskCancellationHandler {
                await queue.take()
            } onCancel: {
                pump.cancel()
                queue.close()
            }
            switch item {
            case .none: throw CancellationError()
            case .ended(let envelope):
                do throws(JSONDecodingError) {
                    try dropped?.check()
                } catch {
                    reporter.end()
                    throw error
                }
                monitor.end(envelope: envelope.value)
                reporter.end()
                return nil
            case .failed(let error):
                reporter.end()
                throw error
            case .batches(let task):
                following = await task.value.value.reversed()
                // Only now, so that no more tasks decode than requested.
                queue.releaseSlot()
            }
        }
    }

    /// Counts an element that is about to be delivered.
    ///
    /// - Throws: if it is a rejection, and the bounds do not allow any more.
    private func count(_ value: Output, of batch: Batch) throws(JSONDecodingError) {
        do throws(JSONDecodingError) {
            let rejection = request.decoding.rejection(in: value)
            try dropped?.add(rejection)
            if rejection != nil { monitor.reject() }
        } catch {
            reporter.fail(changes: batch.changes.isEmpty || passed == 0 ? 0 : batch.changes[passed - 1])
            throw error
        }
    }

    /// Passes the items up to one that is about to be delivered, or items that were all dropped.
    private func pass(_ batch: Batch, upTo end: Int, isDelivered: Bool) {
        while passed < end {
            passed += 1
            reporter.pass(
                passed, changes: batch.changes.isEmpty ? 0 : batch.changes[passed - 1],
                isDelivered: isDelivered && passed == end)
        }
    }

    private func closeBatch() {
        reporter.close()
        guard let tape = batch?.window.tape else { return }
        var core = batch?.core
        batch = nil
        if isKnownUniquelyReferenced(&core) { request.pool.put(tape) }
    }
}
