import Foundation
import PolicyJSON

/// Small bodies, each decoded by a decoder that is made, and set up, for it, against one that is kept.
struct RequestSession {
    static let name = "requests"

    let rounds: Int

    private struct Setting: Sendable {
        let name: String
        let make: @Sendable () -> any MeasuredDecoder
    }

    private static let settings = [
        Setting(name: "strict") { PolicyJSONDecoder() },
        Setting(name: "lenient") { PolicyJSONDecoder(policy: .lenient) },
        Setting(name: "strict, limits, dates") { forServers(.strict) },
        Setting(name: "lenient, limits, dates") { forServers(.lenient) },
        Setting(name: "Foundation") { JSONDecoder() },
    ]

    private static func forServers(_ policy: DecodingPolicy) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder(policy: policy, limits: .server(maximumBytes: 1 << 20))
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    /// Prints a table.
    func run() throws {
        print("Nanoseconds for a body, of a kept decoder and of one that is made for the body: the median of \(rounds)")
        print("interleaved rounds, and the median over the rounds of the ratio within a round.\n")
        try measure("230 bytes", AccessToken.self, SmallText.accessToken())
        try measure("400 bytes", Order.self, SmallText.order())
        try measure("2 KB", OrderPage.self, SmallText.page())
    }

    private func measure<Body: Decodable & Equatable>(_ name: String, _ type: Body.Type, _ body: Data) throws {
        let expected = try JSONDecoder().decode(type, from: body)
        for setting in Self.settings {
            let kept = setting.make()
            let works = [{ try kept.decode(type, from: body) }, { try setting.make().decode(type, from: body) }]
            for work in works where try work() != expected {
                throw BenchmarkFailure("\(setting.name): not what Foundation decodes from the body of \(name)")
            }
            let repetitions = Stopwatch.repetitions(size: body.count) / 20
            var seconds: [[Double]] = [[], []]
            for _ in 0..<rounds {
                var durations = [Duration.zero, .zero]
                for _ in 0..<20 {
                    for (index, work) in works.enumerated() {
                        durations[index] += try ContinuousClock().measure {
                            for _ in 0..<repetitions { blackHole(try work()) }
                        }
                    }
                }
                for (index, duration) in durations.enumerated() { seconds[index].append(duration / .seconds(1)) }
            }
            let times = seconds.map { Stopwatch.median(of: $0) / Double(20 * repetitions) * 1e9 }
            let ratio = Stopwatch.median(of: zip(seconds[1], seconds[0]).map { $0 / $1 })
            let (size, name) = (Self.padded(name, 12), Self.padded(setting.name, 26))
            print("\(size)\(name)\(String(format: "%8.0f %8.0f %8.2f", times[0], times[1], ratio))")
        }
    }

    private static func padded(_ text: String, _ length: Int) -> String {
        text.padding(toLength: length, withPad: " ", startingAt: 0)
    }
}
