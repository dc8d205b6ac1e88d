import Foundation
import Synchronization

/// Output that is written as a whole although a signal ends the process.
///
/// SIGINT, SIGTERM and SIGHUP end the process between two writes, or after the current one; a second signal ends it at once.
/// Signals that the process was started to ignore stay ignored.
enum UninterruptedOutput {
    private static let isWriting = Atomic<Bool>(false)
    /// The signal that was received, or 0.
    private static let received = Atomic<Int32>(0)

    private static let install: Void = {
        _ = (isWriting.load(ordering: .relaxed), received.load(ordering: .relaxed))
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let previous = signal(number) { number in
                // The order of the store and the load is the reverse of that in `write`: at least one of both sees the other.
                let earlier = UninterruptedOutput.received.exchange(number, ordering: .sequentiallyConsistent)
                if earlier != 0 || !UninterruptedOutput.isWriting.load(ordering: .sequentiallyConsistent) {
                    UninterruptedOutput.end(by: number)
                }
            }
            // The default is nil.
            if previous != nil { signal(number, previous) }
        }
    }()

    /// Calls a closure that writes. Must not be called by two threads at the same time.
    static func write(_ body: () throws -> Void) rethrows {
        install
        isWriting.store(true, ordering: .sequentiallyConsistent)
        endIfSignalled()
        defer {
            isWriting.store(false, ordering: .sequentiallyConsistent)
            endIfSignalled()
        }
        try body()
    }

    private static func endIfSignalled() {
        let number = received.load(ordering: .sequentiallyConsistent)
        if number != 0 { end(by: number) }
    }

    /// Ends the process as the signal does by default, so that a shell sees the status 128 + number.
    private static func end(by number: Int32) {
        signal(number, SIG_DFL)
        // Threads of a pool block signals, and a handler blocks its own.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }
}
