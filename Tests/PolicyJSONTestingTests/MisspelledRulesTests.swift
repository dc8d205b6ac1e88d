import PolicyJSON
import Testing

@testable import PolicyJSONTesting

/// A rule for each requirement of `DecodingRule` that is spelled as it should be, and one that is not: it compiles, without
/// a warning, and the decoder never calls it.
@Suite struct MisspelledRulesTests {
    struct Mismatch: DecodingRule {
        func repairMismatch(_ context: RuleContext) -> Repair { .attempt(.number("1")) }
    }
    struct MisspelledMismatch: DecodingRule {
        func repairMismatch(context: RuleContext) -> Repair { .attempt(.number("1")) }
    }
    struct Null: DecodingRule {
        func repairNull(_ context: RuleContext) -> Repair { .attempt(.number("1")) }
    }
    struct MisspelledNull: DecodingRule {
        func repairNil(_ context: RuleContext) -> Repair { .attempt(.number("1")) }
    }
    struct MissingKey: DecodingRule {
        func repairMissingKey(_ context: RuleContext) -> Repair { .attempt(.number("1")) }
    }
    struct MisspelledMissingKey: DecodingRule {
        func repairMissingKeys(_ context: RuleContext) -> Repair { .attempt(.number("1")) }
    }
    struct UnknownCase: DecodingRule {
        func repairUnknownCase(_ context: RuleContext) -> Repair { .attempt(.string("b")) }
    }
    struct MisspelledUnknownCase: DecodingRule {
        func repairUnkownCase(_ context: RuleContext) -> Repair { .attempt(.string("b")) }
    }
    struct Element: DecodingRule {
        func repairElement(_ context: RuleContext) -> Repair { .drop }
    }
    struct MisspelledElement: DecodingRule {
        func repairElement(_ context: RuleContext?) -> Repair { .drop }
    }
    struct NestedNull: DecodingRule {
        func repairNestedNull(_ context: RuleContext) -> Repair { .useInnerNil }
    }
    struct MisspelledNestedNull: DecodingRule {
        func repairNestedNull(_ context: RuleContext) -> Repair? { .useInnerNil }
    }
    struct Losses: DecodingRule {
        var watchedOccasions: WatchedOccasions { .losses }
        func repairElement(_ context: RuleContext) -> Repair { .drop }
        func allowsLosses(of count: Int, among total: Int) -> Bool { count < 1_000_000 }
    }
    struct MisspelledLosses: DecodingRule {
        var watchedOccasions: WatchedOccasions { .losses }
        func repairElement(_ context: RuleContext) -> Repair { .drop }
        func allowsLosses(count: Int, among total: Int) -> Bool { count < 1_000_000 }
    }
    struct BlankString: DecodingRule {
        var watchedOccasions: WatchedOccasions { .blankStrings }
        func repairBlankString(_ context: RuleContext) -> Repair { .useNil }
    }
    struct MisspelledBlankString: DecodingRule {
        var watchedOccasions: WatchedOccasions { .blankStrings }
        func repairBlankStrings(_ context: RuleContext) -> Repair { .useNil }
    }
    struct Failure: DecodingRule {
        var watchedOccasions: WatchedOccasions { .failures }
        func repairFailure(_ context: RuleContext) -> Repair { .useNil }
    }
    struct MisspelledFailure: DecodingRule {
        var watchedOccasions: WatchedOccasions { .failures }
        func repairFailure(of context: RuleContext) -> Repair { .useNil }
    }
    struct Unwrap: DecodingRule {
        var watchedOccasions: WatchedOccasions { .values }
        func unwrap(_ context: RuleContext) -> Repair { .decodeValue(at: "a") }
    }
    struct MisspelledUnwrap: DecodingRule {
        var watchedOccasions: WatchedOccasions { .values }
        func unwrap(context: RuleContext) -> Repair { .decodeValue(at: "a") }
    }
    struct UnknownKey: DecodingRule {
        var watchedOccasions: WatchedOccasions { .unknownKeys }
        func repairUnknownKey(_ context: RuleContext) -> Repair { .drop }
    }
    struct MisspelledUnknownKey: DecodingRule {
        var watchedOccasions: WatchedOccasions { .unknownKeys }
        func repairUnknownKeys(_ context: RuleContext) -> Repair { .drop }
    }
    struct RepeatedKey: DecodingRule {
        var watchedOccasions: WatchedOccasions { .repeatedKeys }
        func repairRepeatedKey(_ context: RuleContext) -> Repair { .drop }
    }
    struct MisspelledRepeatedKey: DecodingRule {
        var watchedOccasions: WatchedOccasions { .repeatedKeys }
        func repairDuplicateKey(_ context: RuleContext) -> Repair { .drop }
    }
    struct MemberNames: DecodingRule {
        var watchedOccasions: WatchedOccasions { .absentKeys }
        func memberNames(for key: String, of model: Any.Type?) -> [String] { ["other"] }
    }
    struct MisspelledMemberNames: DecodingRule {
        var watchedOccasions: WatchedOccasions { .absentKeys }
        func memberNames(for key: String, of model: Any.Type) -> [String] { ["other"] }
    }
    struct Member: DecodingRule {
        var watchedOccasions: WatchedOccasions { [.absentKeys, .memberNames] }
        func comparedName(_ name: String, of model: Any.Type?) -> String { name.lowercased() }
    }
    struct MisspelledMember: DecodingRule {
        var watchedOccasions: WatchedOccasions { [.absentKeys, .memberNames] }
        func comparedName(_ name: String, in model: Any.Type?) -> String { name.lowercased() }
    }

    static let spelled: [any DecodingRule] = [
        Mismatch(), Null(), MissingKey(), UnknownCase(), Element(), NestedNull(), Losses(), BlankString(), Failure(),
        Unwrap(), UnknownKey(), RepeatedKey(), MemberNames(), Member(),
    ]

    /// The violations that are about questions; without the other checks, which take longer.
    private static func violations(of rule: any DecodingRule, mended: [RuleSample] = []) -> [String] {
        func open(_ rule: some DecodingRule) -> [RuleViolation] {
            var check = RuleCheck(rule)
            check.questions(mended)
            return check.violations
        }
        return open(rule).map(\.description)
    }

    @Test(arguments: spelled.indices) func `are asked`(index: Int) {
        #expect(Self.violations(of: Self.spelled[index]) == [])
    }

    static func declines(_ name: String) -> String {
        "answers questions: \(name) declines all probes and samples: a method whose name, labels or types are not those of a "
            + "requirement is never called; a rule for types or values of your own needs a sample that it repairs"
    }

    static func unanswered(_ name: String, _ occasion: String, _ requirement: String) -> String {
        "watches for questions: \(name) has \(occasion) in its watchedOccasions, but never answers \(requirement)"
    }

    static let misspelled: [(rule: any DecodingRule, occasions: [(String, String)])] = [
        (MisspelledMismatch(), []), (MisspelledNull(), []), (MisspelledMissingKey(), []), (MisspelledUnknownCase(), []),
        (MisspelledElement(), []), (MisspelledNestedNull(), []),
        (MisspelledBlankString(), [(".blankStrings", "repairBlankString(_:)")]),
        (MisspelledFailure(), [(".failures", "repairFailure(_:)")]), (MisspelledUnwrap(), [(".values", "unwrap(_:)")]),
        (MisspelledUnknownKey(), [(".unknownKeys", "repairUnknownKey(_:)")]),
        (MisspelledRepeatedKey(), [(".repeatedKeys", "repairRepeatedKey(_:)")]),
        (MisspelledMemberNames(), [(".absentKeys", "memberNames(for:of:)")]),
        (
            MisspelledMember(),
            [(".absentKeys", "memberNames(for:of:)"), (".memberNames", "comparedName(_:of:)")]
        ),
    ]

    @Test(arguments: misspelled.indices) func `are never asked`(index: Int) {
        let (rule, occasions) = Self.misspelled[index]
        let expected = [Self.declines(rule.name)] + occasions.map { Self.unanswered(rule.name, $0.0, $0.1) }
        #expect(Self.violations(of: rule) == expected)
    }

    @Test func `all checks together`() {
        #expect(
            RuleConformance.violations(of: MisspelledUnwrap()).map(\.description) == [
                Self.declines("MisspelledUnwrap"), Self.unanswered("MisspelledUnwrap", ".values", "unwrap(_:)"),
            ])
    }

    @Test func misspelledLosses() {
        #expect(
            Self.violations(of: MisspelledLosses()) == [
                Self.unanswered("MisspelledLosses", ".losses", "allowsLosses(of:among:)")
            ])
    }

    // MARK: Occasions

    /// Says what a rule watches for, in place of what it should.
    struct Watching: DecodingRule {
        let rule: any DecodingRule
        let watchedOccasions: WatchedOccasions
        var name: String { rule.name }
        func repairElement(_ context: RuleContext) -> Repair { rule.repairElement(context) }
        func allowsLosses(of count: Int, among total: Int) -> Bool { rule.allowsLosses(of: count, among: total) }
        func repairBlankString(_ context: RuleContext) -> Repair { rule.repairBlankString(context) }
        func repairFailure(_ context: RuleContext) -> Repair { rule.repairFailure(context) }
        func unwrap(_ context: RuleContext) -> Repair { rule.unwrap(context) }
        func repairUnknownKey(_ context: RuleContext) -> Repair { rule.repairUnknownKey(context) }
        func repairRepeatedKey(_ context: RuleContext) -> Repair { rule.repairRepeatedKey(context) }
        func memberNames(for key: String, of model: Any.Type?) -> [String] { rule.memberNames(for: key, of: model) }
        func comparedName(_ name: String, of model: Any.Type?) -> String {
            rule.comparedName(name, of: model)
        }
    }

    static func unlisted(_ name: String, _ occasion: String, _ requirement: String) -> String {
        "watches for questions: \(name) answers \(requirement), but is never asked: its watchedOccasions do not have "
            + occasion
    }

    @Test(
        arguments: [
            (Losses(), ".losses", "allowsLosses(of:among:)"), (BlankString(), ".blankStrings", "repairBlankString(_:)"),
            (Failure(), ".failures", "repairFailure(_:)"), (Unwrap(), ".values", "unwrap(_:)"),
            (UnknownKey(), ".unknownKeys", "repairUnknownKey(_:)"),
            (RepeatedKey(), ".repeatedKeys", "repairRepeatedKey(_:)"),
            (MemberNames(), ".absentKeys", "memberNames(for:of:)"),
            (Member(), ".memberNames", "comparedName(_:of:)"),
        ] as [(any DecodingRule, String, String)])
    func `needs its occasion`(rule: any DecodingRule, occasion: String, requirement: String) {
        let violations = Self.violations(of: Watching(rule: rule, watchedOccasions: []))
        #expect(violations == [Self.unlisted(rule.name, occasion, requirement)])
    }

    /// Of names of members a rule is asked only where it is asked of absent keys.
    @Test func namesWithoutAbsentKeys() {
        #expect(
            Self.violations(of: Watching(rule: Member(), watchedOccasions: .memberNames)) == [
                "watches for questions: Member has .memberNames in its watchedOccasions without .absentKeys, so that it is "
                    + "never asked comparedName(_:of:)"
            ])
    }

    @Test func occasionsInExcess() {
        #expect(
            Self.violations(of: Watching(rule: Unwrap(), watchedOccasions: [.values, .failures])) == [
                Self.unanswered("Unwrap", ".failures", "repairFailure(_:)")
            ])
    }

    // MARK: Samples and scopes

    struct Temperature: Decodable, Equatable, Sendable { let celsius: Double }

    /// For one type of a program, which no probe asks for.
    struct Temperatures: DecodingRule {
        func repairMismatch(_ context: RuleContext) -> Repair {
            guard context.requestedType == Temperature.self, let text = context.string, text.hasSuffix("°C") else {
                return .decline
            }
            return .attempt(.document(#"{"celsius":\#(text.dropLast(2))}"#))
        }
    }

    @Test func samplesCount() {
        #expect(Self.violations(of: Temperatures()) == [Self.declines("Temperatures")])
        let sample = RuleSample.mended(Temperature.self, #""12.5°C""#, like: #"{"celsius":12.5}"#)
        #expect(RuleConformance.violations(of: Temperatures(), mended: [sample]) == [])
    }

    @Test func scopes() {
        let sample = RuleSample.mended(Temperature.self, #"{"celsius":"1"}"#, like: #"{"celsius":1}"#)
        #expect(Self.violations(of: For(Int.self) { NumericStrings() }) == [])
        #expect(
            Self.violations(of: At("celsius") { For(Temperature.self) { NumericStrings() } }, mended: [sample]) == [])
        #expect(
            Self.violations(of: At("x.y") { MisspelledMismatch() }) == [Self.declines("MisspelledMismatch")])
        #expect(Self.violations(of: Without(NumericStrings.self)) == [])
    }
}
