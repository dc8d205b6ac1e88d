@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// The objects of a document that have been decoded as dictionaries, whose keys are not converted: paths have them as they are in the
/// document.
///
/// An object over which a model has a container, too, is not among them: there, a core of its own has the path of each value.
final class UnconvertedObjects: Sendable {
    private let objects = CheckedMutex<Set<TapePosition>>([])
    /// Whether there may be any. Documents without dictionaries need no lock.
    private let isUsed = Atomic<Bool>(false)

    func insert(_ object: TapePosition) {
        isUsed.store(true, ordering: .relaxed)
        objects.withLock { _ = $0.insert(object) }
    }

    /// Takes an object back over which a container is requested.
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
