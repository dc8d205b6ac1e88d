import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Calls of one decoder, which keeps what the last call made: no call finds anything of the calls before it.
@Suite struct ConsecutiveCallsTests {
    private struct Item: Decodable {
        enum Kind: String, Decodable { case small, large }

        let id: Int
        let kind: Kind?
        let counts: [Int]
        let notes: [String: Double]
        let extra: ExtraMembers
        let part: Part?

        struct Part: Decodable { let a: Int, b: Either? }

        enum Either: Decodable {
            case number(Int)
            case text(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int.self) {
                    self = .number(number)
                } else {
                    self = .text(try container.decode(String.self))
                }
            }
        }
    }

    private static let policies: [DecodingPolicy] = [
        .strict, .lenient,
        DecodingPolicy {
            StringifiedJSON()
            NumbersFromStrings()
            KeyMatching(.caseInsensitive)
            LossyCollections(maxDropped: 1)
            UnknownCases(.useNil)
            UnknownKeys(.keep)
            DefaultValues([.zero, .emptyArray, .emptyDictionary])
            UnknownKeys(.report)
        },
    ]

    private static let documents = [
        #"{"id":1,"kind":"small","counts":[1,2],"notes":{"a":1},"extra":{},"part":{"a":1,"b":"x"}}"#,
        #"{"id":"1","kind":"huge","counts":["1",{},3],"notes":{"a":"1.5","b":[]},"part":{"a":"2","b":"3"}}"#,
        #"{"ID":2,"counts":[],"notes":"{\"a\":\"2\"}","part":{"a":"x","c":{"d":1}},"other":[1,{"x":2}]}"#,
        #"{"id":"x","counts":["1"],"notes":{}}"#,
        #"{"id":"1","counts":["1","2","3","4","5","6","7"],"notes":{"a":"1","b":"2"}}"#,
        #"{"id":1,"counts":[1,"#, "", "[]", #""{}""#,
    ]

    private enum Call: CaseIterable {
        case plain, reporting, collecting

        func result(_ decoder: PolicyJSONDecoder, _ document: String) -> String {
            do {
                switch self {
                case .plain: return "\(try decoder.decode(Item.self, from: document))"
                case .reporting:
                    let outcome = try decoder.decodeReporting(Item.self, from: document)
                    return "\(outcome.value) \(outcome.report)"
                case .collecting: return "\(try decoder.decodeCollectingErrors(Item.self, from: document))"
                }
            } catch {
                return "\(error)"
            }
        }
    }

    /// - Parameter reportLimit: one that no other decoder has: decoders with the same settings share what they keep.
    private static func decoder(
        _ policy: DecodingPolicy, handles: Bool, reportLimit: Int
    ) -> (PolicyJSONDecoder, EventLog) {
        let decoder = PolicyJSONDecoder(policy: policy)
        let handled = EventLog()
        decoder.reportLimit = reportLimit
        decoder.repairLimit = 6
        if handles { decoder.onReport = { handled.add("\($0)") } }
        return (decoder, handled)
    }

    @Test(arguments: policies.indices, [false, true])
    func `like the first call of another decoder`(_ policy: Int, handles: Bool) throws {
        var random = SplitMix64(seed: 29)
        var limit = 1_000_000
        let policy = Self.policies[policy]
        let (decoder, handled) = Self.decoder(policy, handles: handles, reportLimit: limit)
        for _ in 0..<200 {
            let document = try #require(Self.documents.randomElement(using: &random))
            let call = try #require(Call.allCases.randomElement(using: &random))
            limit += 1
            let (other, otherHandled) = Self.decoder(policy, handles: handles, reportLimit: limit)
            let before = handled.events.count
            #expect(call.result(decoder, document) == call.result(other, document))
            #expect(Array(handled.events.dropFirst(before)) == otherHandled.events)
        }
    }
}
