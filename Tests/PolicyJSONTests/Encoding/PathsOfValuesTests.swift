import PolicyJSON
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
