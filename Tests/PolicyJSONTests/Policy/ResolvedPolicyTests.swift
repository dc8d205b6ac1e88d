import Foundation
import Testing

@testable import PolicyJSON

/// Which rules are asked about a value: that is decided from the document where it can be, and must be what the value's
/// path says.
@Suite struct ResolvedPolicyTests {
    private static let patterns = [
        "", "*", "[*]", "**", "a", "a[*]", "a[0]", "a[1]", "a[*].here", "a[1].here", "a[0].here", "*.here",
        "**.here", "**.gone", "a[*].gone", "a.gone", "**.a[*].*", "a.**.here", "**[*].here", "**[0]", "a.**",
        "abcdefgh1", "abcdefgh2[*].here", "**.abcdefgh1[*].gone", #""Index 0"[*].here"#, #""\u00e9"[*].here"#,
        #""e\u0301"[*].gone"#, "é[*].here", #""x.y"[*].here"#, #""x\"y"[*].here"#, #""Index 0"[*].gone"#,
        "K[*].here", "\u{212A}[*].here", "[*].here", "*[*]", "*[*].*", "**.**", "**.*.**", "a[*].here.**",
    ]

    private static let keys = [
        "a", "b", "abcdefgh1", "abcdefgh2", "Index 0", "é", "e\\u0301", "\\u0061", "x.y", "x\\\"y", "K", "\\u212A",
        "here",
    ]

    /// Members, each with one object without a member, and one with a bad one.
    private static let json =
        "{" + keys.map { #""\#($0)":[{"here":{}},{"here":[]}]"# }.joined(separator: ",") + "}"

    @Test(arguments: patterns)
    func inScopesByPath(text: String) throws {
        let pattern = try PathPattern(text)
        for keys in [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase] {
            let (inside, all) = (EventLog(), EventLog())
            let policy = DecodingPolicy {
                At(pattern) { Paths(log: inside) }
                Paths(log: all)
                LossyCollections()
            }
            let decoder = PolicyJSONDecoder(policy: policy)
            decoder.keyDecodingStrategy = keys
            _ = decoder.outcome(of: [String: [Needy]].self, from: Self.json)
            let asked = all.events
            #expect(asked.contains("a[0].gone"))
            #expect(inside.events == asked.filter { pattern.matches($0) })
        }
    }

    /// One key is not there, the other not what it should be.
    private struct Needy: Decodable {
        enum CodingKeys: CodingKey { case here, gone }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            _ = try? container.decode(Int.self, forKey: .gone)
            _ = try? container.decode(Int.self, forKey: .here)
            _ = try container.superDecoder(forKey: .gone).singleValueContainer().decode(Int.self)
        }
    }

    /// Writes down where it is asked, and declines.
    private struct Paths: DecodingRule {
        let log: EventLog

        let situations: RepairSituation = [.mismatch, .null, .missingKey, .undecodableElement]

        func repair(_ context: DecodingRuleContext) -> Repair {
            log.add(DecodingPath(context.codingPath).description)
            return .decline
        }
    }

    @Test func namesAreMadeOnce() throws {
        let policy = try #require(ResolvedPolicy(DecodingPolicy { ClosureRule("S") { _ in .decline } }))
        #expect(policy.entries.map(\.name) == ["S"])
    }
}

extension PathPattern {
    /// Whether the pattern matches a path that is written as ``DecodingPath`` writes it.
    fileprivate func matches(_ path: String) -> Bool {
        guard let path = try? PathPattern(path).path else { return false }
        return matches(path.steps.map(\.codingKey))
    }
}
