import ArgumentParser
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat

/// Measures one service with Foundation's coders and with those of this package.
///
/// Each measurement has a server process of its own; the rounds of all are interleaved. Processor time and peak memory are
/// those of the server, from `/proc`.
@main struct ServiceBenchmark: AsyncParsableCommand {
    @Option(help: "Serves with these coders instead of measuring.") var serve: Coders?
    @Option(help: "The number of rounds, of which the medians are printed.") var rounds = 5
    @Option(help: "The number of requests with 2 KB in a round; a thousandth as many with 20 MB.") var requests = 4_000

    func run() async throws {
        if let serve { return try await Server(coders: serve).run() }
        print("| body | coders | requests/s | CPU per request | without transport | peak memory | to Foundation |")
        print("|---|---|---|---|---|---|---|")
        let (few, many) = (try Page.orders(bytes: 2_000), try Page.orders(bytes: 20_000_000))
        let large = max(requests / 1_000, 1)
        try await measure("2 KB", Page(page: 1, orders: few), "page", requests: requests, connections: 16)
        try await measure("20 MB, an array", many, "orders", requests: large, connections: 1)
        try await measure("20 MB, an object", Page(page: 1, orders: many), "page", requests: large, connections: 1)
    }

    private func measure(
        _ name: String, _ body: some Encodable, _ path: String, requests: Int, connections: Int
    ) async throws {
        let body = ByteBuffer(data: try JSONEncoder().encode(body))
        var samples: [Coders: [Sample]] = [:]
        for _ in 0..<max(rounds, 1) {
            for coders in Coders.allCases {
                let server = try MeasuredServer(coders, path: path)
                defer { server.stop() }
                samples[coders, default: []].append(
                    try await server.measure(body, requests: requests, connections: connections))
            }
        }
        let medians = samples.mapValues { Sample(median: $0) }
        let transport = medians[.transport]?.seconds ?? 0
        let memory = medians[.foundation]?.memory ?? 0
        let foundation = (medians[.foundation]?.seconds ?? 0) - transport
        for coders in Coders.allCases {
            guard let median = medians[coders] else { continue }
            let net = median.seconds - transport
            print(
                "| \(name) | \(coders) | \(format(median.requestsPerSecond, 0)) | \(format(median.seconds * 1e6, 0)) µs "
                    + "| \(format(net * 1e6, 0)) µs (\(format(net / foundation, 2)) ×) | \(format(median.memory, 0)) MB "
                    + "| \(format(median.memory / memory, 2)) × |"
            )
        }
    }

    private func format(_ value: Double, _ digits: Int) -> String {
        value.formatted(.number.precision(.fractionLength(digits)).grouping(.never))
    }
}

extension Coders: ExpressibleByArgument {}

/// What a round has measured.
struct Sample {
    let requestsPerSecond: Double
    /// Processor time of the server for one request.
    let seconds: Double
    /// Peak memory in MB.
    let memory: Double

    init(requestsPerSecond: Double, seconds: Double, memory: Double) {
        self.requestsPerSecond = requestsPerSecond
        self.seconds = seconds
        self.memory = memory
    }

    init(median samples: [Sample]) {
        func median(_ value: (Sample) -> Double) -> Double { samples.map(value).sorted()[samples.count / 2] }
        self.init(
            requestsPerSecond: median(\.requestsPerSecond), seconds: median(\.seconds), memory: median(\.memory))
    }
}
