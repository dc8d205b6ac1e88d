import Foundation
import PolicyJSON
import Synchronization
import Testing

@Suite struct ReportHandlerTests {
    /// A decoder whose handlers record their calls.
    private func decoder(_ policy: DecodingPolicy = .lenient, limit: Int = 1_000) -> (PolicyJSONDecoder, EventLog) {
        let decoder = PolicyJSONDecoder(policy: policy)
        let log = EventLog()
        decoder.reportLimit = limit
        decoder.onReport = { report in
            for entry in report.entries { log.add("\(entry.path) \(entry.found)") }
            log.add("\(report.count): \(report.counts.byRule.sorted { $0.key < $1.key }.map { "\($0) \($1)" })")
        }
        return (decoder, log)
    }

    @Test func eachChangeInOrder() throws {
        let (decoder, log) = decoder()
        #expect(try decoder.decode([Int].self, from: #"["1", {}, 2, "3"]"#) == [1, 2, 3])
        #expect(
            log.events == [#"[0] "1""#, "[1] {}", #"[3] "3""#, #"3: ["LossyCollections 1", "NumbersFromStrings 2"]"#])
        _ = try decoder.decodeReporting([Int].self, from: #"["4"]"#)
        #expect(log.events.dropFirst(4) == [#"[0] "4""#, #"1: ["NumbersFromStrings 1"]"#])
    }

    @Test func cleanDocuments() throws {
        let (decoder, log) = decoder()
        _ = try decoder.decode([Int].self, from: "[1]")
        _ = try? decoder.decode([Int].self, from: "[\"1\"")
        _ = try? decoder.decode([Int].self, from: "{}")
        decoder.policy = .strict
        _ = try? decoder.decode([Int].self, from: "[\"1\"]")
        #expect(log.events == [])
    }

    @Test func failures() throws {
        let (decoder, log) = decoder(DecodingPolicy { NumbersFromStrings() })
        #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: #"["1", "x"]"#) }
        #expect(log.events == [#"[0] "1""#, #"1: ["NumbersFromStrings 1"]"#])
    }

    @Test func beyondTheLimit() throws {
        let (decoder, log) = decoder(limit: 1)
        _ = try decoder.decode([Int].self, from: #"["1", "2", "3"]"#)
        #expect(log.events == [#"[0] "1""#, #"3: ["NumbersFromStrings 3"]"#])
        decoder.reportLimit = 0
        _ = try decoder.decode([Int].self, from: #"["1"]"#)
        #expect(log.events.last == #"1: ["NumbersFromStrings 1"]"#)
        #expect(log.events.count == 3)
    }

    @Test func undoneChanges() throws {
        struct Pair: Decodable { let a: Int, b: Int }
        let (decoder, log) = decoder()
        _ = try decoder.decode([Pair].self, from: #"[{"a":"1"},{"a":"1","b":2}]"#)
        #expect(
            log.events == ["[0] {\"a\":\"1\"}", "[1].a \"1\"", #"2: ["LossyCollections 1", "NumbersFromStrings 1"]"#])
    }

    @Test func redacted() throws {
        let (decoder, log) = decoder()
        decoder.reportRedaction = .all
        _ = try decoder.decode([Int].self, from: #"["1"]"#)
        #expect(log.events.first == "[0] redacted")
    }

    /// A handler may use the decoder, and change its settings: no lock is held.
    @Test func handlersMayDecode() throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let values = Mutex<[Int]>([])
        decoder.onReport = { [unowned decoder] report in
            decoder.onReport = nil
            for _ in report.entries {
                let value = try? decoder.decode(Int.self, from: "\"9\"")
                decoder.policy = .strict
                values.withLock { $0.append(value ?? 0) }
            }
        }
        #expect(try decoder.decode([Int].self, from: #"["1","2"]"#) == [1, 2])
        // The settings of a call are those at its start.
        #expect(values.withLock { $0 } == [9, 0])
    }

    @Test func configuration() throws {
        struct Configured: DecodableWithConfiguration {
            let value: Int
            init(from decoder: any Decoder, configuration: Int) throws {
                value = try decoder.singleValueContainer().decode(Int.self) + configuration
            }
        }
        let (decoder, log) = decoder()
        #expect(try decoder.decode(Configured.self, from: Data("\"1\"".utf8), configuration: 2).value == 3)
        #expect(log.events == [" \"1\"", #"1: ["NumbersFromStrings 1"]"#])
    }

    /// Rules for a type with a configuration are consulted about the values that its `init(from:configuration:)` requests.
    @Test func configurationInScopes() throws {
        struct Configured: DecodableWithConfiguration {
            enum Key: CodingKey { case n }
            let n: Int
            init(from decoder: any Decoder, configuration: Int) throws {
                n = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .n)
            }
        }
        let json = Data(#"{"n":"1"}"#.utf8)
        let (decoder, _) = decoder(DecodingPolicy { For(Configured.self) { NumbersFromStrings() } })
        #expect(try decoder.decode(Configured.self, from: json, configuration: 2).n == 1)
        decoder.policy = DecodingPolicy {
            NumbersFromStrings()
            For(Configured.self) { Strictly() }
        }
        #expect(throws: DecodingError.self) { try decoder.decode(Configured.self, from: json, configuration: 2) }
    }

    @Test func threads() async throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let count = Atomic<Int>(0)
        decoder.onReport = { count.add($0.count, ordering: .relaxed) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try decoder.decode([Int].self, from: #"["1","2","3"]"#) } }
            try await group.waitForAll()
        }
        #expect(count.load(ordering: .relaxed) == 60)
    }
}
