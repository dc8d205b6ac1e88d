import Foundation
import PolicyJSON
import Testing

/// What models request is recorded for each call: calls of one decoder on several threads do not see each other's.
@Suite struct UnknownKeysOnThreadsTests {
    private struct Leaf: Decodable { var a: Int? }
    private struct Branch: Decodable { var leaf: Leaf, b: [Leaf]? }
    private struct Either: Decodable {
        let branch: Branch?, leaf: Leaf?

        init(from decoder: any Decoder) throws {
            branch = try? Branch(from: decoder)
            leaf = branch == nil ? try Leaf(from: decoder) : nil
        }
    }
    private struct Kept: Decodable {
        var a: Int?
        var extra: ExtraMembers
    }

    /// Decodes a document, and describes the result.
    private typealias Work = @Sendable (PolicyJSONDecoder) -> String

    private static func work<T: Decodable & SendableMetatype>(_ type: T.Type, _ text: String) -> Work {
        { decoder in
            do {
                let outcome = try decoder.decodeReporting(T.self, from: Data(text.utf8))
                return "\(outcome.value) \(outcome.report)"
            } catch {
                return "\(error)"
            }
        }
    }

    private static let work = [
        work(Leaf.self, #"{"a":1,"x":2}"#),
        work(Branch.self, #"{"leaf":{"a":1,"b":1},"b":[{"a":1},{"c":1}],"a":3}"#),
        work([Branch].self, #"[{"leaf":{"a":{}},"b":[]},{"leaf":{}}]"#),
        work(Either.self, #"{"leaf":1,"a":2,"z":3}"#),
        work([Either].self, #"[{"leaf":{"q":1},"a":2},{"a":7}]"#),
        work([String: Leaf].self, #"{"k":{"a":1,"m":{"n":[1]}}}"#),
        work(Kept.self, #"{"a":1,"e":{"f":1}}"#),
        work([Leaf].self, #"[{"a":1},{"o":1},5]"#),
    ]

    @Test(arguments: [
        DecodingPolicy { UnknownKeys(.report) },
        DecodingPolicy { UnknownKeys(.fail) },
        DecodingPolicy {
            UnknownKeys(.keep)
            UnknownKeys(.report)
            LossyCollections()
        },
    ])
    func `eight threads`(_ policy: DecodingPolicy) async {
        let expected = Self.work.map { $0(PolicyJSONDecoder(policy: policy)) }
        let decoder = PolicyJSONDecoder(policy: policy)
        let found = await withTaskGroup(of: Set<String>.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    Set(
                        (0..<100).compactMap { round in
                            let index = (thread + round) % Self.work.count
                            let result = Self.work[index](decoder)
                            return result == expected[index] ? nil : result
                        })
                }
            }
            return await group.reduce(into: Set<String>()) { $0.formUnion($1) }
        }
        #expect(found.isEmpty)
        #expect(Set(expected).count == expected.count)
    }
}
