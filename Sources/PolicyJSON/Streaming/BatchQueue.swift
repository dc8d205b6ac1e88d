internal import Synchronization

/// A queue between one task that puts and one that takes, of which the first waits when it is too far ahead.
final class BatchQueue<Item: Sendable>: Sendable {
    private struct State {
        var items: [Item] = []
        /// Rooms that are not free.
        var reserved = 0
        var producer: CheckedContinuation<Bool, Never>?
        var consumer: CheckedContinuation<Item?, Never>?
    }

    private let state = Mutex(State())
    private let closed = Atomic<Bool>(false)
    private let limit: Int

    /// - Parameter limit: how many items may be there, those included that have been taken and not let go.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether nobody will take anything any more.
    var isClosed: Bool { closed.load(ordering: .relaxed) }

    /// Waits until there is room for an item. False: the queue has been closed.
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

    /// Puts an item into the room that has been reserved.
    func put(_ item: Item) {
        let consumer = state.withLock { state in
            if state.consumer == nil { state.items.append(item) }
            return state.consumer.take()
        }
        consumer?.resume(returning: item)
    }

    /// The next item; `nil` when the queue has been closed.
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

    /// There is room for another item in the place of one that has been taken.
    func letGo() {
        let producer = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            // Whoever waits gets the room.
            if state.producer == nil { state.reserved -= 1 }
            return state.producer.take()
        }
        producer?.resume(returning: true)
    }

    /// Ends the waiting on both sides; what is in the queue is dropped.
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
