import Foundation
import PolicyJSON
import Testing

@Suite struct PolicyLintTests {
    enum Payment: String, Codable, Sendable { case cash, card }
    struct Order: Codable { let id: Int }
    struct Options: DecodingRule, Equatable {
        var list: [Int]
        var situations: RepairSituation { .mismatch }
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
        var description: String { "Options()" }
    }
    struct Plain: DecodingRule {
        let situations: RepairSituation = .mismatch
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
    }
    struct Empty: Codable {}

    struct Case: Sendable, CustomTestStringConvertible {
        let policy: DecodingPolicy
        let findings: [String]

        init(_ findings: String..., @DecodingPolicyBuilder rules: () -> [any DecodingRule]) {
            self.findings = findings
            policy = DecodingPolicy(rules())
        }

        var testDescription: String { policy.description }
    }

    static let cases: [Case] = [
        Case { DecodingPolicy.lenient },
        Case {},
        // Rules after others.
        Case("[1] neverAnswers NumericStrings(): never answers: NumericStrings() before it does") {
            NumericStrings()
            NumericStrings()
        },
        Case("[1] neverAnswers NumericStrings(): never answers: NumericStrings(.trimmingWhitespace) before it does") {
            NumericStrings(.trimmingWhitespace)
            NumericStrings()
        },
        Case {
            NumericStrings()
            NumericStrings(.trimmingWhitespace)
        },
        Case("[1] neverAnswers LossyCollections(atMost: 3): never answers: LossyCollections() before it does") {
            LossyCollections()
            LossyCollections(atMost: 3)
        },
        Case("[1] neverAnswers CaseNames(.caseInsensitive): never answers: UnknownCases(.fail) before it does") {
            UnknownCases(.fail)
            CaseNames(.caseInsensitive)
        },
        Case {
            CaseNames(.caseInsensitive)
            UnknownCases(.fail)
        },
        Case {
            UnknownCases(.useNil)
            UnknownCases(.first)
        },
        Case("[1] neverAnswers UnknownCases(.useNil): never answers: UnknownCases(.first) before it does") {
            UnknownCases(.first)
            UnknownCases(.useNil)
            UnknownCases(.useNil, for: .null)
        },
        Case("[1] neverAnswers UnknownKeys(.fail): never answers: UnknownKeys(.report) before it does") {
            UnknownKeys()
            UnknownKeys(.fail)
        },
        Case("[2] neverAnswers UnknownKeys(.keep): never answers: UnknownKeys(.keep) before it does") {
            UnknownKeys(.keep)
            UnknownKeys(.fail)
            UnknownKeys(.keep)
        },
        Case("[1] neverAnswers DuplicateKeys(.fail): never answers: DuplicateKeys(.last) before it does") {
            DuplicateKeys(.last)
            DuplicateKeys(.fail)
        },
        Case("[1] neverAnswers EmptyStrings(.asNil): never answers: EmptyStrings(.asNull, .whiteSpace) before it does")
        {
            EmptyStrings(.asNull, .whiteSpace)
            EmptyStrings(.asNil)
        },
        Case {
            EmptyStrings(.asNil)
            EmptyStrings(.asNull)
        },
        Case("[1] neverAnswers Rounding(.up): never answers: Rounding(.down) before it does") {
            Rounding(.down)
            Rounding(.up)
            Rounding(.up, .numericStrings)
        },
        // Custom rules are compared if possible.
        Case("[2] neverAnswers Options(): never answers: Options() before it does") {
            Options(list: [1])
            Options(list: [2])
            Options(list: [1])
        },
        Case("[1] neverAnswers Plain(): never answers: Plain() before it does") {
            Plain()
            Plain()
        },
        Case {
            ClosureRule("S") { _ in .decline }
            ClosureRule("S") { _ in .useNil }
        },
        Case("[1] neverAnswers Booleans(.zeroAndOne): never answers: Booleans(.anyNumber) before it does") {
            Booleans(.anyNumber)
            Booleans(.zeroAndOne)
            Booleans(.words)
        },
        Case(
            "[1] neverAnswers NumericStrings(): never answers: NumericStrings(groupingSeparator: \",\") before it does"
        ) {
            NumericStrings(groupingSeparator: ",")
            NumericStrings()
            NumericStrings(groupingSeparator: " ")
        },
        // As a separator, the point makes another number of "1.000".
        Case {
            NumericStrings(groupingSeparator: ".")
            NumericStrings()
        },
        Case(
            "[1] neverAnswers Durations(.clock): never answers: Durations([.iso8601, .clock]) before it does",
            "[3] neverAnswers Sentinels(.asNil, strings: [\"\"]): never answers: Sentinels(.asNull, strings: [\"\", \"-\"]) before it does",
            "[5] neverAnswers Fallbacks(): never answers: Fallbacks(.zero) before it does",
            "[7] neverAnswers AbsoluteURLs(): never answers: AbsoluteURLs(scheme: \"https\") before it does"
        ) {
            Durations([.iso8601, .clock])
            Durations(.clock)
            Sentinels(.asNull, strings: ["", "-"])
            Sentinels(.asNil, strings: [""])
            Fallbacks(.zero)
            Fallbacks()
            AbsoluteURLs(scheme: "https")
            AbsoluteURLs()
        },
        // Rules in scopes are consulted first.
        Case {
            NumericStrings()
            At("a") { NumericStrings() }
            For(Order.self) { NumericStrings() }
        },
        Case("[1, 0] neverAnswers Rounding(.up): never answers: Rounding(.down) before it does") {
            At("**.price") { Rounding(.down) }
            At("items[*].price") { Rounding(.up) }
        },
        Case {
            At("items[*].price") { Rounding(.down) }
            At("**.price") { Rounding(.up) }
        },
        Case("[1, 0] neverAnswers Rounding(.up): never answers: Rounding(.down) before it does") {
            For(Order.self) { Rounding(.down) }
            For(Order.self) { Rounding(.up) }
            For(Payment.self) { Rounding(.up) }
        },
        // Scopes.
        Case(
            "[0] emptyScope At(\"a\"): has no rules", "[1] emptyScope For(Order.self): has no rules",
            "[2, 0] emptyScope At(\"b\"): has no rules"
        ) {
            At("a") {}
            For(Order.self) {}
            For(Payment.self) { At("b") {} }
        },
        Case("[0, 0] excludedScope At(\"b\"): applies to nothing that At(\"a\") applies to") {
            At("a") { At("b") { NumericStrings() } }
        },
        Case("[0, 0, 0] excludedScope At(\"[0]\"): applies to nothing that At(\"*\") applies to") {
            At("*") { For(Order.self) { At("[0]") { Plain() } } }
        },
        Case {
            At("**.id") { At("items[*].*") { NumericStrings() } }
            For(Order.self) { For(Payment.self) { Plain() } }
        },
        Case("[0, 0, 0] excludedScope For(Int.self): applies to nothing that those around it applies to") {
            For(Order.self) { For(Payment.self) { For(Int.self) { Plain() } } }
        },
        // Turning off.
        Case("[0] turnsNothingOff Without(NumericStrings.self): turns nothing off; as a rule for one call it may") {
            Without(NumericStrings.self)
        },
        Case("[1] turnsNothingOff Without(NumericStrings.self): turns nothing off; as a rule for one call it may") {
            NumericStrings()
            Without(NumericStrings.self)
        },
        Case {
            NumericStrings()
            At("a") { Without(NumericStrings.self) }
        },
        Case("[0, 0] turnsNothingOff Without(NumericStrings.self): turns nothing off; as a rule for one call it may") {
            At("a") { Without(NumericStrings.self) }
            At("b") { NumericStrings() }
        },
        Case("[1] turnedOff NumericStrings(): is turned off by Without(NumericStrings.self) before it") {
            Without(NumericStrings.self)
            NumericStrings()
        },
        Case("[0, 1] turnedOff Plain(): is turned off by Without(named: \"Plain\") before it") {
            At("a") {
                Without(named: "Plain")
                Plain()
            }
        },
        Case {
            At("a") { Without(UnknownCases.self) }
            UnknownCases(.fail)
            At("**") { CaseNames(.caseInsensitive) }
        },
        // No effect.
        Case(
            "[0] doesNothing Booleans([]): does nothing", "[1] doesNothing Keys(): does nothing",
            "[2] doesNothing CaseNames(): does nothing", "[3] doesNothing UnknownCases(.first, for: []): does nothing"
        ) {
            Booleans([])
            Keys()
            CaseNames()
            UnknownCases(.first, for: [])
        },
        Case(
            "[0] doesNothing Defaults([]): does nothing", "[1] doesNothing Defaults(.zero, for: []): does nothing",
            "[2] doesNothing Defaults(template: Empty): does nothing", "[3] doesNothing Dates([]): does nothing",
            "[4] doesNothing Keys(aliases: [\"a\": []]): does nothing",
            "[5] doesNothing Defaults(json: 1_000): does nothing", "[6] doesNothing Defaults(json: {): does nothing"
        ) {
            Defaults([])
            Defaults(.zero, for: [])
            Defaults(template: Empty())
            Dates([])
            Keys(aliases: ["a": []])
            Defaults(json: .number("1_000"))
            Defaults(json: .document("{"))
        },
        // Custom options.
        Case(
            "[0] doesNothing Booleans([]): does nothing", "[1] doesNothing CaseNames(): does nothing",
            "[2] doesNothing Keys(): does nothing", "[3] doesNothing Defaults([]): does nothing",
            "[4] doesNothing Defaults(1, for: []): does nothing"
        ) {
            Booleans(Booleans.Form(rawValue: 1 << 40))
            CaseNames(CaseNames.Option(rawValue: 1 << 40))
            Keys(Keys.Style(rawValue: 128))
            Defaults(Defaults.Kinds(rawValue: 1 << 40))
            Defaults(1, for: Defaults.Occasion(rawValue: 1 << 40))
        },
        // Without options, these rules cover the most.
        Case {
            NumericStrings([])
            NestedJSON([])
            EmptyStrings(.asNil, [])
            Rounding(.down, [])
            LossyCollections(atMost: .max)
            Dates([.iso8601], [])
            Defaults(template: Order(id: 1))
            Defaults(json: .null)
            Defaults(json: .document("[]"))
        },
        // Aliases.
        Case(
            "[0] sharedAlias Keys(aliases: [\"a\": [\"x\"], \"b\": [\"y\", \"x\"]]): "
                + "has the alias \"x\" for both \"a\" and \"b\", which then have the same value",
            "[1] sharedAlias Keys(aliases: [\"a\": [\"x\"], \"b\": [\"x\"], \"c\": [\"x\"]]): "
                + "has the alias \"x\" for \"a\", \"b\" and \"c\", which then have the same value"
        ) {
            Keys(aliases: ["a": ["x"], "b": ["y", "x"]])
            Keys(aliases: ["a": ["x"], "b": ["x"], "c": ["x"]])
        },
        Case(
            "[0] uselessAlias Keys(aliases: [\"a\": [\"x\", \"y\", \"x\"]]): has the alias \"x\" for \"a\" more than once",
            "[1] uselessAlias Keys(.snakeCase, aliases: [\"a\": [\"a\", \"x\"]]): has \"a\" as an alias of itself",
            "[2] uselessAlias CaseNames(aliases: [\"x\": \"x\", \"y\": \"x\"]): has \"x\" as an alias of itself",
            "[3, 0] sharedAlias Keys(aliases: [\"a\": [\"é\"], \"b\": [\"é\"]]): "
                + "has the alias \"é\" for both \"a\" and \"b\", which then have the same value"
        ) {
            Keys(aliases: ["a": ["x", "y", "x"]])
            Keys(.snakeCase, aliases: ["a": ["a", "x"]])
            CaseNames(aliases: ["x": "x", "y": "x"])
            At("items") { Keys(aliases: ["a": ["é"], "b": ["é"]]) }
        },
        Case(
            "[0] uselessAlias Keys([\"a\": [\"a\", \"x.y\", \"x.y\"]]): has \"a\" as a path of itself",
            "[0] uselessAlias Keys([\"a\": [\"a\", \"x.y\", \"x.y\"]]): has the path \"x.y\" for \"a\" more than once",
            "[1] sharedAlias Keys([\"a\": \"x.y\", \"b\": [\"z\", \"x.y\"]]): "
                + "has the alias \"x.y\" for both \"a\" and \"b\", which then have the same value",
            "[2] sharedAlias Keys([\"a\": \"x\"], aliases: [\"b\": [\"x\"]]): "
                + "has the alias \"x\" for both \"a\" and \"b\", which then have the same value",
            "[3] doesNothing Keys([\"a\": []]): does nothing"
        ) {
            Keys(["a": ["a", "x.y", "x.y"]])
            Keys(["a": "x.y", "b": ["z", "x.y"]])
            Keys(paths: ["a": "x"], aliases: ["b": ["x"]])
            Keys(["a": []])
        },
        // Two keys may swap names, and each rule has separate aliases.
        Case {
            Keys(aliases: ["a": ["b"], "b": ["a"]])
            For(Order.self) { Keys(aliases: ["a": ["x"]]) }
            For(Payment.self) { Keys(aliases: ["b": ["x"]]) }
        },
    ]

    /// A decoder that converts names leaves nothing for a rule that looks for them.
    @Test func convertedKeys() {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                Keys([.snakeCase, .caseInsensitive])
                At("items") { Keys(.screamingSnakeCase) }
                Keys(.kebabCase)
                Keys(aliases: ["a": ["a"]])
            })
        let useless = "[3] uselessAlias Keys(aliases: [\"a\": [\"a\"]]): has \"a\" as an alias of itself"
        func findings() -> [String] { decoder.lint().map { "\($0.position) \($0.code) \($0)" } }
        #expect(findings() == [useless])
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let reason =
            "finds no names in snake case: the decoder's keyDecodingStrategy converts them before; leave it unset"
        #expect(
            findings() == [
                "[0] convertedKeys Keys([.caseInsensitive, .snakeCase]): \(reason)",
                "[1, 0] convertedKeys Keys(.screamingSnakeCase): \(reason)", useless,
            ])
        #expect(decoder.policy.lint().map(\.code) == [.uselessAlias])
    }

    @Test(arguments: cases)
    func findings(_ example: Case) {
        #expect(example.policy.lint().map { "\($0.position) \($0.code) \($0)" } == example.findings)
    }

    /// Rules that never answer according to the lint can be removed without changing any outcome.
    @Test(arguments: cases)
    func findingsCanBeRemoved(_ example: Case) {
        // These findings concern an alias or a part of the policy, not the rule.
        let parts: [PolicyFinding.Code] = [.turnsNothingOff, .sharedAlias, .uselessAlias]
        let positions = Set(example.policy.lint().filter { !parts.contains($0.code) }.map(\.position))
        func without(_ rules: [any DecodingRule], _ position: [Int]) -> [any DecodingRule] {
            rules.enumerated().compactMap { index, rule -> (any DecodingRule)? in
                let position = position + [index]
                if positions.contains(position) { return nil }
                switch rule {
                case let scope as At: return At(scope.pattern) { DecodingPolicy(without(scope.rules, position)) }
                case let scope as For: return For(scope.type) { DecodingPolicy(without(scope.rules, position)) }
                default: return rule
                }
            }
        }
        struct Model: Decodable {
            let a: Int?, price: Int?, payment: Payment?, items: [Item]?, id: [Int]?
            struct Item: Decodable { let price: Int, id: String, payment: Payment? }
        }
        let smaller = DecodingPolicy(without(example.policy.rules, []))
        for json in [
            #"{"a": "1", "price": 1.5, "payment": "CASH", "items": [{"price": 2.5, "id": 3}, {"price": "3", "id": ""}]}"#,
            #"{"a": " 1 ", "a": 2, "x": 3, "id": ["1", null, "x"], "items": null}"#,
            #"{"a": "", "payment": "x", "items": [{}, 1, {"price": 2.5, "id": "3", "payment": null}]}"#,
        ] {
            let all = PolicyJSONDecoder(policy: example.policy).outcome(of: Model.self, from: json)
            let some = PolicyJSONDecoder(policy: smaller).outcome(of: Model.self, from: json)
            #expect(all.text == some.text)
            #expect(all.changes == some.changes)
        }
    }
}
