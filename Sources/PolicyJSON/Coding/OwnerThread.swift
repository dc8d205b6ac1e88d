import FoundationImport
internal import Synchronization

/// The thread that alone may use something that has no lock; none at first.
///
/// A thread becomes the owner only where no other thread uses what is owned. So no thread ever takes itself for the owner by
/// mistake: an earlier owner sees that another thread has become it, or does not use what is owned any more.
struct OwnerThread: ~Copyable, Sendable {
    private let thread = Atomic<UInt>(0)

    private static var current: UInt {
        @inline(__always) get {
            #if canImport(Glibc)
                pthread_self()
            #else
                UInt(bitPattern: pthread_self())
            #endif
        }
    }

    @inline(__always)
    var isCurrent: Bool { thread.load(ordering: .relaxed) == Self.current }

    /// Makes the current thread the owner.
    @inline(__always)
    func take() { thread.store(Self.current, ordering: .relaxed) }

    /// Makes no thread the owner.
    @inline(__always)
    func giveUp() { thread.store(0, ordering: .relaxed) }
}
