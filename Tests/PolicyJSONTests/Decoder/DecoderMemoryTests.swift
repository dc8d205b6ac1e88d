import Foundation
import JSONTape
import Synchronization
import TestSupport
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

    /// Whether two decoders with these changes share memory. Other tests use settings at the same time, which may displace
    /// these between two decoders, but hardly each time.
    private static func share(_ change: (PolicyJSONDecoder) -> Void) -> Bool {
        (0..<1_000).contains { _ in decoder(change).tapes === decoder(change).tapes }
    }

    @Test func unchangedDecodersShareMemory() throws {
        #expect(PolicyJSONDecoder().tapes === PolicyJSONDecoder().tapes)
        #expect(
            (0..<1_000).contains { _ in
                PolicyJSONDecoder(policy: .lenient).tapes === PolicyJSONDecoder(policy: .lenient).tapes
            })
        #expect(PolicyJSONDecoder(policy: .lenient).tapes !== PolicyJSONDecoder().tapes)
        #expect(PolicyJSONDecoder(policy: .strict).tapes === PolicyJSONDecoder().tapes)
        for _ in 0..<3 {
            #expect(try PolicyJSONDecoder().decode([Song].self, from: Self.text) == Self.songs)
            #expect(try PolicyJSONDecoder(policy: .lenient).decode([Song].self, from: Self.text) == Self.songs)
        }
    }

    /// Settings without closures and user values.
    private static let changes: [(name: String, change: @Sendable (PolicyJSONDecoder) -> Void)] = [
        ("policy", { $0.policy = .lenient }),
        ("dateDecodingStrategy", { $0.dateDecodingStrategy = .iso8601 }),
        ("dateDecodingStrategy, the default", { $0.dateDecodingStrategy = .deferredToDate }),
        ("dateDecodingStrategy, seconds", { $0.dateDecodingStrategy = .secondsSince1970 }),
        ("dateDecodingStrategy, milliseconds", { $0.dateDecodingStrategy = .millisecondsSince1970 }),
        ("dataDecodingStrategy", { $0.dataDecodingStrategy = .deferredToData }),
        (
            "nonConformingFloatDecodingStrategy",
            {
                $0.nonConformingFloatDecodingStrategy = .convertFromString(
                    positiveInfinity: "+", negativeInfinity: "-", nan: "nan")
            }
        ),
        (
            "nonConformingFloatDecodingStrategy, another",
            {
                $0.nonConformingFloatDecodingStrategy = .convertFromString(
                    positiveInfinity: "+", negativeInfinity: "-", nan: "NaN")
            }
        ),
        ("keyDecodingStrategy", { $0.keyDecodingStrategy = .convertFromSnakeCase }),
        ("allowsJSON5", { $0.allowsJSON5 = true }),
        ("allowsTrailingCommas", { $0.allowsTrailingCommas = true }),
        ("assumesTopLevelDictionary", { $0.assumesTopLevelDictionary = true }),
        ("limits", { $0.limits = .server(maximumBytes: 1 << 20) }),
        ("reportLimit", { $0.reportLimit = 5 }),
        ("repairLimit", { $0.repairLimit = 5 }),
    ]

    private static func decoder(_ change: (PolicyJSONDecoder) -> Void) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder()
        change(decoder)
        return decoder
    }

    /// Decoders with the same settings share memory, and no others do.
    @Test func settingsThatCanBeCompared() {
        let all = Self.changes.map { Self.decoder($0.change) } + [PolicyJSONDecoder()]
        for (index, (name, change)) in Self.changes.enumerated() {
            #expect(Self.share(change), "\(name)")
            for other in all.indices where other != index {
                #expect(all[index].tapes !== all[other].tapes, "\(name), \(other)")
            }
        }
    }

    private static let ownChanges: [(name: String, change: @Sendable (PolicyJSONDecoder) -> Void)] = [
        ("dateDecodingStrategy, formatted", { $0.dateDecodingStrategy = .formatted(DateFormatter()) }),
        ("dateDecodingStrategy, custom", { $0.dateDecodingStrategy = .custom { _ in Date() } }),
        ("dataDecodingStrategy, custom", { $0.dataDecodingStrategy = .custom { _ in Data() } }),
        ("keyDecodingStrategy, custom", { $0.keyDecodingStrategy = .custom { $0[0] } }),
        ("userInfo", { $0.userInfo = [CodingUserInfoKey(rawValue: "key")!: 1] }),
        ("onReport", { $0.onReport = { _ in } }),
        ("reportInterval", { $0.reportInterval = 1 }),
        ("reportRedaction", { $0.reportRedaction = .all }),
        ("parsesAhead", { $0.parsesAhead = true }),
    ]

    @Test(arguments: ownChanges.indices)
    func settingsThatCannotBeCompared(_ index: Int) throws {
        let (name, change) = Self.ownChanges[index]
        let decoder = Self.decoder(change)
        let own = decoder.tapes
        #expect(own !== Self.decoder(change).tapes, "\(name)")
        #expect(own !== PolicyJSONDecoder().tapes, "\(name)")
        decoder.allowsJSON5 = true
        #expect(decoder.tapes === own, "\(name)")
        #expect(decoder.overriding(policy: .lenient).tapes === own, "\(name)")
        // Other tests may displace settings meanwhile.
        let sharesSettings = (0..<100).contains { _ in
            PolicyJSONDecoder().overriding(policy: .lenient).tapes === PolicyJSONDecoder(policy: .lenient).tapes
        }
        #expect(sharesSettings)
        #expect(PolicyJSONDecoder().overriding(userInfo: [:]).tapes === PolicyJSONDecoder().tapes)
    }

    /// A decoder's settings change back and forth, also between calls; after many it has memory of its own.
    @Test func manyChanges() throws {
        struct Snake: Decodable { let someKey: Int }
        let decoder = PolicyJSONDecoder()
        let first = decoder.tapes
        for round in 0..<3 {
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            #expect(try decoder.decode(Snake.self, from: #"{"some_key":1}"#).someKey == 1)
            // The settings of a decoder do not reach others.
            #expect(throws: DecodingError.self) { try PolicyJSONDecoder().decode(Snake.self, from: #"{"some_key":1}"#) }
            decoder.keyDecodingStrategy = .useDefaultKeys
            #expect(throws: DecodingError.self) { try decoder.decode(Snake.self, from: #"{"some_key":1}"#) }
            #expect(decoder.tapes === first, "\(round)")
        }
        for limit in 0..<20 {
            decoder.reportLimit = limit
            #expect(try decoder.decode([Song].self, from: Self.text) == Self.songs)
        }
        let own = decoder.tapes
        decoder.reportLimit = 1_000
        #expect(decoder.tapes === own)
        #expect(own !== first)
    }

    /// Whatever was changed before, on this or on other decoders, a decoder has the settings that were set last.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func changesInAnyOrder(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let policies = [
            .strict, .lenient, DecodingPolicy { NumbersFromStrings() }, DecodingPolicy { NumbersFromStrings() },
        ]
        let limits = [JSONLimits.default, .server(maximumBytes: 100), .server(maximumBytes: 200)]
        let dates: [JSONDecoder.DateDecodingStrategy] = [
            .deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970, .custom { _ in .distantPast },
        ]
        let keys: [JSONDecoder.KeyDecodingStrategy] = [.useDefaultKeys, .convertFromSnakeCase, .custom { $0[0] }]
        for _ in 0..<100 {
            var (policy, limit, date, key) = (Int.random(in: 0...3, using: &generator), 0, 0, 0)
            limit = Int.random(in: 0...2, using: &generator)
            let decoder = PolicyJSONDecoder(policy: policies[policy], limits: limits[limit])
            for _ in 0...Int.random(in: 0...20, using: &generator) {
                switch Int.random(in: 0...5, using: &generator) {
                case 0: policy = Int.random(in: 0...3, using: &generator)
                case 1: limit = Int.random(in: 0...2, using: &generator)
                case 2, 3: date = Int.random(in: 0...4, using: &generator)
                default: key = Int.random(in: 0...2, using: &generator)
                }
                decoder.policy = policies[policy]
                decoder.limits = limits[limit]
                decoder.dateDecodingStrategy = dates[date]
                decoder.keyDecodingStrategy = keys[key]
                #expect(decoder.policy.rules.count == policies[policy].rules.count)
                #expect(decoder.limits == limits[limit])
                #expect(String(describing: decoder.dateDecodingStrategy) == String(describing: dates[date]))
                #expect(String(describing: decoder.keyDecodingStrategy) == String(describing: keys[key]))
                #expect((try? decoder.decode([Int].self, from: #"["1"]"#)) == (policy == 0 ? nil : [1]))
                let long = String(repeating: " ", count: 150) + "1"
                #expect((try? decoder.decode(Int.self, from: long)) == (limit == 1 ? nil : 1))
            }
        }
    }

    /// Changes from many tasks are neither lost nor mixed.
    @Test func changesFromManyTasks() async throws {
        let decoder = PolicyJSONDecoder()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<64 {
                group.addTask {
                    switch task % 4 {
                    case 0: decoder.allowsJSON5 = true
                    case 1: decoder.limits.depth = 8
                    case 2: decoder.keyDecodingStrategy = .convertFromSnakeCase
                    default: #expect((try? decoder.decode([Song].self, from: Self.text)) == Self.songs)
                    }
                }
            }
        }
        #expect(decoder.allowsJSON5)
        #expect(decoder.limits.depth == 8)
        guard case .convertFromSnakeCase = decoder.keyDecodingStrategy else {
            Issue.record("a change was lost")
            return
        }
    }

    @Test func policiesAreResolvedOnce() throws {
        /// How often the situations are asked for by 10 decoders, and by another one that gets the policy later.
        func asked() throws -> [Int] {
            let counter = Counter()
            let policy = DecodingPolicy { CountedRule(counter: counter) }
            var asked: [Int] = []
            for _ in 0..<10 {
                #expect(try PolicyJSONDecoder(policy: policy).decode([Song].self, from: Self.text) == Self.songs)
                asked.append(counter.count.load(ordering: .relaxed))
            }
            PolicyJSONDecoder().policy = policy
            return asked + [counter.count.load(ordering: .relaxed)]
        }
        let once = try asked()[0]
        #expect(once > 0)
        // Settings of other tests may displace these, but hardly each time.
        #expect(try (0..<100).contains { _ in try asked() == Array(repeating: once, count: 11) })
    }

    /// Only the policies that were used last are kept, with everything that their rules refer to.
    @Test func policiesAreReleased() async throws {
        weak var released: Counter?
        try { () throws in
            let counter = Counter()
            released = counter
            let decoder = PolicyJSONDecoder(policy: DecodingPolicy { CountedRule(counter: counter) })
            #expect(try decoder.decode([Song].self, from: Self.text) == Self.songs)
            for _ in 0...2 * SharedSettings.capacity {
                _ = PolicyJSONDecoder(policy: DecodingPolicy { CountedRule(counter: Counter()) })
            }
            // The decoder still has its settings, and keeps a core for its next call.
            #expect(try decoder.decode([Song].self, from: Self.text) == Self.songs)
            #expect(released != nil)
        }()
        // Another test, whose settings have displaced these, may be about to release them.
        for _ in 0..<100_000 where released != nil { await Task.yield() }
        #expect(released == nil)
    }

    /// What is given for one call is not kept after it.
    @Test func userInfoOfOneCall() throws {
        let decoder = PolicyJSONDecoder()
        weak var released: Counter?
        try { () throws in
            let counter = Counter()
            released = counter
            let overriding = decoder.overriding(userInfo: [CodingUserInfoKey(rawValue: "counter")!: counter])
            _ = overriding.audit([Song].self, from: Self.text, policy: .lenient)
            _ = overriding.audit([Song].self, from: Self.text)
            var song = Self.songs[0]
            try overriding.applyMergePatch(Data(#"{"length":2}"#.utf8), to: &song)
            #expect(song.length == 2)
        }()
        #expect(released == nil)
    }

    @Test func memoryIsReleased() throws {
        // With memory that no other test uses.
        let decoder = PolicyJSONDecoder()
        decoder.userInfo = [CodingUserInfoKey(rawValue: "key")!: 1]
        #expect(try decoder.decode([Song].self, from: Self.text) == Self.songs)
        #expect(decoder.tapes.footprint > 0)
        decoder.releaseMemory()
        #expect(decoder.tapes.footprint == 0)
        #expect(try decoder.decode([Song].self, from: Self.text) == Self.songs)
    }

    /// What idle decoders keep is bounded for all of them together.
    @Test func idleMemoryIsBounded() throws {
        let zeros = "[" + String(repeating: "0,", count: 1_000_000) + "0]"
        /// What 12 decoders keep.
        func kept() throws -> [Int] {
            let decoders = (0..<12).map { _ in PolicyJSONDecoder() }
            for decoder in decoders {
                // A size without windows, and memory of its own.
                decoder.userInfo = [CodingUserInfoKey(rawValue: "key")!: 1]
                decoder.windows.smallestDocument = .max
                #expect(try decoder.decode([Int].self, from: zeros).count == 1_000_001)
            }
            let kept = decoders.map(\.tapes.footprint)
            #expect(kept.reduce(0, +) <= TapePool.keptBytes + decoders.count * TapePool.spareBytes)
            return kept
        }
        // Decoders of other tests may keep much, too, but hardly all the time.
        #expect(try (0..<20).contains { _ in try kept().contains { $0 >= 16_000_000 } })
    }

    /// So is what decoders keep for their next small document, whatever their number.
    @Test func idleMemoryOfManyDecoders() throws {
        let zeros = "[" + String(repeating: "0,", count: 8_000) + "0]"
        let decoders = (0..<1_000).map { number in
            let decoder = PolicyJSONDecoder()
            decoder.userInfo = [CodingUserInfoKey(rawValue: "key")!: number]
            return decoder
        }
        for _ in 0..<2 {
            for decoder in decoders { #expect(try decoder.decode(RawJSON.self, from: zeros).text == zeros) }
        }
        let kept = decoders.map(\.tapes.footprint)
        #expect(kept.contains { $0 > 100_000 && $0 <= TapePool.spareBytes })
        #expect(kept.reduce(0, +) <= TapePool.keptBytes)
        // Without a bound these would be more.
        #expect((kept.max() ?? 0) * decoders.count > TapePool.keptBytes / 2 * 3)
        decoders[0].releaseMemory()
        #expect(decoders[0].tapes.footprint == 0)
        #expect(try decoders[0].decode(RawJSON.self, from: zeros).text == zeros)
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
