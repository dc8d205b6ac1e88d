import CoreMetrics
import Synchronization

/// Counters in memory, as `GET /metrics` shows them. Other metrics are discarded.
final class CounterRegistry: MetricsFactory, Sendable {
    private final class Registered: CounterHandler, Sendable {
        let value = Atomic<Int64>(0)
        func increment(by amount: Int64) { value.wrappingAdd(amount, ordering: .relaxed) }
        func reset() { value.store(0, ordering: .relaxed) }
    }

    private let counters = Mutex<[String: Registered]>([:])

    /// One line for each counter.
    var text: String {
        let lines = counters.withLock { counters in
            counters.map { "\($0.key) \($0.value.value.load(ordering: .relaxed))\n" }
        }
        return lines.sorted().joined()
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        let name = label + "{" + dimensions.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ",") + "}"
        return counters.withLock { counters in
            let counter = counters[name] ?? Registered()
            counters[name] = counter
            return counter
        }
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        NOOPMetricsHandler.instance
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        NOOPMetricsHandler.instance
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
