/// Makes pipelines of elements from bytes that can be sent to another task.
protocol PipelineStarting<Output, Bytes>: Sendable {
    associatedtype Output
    associatedtype Bytes
    func start(_ request: ElementRequest<Output>, _ bytes: Bytes, _ monitor: StreamMonitor) -> ElementPipeline<Output>
    /// Makes pipelines of elements that are delivered as results.
    var rejecting: any PipelineStarting<Result<Output, RejectedElement>, Bytes> { get }
}

/// Reads, parses, and puts a task for each window into the queue.
struct ElementPump<Output: Sendable, Bytes: AsyncSequence & Sendable>: Sendable where Bytes.Element: JSONByteChunk {
    typealias Item = ElementPipeline<Output>.Item
    typealias Batch = ElementPipeline<Output>.Batch

    struct Start: PipelineStarting {
        private let concurrency: Int

        /// `nil` for a single task: it decodes best on the task that requests the elements.
        init?(concurrency: Int) {
            if concurrency < 2 { return nil }
            self.concurrency = concurrency
        }

        fileprivate init(tasks concurrency: Int) { self.concurrency = concurrency }

        var rejecting: any PipelineStarting<Result<Output, RejectedElement>, Bytes> {
            ElementPump<Result<Output, RejectedElement>, Bytes>.Start(tasks: concurrency)
        }

        func start(
            _ request: ElementRequest<Output>, _ bytes: Bytes, _ monitor: StreamMonitor
        ) -> ElementPipeline<Output> {
            let queue = BatchQueue<Item>(limit: concurrency)
            let pump = ElementPump(request: request, bytes: bytes, queue: queue, monitor: monitor)
            return ElementPipeline(request, monitor, queue, Task { await pump.run() })
        }
    }

    let request: ElementRequest<Output>
    let bytes: Bytes
    let queue: BatchQueue<Item>
    let monitor: StreamMonitor

    func run() async {
        let parser = request.makeParser()
        var iterator = bytes.makeAsyncIterator()
        do {
            while let chunk = try await iterator.next(isolation: nil) {
                var position = 0
                while unsafe chunk.takeSlice(at: &position, { unsafe parser.append($0) }) {
                    monitor.receive(parser.received)
                    guard await deliver(parser) else { return }
                }
            }
            // A sequence may end because the task was cancelled.
            try Task.checkCancellation()
            parser.finish()
            guard await deliver(parser) else { return }
            let envelope = UncheckedTransfer(value: Result { try parser.takeEnvelope() })
            if await queue.reserve() { queue.put(.ended(envelope)) }
        } catch {
            parser.interrupt()
            guard await deliver(parser) else { return }
            let failure = error is CancellationError ? error : JSONStreamError(error, at: parser.endLocation())
            if await queue.reserve() { queue.put(.failed(failure)) }
        }
    }

    /// Delivers what has been parsed, before anything else is read. `false` at the end.
    private func deliver(_ parser: any WindowParser) async -> Bool {
        while let window = parser.takeWindow() {
            guard await queue.reserve() else { return false }
            let sent = UncheckedTransfer(value: window)
            queue.put(.batch(Task { UncheckedTransfer(value: decode(sent.value)) }))
        }
        guard let failure = parser.failure else { return true }
        if await queue.reserve() { queue.put(.failed(JSONStreamError(failure.error, at: failure.location))) }
        return false
    }

    /// Decodes a window; stops early if the consumer has ended.
    private func decode(_ window: ElementWindow) -> Batch {
        let batch = Batch(window, request.makeCore(for: window, listing: request.options.reportLimit))
        var tally = ChangeTally(batch.core)
        if request.decoding.deliversRejections {
            batch.rejected = window.skipped
            window.skipped = []
            batch.values = batch.rejected.map(request.decoding.rejected)
            batch.passed = batch.rejected.map { _ in 0 }
        }
        for (index, item) in window.items.enumerated() {
            if queue.isClosed { break }
            do {
                let isDelivered = try unsafe withUnsafeTemporaryAllocation(of: Output.self, capacity: 1) { memory in
                    guard let value = memory.baseAddress, try unsafe request.decode(item, batch.core, into: value)
                    else { return false }
                    unsafe batch.values.append(value.move())
                    return true
                }
                tally.update()
                batch.decoded = index + 1
                if tally.isCounting { batch.changes.append(tally.count) }
                if isDelivered { batch.passed.append(index + 1) }
            } catch {
                tally.update(failure: error)
                batch.failure = (request.error(error, of: item, in: batch.core), tally.count)
                break
            }
        }
        return batch
    }
}
