import Foundation
import PolicyJSON
import Testing

@Suite struct PolicyLintTests {
    enum Payment: String, Codable, Sendable { case cash, card }
    enum Form: Codable {
        case circle(Int)
        case empty
    }
    enum Others {
        enum Form: Codable { case square(Int) }
    }
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

        init(_ findings: String..., @PolicyBuilder<any DecodingRule> rules: () -> [any DecodingRule]) {
            self.findings = findings
            policy = DecodingPolicy(rules())
        }

        var testDescription: String { policy.description }
    }

    static let cases: [Case] = [
        Case { DecodingPolicy.lenient },
        Case {},
        // Rules after others.
        Case("[1] neverAnswers NumbersFromStrings(): never answers: NumbersFromStrings() before it does") {
            NumbersFromStrings()
            NumbersFromStrings()
        },
        Case(
            "[1] neverAnswers NumbersFromStrings(): never answers: NumbersFromStrings(trimmingWhitespace: true) before it does"
        ) {
            NumbersFromStrings(trimmingWhitespace: true)
            NumbersFromStrings()
        },
        Case {
            NumbersFromStrings()
            NumbersFromStrings(trimmingWhitespace: true)
        },
        Case("[1] neverAnswers LossyCollections(maxDropped: 3): never answers: LossyCollections() before it does") {
            LossyCollections()
            LossyCollections(maxDropped: 3)
        },
        Case("[1] neverAnswers CaseMatching(caseInsensitive: true): never answers: UnknownCases(.fail) before it does")
        {
            UnknownCases(.fail)
            CaseMatching(caseInsensitive: true)
        },
        Case {
            CaseMatching(caseInsensitive: true)
            UnknownCases(.fail)
        },
        Case {
            UnknownCases(.useNil)
            UnknownCases(.first)
        },
        Case("[1] neverAnswers UnknownCases(.first): never answers: UnknownCases(.last) before it does") {
            UnknownCases(.last)
            UnknownCases(.first)
            UnknownCases(.first, for: .null)
        },
        // For enumerations with associated values the first rule declines.
        Case {
            UnknownCases(.first)
            UnknownCases(.useNil)
            CaseMatching(caseInsensitive: true)
        },
        // Objects without the name of a case are unknown cases.
        Case(
            "[2] answersTooLate Variants(of: Form.self, .untagged): should precede UnknownCases(.caseNamed(\"empty\")), which answers for objects before it does"
        ) {
            UnknownCases(.last)
            UnknownCases(.caseNamed("empty"))
            Variants(of: Form.self, .untagged)
        },
        Case(
            "[1] answersTooLate Variants(of: Form.self, .untagged): should precede UnknownCases(.useNil), which answers for objects before it does"
        ) {
            UnknownCases(.useNil)
            Variants(of: Form.self, .untagged)
        },
        Case {
            UnknownCases(.caseNamed("other"))
            UnknownCases(.first, for: .null)
            UnknownCases(.case(Payment.cash))
            For(Order.self) { UnknownCases(.useNil) }
            Variants(of: Form.self, .untagged)
            UnknownCases(.useNil)
        },
        Case {
            UnknownCases(.useNil)
            Variants(of: Form.self, .externally)
            CaseMatching(namesInSource: true)
        },
        Case("[1] neverAnswers LossyCollections(nullsOnly: true): never answers: LossyCollections() before it does") {
            LossyCollections()
            LossyCollections(nullsOnly: true)
        },
        Case {
            LossyCollections(nullsOnly: true)
            LossyCollections()
        },
        Case("[1] turnedOff Strictly(): is turned off by Strictly(), which turns off all rules there") {
            Strictly()
            Strictly()
        },
        Case("[0] doesNothing Variants(of: Form.self, .untagged, types: [\"a\": Form.self]): does nothing") {
            Variants(of: Form.self, .untagged, types: ["a": Form.self])
        },
        Case("[0] doesNothing SeparatedStrings(by: \"\"): does nothing") { SeparatedStrings(by: "") },
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
        Case(
            "[1] neverAnswers EmptyStrings(.asNil): never answers: EmptyStrings(.asNull, includingBlank: true) before it does"
        ) {
            EmptyStrings(.asNull, includingBlank: true)
            EmptyStrings(.asNil)
        },
        Case {
            EmptyStrings(.asNil)
            EmptyStrings(.asNull)
        },
        Case("[0] doesNothing Envelope(\"\"): does nothing") { Envelope("") },
        Case("[1] neverAnswers Rounding(.up): never answers: Rounding(.down) before it does") {
            Rounding(.down)
            Rounding(.up)
            Rounding(.up, includingStrings: true)
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
        Case(
            "[1] neverAnswers BooleansFromScalars(.zeroAndOne): never answers: BooleansFromScalars(.anyNumber) before it does"
        ) {
            BooleansFromScalars(.anyNumber)
            BooleansFromScalars(.zeroAndOne)
            BooleansFromScalars(.words)
        },
        Case(
            "[1] neverAnswers NumbersFromStrings(): never answers: NumbersFromStrings(groupingSeparator: \",\") before it does"
        ) {
            NumbersFromStrings(groupingSeparator: ",")
            NumbersFromStrings()
            NumbersFromStrings(groupingSeparator: " ")
        },
        // As a separator, the point makes another number of "1.000".
        Case {
            NumbersFromStrings(groupingSeparator: ".")
            NumbersFromStrings()
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
        // Of two values of different types one may have no JSON that the other accepts, and types may have the same name.
        Case {
            DefaultValues(9)
            DefaultValues(Int8(9))
            Fallbacks(9)
            Fallbacks(UInt(9))
        },
        Case {
            Variants(of: Form.self, .untagged)
            Variants(of: Others.Form.self, .untagged)
        },
        Case(
            "[1] neverAnswers Variants(of: Form.self, .untagged): never answers: Variants(of: Form.self, .untagged) before it does"
        ) {
            Variants(of: Form.self, .untagged)
            Variants(of: Form.self, .untagged)
        },
        // Rules in scopes are consulted first.
        Case {
            NumbersFromStrings()
            At("a") { NumbersFromStrings() }
            For(Order.self) { NumbersFromStrings() }
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
            At("a") { At("b") { NumbersFromStrings() } }
        },
        Case("[0, 0, 0] excludedScope At(\"[0]\"): applies to nothing that At(\"*\") applies to") {
            At("*") { For(Order.self) { At("[0]") { Plain() } } }
        },
        Case {
            At("**.id") { At("items[*].*") { NumbersFromStrings() } }
            For(Order.self) { For(Payment.self) { Plain() } }
        },
        Case("[0, 0, 0] excludedScope For(Int.self): applies to nothing that those around it applies to") {
            For(Order.self) { For(Payment.self) { For(Int.self) { Plain() } } }
        },
        // Turning off.
        Case("[0] turnsNothingOff Without(NumbersFromStrings.self): turns nothing off; as a rule for one call it may") {
            Without(NumbersFromStrings.self)
        },
        Case("[1] turnsNothingOff Without(NumbersFromStrings.self): turns nothing off; as a rule for one call it may") {
            NumbersFromStrings()
            Without(NumbersFromStrings.self)
        },
        Case {
            NumbersFromStrings()
            At("a") { Without(NumbersFromStrings.self) }
        },
        Case(
            "[0, 0] turnsNothingOff Without(NumbersFromStrings.self): turns nothing off; as a rule for one call it may"
        ) {
            At("a") { Without(NumbersFromStrings.self) }
            At("b") { NumbersFromStrings() }
        },
        Case("[1] turnedOff NumbersFromStrings(): is turned off by Without(NumbersFromStrings.self) before it") {
            Without(NumbersFromStrings.self)
            NumbersFromStrings()
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
            At("**") { CaseMatching(caseInsensitive: true) }
        },
        // No effect.
        Case(
            "[0] doesNothing BooleansFromScalars([]): does nothing", "[1] doesNothing KeyMatching(): does nothing",
            "[2] doesNothing CaseMatching(): does nothing",
            "[3] doesNothing UnknownCases(.first, for: []): does nothing"
        ) {
            BooleansFromScalars([])
            KeyMatching()
            CaseMatching()
            UnknownCases(.first, for: [])
        },
        Case(
            "[0] doesNothing DefaultValues([]): does nothing",
            "[1] doesNothing DefaultValues(.zero, for: []): does nothing",
            "[2] doesNothing DefaultValues(template: Empty): does nothing",
            "[3] doesNothing FallbackDateFormats([]): does nothing",
            "[4] doesNothing KeyMatching(aliases: [\"a\": []]): does nothing",
            "[5] doesNothing DefaultValues(json: 1_000): does nothing",
            "[6] doesNothing DefaultValues(json: {): does nothing"
        ) {
            DefaultValues([])
            DefaultValues(.zero, for: [])
            DefaultValues(template: Empty())
            FallbackDateFormats([])
            KeyMatching(aliases: ["a": []])
            DefaultValues(json: .unchecked("1_000"))
            DefaultValues(json: .unchecked("{"))
        },
        // Custom options.
        Case(
            "[0] doesNothing BooleansFromScalars([]): does nothing", "[1] doesNothing KeyMatching(): does nothing",
            "[2] doesNothing DefaultValues([]): does nothing",
            "[3] doesNothing DefaultValues(1, for: .mismatch): does nothing",
            "[3] ignoredSituation DefaultValues(1, for: .mismatch): ignores .mismatch, in which it does not answer",
            "[4] ignoredSituation UnknownCases(.last, for: [.unknownCase, .value]): "
                + "ignores .value, in which it does not answer"
        ) {
            BooleansFromScalars(BooleansFromScalars.Form(rawValue: 1 << 40))
            KeyMatching(KeyMatching.Style(rawValue: 128))
            DefaultValues(DefaultValues.Kinds(rawValue: 1 << 40))
            DefaultValues(1, for: .mismatch)
            UnknownCases(.last, for: [.unknownCase, .value])
        },
        // Without options, these rules cover the most.
        Case {
            NumbersFromStrings()
            StringifiedJSON()
            EmptyStrings(.asNil)
            Rounding(.down)
            LossyCollections(maxDropped: .max)
            FallbackDateFormats([.iso8601])
            DefaultValues(template: Order(id: 1))
            DefaultValues(json: .null)
            DefaultValues(json: .document("[]"))
        },
    ]

    @Test(arguments: cases + PolicyLintAliasesTests.cases)
    func findings(_ example: Case) {
        #expect(example.policy.lint().map { "\($0.position) \($0.code) \($0)" } == example.findings)
    }

    /// Rules that never answer according to the lint can be removed without changing any outcome.
    @Test(arguments: cases + PolicyLintAliasesTests.cases)
    func findingsCanBeRemoved(_ example: Case) {
        // These findings concern an alias or a part of the policy, not the rule.
        let parts: [PolicyFinding.Code] = [.turnsNothingOff, .sharedAlias, .uselessAlias]
        let positions = Set(example.policy.lint().filter { !parts.contains($0.code) }.map(\.position))
        func without(_ rules: [any DecodingRule], _ position: [Int]) -> [any DecodingRule] {
            rules.enumerated().compactMap { index, rule -> (any DecodingRule)? in
                let position = position + [index]
                if positions.contains(position) { return nil }
                switch rule {
                case let scope as At<any DecodingRule>:
                    return At(scope.pattern) { DecodingPolicy(without(scope.rules, position)) }
                case let scope as For<any DecodingRule>:
                    return For(scope.type) { DecodingPolicy(without(scope.rules, position)) }
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
