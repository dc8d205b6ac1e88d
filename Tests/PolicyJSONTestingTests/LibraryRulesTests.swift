import Foundation
import PolicyJSON
import PolicyJSONTesting
import Testing

/// Applies the conformance check for custom rules to every rule of the library.
@Suite struct LibraryRulesTests {
    enum Tagged: Codable, Sendable {
        case a(Page)
        case none
    }
    enum Word: String, Codable, Sendable { case a, b }
    enum Code: Int, Codable, Sendable {
        case one = 1
        case two
    }
    struct Page: Codable, Sendable { var a = 1, b: String? = nil }

    /// A rule, and the requirements that it violates by design.
    static let rules: [(rule: any DecodingRule, but: Set<RuleViolation.Requirement>)] = [
        (NumbersFromStrings(), []),
        (NumbersFromStrings(trimmingWhitespace: true), []),
        (NumbersFromStrings(groupingSeparator: "_"), []),
        (StringsFromScalars(), []),
        (BooleansFromScalars([.zeroAndOne, .words]), []),
        (BooleansFromScalars([.zeroAndOneStrings, .anyNumber]), []),
        (BooleansFromScalars(.decimalZeroAndOne), []),
        (IntegersFromBooleans(), []),
        (Durations(), []),
        (FallbackDataFormats(), []),
        (BooleansFromScalars([]), [.answersProbes]),
        (UnknownCases(.useNil), []),
        (UnknownCases(.last), []),
        (UnknownCases(.first, for: [.null, .missingKey, .unknownCase]), []),
        (UnknownCases(.caseNamed("b")), []),
        (UnknownCases(.case(Word.b)), []),
        (UnknownCases(.fail), []),
        (
            CaseMatching(
                caseInsensitive: true, separatorInsensitive: true, trimmingWhitespace: true, namesInSource: true), []
        ),
        (CaseMatching(aliases: ["b": ["zzz"], "2": ["256"]]), []),
        (LossyCollections(), []),
        (LossyCollections(maxDropped: 1), []),
        (LossyCollections(maxDroppedPercent: 40), []),
        (LossyCollections(maxDropped: .max, maxDroppedPercent: 100), []),
        (OptionalPropertyWrappers(), []),
        (LossyCollections(nullsOnly: true), []),
        (SeparatedStrings(), []),
        (SeparatedStrings(by: "b", trimmingWhitespace: true), []),
        (SingleElementArrays(), []),
        (SingleValuesAsArrays(), []),
        (SingleValuesAsObjects(under: "text"), []),
        (NumbersFromStrings(nonJSONForms: true), []),
        (CaseMatching(positions: true), []),
        (Strictly(), []),
        (EmptyContainers(.asEmpty), []),
        (EmptyContainers(.asNil), []),
        (EmptyContainers(.asNull), []),
        (EmptyStrings(.asNil), []),
        (EmptyStrings(.asNull, includingBlank: true), []),
        (EmptyStrings(.asNil, includingOptionalStrings: true), [.declinesCleanJSON]),
        (Rounding(.down), []),
        (Rounding(.toNearestOrEven, includingStrings: true), []),
        (FallbackDateFormats([.iso8601]), []),
        (FallbackDateFormats([.secondsSince1970]), [.declinesCleanJSON, .reportsChanges]),
        (
            FallbackDateFormats([.millisecondsSince1970], includingNumericStrings: true),
            [.declinesCleanJSON]
        ),
        (FallbackDateFormats([.formatted("yyyy-MM-dd")]), []),
        (
            FallbackDateFormats(
                [.iso8601, .secondsSince1970, .formatted("yyyy-MM-dd")], includingNumericStrings: true),
            [.declinesCleanJSON, .reportsChanges]
        ),
        (DefaultValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary]), []),
        (DefaultValues(7), []),
        (DefaultValues(json: .unchecked(#"{"a":1}"#)), []),
        (DefaultValues(template: Page()), []),
        (Fallbacks(), []),
        (Fallbacks([.zero, .emptyString, .false, .emptyArray, .emptyDictionary]), []),
        (Fallbacks(7), []),
        (Fallbacks(json: .unchecked(#"{"a":1}"#)), []),
        (Fallbacks(template: Page()), []),
        (StringifiedJSON(includingScalars: true), [.replacesWithJSON]),
        (Sentinels(.asNil, strings: ["a", ""], numbers: [0, -1]), [.declinesCleanJSON]),
        (Sentinels(.asNull, strings: ["a", "zzz"], numbers: [256]), [.declinesCleanJSON]),
        (Sentinels(.asNil), [.answersProbes]),
        (RequiredKeys(), [.declinesCleanJSON]),
        (AbsoluteURLs(scheme: "https"), [.declinesCleanJSON]),
        (
            AbsoluteURLs(relativeTo: URL(string: "https://a.example/"), otherwise: .useNil), [.declinesCleanJSON]
        ),
        (DefaultValues(7, for: [.missingOptional, .nullOptional]), [.declinesCleanJSON]),
        (NestedOptionals(), [.declinesCleanJSON]),
        (KeyMatching([.snakeCase, .caseInsensitive], aliases: ["a": ["b", "x"]]), []),
        (KeyMatching(.snakeCase), []),
        (KeyMatching(.caseInsensitive), []),
        (KeyMatching(.separatorInsensitive), []),
        (KeyMatching(aliases: ["a": ["b"]]), []),
        (KeyMatching([.kebabCase, .screamingSnakeCase, .pascalCase], paths: ["a": ["b.a", "b[0]"]]), []),
        (DictionaryKeys(), []),
        (UnknownKeys(.report), []),
        (UnknownKeys(.fail), [.declinesCleanJSON]),
        (UnknownKeys(.keep), [.declinesCleanJSON]),
        (DuplicateKeys(.first), []),
        (DuplicateKeys(.last), [.declinesCleanJSON]),
        (DuplicateKeys(.fail), [.declinesCleanJSON]),
        (Variants(of: Tagged.self, .internally(by: "t")), []),
        (Variants(of: Tagged.self, .adjacently(by: "t", in: "c"), cases: ["1": "a"]), []),
        (Variants(of: Tagged.self, .externally), []),
        (Variants(of: Tagged.self, .asPairs), []),
        (Variants(of: Tagged.self, .untagged), []),
        (Envelope("b.a"), [.declinesCleanJSON, .listsSituations]),
        (Envelope("b.a", isRequired: false), [.declinesCleanJSON]),
    ]

    private static let tagged: [(tagging: String, sample: RuleSample)] = [
        ("(by:", .repaired(Tagged.self, #"{"t":"none"}"#, like: #"{"none":{}}"#)),
        ("asPairs", .repaired(Tagged.self, #"["none"]"#, like: #"{"none":{}}"#)),
        ("externally", .repaired(Tagged.self, #""none""#, like: #"{"none":{}}"#)),
        ("untagged", .repaired(Tagged.self, #""none""#, like: #"{"none":{}}"#)),
        ("untagged", .repaired(Tagged.self, #"{"a":2,"none":0}"#, like: #"{"a":{"_0":{"a":2}}}"#)),
    ]

    @Test(arguments: rules.indices) func conforms(index: Int) {
        let (rule, expected) = Self.rules[index]
        // A template concerns a type of the program, which no probe requests, as is `Duration`.
        let samples =
            rule.description.hasSuffix("(template: Page)")
            ? [RuleSample.repaired(Page.self, "{}", like: #"{"a":1}"#)]
            : rule is Variants
                ? Self.tagged.filter { rule.description.contains($0.tagging) }.map(\.sample)
                : rule is Durations
                    ? [RuleSample.repaired(Duration.self, #""PT1H""#)]
                    : rule.description.contains("namesInSource")
                        ? [.repaired(Code.self, #""one""#, like: "1")]
                        : rule.description.contains(".case(")
                            ? [.repaired(Word.self, #""zzz""#, like: #""b""#)]
                            : rule.description.contains("positions")
                                ? [.repaired(Word.self, "1", like: #""b""#)]
                                : rule is DictionaryKeys
                                    ? [.repaired([UInt8: Int].self, #"{"1":2}"#), .repaired([UInt8: Int].self, "{}")]
                                    : []
        func open(_ rule: some DecodingRule) -> [RuleViolation] {
            RuleConformance.violations(of: rule, repaired: samples)
        }
        let violations = open(rule)
        #expect(
            Set(violations.map(\.requirement)) == expected,
            "\(rule): \(violations.filter { !expected.contains($0.requirement) })")
    }

    @Test func allRulesAreTested() {
        #expect(Set(Self.rules.map(\.rule.name)) == Set(PolicyRegistry().ruleNames))
    }
}
