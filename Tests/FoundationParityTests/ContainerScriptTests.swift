import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Random uses of containers by both encoders.
@Suite struct ContainerScriptTests {
    @Test(arguments: [JSONEncoder.OutputFormatting.sortedKeys, [.sortedKeys, .prettyPrinted]])
    func scripts(_ formatting: JSONEncoder.OutputFormatting) throws {
        let foundation = JSONEncoder()
        foundation.outputFormatting = formatting
        let policyJSON = PolicyJSONEncoder()
        policyJSON.outputFormatting = formatting
        var nested = 0
        for seed in 0..<4_000 {
            let theirs = ContainerScript.Log()
            let ours = ContainerScript.Log()
            let expected = EncodingOutcome {
                try foundation.encode(ContainerScript(seed: UInt64(seed), .common, log: theirs))
            }
            let outcome = EncodingOutcome {
                try policyJSON.encode(ContainerScript(seed: UInt64(seed), .common, log: ours))
            }
            #expect(outcome == expected, "seed \(seed)")
            #expect(ours.lines == theirs.lines, "seed \(seed)")
            if expected.description.contains(":{") { nested += 1 }
        }
        #expect(formatting.contains(.prettyPrinted) || nested > 1_000)
    }
}
