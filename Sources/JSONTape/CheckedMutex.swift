public import Synchronization

/// A lock whose order of accesses the thread sanitizer sees.
///
/// `Mutex` orders them, too. But a lock that threads wait for is passed on by the kernel, which the sanitizer does not see: it then
/// calls what two owners do one after the other a race, be it in the lock or with what they take from it and put back. The next
/// owner therefore reads a variable that the previous one has written. On x86-64 both are plain moves.
@usableFromInline
package struct CheckedMutex<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    @usableFromInline let handOver = Atomic<Bool>(false)

    @inlinable @inline(__always)
    package init(_ value: consuming sending Value) { mutex = Mutex(value) }

    /// As of `Mutex`: calls `body` with the value as soon as no other thread uses it.
    @inlinable @inline(__always)
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) in
            _ = handOver.load(ordering: .acquiring)
            defer { handOver.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }

    /// As of `Mutex`: calls `body` with the value; returns `nil` if another thread uses it.
    @inlinable @inline(__always)
    package func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        try mutex.withLockIfAvailable { value throws(Failure) in
            _ = handOver.load(ordering: .acquiring)
            defer { handOver.store(true, ordering: .releasing) }
            return try body(&value)
        }
    }
}
