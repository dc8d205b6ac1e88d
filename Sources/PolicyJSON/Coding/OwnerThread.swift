import FoundationImport
internal import Synchronization

/// The thread that alone may use something that has no lock; none at first.
///
/// A thread becomes the owner where no other thread is, and gives that up itself, so that it knows afterwards: what another
/// thread stores need not be visible at once. An owner that has ended without giving it up is no longer there to use anything,
/// even if the next thread has its identity.
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
