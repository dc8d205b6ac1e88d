import Foundation
import PolicyJSON
import Synchronization
import Testing

/// Rules that read other members of the object.
@Suite struct OtherMembersTests {
    /// Decodes members whose names begin with `v`.
    private struct Units: Decodable {
        let values: [Int]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            values = try container.allKeys.filter { $0.stringValue.hasPrefix("v") }.map {
                try container.decode(Int.self, forKey: $0)
            }
        }
    }

    /// Repeated keys are decided when an object is decoded, and not for each rule that reads another member.
    @Test(arguments: [3, 300]) func otherMembersBesideRepeatedKeys(_ count: Int) throws {
        final class Counting: DecodingRule {
            let situations: RepairSituation = [.mismatch, .repeatedKey]
            let count = Mutex(0)

            func repair(_ context: DecodingRuleContext) -> Repair {
                if context.situation == .mismatch {
                    return context.siblingScalar(at: "unit")?.text == "2" ? .replace(with: .unchecked("1")) : .decline
                }
                count.withLock { $0 += 1 }
                return .useRepeated
            }
        }
        let members = (0..<count).map { "\"v\($0)\":\"\"" }.joined(separator: ",")
        let json = #"{"unit":1,"unit":2,"unit":2,\#(members)}"#
        let (model, dictionary) = (Counting(), Counting())
        #expect(
            try PolicyJSONDecoder(policy: DecodingPolicy([model])).decode(Units.self, from: json).values.count == count)
        #expect(
            try PolicyJSONDecoder(policy: DecodingPolicy([dictionary])).decode([String: Int].self, from: json).count
                == count + 1)
        // Not three for each member. A large object is looked at more often, each time by strict decoding and by that with repairs.
        #expect(model.count.withLock { $0 } <= 8)
        #expect(dictionary.count.withLock { $0 } <= 8)
    }

    /// A member that a rule has matched, and the absence of one, is found without a search of the others.
    @Test(arguments: [("unit", "unit_price"), ("unitPrice", "unit")])
    func otherMembersBesideMatchedOnes(_ name: String, _ written: String) throws {
        struct Prices: Decodable {
            let values: [Int]

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                _ = try container.decode(Int.self, forKey: AnyKey("unitPrice"))
                values = try container.allKeys.filter { $0.stringValue.hasPrefix("v") }.map {
                    try container.decode(Int.self, forKey: $0)
                }
            }
        }
        struct Reading: DecodingRule {
            let name: String
            let situations: RepairSituation = .mismatch

            func repair(_ context: DecodingRuleContext) -> Repair {
                .replace(with: .unchecked(context.siblingScalar(at: DecodingPath([.key(name)]))?.text ?? "0"))
            }
        }
        let members = (0..<20_000).map { "\"v\($0)\":\"\"" }.joined(separator: ",")
        let policy = DecodingPolicy {
            Reading(name: name)
            KeyMatching(.snakeCase)
            KeyMatching(aliases: ["unitPrice": ["unit"]])
        }
        let prices = try PolicyJSONDecoder(policy: policy).decode(Prices.self, from: "{\"\(written)\":7,\(members)}")
        #expect(prices.values == Array(repeating: name == "unit" ? 0 : 7, count: 20_000))
    }
}
