import Foundation
import Synchronization

/// Runs `body` on a thread with a stack of 16 MiB: code with sanitizers takes several times as much of it as other code, and
/// the thread of a task has 512 KiB.
package func withLargeStack<R: Sendable>(_ body: @escaping @Sendable () throws -> R) throws -> R {
    let end = DispatchSemaphore(value: 0)
    let ended = Ended<R>()
    let thread = Thread {
        let result = Result { try body() }
        ended.result.withLock { $0 = result }
        end.signal()
    }
    thread.stackSize = 16 << 20
    thread.start()
    end.wait()
    guard let result = ended.result.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
}

private final class Ended<R: Sendable>: Sendable {
    let result = Mutex<Result<R, any Error>?>(nil)
}
