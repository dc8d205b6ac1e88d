import Dispatch
import PolicyJSON
import Testing

/// Which executor asynchronous streams use.
@Suite struct StreamIsolationTests {
    /// Runs the jobs of an actor on a queue that can be recognized.
    private final class QueueExecutor: SerialExecutor {
        private static let key = DispatchSpecificKey<Bool>()
        private let queue = DispatchQueue(label: "StreamIsolationTests")

        init() { queue.setSpecific(key: Self.key, value: true) }

        static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    /// A number that knows where it was decoded.
    private struct Observed: Decodable, Sendable {
        let number: Int
        let isOnQueue: Bool

        init(from decoder: any Decoder) throws {
            number = try decoder.singleValueContainer().decode(Int.self)
            isOnQueue = QueueExecutor.isCurrent
        }
    }

    private actor Consumer {
        private nonisolated let executor = QueueExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

        func read(_ text: String, chunk length: Int, tasks: Int) async throws -> [Observed] {
            let bytes = Array(text.utf8)
            let chunks = stride(from: 0, to: bytes.count, by: length).map {
                Array(bytes[$0..<min($0 + length, bytes.count)])
            }
            // Each chunk comes from another executor.
            let (source, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            Task.detached {
                for chunk in chunks {
                    await Task.yield()
                    continuation.yield(chunk)
                }
                continuation.finish()
            }
            let elements = PolicyJSONDecoder().elements(of: Observed.self, from: source).concurrently(tasks: tasks)
            var observed: [Observed] = []
            for try await element in elements {
                #expect(QueueExecutor.isCurrent, "after \(observed.count)")
                observed.append(element)
            }
            #expect(QueueExecutor.isCurrent)
            return observed
        }
    }

    @Test(arguments: [1, 5, 1000], [1, 2])
    func `elements are decoded by the actor that requests them, unless there are several tasks`(
        _ length: Int, _ tasks: Int
    ) async throws {
        let observed = try await Consumer().read(
            "[\((0..<50).map(String.init).joined(separator: ", "))]", chunk: length, tasks: tasks)
        #expect(observed.map(\.number) == Array(0..<50))
        #expect(observed.allSatisfy { $0.isOnQueue == (tasks == 1) })
    }
}
