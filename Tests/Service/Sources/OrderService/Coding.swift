import Logging
import PolicyJSON
import PolicyJSONLogging
import PolicyJSONMetrics

// With a few lines in `OrderService`, `Context` and `routes`, all code of the service that sets up decoding, encoding, errors,
// logs and metrics. A test counts its lines.
enum Coding {
    static let log = DecodingLog(Logger(label: "json"))
    static let metrics = DecodingMetrics()
    static let encoder = PolicyJSONEncoder()
    static let documents = PolicyJSONDecoder(policy: Order.policy, limits: .server(maximumBytes: 1 << 20))
    static let streams = PolicyJSONDecoder(policy: Order.policy, limits: .server(maximumBytes: 1 << 40))
    @Sendable static func reject(_ error: any Error) { for record in [log.record, metrics.record] { record(error) } }
}
