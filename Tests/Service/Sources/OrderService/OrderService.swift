import CoreMetrics
import Foundation
import Hummingbird
import Logging
import NIOCore
import PolicyJSON
import PolicyJSONLogging
import PolicyJSONMetrics

/// Serves orders on a free port of this machine, which it prints: `OrderService DIRECTORY`. The database and files of dead
/// letters are in the directory, the log goes to standard error.
@main struct OrderService {
    static func main() async throws {
        let counters = CounterRegistry()
        MetricsSystem.bootstrap(counters)
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        Coding.log.observe(Coding.documents, Coding.streams)
        Coding.metrics.observe(Coding.documents, Coding.streams)
        let store = try Store(directory: URL(filePath: CommandLine.arguments[1]))
        let application = Application(
            router: routes(store, counters), configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                // Not buffered, as the output of `print` is in a pipe.
                try? FileHandle.standardOutput.write(contentsOf: Data("\(channel.localAddress?.port ?? 0)\n".utf8))
            })
        try await application.runService()
    }
}
