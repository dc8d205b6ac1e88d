import PolicyJSON
import Testing

@testable import PolicyJSONTesting

/// Checks that the compiler cannot perform: whether a rule lists the situations in which it answers, and whether its
/// answers are valid.
///
/// A misspelled `situations` or `repair(_:)` does not compile, because neither has a default.
@Suite struct ListedSituationsTests {
    /// Answers in some situations, and lists others.
    struct Listing: KeyMatchingRule {
        var name: String { "Listing" }
        let situations: RepairSituation
        let answered: RepairSituation

        init(_ situations: RepairSituation, answers answered: RepairSituation) {
            self.situations = situations
            self.answered = answered
        }

        func repair(_ context: DecodingRuleContext) -> Repair {
            guard answered.contains(context.situation) else { return .decline }
            switch context.situation {
            case .mismatch, .null, .missingKey: return .replaceIfDecodable(with: 1)
            case .unknownCase: return .replaceIfDecodable(with: .string("b"))
            case .nestedNull: return .nestedNil
            case .undecodableElement, .repeatedKey, .dictionaryKey: return .drop
            case .unknownKey: return .report
            case .extraMembers: return .keepMembers
            case .value: return .decodeValue(at: "a")
            case .variant, .decoded: return .reject("no")
            default: return .useNil
            }
        }

        func memberNames(for key: String, of model: Any.Type?) -> [String] {
            answered.contains(.absentKey) ? ["other"] : []
        }

        func comparedName(_ name: String, of model: Any.Type?) -> String {
            answered.contains(.memberNames) ? name.lowercased() : name
        }
    }

    /// The violations that concern situations, without the other checks, which are slower.
    private static func violations(of rule: any DecodingRule, repaired: [RuleSample] = []) -> [String] {
        func open(_ rule: some DecodingRule) -> [RuleViolation] {
            var check = RuleCheck(rule)
            check.situations(repaired)
            return check.violations
        }
        return open(rule).map(\.description)
    }

    static func unanswered(_ name: String, _ situation: RepairSituation) -> String {
        "lists situations: \(name) lists the situation \(situation), but never answers in it"
    }

    static func unlisted(_ name: String, _ situation: RepairSituation) -> String {
        "lists situations: \(name) would answer in the situation \(situation), but does not list it"
    }

    static func declines(_ name: String) -> String {
        "answers probes: \(name) declines all probes and samples: a rule for types or values of your own needs a sample "
            + "that it repairs, changes or rejects"
    }

    /// Names are compared only if absent keys are listed, too.
    private static func listed(_ situation: RepairSituation) -> RepairSituation {
        situation == .memberNames ? [.absentKey, .memberNames] : situation
    }

    @Test(arguments: RepairSituation.all.each) func isConsulted(situation: RepairSituation) {
        #expect(Self.violations(of: Listing(Self.listed(situation), answers: situation)) == [])
    }

    @Test(arguments: RepairSituation.all.each) func unanswered(situation: RepairSituation) {
        let listed = Self.listed(situation)
        #expect(Self.violations(of: Listing(listed, answers: [])) == [Self.declines("Listing")])
        let other: RepairSituation = situation == .mismatch ? .null : .mismatch
        #expect(
            Self.violations(of: Listing(listed.union(other), answers: other))
                == listed.each.map { Self.unanswered("Listing", $0) })
    }

    @Test(arguments: RepairSituation.all.each) func unlisted(situation: RepairSituation) {
        let other: RepairSituation = situation == .mismatch ? .null : .mismatch
        #expect(
            Self.violations(of: Listing(other, answers: [other, situation])) == [Self.unlisted("Listing", situation)])
    }

    @Test func nothingListed() {
        let nothing = "answers probes: Listing lists no situation, so that it is never asked"
        #expect(Self.violations(of: Listing([], answers: [])) == [nothing])
        #expect(
            Self.violations(of: Listing([], answers: .null)) == [nothing, Self.unlisted("Listing", .null)])
    }

    /// A rule that ignores the situation relies on its list.
    struct Everywhere: DecodingRule {
        let situations: RepairSituation
        let answer: @Sendable (DecodingRuleContext) -> Repair
        func repair(_ context: DecodingRuleContext) -> Repair { answer(context) }
    }

    @Test func oneSituationNeedsNoGuard() {
        #expect(
            Self.violations(of: Everywhere(situations: .mismatch) { _ in .replaceIfDecodable(with: 1) })
                == [])
    }

    @Test func namesWithoutAbsentKeys() {
        #expect(
            Self.violations(of: Listing(.memberNames, answers: .memberNames)).last
                == "lists situations: Listing lists the situation .memberNames without .absentKey, so that no names are "
                + "compared")
    }

    @Test func noKeyMatchingRule() {
        #expect(
            Self.violations(
                of: Everywhere(situations: [.null, .absentKey]) { _ in .replaceIfDecodable(with: 1) }) == [
                    Self.unanswered("Everywhere", .absentKey),
                    "lists situations: Everywhere lists situations about names of members, but is not a KeyMatchingRule",
                ])
    }

    @Test func answersThatDoNotFit() {
        #expect(
            Self.violations(of: Everywhere(situations: [.mismatch, .undecodableElement]) { _ in .drop }) == [
                "answers fit: Everywhere answers .drop in the situation .mismatch, which does not accept it"
            ])
        let bounds = LossBounds(count: 1)
        #expect(
            Self.violations(of: Everywhere(situations: .unknownKey) { _ in .drop(within: bounds) }) == [
                "answers fit: Everywhere answers .drop(within:) in the situation .unknownKey, which does not accept it"
            ])
    }

    @Test func allChecksTogether() {
        let violations = RuleConformance.violations(of: Listing([.null, .failure], answers: .null))
        #expect(violations.map(\.description) == [Self.unanswered("Listing", .failure)])
    }

    // MARK: Samples and scopes

    struct Temperature: Decodable, Equatable, Sendable { let celsius: Double }

    /// A rule for a type of a program, which no probe requests.
    struct Temperatures: DecodingRule {
        let situations: RepairSituation = .mismatch

        func repair(_ context: DecodingRuleContext) -> Repair {
            guard context.requestedType == Temperature.self, let text = context.string, text.hasSuffix("°C") else {
                return .decline
            }
            return .replaceIfDecodable(with: .unchecked(#"{"celsius":\#(text.dropLast(2))}"#))
        }
    }

    @Test func samplesCount() {
        #expect(Self.violations(of: Temperatures()) == [Self.declines("Temperatures")])
        let sample = RuleSample.repaired(Temperature.self, #""12.5°C""#, like: #"{"celsius":12.5}"#)
        #expect(RuleConformance.violations(of: Temperatures(), repaired: [sample]) == [])
    }

    @Test func scopes() {
        let sample = RuleSample.repaired(Temperature.self, #"{"celsius":"1"}"#, like: #"{"celsius":1}"#)
        #expect(Self.violations(of: For(Int.self) { NumbersFromStrings() }) == [])
        #expect(
            Self.violations(of: At("celsius") { For(Temperature.self) { NumbersFromStrings() } }, repaired: [sample])
                == [])
        #expect(Self.violations(of: At("x.y") { NumbersFromStrings() }) == [Self.declines("NumbersFromStrings")])
        #expect(Self.violations(of: Without(NumbersFromStrings.self)) == [])
    }
}
