internal import JSONTape
internal import Synchronization

/// Containers that models have kept longer than their call.
///
/// A container that a decoder's ``KeyedContainerPool`` provides does not count a reference to its state: the standard library copies a
/// container on each call, and counting is atomic (measured: a sixth of the time of decoding; Docs/Decisions/0025). So a
/// container that leaves the pool while it is in use is listed here, with its state, until nothing else refers to it. The list is
/// searched after as many calls as it has containers, so that each call searches for one on average.
enum KeptContainers {
    private struct Kept {
        // Optional, because `isKnownUniquelyReferenced` is false for an `AnyObject`: in Swift 6 mode it is passed a copy.
        var container: AnyObject?
        let state: AnyObject
    }

    private struct List {
        var kept: [Kept] = []
        /// The number of calls, and of containers that have been added, since the list was searched.
        var events = 0

        /// Removes the containers to which nothing else refers. They are returned, because releasing them releases values of
        /// users, which must not happen under the lock.
        mutating func removeUnused() -> [Kept] {
            events = 0
            var unused: [Kept] = []
            var used = 0
            for index in kept.indices {
                if isKnownUniquelyReferenced(&kept[index].container) {
                    unused.append(kept[index])
                } else {
                    kept.swapAt(index, used)
                    used += 1
                }
            }
            kept.removeSubrange(used...)
            return unused
        }
    }

    private static let list = CheckedMutex(UncheckedList())
    /// The number of listed containers. Avoids the lock where there are none.
    private static let count = Atomic<Int>(0)

    /// Its containers are used by other threads, but the list's references to them only under the lock.
    private struct UncheckedList: @unchecked Sendable {
        var list = List()
    }

    /// Keeps the state of a container as long as the container is in use.
    static func keep(_ container: AnyObject, _ state: AnyObject) {
        let kept = UncheckedTransfer(value: Kept(container: container, state: state))
        let unused = list.withLock { shared in
            shared.list.kept.append(kept.value)
            return UncheckedTransfer(value: search(&shared.list))
        }
        withExtendedLifetime(unused) {}
    }

    /// Searches for containers that are no longer in use, if it is time.
    @inline(__always)
    static func endCall() { if count.load(ordering: .relaxed) > 0 { search() } }

    @inline(never)
    private static func search() {
        let unused = list.withLock { UncheckedTransfer(value: search(&$0.list)) }
        withExtendedLifetime(unused) {}
    }

    private static func search(_ list: inout List) -> [Kept] {
        list.events += 1
        defer { count.store(list.kept.count, ordering: .relaxed) }
        return list.events >= list.kept.count ? list.removeUnused() : []
    }

    /// Releases what is no longer in use.
    static func release() {
        let unused = list.withLock { shared in
            defer { count.store(shared.list.kept.count, ordering: .relaxed) }
            return UncheckedTransfer(value: shared.list.removeUnused())
        }
        withExtendedLifetime(unused) {}
    }
}
