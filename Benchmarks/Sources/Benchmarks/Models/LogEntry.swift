/// One element of the generated document `logs`: a line that a service has logged.
struct LogEntry: Codable, Equatable, Sendable {
    var timestamp: String
    var level: LogLevel
    var service: String
    var message: String
    var line: Int
    var traceID: String?
    var user: LogUser?
    var request: LogRequest?
    var tags: [String]
    var stack: String?

    enum CodingKeys: String, CodingKey {
        case timestamp
        case level
        case service
        case message
        case line
        case traceID = "trace_id"
        case user
        case request
        case tags
        case stack
    }
}

/// How serious a line is.
enum LogLevel: String, Codable, CaseIterable, Sendable {
    case debug
    case info
    case notice
    case warning
    case error
}

/// For whom the service was working.
struct LogUser: Codable, Equatable, Sendable {
    var id: Int
    var name: String
}

/// What the service was asked.
struct LogRequest: Codable, Equatable, Sendable {
    var method: String
    var path: String
    var status: Int
    var milliseconds: Double
}
