import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Nested containers are written to the end of the text, or detached from it. It must not make a difference.
@Suite struct NestedContainersTests {
    /// Is consulted about nothing that scripts write. With a policy, nested containers are always detached.
    private struct NoRule: EncodingRule {
        let encodingSituations: EncodingSituation = .extraMembers
        func represent(_ context: EncodingRuleContext) -> Representation { .decline }
    }

    private struct Outcome: Equatable {
        var text: String
        var log: [String]

        init(_ encoder: PolicyJSONEncoder, _ seed: Int) {
            let log = ContainerScript.Log()
            do {
                text = String(
                    decoding: try encoder.encode(ContainerScript(seed: UInt64(seed), .all, log: log)), as: UTF8.self)
            } catch EncodingError.invalidValue(_, let context) {
                text = context.debugDescription + " at " + context.codingPath.map(\.stringValue).joined(separator: "/")
            } catch {
                text = "\(error)"
            }
            self.log = log.lines
        }
    }

    @Test(arguments: [
        JSONEncoder.OutputFormatting(), .sortedKeys, .prettyPrinted, [.prettyPrinted, .sortedKeys],
    ])
    func scripts(_ formatting: JSONEncoder.OutputFormatting) {
        for keys in [JSONEncoder.KeyEncodingStrategy.useDefaultKeys, .convertToSnakeCase] {
            let encoder = PolicyJSONEncoder()
            let detaching = PolicyJSONEncoder(policy: EncodingPolicy { NoRule() })
            for encoder in [encoder, detaching] {
                encoder.outputFormatting = formatting
                encoder.keyEncodingStrategy = keys
            }
            for seed in 0..<4_000 {
                #expect(Outcome(encoder, seed) == Outcome(detaching, seed), "seed \(seed)")
            }
        }
    }
}
