import PolicyJSON
import Synchronization
import TestSupport
import Testing

/// The encoder compares the paths of values with patterns without making the paths.
@Suite struct PathsOfValuesTests {
    /// Compares the path itself.
    private struct Matching: EncodingRule {
        let pattern: PathPattern
        let encodingSituations: EncodingSituation = .value

        func represent(_ context: EncodingRuleContext) -> Representation {
            pattern.matches(context.codingPath) ? NumbersAsStrings().represent(context) : .decline
        }
    }

    /// Counts how often it is read.
    private struct CountedKey: CodingKey {
        static let reads = Atomic<Int>(0)
        let name: String
        var stringValue: String {
            Self.reads.add(1, ordering: .relaxed)
            return name
        }
        var intValue: Int? { nil }
        init(_ name: String) { self.name = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// A chain of super encoders, or of values.
    private final class Link: Encodable {
        let next: Link?
        let isSuper: Bool

        init(_ count: Int, isSuper: Bool) {
            next = count > 1 ? Link(count - 1, isSuper: isSuper) : nil
            self.isSuper = isSuper
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CountedKey.self)
            try container.encode(1, forKey: CountedKey("number"))
            guard let next else { return }
            if isSuper {
                try next.encode(to: container.superEncoder(forKey: CountedKey("next")))
            } else {
                try container.encode(next, forKey: CountedKey("next"))
            }
        }
    }

    /// The end of a path decides about most patterns: deeper values take no longer.
    @Test func keysAreReadFromTheEndOfPaths() throws {
        for rule in [NumbersAsStrings(), KeyMatching(.snakeCase)] as [any EncodingRule] {
            for (pattern, isSuper) in [("next.number", true), ("next.number", false), ("**.number", true)] {
                let pattern = try PathPattern(pattern)
                let encoder = PolicyJSONEncoder(policy: EncodingPolicy { At(pattern) { EncodingPolicy([rule]) } })
                func reads(_ depth: Int) throws -> Int {
                    CountedKey.reads.store(0, ordering: .relaxed)
                    _ = try encoder.encode(Link(depth, isSuper: isSuper))
                    return CountedKey.reads.load(ordering: .relaxed)
                }
                #expect(try reads(200) <= 5 * reads(50), "\(rule) \(pattern) \(isSuper)")
            }
        }
    }

    @Test(arguments: [
        "", "*", "a", "[0]", "**", "**.a", "**[*]", "**[1]", "a.**", "[0].**", "**.b.**", "**.a.b", "**.c[*]",
        "**[*].d",
        "*.**.*", "**.only.**.a", "**.a.**.b.**",
    ])
    func scopesApplyToThePathsThatTheyMatch(text: String) throws {
        let pattern = try PathPattern(text)
        let scoped = PolicyJSONEncoder(policy: EncodingPolicy { At(pattern) { NumbersAsStrings() } })
        let comparing = PolicyJSONEncoder(policy: EncodingPolicy { Matching(pattern: pattern) })
        for seed in 0..<300 as Range<UInt64> {
            let texts = try [scoped, comparing].map { encoder in
                String(decoding: try encoder.encode([ContainerScript(seed: seed, .common)]), as: UTF8.self)
            }
            #expect(texts[0] == texts[1], "seed \(seed)")
        }
    }
}
