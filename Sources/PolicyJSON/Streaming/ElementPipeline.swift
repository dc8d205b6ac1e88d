@_spi(Cursor) internal import JSONTape

/// Elements that are decoded on several tasks. Those of an ``ElementPump`` put batches into a queue, from which they are taken in
/// order. Elements are moved out of the memory of their batch (see ``ElementStream``).
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
        // Used by one task at a time, which no user code interrupts.
        /// The number of elements, and how many of them have been taken.
        @safe @exclusivity(unchecked) private var count = 0
        @safe @exclusivity(unchecked) private(set) var taken = 0
        /// For each element, how many items of the window have passed when it is delivered; empty if none has been dropped.
        @safe @exclusivity(unchecked) private var passed: [Int] = []
        /// How many items have been decoded: all of them, unless one has failed or the consumer has been cancelled.
        @safe @exclusivity(unchecked) var decoded = 0
        /// The number of changes up to the end of each decoded item; empty without a policy.
        @safe @exclusivity(unchecked) var changes: [Int] = []
        /// Why the next item could not be decoded, and the number of changes up to the failure.
        var failure: (error: JSONDecodingError, changes: Int)?

        init(_ window: ElementWindow, _ core: DecoderCore, rejected: [SkippedRecord] = []) {
            self.window = window
            self.core = core
            self.rejected = rejected
            capacity = rejected.count + window.items.count
            unsafe elements = UnsafeMutablePointer.allocate(capacity: max(capacity, 1))
            if core.collector != nil { changes.reserveCapacity(window.items.count) }
        }

        deinit {
            unsafe (elements + taken).deinitialize(count: count - taken)
            unsafe elements.deallocate()
        }

        /// Memory for the next element, which is not initialized.
        @inline(__always)
        var free: UnsafeMutablePointer<Output> {
            precondition(count < capacity)
            return unsafe elements + count
        }

        /// Adds the element that ``free`` has been initialized with.
        ///
        /// - Parameter items: how many items of the window have passed when it is delivered.
        @inline(__always)
        func add(passing items: Int) {
            if !passed.isEmpty || items != count + 1 - rejected.count { note(passing: items) }
            count += 1
        }

        @inline(never)
        private func note(passing items: Int) {
            if count < rejected.count { return }
            if passed.isEmpty { passed = (0..<count).map { $0 + 1 - rejected.count } }
            passed.append(items)
        }

        /// How many items of the window have passed when the next element, which is none of the rejected records, is delivered.
        @inline(__always)
        var passedItems: Int { passed.isEmpty ? taken + 1 - rejected.count : passed[taken] }

        var hasElement: Bool { taken < count }

        /// The next element, which is not taken.
        var element: Output {
            precondition(hasElement)
            return unsafe elements[taken]
        }

        /// Moves the next element out.
        func takeElement() -> Output {
            precondition(hasElement)
            taken += 1
            return unsafe (elements + taken - 1).move()
        }
    }

    enum Item: Sendable {
        case batches(UncheckedTransfer<[Batch]>)
        case ended(UncheckedTransfer<Result<Tape?, any Error>>)
        case failed(any Error)
    }

    private let request: ElementRequest<Output>
    private let monitor: StreamMonitor
    // State that is used for each element, without checks of exclusive access: none is used while user code runs.
    @safe @exclusivity(unchecked) private var dropped: DroppedStreamElements?
    private let reporter: StreamReporter
    private let queue: BatchQueue<Item>
    @safe @exclusivity(unchecked) private var batch: Batch?
    /// The batches that follow it, in reverse order.
    private var following: [Batch] = []
    /// How many items of the batch have passed.
    @safe @exclusivity(unchecked) private var passed = 0

    init(_ request: ElementRequest<Output>, _ monitor: StreamMonitor, _ queue: BatchQueue<Item>) {
        self.request = request
        dropped = DroppedStreamElements(request.bounds)
        self.monitor = monitor
        reporter = StreamReporter(monitor, request.options)
        self.queue = queue
    }

    deinit {
        queue.close()
        queue.releaseItems()
        reporter.end()
    }

    // MARK: Taking

    /// Whether the next element has been decoded already; it passes, and ``takeElement()`` must follow.
    func hasPassed() throws(JSONDecodingError) -> Bool {
        guard let batch, batch.hasElement else { return false }
        if dropped != nil { try count(batch.element, of: batch) }
        if batch.taken < batch.rejected.count {
            reporter.pass(rejected: batch.rejected[batch.taken])
        } else {
            pass(batch, upTo: batch.passedItems, isDelivered: true)
        }
        return true
    }

    /// Moves the element out that has passed.
    func takeElement() -> Output {
        guard let batch else { preconditionFailure("no element has passed") }
        return batch.takeElement()
    }

    /// Whether there is another element, which may have to be awaited; it passes, and ``takeElement()`` must follow.
    @_optimize(size)
    func next(isolation actor: isolated (any Actor)?) async throws -> Bool {
        while true {
            if try hasPassed() { return true }
            try finishBatch()
            closeBatch()
            if let next = following.popLast() {
                (batch, passed) = (next, 0)
                reporter.open(next.window, next.core)
                continue
            }
            try Task.checkCancellation()
            let queue = queue
            let item = await withTaskCancellationHandler {
                await queue.take()
            } onCancel: {
                queue.close()
            }
            switch item {
            case .none:
                queue.releaseItems()
                throw CancellationError()
            case .ended(let envelope):
                do throws(JSONDecodingError) {
                    try dropped?.check()
                } catch {
                    reporter.end()
                    throw error
                }
                monitor.end(envelope: envelope.value)
                reporter.end()
                return false
            case .failed(let error):
                reporter.end()
                throw error
            case .batches(let batches):
                following = batches.value.reversed()
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
            let reason = dropped?.needsReason == true ? rejection?.reason : nil
            try dropped?.add(rejection, because: reason)
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

    /// Passes the items of the batch that follow its last element.
    ///
    /// - Throws: the error of an item that has not been decoded.
    private func finishBatch() throws {
        guard let batch else { return }
        pass(batch, upTo: batch.decoded, isDelivered: false)
        if let failure = batch.failure {
            reporter.fail(changes: failure.changes)
            throw failure.error
        }
        if batch.decoded < batch.window.items.count { throw CancellationError() }
    }

    /// Gives back the memory of the batch. Must not be called where a reference to it is held.
    @inline(never)
    private func closeBatch() {
        guard let tape = batch?.window.tape else { return }
        reporter.close()
        var core = batch?.core
        batch = nil
        if isKnownUniquelyReferenced(&core) { request.pool.put(tape) }
    }
}
