import Logging
import Synchronization

/// The lines that a ``RecordingHandler`` has received.
final class RecordedLog: Sendable {
    private let lines = Mutex<[String]>([])

    /// A logger that writes to this log.
    func logger(level: Logger.Level = .trace) -> Logger {
        var logger = Logger(label: "test") { _ in RecordingHandler(log: self) }
        logger.logLevel = level
        return logger
    }

    /// Takes the lines.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A handler of swift-log that records all events.
struct RecordingHandler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let pairs = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        log.add("\(event.level) \(event.message) \(pairs.joined(separator: " "))")
    }
}
