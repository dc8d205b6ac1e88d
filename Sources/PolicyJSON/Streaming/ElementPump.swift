internal import JSONTape

/// Makes pipelines of elements from bytes that can be sent to another task.
protocol PipelineStarting<Output, Bytes>: Sendable {
    associatedtype Output
    associatedtype Bytes
    func start(_ request: ElementRequest<Output>, _ bytes: Bytes, _ monitor: StreamMonitor) -> ElementPipeline<Output>
    /// Makes pipelines of elements that are delivered as results.
    var rejecting: any PipelineStarting<Result<Output, RejectedElement>, Bytes> { get }
}

/// The tasks that read, parse and decode. One of them reads at a time, until it has a window, or several small ones; it then has
/// another task read on, and decodes them itself, while its processor still has their text and tape in its cache.
@safe
final class ElementPump<Output: Sendable, Bytes: AsyncSequence & Sendable>: @unchecked Sendable
where Bytes.Element: JSONBytes {
    // Unchecked: only the task that reads uses what may change, and each starts its successor.
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
            ElementPump(request, bytes, queue, monitor).readOn(0)
            return ElementPipeline(request, monitor, queue)
        }
    }

    private let request: ElementRequest<Output>
    private let queue: BatchQueue<Item>
    private let monitor: StreamMonitor
    private let parser: any WindowParser
    private var iterator: Bytes.AsyncIterator
    private var chunk: Bytes.Element?
    /// How many bytes of the chunk have been parsed.
    private var position = 0
    /// Set at the end of the input: the error of the sequence, if it has thrown one.
    private var end: Result<Void, any Error>?

    private init(
        _ request: ElementRequest<Output>, _ bytes: Bytes, _ queue: BatchQueue<Item>, _ monitor: StreamMonitor
    ) {
        self.request = request
        self.queue = queue
        self.monitor = monitor
        parser = request.makeParser()
        iterator = bytes.makeAsyncIterator()
    }

    /// Has another task read.
    ///
    /// - Parameter turn: the number of the item that it makes.
    private func readOn(_ turn: Int) {
        queue.read(Task { await readAndDecode() }, turn: turn)
    }

    private func readAndDecode() async {
        guard let number = await queue.reserve() else { return }
        let windows = await nextWindows()
        if windows.isEmpty { return queue.put(endItem(), at: number) }
        readOn(number + 1)
        var batches: [Batch] = []
        for window in windows where batches.last?.failure == nil && !queue.isClosed { batches.append(decode(window)) }
        queue.put(.batches(UncheckedTransfer(value: batches)), at: number)
    }

    // MARK: Reading

    /// The number of items that are enough for a task: around invalid records windows have few.
    private static var enough: Int { 128 }

    /// What has been parsed, before anything else is read; empty at the end.
    private func nextWindows() async -> [ElementWindow] {
        var windows: [ElementWindow] = []
        var items = 0
        while items < Self.enough, !queue.isClosed {
            if let window = parser.takeWindow() {
                windows.append(window)
                items += window.items.count
            } else if !windows.isEmpty || end != nil || parser.failure != nil {
                break
            } else {
                await parseMore()
            }
        }
        return windows
    }

    /// Parses the next slice of the input.
    private func parseMore() async {
        do {
            while unsafe chunk?.takeSlice(at: &position, { unsafe parser.append($0) }) != true {
                // A sequence may continue without any bytes.
                if queue.isClosed { return }
                // What has been parsed is not kept while the sequence waits.
                (chunk, position) = (nil, 0)
                chunk = try await iterator.next(isolation: nil)
                if chunk == nil {
                    // A sequence may end because the task was cancelled.
                    try Task.checkCancellation()
                    parser.finish()
                    end = .success(())
                    return
                }
            }
            monitor.receive(parser.received)
        } catch {
            parser.interrupt()
            end = .failure(error)
        }
    }

    /// What follows the last batch.
    private func endItem() -> Item {
        if let failure = parser.failure { return .failed(JSONDecodingError(failure.error, at: failure.location)) }
        switch end {
        case .success: return .ended(UncheckedTransfer(value: Result { try parser.takeEnvelope() }))
        case .failure(let error) where !(error is CancellationError):
            return .failed(JSONDecodingError(error, at: parser.endLocation()))
        case .failure, nil: return .failed(CancellationError())
        }
    }

    // MARK: Decoding

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
            unsafe batch.free.initialize(to: output)
            batch.add(passing: 0)
        }
        if let (error, item, changes) = decode(into: batch) {
            batch.failure = (request.error(error, of: item, in: core), changes)
        }
        return batch
    }

    /// Decodes the items of a batch up to one that fails.
    ///
    /// - Returns: the failure, its item, and the number of changes up to it.
    private func decode(into batch: Batch) -> (any Error, ElementWindow.Item, changes: Int)? {
        let (core, items) = (batch.core, batch.window.items)
        core.startDecoding()
        defer { core.stopDecoding() }
        var tally = ChangeTally(core)
        for (index, item) in items.enumerated() {
            if queue.isClosed { break }
            do {
                if unsafe try request.decodeNext(item, core, into: batch.free) { batch.add(passing: index + 1) }
            } catch {
                tally.update(failure: error)
                return (error, item, tally.count)
            }
            if tally.isStale { tally.update() }
            if tally.isCounting { batch.changes.append(tally.count) }
            batch.decoded = index + 1
        }
        return nil
    }
}
