internal import JSONTape
internal import Synchronization

/// A bounded queue between the tasks of a pipeline, which make items one after the other and may put them in any order, and one
/// consumer task, which takes them in the order in which they were reserved.
///
/// One task at a time waits for a free slot: the one whose turn it is to read (see ``ElementPump``).
final class BatchQueue<Item: Sendable>: Sendable {
    private struct State {
        /// The items whose turn has not come, by number.
        var items: [Int: Item] = [:]
        /// The numbers of the next item to reserve and to take.
        var next = (reserved: 0, taken: 0)
        /// Slots that are in use.
        var used = 0
        var producer: CheckedContinuation<Int?, Never>?
        var consumer: CheckedContinuation<Item?, Never>?
        /// The task whose turn it is to read, and the number of its turn.
        var reader: (task: Task<Void, Never>, turn: Int)?

        mutating func reserve() -> Int {
            defer { next.reserved += 1 }
            return next.reserved
        }
    }

    private let state = CheckedMutex(State())
    private let closed = Atomic<Bool>(false)
    private let limit: Int

    /// - Parameter limit: the number of slots. An item that has been taken uses its slot until the slot is released.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the consumer has ended.
    var isClosed: Bool { closed.load(ordering: .relaxed) }

    // MARK: Producers

    /// Makes a task the one that reads: closing the queue cancels it.
    ///
    /// - Parameter turn: the number of its turn. A task may have run, and have started that of the next turn, before it gets here.
    func read(_ task: Task<Void, Never>, turn: Int) {
        let isClosed = state.withLock { state in
            if state.reader.map({ $0.turn < turn }) ?? true { state.reader = (task, turn) }
            return self.isClosed
        }
        if isClosed { task.cancel() }
    }

    /// Waits for a free slot and reserves it.
    ///
    /// - Returns: the number of the item to put; `nil`: the queue has been closed.
    func reserve() async -> Int? {
        await withCheckedContinuation { continuation in
            let now: Int?? = state.withLock { state in
                if isClosed { return .some(nil) }
                if state.used < limit {
                    state.used += 1
                    return state.reserve()
                }
                state.producer = continuation
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    /// Puts an item into its slot.
    func put(_ item: Item, at number: Int) {
        let consumer = state.withLock { state -> CheckedContinuation<Item?, Never>? in
            if isClosed { return nil }
            if number == state.next.taken, let consumer = state.consumer.take() {
                state.next.taken += 1
                return consumer
            }
            state.items[number] = item
            return nil
        }
        consumer?.resume(returning: item)
    }

    // MARK: The consumer

    /// Waits for the next item; `nil` if the queue has been closed.
    func take() async -> Item? {
        await withCheckedContinuation { continuation in
            let now: Item?? = state.withLock { state in
                if isClosed { return .some(nil) }
                if let item = state.items.removeValue(forKey: state.next.taken) {
                    state.next.taken += 1
                    return item
                }
                state.consumer = continuation
                return nil
            }
            if let now { continuation.resume(returning: now) }
        }
    }

    /// Releases the slot of an item that has been taken.
    func releaseSlot() {
        let waiting = state.withLock { state -> (CheckedContinuation<Int?, Never>, Int)? in
            // A waiting producer gets the slot.
            if let producer = state.producer.take() { return (producer, state.reserve()) }
            state.used -= 1
            return nil
        }
        if let (producer, number) = waiting { producer.resume(returning: number) }
    }

    /// Cancels the task that reads, and resumes both sides. The items stay in the queue: code of users may run when they are
    /// released, and the thread that cancels may hold locks of theirs.
    func close() {
        let (reader, producer, consumer) = state.withLock { state in
            closed.store(true, ordering: .relaxed)
            return (state.reader.take(), state.producer.take(), state.consumer.take())
        }
        reader?.task.cancel()
        producer?.resume(returning: nil)
        consumer?.resume(returning: nil)
    }

    /// Releases the items in the queue.
    func releaseItems() {
        _ = state.withLock { exchange(&$0.items, with: [:]) }
    }
}
