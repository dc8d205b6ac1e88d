import Foundation
import Testing

@testable import PolicyJSON

/// Which rules are consulted about a value. The decision is made from the tape if possible, and must agree with the
/// value's path.
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

    /// Members, each with two objects that have a missing and an undecodable member.
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
            _ = decoder.outcome(of: [String: [TwoKeys]].self, from: Self.json)
            let asked = all.events
            #expect(asked.contains("a[0].gone"))
            #expect(inside.events == asked.filter { pattern.matches($0) })
        }
    }

    /// A model with a missing key and an undecodable member.
    private struct TwoKeys: Decodable {
        enum CodingKeys: CodingKey { case here, gone }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            _ = try? container.decode(Int.self, forKey: .gone)
            _ = try? container.decode(Int.self, forKey: .here)
            _ = try container.superDecoder(forKey: .gone).singleValueContainer().decode(Int.self)
        }
    }

    /// Records the paths of calls, and declines.
    private struct Paths: DecodingRule {
        let log: EventLog

        let situations: RepairSituation = [.mismatch, .null, .missingKey, .undecodableElement]

        func repair(_ context: DecodingRuleContext) -> Repair {
            log.add(DecodingPath(context.codingPath).description)
            return .decline
        }
    }

    @Test func namesAreCached() throws {
        let policy = try #require(ResolvedPolicy(DecodingPolicy { ClosureRule("S") { _ in .decline } }))
        #expect(policy.entries.map(\.name) == ["S"])
    }
}

extension PathPattern {
    /// Whether the pattern matches a path in the syntax of ``DecodingPath``.
    fileprivate func matches(_ path: String) -> Bool {
        guard let path = try? PathPattern(path).path else { return false }
        return matches(path.steps.map(\.codingKey))
    }
}
