import Dispatch
import Synchronization

/// Runs an asynchronous function while the calling thread waits: for the main thread, which no task needs.
func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
    let outcome = Mutex<Result<Void, any Error>?>(nil)
    let ended = DispatchSemaphore(value: 0)
    Task.detached {
        do {
            try await body()
            outcome.withLock { $0 = .success(()) }
        } catch {
            outcome.withLock { $0 = .failure(error) }
        }
        ended.signal()
    }
    ended.wait()
    try outcome.withLock { $0 }?.get()
}
