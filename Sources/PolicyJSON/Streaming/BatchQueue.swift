internal import Synchronization

/// A bounded queue with one producer task and one consumer task. The producer waits while the queue is full.
final class BatchQueue<Item: Sendable>: Sendable {
    private struct State {
        var items: [Item] = []
        /// Slots that are in use.
        var reserved = 0
        var producer: CheckedContinuation<Bool, Never>?
        var consumer: CheckedContinuation<Item?, Never>?
    }

    private let state = Mutex(State())
    private let closed = Atomic<Bool>(false)
    private let limit: Int

    /// - Parameter limit: the number of slots. An item that has been taken uses its slot until the slot is released.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the consumer has ended.
    var isClosed: Bool { closed.load(ordering: .relaxed) }

    /// Waits for a free slot and reserves it. `false`: the queue has been closed.
    func reserve() async -> Bool {
        await withCheckedContinuation { continuation in
            let now: Bool? = state.withLock { state in
                if isClosed { return false }
                if state.reserved < limit {
                    state.reserved += 1
                    return true
                }
                state.producer = continuation
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    /// Puts an item into the reserved slot.
    func put(_ item: Item) {
        let consumer = state.withLock { state in
            if state.consumer == nil { state.items.append(item) }
            return state.consumer.take()
        }
        consumer?.resume(returning: item)
    }

    /// Waits for the next item; `nil` if the queue has been closed.
    func take() async -> Item? {
        await withCheckedContinuation { continuation in
            let now: Item?? = state.withLock { state in
                if isClosed { return .some(nil) }
                if !state.items.isEmpty { return state.items.removeFirst() }
                state.consumer = continuation
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    /// Releases the slot of an item that has been taken.
    func releaseSlot() {
        let producer = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            // A waiting producer gets the slot.
            if state.producer == nil { state.reserved -= 1 }
            return state.producer.take()
        }
        producer?.resume(returning: true)
    }

    /// Resumes both sides and drops the items in the queue.
    func close() {
        let (producer, consumer) = state.withLock { state in
            closed.store(true, ordering: .relaxed)
            state.items.removeAll()
            return (state.producer.take(), state.consumer.take())
        }
        producer?.resume(returning: false)
        consumer?.resume(returning: nil)
    }
}
