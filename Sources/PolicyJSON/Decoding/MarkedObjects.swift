@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// Objects of a document of which something is known, mostly none. Several threads may use it.
final class MarkedObjects: Sendable {
    private let objects = CheckedMutex<Set<TapePosition>>([])
    /// Whether there may be any. Where there are none, no lock is needed.
    private let isUsed = Atomic<Bool>(false)

    /// - Returns: whether it was not marked before.
    @discardableResult
    func insert(_ object: TapePosition) -> Bool {
        isUsed.store(true, ordering: .relaxed)
        return objects.withLock { $0.insert(object).inserted }
    }

    /// - Returns: whether it was marked.
    func remove(_ object: TapePosition) -> Bool {
        isUsed.load(ordering: .relaxed) && objects.withLock { $0.remove(object) != nil }
    }

    func contains(_ object: TapePosition) -> Bool {
        isUsed.load(ordering: .relaxed) && objects.withLock { $0.contains(object) }
    }

    /// Forgets all, before another document is decoded.
    func forget() {
        guard isUsed.load(ordering: .relaxed) else { return }
        isUsed.store(false, ordering: .relaxed)
        objects.withLock { $0 = [] }
    }
}
