/// Makes pipelines of elements from bytes that can be sent to another task.
protocol PipelineStarting<Output, Bytes>: Sendable {
    associatedtype Output
    associatedtype Bytes
    func start(_ request: ElementRequest<Output>, _ bytes: Bytes, _ monitor: StreamMonitor) -> ElementPipeline<Output>
    /// Makes pipelines of elements that are delivered as results.
    var rejecting: any PipelineStarting<Result<Output, RejectedElement>, Bytes> { get }
}

/// Reads, parses, and puts a task for each window, or for several small ones, into the queue.
struct ElementPump<Output: Sendable, Bytes: AsyncSequence & Sendable>: Sendable where Bytes.Element: JSONBytes {
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
            let failure = error is CancellationError ? error : JSONDecodingError(error, at: parser.endLocation())
            if await queue.reserve() { queue.put(.failed(failure)) }
        }
    }

    /// The number of items that are enough for a task: around invalid records windows have few.
    private static var enough: Int { 128 }

    /// Delivers what has been parsed, before anything else is read. `false` at the end.
    private func deliver(_ parser: any WindowParser) async -> Bool {
        var windows: [ElementWindow] = []
        var items = 0
        while let window = parser.takeWindow() {
            windows.append(window)
            items += window.items.count
            guard items >= Self.enough else { continue }
            guard await put(windows) else { return false }
            (windows, items) = ([], 0)
        }
        if !windows.isEmpty {
            guard await put(windows) else { return false }
        }
        guard let failure = parser.failure else { return true }
        if await queue.reserve() { queue.put(.failed(JSONDecodingError(failure.error, at: failure.location))) }
        return false
    }

    /// Waits for a free slot, and has the windows decoded by another task.
    private func put(_ windows: [ElementWindow]) async -> Bool {
        guard await queue.reserve() else { return false }
        let sent = UncheckedTransfer(value: windows)
        queue.put(
            .batches(
                Task {
                    var batches: [Batch] = []
                    for window in sent.value where batches.last?.failure == nil && !queue.isClosed {
                        batches.append(decode(window))
                    }
                    return UncheckedTransfer(value: batches)
                }))
        return true
    }

    /// Decodes a window; stops early if the consumer has ended.
    private func decode(_ window: ElementWindow) -> Batch {
        var rejected: [(record: SkippedRecord, output: Output)] = []
        if request.decoding.deliversRejections {
            rejected = window.skipped.compactMap { record in
                request.decoding.rejected(record).map { (record, $0) }
            }
            window.skipped = []
        }
        let core = request.makeCore(for: window, listing: request.options.reportLimit)
        let batch = Batch(window, core, rejected: rejected.map(\.record))
        for (_, output) in rejected {
            unsafe batch.add(passing: 0) { memory in
                unsafe memory.initialize(to: output)
                return true
            }
        }
        var tally = ChangeTally(core)
        for (index, item) in window.items.enumerated() {
            if queue.isClosed { break }
            do {
                unsafe try batch.add(passing: index + 1) { unsafe try request.decode(item, core, into: $0) }
                tally.update()
                batch.decoded = index + 1
                if tally.isCounting { batch.changes.append(tally.count) }
            } catch {
                tally.update(failure: error)
                batch.failure = (request.error(error, of: item, in: core), tally.count)
                break
            }
        }
        return batch
    }
}
