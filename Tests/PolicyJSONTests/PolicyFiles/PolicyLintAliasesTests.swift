import Foundation
import PolicyJSON
import Testing

/// Findings about the names that rules look for. `PolicyLintTests` checks the cases.
@Suite struct PolicyLintAliasesTests {
    static let cases: [PolicyLintTests.Case] = [
        .init(
            "[0] sharedAlias KeyMatching(aliases: [\"a\": [\"x\"], \"b\": [\"y\", \"x\"]]): "
                + "has the alias \"x\" for both \"a\" and \"b\", which then have the same value",
            "[1] sharedAlias KeyMatching(aliases: [\"a\": [\"x\"], \"b\": [\"x\"], \"c\": [\"x\"]]): "
                + "has the alias \"x\" for \"a\", \"b\" and \"c\", which then have the same value"
        ) {
            KeyMatching(aliases: ["a": ["x"], "b": ["y", "x"]])
            KeyMatching(aliases: ["a": ["x"], "b": ["x"], "c": ["x"]])
        },
        .init(
            "[0] uselessAlias KeyMatching(aliases: [\"a\": [\"x\", \"y\", \"x\"]]): has the alias \"x\" for \"a\" more than once",
            "[1] uselessAlias KeyMatching(.snakeCase, aliases: [\"a\": [\"a\", \"x\"]]): has \"a\" as an alias of itself",
            "[2] uselessAlias CaseMatching(aliases: [\"x\": [\"x\", \"y\"]]): has \"x\" as an alias of itself",
            "[3, 0] sharedAlias KeyMatching(aliases: [\"a\": [\"é\"], \"b\": [\"é\"]]): "
                + "has the alias \"é\" for both \"a\" and \"b\", which then have the same value"
        ) {
            KeyMatching(aliases: ["a": ["x", "y", "x"]])
            KeyMatching(.snakeCase, aliases: ["a": ["a", "x"]])
            CaseMatching(aliases: ["x": ["x", "y"]])
            At("items") { KeyMatching(aliases: ["a": ["é"], "b": ["é"]]) }
        },
        .init(
            "[0] uselessAlias KeyMatching([\"a\": [\"x.y\", \"a\", \"x.y\"]]): has \"a\" as a path of itself",
            "[0] uselessAlias KeyMatching([\"a\": [\"x.y\", \"a\", \"x.y\"]]): has the path \"x.y\" for \"a\" more than once",
            "[1] sharedAlias KeyMatching([\"a\": \"x.y\", \"b\": [\"z\", \"x.y\"]]): "
                + "has the alias \"x.y\" for both \"a\" and \"b\", which then have the same value",
            "[2] sharedAlias KeyMatching([\"a\": \"x\"], aliases: [\"b\": [\"x\"]]): "
                + "has the alias \"x\" for both \"a\" and \"b\", which then have the same value",
            "[3] doesNothing KeyMatching([\"a\": []]): does nothing"
        ) {
            KeyMatching(["a": ["x.y", "a", "x.y"]])
            KeyMatching(["a": "x.y", "b": ["z", "x.y"]])
            KeyMatching(paths: ["a": "x"], aliases: ["b": ["x"]])
            KeyMatching(["a": []])
        },
        .init("[0] uselessAlias KeyMatching([\"a\": \"a\"]): has \"a\" as a path of itself") {
            KeyMatching(["a": "a"])
            // What the encoder writes: not the second path, and not `A`.
            KeyMatching(["a": ["a", "x.y"]])
            KeyMatching(.pascalCase, paths: ["a": "a"])
        },
        // The smallest of several tags of a case is the one that is encoded.
        .init(
            "[1] uselessAlias Variants(of: Form.self, .untagged, cases: [\"other\": \"other\"]): "
                + "has \"other\" as an alias of itself",
            "[2] uselessAlias Variants(of: Form.self, .externally, cases: [\"another\": \"other\", \"other\": \"other\"]): "
                + "has \"other\" as an alias of itself"
        ) {
            Variants(of: PolicyLintTests.Form.self, .asPairs, cases: ["other": "other", "wrong": "other"])
            Variants(of: PolicyLintTests.Form.self, .untagged, cases: ["other": "other"])
            Variants(of: PolicyLintTests.Form.self, .externally, cases: ["other": "other", "another": "other"])
        },
        // An alias may distinguish raw values that differ in case only.
        .init(
            "[1] uselessAlias CaseMatching(caseInsensitive: true, aliases: [\"Ab\": [\"x\", \"x\"]]): "
                + "has the alias \"x\" for \"Ab\" more than once"
        ) {
            CaseMatching(caseInsensitive: true, aliases: ["Ab": ["Ab"]])
            CaseMatching(caseInsensitive: true, aliases: ["Ab": ["x", "x"]])
        },
        // Two keys may swap names, and each rule has separate aliases.
        .init {
            KeyMatching(aliases: ["a": ["b"], "b": ["a"]])
            For(PolicyLintTests.Order.self) { KeyMatching(aliases: ["a": ["x"]]) }
            For(PolicyLintTests.Payment.self) { KeyMatching(aliases: ["b": ["x"]]) }
        },
    ]

    /// A decoder that converts names leaves nothing for a rule that looks for them.
    @Test func convertedKeys() {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                KeyMatching([.snakeCase, .caseInsensitive])
                At("items") { KeyMatching(.screamingSnakeCase) }
                KeyMatching(.kebabCase)
                KeyMatching(aliases: ["a": ["a"]])
            })
        let useless = "[3] uselessAlias KeyMatching(aliases: [\"a\": [\"a\"]]): has \"a\" as an alias of itself"
        func findings() -> [String] { decoder.lint().map { "\($0.position) \($0.code) \($0)" } }
        #expect(findings() == [useless])
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let reason =
            "finds no names in snake case: the decoder's keyDecodingStrategy converts them before; leave it unset"
        #expect(
            findings() == [
                "[0] convertedKeys KeyMatching([.caseInsensitive, .snakeCase]): \(reason)",
                "[1, 0] convertedKeys KeyMatching(.screamingSnakeCase): \(reason)", useless,
            ])
        #expect(decoder.policy.lint().map(\.code) == [.uselessAlias])
    }
}
