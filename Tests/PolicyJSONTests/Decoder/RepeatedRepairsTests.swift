import Foundation
import PolicyJSON
import Synchronization
import Testing

/// Models that try several types for one value, inside each other, if rules make up what the types lack.
@Suite struct RepeatedRepairsTests {
    private struct First: Decodable { let first: Int, inner: [Tried] }
    private struct Second: Decodable { let second: Int, inner: [Tried] }
    private struct Third: Decodable { let third: Int, inner: [Tried] }

    private indirect enum Tried: Decodable {
        case first(First)
        case second(Second)
        case third(Third)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(First.self) {
                self = .first(value)
            } else if let value = try? container.decode(Second.self) {
                self = .second(value)
            } else {
                self = .third(try container.decode(Third.self))
            }
        }
    }

    /// Makes up numbers, and counts them.
    private final class Zeros: DecodingRule {
        let situations: RepairSituation = .missingKey
        let count = Mutex(0)

        func repair(_ context: DecodingRuleContext) -> Repair {
            count.withLock { $0 += 1 }
            return .replace(with: .unchecked("0"))
        }
    }

    private static func json(_ depth: Int) -> String {
        let (start, end) = (#"{"third":1,"inner":["#, "]}")
        return String(repeating: start, count: depth) + "1" + String(repeating: end, count: depth)
    }

    /// Three types at each level, but not three to the power of the depth.
    @Test(arguments: [2, 4, 20]) func levels(_ depth: Int) {
        let rule = Zeros()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy([rule]))
        let path = String(repeating: "inner[0].", count: depth).dropLast()
        #expect(
            decoder.outcome(of: Tried.self, from: Self.json(depth)).text
                == "typeMismatch(Dictionary<String, Any>) at \(path): Expected to decode Dictionary<String, Any> but found number instead."
        )
        #expect(rule.count.withLock { $0 } <= 40_000)
        _ = try? decoder.decodeCollectingErrors(Tried.self, from: Self.json(depth))
        #expect(rule.count.withLock { $0 } <= 120_000)
    }

    /// What has failed for one model may be repaired for another, also following a value that failed that often.
    @Test func scopes() throws {
        let policy = DecodingPolicy {
            Zeros()
            At("[*]") { LossyCollections() }
            At("[1].inner[*]") { For(Third.self) { LossyCollections() } }
        }
        let outcome = try PolicyJSONDecoder(policy: policy).decodeReporting(
            [Tried].self, from: "[\(Self.json(20)),\(Self.json(1))]")
        guard case .third(let value)? = outcome.value.first else {
            Issue.record("\(outcome.value)")
            return
        }
        #expect(outcome.value.count == 1)
        #expect(value.inner.isEmpty)
        #expect(outcome.report.entries.map(\.path.description) == ["[0]", "[1].inner[0]"])
    }
}
