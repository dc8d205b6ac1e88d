@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// Objects of a document of which something is known, mostly none. Several threads may use it.
final class MarkedObjects: Sendable {
    private let objects = CheckedMutex<Set<TapePosition>>([])
    /// Whether there may be any. Where there are none, no lock is needed.
    private let isUsed = Atomic<Bool>(false)

    func insert(_ object: TapePosition) {
        isUsed.store(true, ordering: .relaxed)
        objects.withLock { _ = $0.insert(object) }
    }

    func remove(_ object: TapePosition) {
        if isUsed.load(ordering: .relaxed) { objects.withLock { _ = $0.remove(object) } }
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
