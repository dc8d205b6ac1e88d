import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Random uses of containers by both encoders.
@Suite struct ContainerScriptTests {
    /// Without paths in values, and without errors, which scripts catch: those are listed differences.
    static let settings =
        (EncodingSettings.formats + EncodingSettings.data + EncodingSettings.dates + EncodingSettings.keys.prefix(2))
        .filter { !["error", "custom error", "custom object"].contains($0.name) }

    @Test(arguments: settings)
    func scripts(_ settings: EncodingSettings) throws {
        var settings = settings
        settings.formatting.insert(.sortedKeys)
        var nested = 0
        for seed in 0..<800 {
            let theirs = ContainerScript.Log()
            let ours = ContainerScript.Log()
            let expected = EncodingOutcome {
                try settings.foundation.encode(ContainerScript(seed: UInt64(seed), .common, log: theirs))
            }
            let outcome = EncodingOutcome {
                try settings.policyJSON.encode(ContainerScript(seed: UInt64(seed), .common, log: ours))
            }
            #expect(outcome == expected, "seed \(seed)")
            #expect(ours.lines == theirs.lines, "seed \(seed)")
            if expected.description.contains(/: ?{/) { nested += 1 }
        }
        #expect(nested > 200)
    }
}
