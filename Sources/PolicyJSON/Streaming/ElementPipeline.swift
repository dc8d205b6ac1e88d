@_spi(Tape) internal import JSONTape

/// Elements, one after the other, decoded on several tasks while another one reads and parses: a pump puts a task for each
/// window into a queue, from which they are taken in order.
final class ElementPipeline<Output> {
    /// A window, decoded. A class, so that elements can be moved out of it: to copy them, and to release them twice, would
    /// cost as much as the second task gains.
    final class Batch {
        let window: ElementWindow
        let core: DecoderCore
        /// The elements that have not been taken.
        var values: [Output?] = []
        /// How many items of the window have gone by with each element.
        var passed: [Int] = []
        var error: JSONStreamError?

        init(_ window: ElementWindow, _ core: DecoderCore) {
            self.window = window
            self.core = core
            values.reserveCapacity(window.items.count)
            passed.reserveCapacity(window.items.count)
        }
    }

    enum Item: Sendable {
        case batch(Task<Sent<Batch>, Never>)
        case ended(Sent<Result<Tape?, any Error>>)
        case failed(any Error)
    }

    private let pool: TapePool
    private let monitor: StreamMonitor
    private let queue: BatchQueue<Item>
    private let pump: Task<Void, Never>
    private var batch: Batch?
    private var position = 0

    init(_ pool: TapePool, _ monitor: StreamMonitor, _ queue: BatchQueue<Item>, _ pump: Task<Void, Never>) {
        self.pool = pool
        self.monitor = monitor
        self.queue = queue
        self.pump = pump
    }

    deinit {
        pump.cancel()
        queue.close()
        monitor.close()
    }

    // MARK: Taking

    func next(isolation actor: isolated (any Actor)?) async throws -> Output? {
        while true {
            if let batch {
                if position < batch.values.count {
                    monitor.pass(batch.passed[position], isDelivered: true)
                    position += 1
                    return batch.values[position - 1].take()
                }
                if let error = batch.error { throw error }
                closeBatch(batch.window.items.count)
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
                monitor.end(envelope: envelope.value)
                return nil
            case .failed(let error): throw error
            case .batch(let task):
                let next = await task.value.value
                // Only now, so that no more tasks decode than were asked for.
                queue.letGo()
                monitor.open(next.window, next.core)
                (batch, position) = (next, 0)
            }
        }
    }

    private func closeBatch(_ passed: Int) {
        monitor.pass(passed, isDelivered: false)
        monitor.close()
        guard let tape = batch?.window.tape else { return }
        var core = batch?.core
        batch = nil
        if isKnownUniquelyReferenced(&core) { pool.put(tape) }
    }
}
