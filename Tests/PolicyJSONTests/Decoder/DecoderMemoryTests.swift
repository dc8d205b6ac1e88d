import Foundation
import JSONTape
import Synchronization
import Testing

@testable import PolicyJSON

/// The memory that decoders keep between calls, and share.
@Suite(.serialized) struct DecoderMemoryTests {
    private struct Song: Codable, Equatable { let title: String, length: Int }
    private static let text = #"[{"title":"a","length":1},{"title":"b","length":2}]"#
    private static let songs = [Song(title: "a", length: 1), Song(title: "b", length: 2)]

    /// Resolving a policy asks each rule for its situations once.
    private final class Counter: Sendable {
        let count = Atomic<Int>(0)
    }

    private struct CountedRule: DecodingRule {
        let counter: Counter
        var situations: RepairSituation {
            counter.count.add(1, ordering: .relaxed)
            return .mismatch
        }
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
    }

    @Test func unchangedDecodersShareMemory() throws {
        #expect(PolicyJSONDecoder().tapes === PolicyJSONDecoder().tapes)
        let lenient = PolicyJSONDecoder(policy: .lenient)
        #expect(lenient.tapes === PolicyJSONDecoder(policy: .lenient).tapes)
        #expect(lenient.tapes !== PolicyJSONDecoder().tapes)
        #expect(PolicyJSONDecoder(policy: .strict).tapes === PolicyJSONDecoder().tapes)
        for _ in 0..<3 {
            #expect(try PolicyJSONDecoder().decode([Song].self, from: Self.text) == Self.songs)
            #expect(try PolicyJSONDecoder(policy: .lenient).decode([Song].self, from: Self.text) == Self.songs)
        }
    }

    @Test func changedDecodersHaveTheirOwnMemory() throws {
        let decoder = PolicyJSONDecoder()
        let shared = decoder.tapes
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let own = decoder.tapes
        #expect(own !== shared)
        decoder.reportLimit = 5
        #expect(decoder.tapes === own)
        #expect(try decoder.decode([Song].self, from: Self.text) == Self.songs)
        #expect(own.footprint > 0)
        #expect(decoder.overriding(policy: .lenient).tapes === own)
        #expect(PolicyJSONDecoder().overriding(policy: .lenient).tapes === shared)
        // The settings of a decoder do not reach others.
        struct Snake: Decodable { let someKey: Int }
        #expect(try decoder.decode(Snake.self, from: #"{"some_key":1}"#).someKey == 1)
        #expect(throws: DecodingError.self) { try PolicyJSONDecoder().decode(Snake.self, from: #"{"some_key":1}"#) }
    }

    @Test func policiesAreResolvedOnce() throws {
        let counter = Counter()
        let policy = DecodingPolicy { CountedRule(counter: counter) }
        for _ in 0..<10 {
            #expect(try PolicyJSONDecoder(policy: policy).decode([Song].self, from: Self.text) == Self.songs)
        }
        let once = counter.count.load(ordering: .relaxed)
        let decoder = PolicyJSONDecoder()
        decoder.policy = policy
        #expect(counter.count.load(ordering: .relaxed) == once)
        let again = DecodingPolicy { CountedRule(counter: counter) }
        _ = PolicyJSONDecoder(policy: again)
        #expect(counter.count.load(ordering: .relaxed) == 2 * once)
    }

    /// Only the policies that were used last are kept, with everything that their rules refer to.
    @Test func policiesAreReleased() throws {
        weak var released: Counter?
        try { () throws in
            let counter = Counter()
            released = counter
            let decoder = PolicyJSONDecoder(policy: DecodingPolicy { CountedRule(counter: counter) })
            #expect(try decoder.decode([Song].self, from: Self.text) == Self.songs)
            for _ in 0..<SharedSettings.capacity {
                _ = PolicyJSONDecoder(policy: DecodingPolicy { CountedRule(counter: Counter()) })
            }
            // The decoder still has its settings, and keeps a core for its next call.
            #expect(try decoder.decode([Song].self, from: Self.text) == Self.songs)
            #expect(released != nil)
        }()
        #expect(released == nil)
    }

    @Test func memoryIsReleased() throws {
        let decoder = PolicyJSONDecoder()
        decoder.allowsTrailingCommas = true
        #expect(try decoder.decode([Song].self, from: Self.text) == Self.songs)
        #expect(decoder.tapes.footprint > 0)
        decoder.releaseMemory()
        #expect(decoder.tapes.footprint == 0)
        #expect(try decoder.decode([Song].self, from: Self.text) == Self.songs)
    }

    /// What idle decoders keep is bounded for all of them together.
    @Test func idleMemoryIsBounded() throws {
        let zeros = "[" + String(repeating: "0,", count: 1_000_000) + "0]"
        let decoders = (0..<12).map { _ in PolicyJSONDecoder() }
        for decoder in decoders {
            // A size without windows, and memory of its own.
            decoder.windows.smallestDocument = .max
            #expect(try decoder.decode([Int].self, from: zeros).count == 1_000_001)
        }
        let kept = decoders.map(\.tapes.footprint)
        #expect(kept.max() ?? 0 >= 16_000_000)
        #expect(kept.reduce(0, +) <= TapePool.keptBytes + decoders.count * TapePool.spareBytes)
    }

    @Test func manyTasks() async throws {
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<64 {
                group.addTask {
                    let decoder = task % 2 == 0 ? PolicyJSONDecoder() : PolicyJSONDecoder(policy: .lenient)
                    if task % 5 == 0 { decoder.dateDecodingStrategy = .iso8601 }
                    return (try? decoder.decode([Song].self, from: Self.text)) == Self.songs
                }
            }
            for await isEqual in group { #expect(isEqual) }
        }
    }
}

/// Each limit of `JSONLimits.server` that can be reached.
@Suite struct ServerLimitsTests {
    private static let limits = JSONLimits.server(maximumBytes: 1 << 20)

    static let cases: [(String, JSONSyntaxError.Code)] = [
        (String(repeating: "[", count: 65) + String(repeating: "]", count: 65), .depthLimit),
        ("\"" + String(repeating: "a", count: 1 << 20) + "\"", .documentLimit),
        ("1." + String(repeating: "0", count: 1_023), .numberLimit),
        ("[" + String(repeating: "0,", count: 1 << 18) + "0]", .tokenLimit),
        ("{" + (0...10_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}", .memberLimit),
    ]

    @Test(arguments: cases.indices)
    func documents(_ index: Int) throws {
        let (text, code) = Self.cases[index]
        let decoder = PolicyJSONDecoder()
        decoder.limits = Self.limits
        let error = #expect(throws: DecodingError.self) { try decoder.decode(RawJSON.self, from: text) }
        guard case .dataCorrupted(let context)? = error else { return }
        #expect((context.underlyingError as? JSONSyntaxError)?.code == code)
        decoder.limits = .default
        #expect(throws: Never.self) { try decoder.decode(RawJSON.self, from: text) }
    }

    @Test func elements() throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits = .server(maximumBytes: 1 << 30)
        let text = "[\"" + String(repeating: "a", count: 1 << 20) + "\"]"
        let elements = try decoder.elements(of: String.self, from: InputStream(data: Data(text.utf8)))
        let error = #expect(throws: JSONDecodingError.self) { try elements.next() }
        #expect(error?.syntaxError?.code == .elementBytesLimit)
    }

    @Test(arguments: [-1, 0, 1, 100, 20_000, .max])
    func anyMaximum(_ bytes: Int) {
        let limits = JSONLimits.server(maximumBytes: bytes)
        #expect(limits.documentBytes == max(bytes, 0))
        #expect(limits.elementBytes == min(max(bytes, 0), 1 << 20))
        #expect(limits.tokens == max(bytes / 4, 4_096))
    }
}
