import Foundation
import PolicyJSON
import PolicyJSONTesting
import Synchronization
import Testing

@Suite struct RuleConformanceTests {
    // MARK: Conforming rules

    /// The rule requests the error of the JSON inside the string.
    @Test func nestedJSONEndsTheDecode() {
        let violations = RuleConformance.violations(of: StringifiedJSON())
        #expect(Set(violations.map(\.requirement)) == [.replacesWithJSON])
        // Bounded.
        #expect(violations.count <= 20)
    }

    struct Percentages: DecodingRule {
        let situations: RepairSituation = .mismatch

        func repair(_ context: DecodingRuleContext) -> Repair {
            guard context.requestedType == Int.self, let text = context.string, text.hasSuffix("%") else {
                return .decline
            }
            return .replaceIfDecodable(with: .unchecked(text.dropLast()))
        }
    }

    @Test func samplesOfAGoodRule() {
        struct Row: Decodable { let share: Int, rest: Int? }
        let violations = RuleConformance.violations(
            of: Percentages(),
            repaired: [
                .repaired(Int.self, #""12%""#, like: "12"), .repaired([Int].self, #"["1%", 2]"#),
                .repaired(Row.self, #"{"share": "5%", "rest": "6%"}"#, like: #"{"share": 5, "rest": 6}"#),
            ],
            declined: [
                .declined(Int.self, #""12""#), .declined(Int.self, #""x%""#), .declined(Double.self, #""12%""#),
                .declined(Int.self, "12"),
            ])
        #expect(violations == [])
    }

    @Test func samplesWithoutOrder() {
        let violations = RuleConformance.violations(
            of: Percentages(),
            repaired: [
                .repaired([String: Int].self, #"{"k0":"0%","k1":"1%","k2":"2%"}"#, like: #"{"k2":2,"k1":1,"k0":0}"#),
                .repaired(Set<Int>.self, #"["1%",2,3]"#, like: "[3,2,1]"),
            ], declined: [.declined(Set<Int>.self, "[1,2,3]"), .declined([String: Int].self, #"{"a":1,"b":2,"c":3}"#)])
        #expect(violations == [])
    }

    @Test func rulesInScopes() {
        let samples = [RuleSample.repaired(Int.self, #""12%""#, like: "12")]
        #expect(RuleConformance.violations(of: For(Int.self) { Percentages() }, repaired: samples) == [])
        #expect(RuleConformance.violations(of: At("**") { Percentages() }, repaired: samples) == [])
        #expect(
            requirements(
                At("**") {
                    For(Int.self) { Bad { $0.requestedType == Int.self ? .use("text") : .decline } }
                }
            ).contains(.answersInType))
    }

    // MARK: Nonconforming rules

    /// Answers mismatches in an invalid way.
    struct Bad: DecodingRule {
        var name = "Bad"
        var description = "Bad()"
        let answer: @Sendable (DecodingRuleContext) -> Repair
        let situations: RepairSituation = .mismatch
        func repair(_ context: DecodingRuleContext) -> Repair { answer(context) }
    }

    private func requirements(_ rule: some DecodingRule) -> Set<RuleViolation.Requirement> {
        Set(RuleConformance.violations(of: rule).map(\.requirement))
    }

    @Test func badNames() {
        let answer: @Sendable (DecodingRuleContext) -> Repair = { context in
            context.requestedType == Int.self && context.kind == .bool ? .use(1) : .decline
        }
        #expect(requirements(Bad(name: "", answer: answer)) == [.hasName])
        #expect(requirements(Bad(name: "a\nb", answer: answer)) == [.hasName])
        #expect(requirements(Bad(description: "", answer: answer)) == [.hasName])
    }

    @Test func changingName() {
        struct Changing: DecodingRule {
            static let count = Mutex(0)
            var name: String {
                let number = Self.count.withLock { count in
                    count += 1
                    return count
                }
                return "Changing\(number)"
            }
            var description: String { "Changing()" }
            let situations: RepairSituation = .mismatch
            func repair(_ context: DecodingRuleContext) -> Repair {
                context.requestedType == Int.self ? .use(1) : .decline
            }
        }
        #expect(requirements(Changing()).isSuperset(of: [.hasName, .reportsChanges]))
    }

    @Test func countingRule() {
        final class Counter: Sendable {
            let value = Mutex(0)
        }
        let counter = Counter()
        let rule = Bad { context in
            guard context.requestedType == Int.self, context.kind == .string else { return .decline }
            return .use(
                counter.value.withLock { value in
                    value += 1
                    return value
                })
        }
        #expect(requirements(rule) == [.isDeterministic])
    }

    @Test func valueOfAnotherType() {
        let violations = RuleConformance.violations(of: Bad { $0.kind == .bool ? .use("x") : .decline })
        #expect(Set(violations.map(\.requirement)) == [.answersInType])
        #expect(
            violations.first?.description
                == "answers in type: Int from true: Bad answered with a value of type String where Int was requested.")
    }

    @Test func replacementThatIsNotJSON() {
        #expect(
            requirements(Bad { $0.kind == .bool ? .replace(with: .unchecked("1_000")) : .decline }) == [
                .replacesWithJSON
            ]
        )
    }

    @Test func endlessReplacement() {
        let rule = Bad { context in
            guard context.requestedType == Int.self, context.kind == .bool else { return .decline }
            return .replace(with: .unchecked(context.sourceText))
        }
        #expect(requirements(rule) == [.ends])
    }

    @Test func endlessSelection() {
        let rule = Bad { context in
            context.requestedType == Int.self && context.kind == .bool ? .decodeValue(at: DecodingPath()) : .decline
        }
        #expect(requirements(rule) == [.ends])
    }

    /// Values that differ but print alike are told apart, in the explanations as well.
    @Test func valuesThatPrintAlike() {
        let count = Mutex(0)
        let data = Bad { context in
            guard context.requestedType == Data.self, context.kind == .bool else { return .decline }
            return .use(
                Data([
                    count.withLock {
                        $0 += 1
                        return UInt8(truncatingIfNeeded: $0)
                    }
                ]))
        }
        #expect(requirements(data) == [.isDeterministic])
        let date = Bad { context in
            guard context.requestedType == Date.self, context.kind == .bool else { return .decline }
            return .use(
                Date(
                    timeIntervalSinceReferenceDate: count.withLock {
                        $0 += 1
                        return Double($0) * 0x1p-10
                    }))
        }
        let violations = RuleConformance.violations(of: date)
        #expect(Set(violations.map(\.requirement)) == [.isDeterministic])
        for violation in violations {
            let texts = violation.explanation.split(separator: "Date(").dropFirst().map { $0.prefix { $0 != ")" } }
            #expect(texts.count == 2 && texts[0] != texts[1], "\(violation)")
        }
    }

    @Test func changingSituations() {
        struct Changing: DecodingRule {
            static let count = Mutex(0)
            var situations: RepairSituation {
                Self.count.withLock { count in
                    count += 1
                    return count == 1 ? .mismatch : [.mismatch, .null]
                }
            }
            func repair(_ context: DecodingRuleContext) -> Repair {
                context.requestedType == Int.self ? .use(1) : .decline
            }
        }
        #expect(requirements(Changing()).contains(.listsSituations))
    }

    @Test func ruleThatChangesCleanJSON() {
        struct Eager: DecodingRule {
            let situations: RepairSituation = .value
            func repair(_ context: DecodingRuleContext) -> Repair {
                context.requestedType == Int.self ? .use(7) : .decline
            }
        }
        #expect(requirements(Eager()) == [.declinesCleanJSON])
    }

    // MARK: Rules that watch

    struct Address: Codable, Equatable { var text: String }

    /// Rejects addresses without an `@`, and removes spaces.
    struct Addresses: DecodingRule {
        let situations: RepairSituation = .decoded

        func repair(_ context: DecodingRuleContext) -> Repair {
            guard let address = context.decodedValue as? Address else { return .decline }
            if !address.text.contains("@") { return .reject("There is no @.") }
            return address.text.contains(" ") ? .use(Address(text: address.text.filter { $0 != " " })) : .decline
        }
    }

    @Test func samplesOfARuleThatWatches() {
        let violations = RuleConformance.violations(
            of: Addresses(), declined: [.declined(Address.self, #"{"text": "a@b"}"#)],
            watched: [
                .rejected(Address.self, #"{"text": "a"}"#),
                .changed([Address].self, #"[{"text": "a @b"}]"#, like: #"[{"text": "a@b"}]"#),
            ])
        #expect(violations == [])
    }

    @Test(
        arguments: [
            (.rejected(Address.self, #"{"text": "a@b"}"#), #"Address(text: "a@b"), and not an error"#),
            (
                .rejected(Address.self, #"{"text": 1}"#),
                "typeMismatch(String) at 'text': Expected to decode String but found number instead. strictly, so that "
                    + "there is nothing to change or reject"
            ),
            (
                .changed(Address.self, #"{"text": "a"}"#, like: #"{"text": "b"}"#),
                #"dataCorrupted at '': There is no @., and not Address(text: "b")"#
            ),
            (
                .changed(Address.self, #"{"text": "a@ b"}"#, like: #"{"text": "a@c"}"#),
                #"Address(text: "a@b"), and not Address(text: "a@c")"#
            ),
            (
                .changed(Address.self, #"{"text": "a@b"}"#, like: #"{"text": "a@b"}"#),
                #"Address(text: "a@b") as in strict decoding"#
            ),
        ] as [(RuleSample, String)])
    func `samples that are not changed as stated`(_ sample: RuleSample, _ explanation: String) {
        let kept = RuleSample.rejected(Address.self, #"{"text": ""}"#)
        let violations = RuleConformance.violations(of: Addresses(), watched: [kept, sample])
        #expect(
            violations.map { $0.description.replacing("RuleConformanceTests.", with: "") }
                == ["changes samples: Address from \(sample.json): \(explanation)"])
    }

    @Test func badSamples() {
        let violations = RuleConformance.violations(
            of: Percentages(),
            repaired: [
                .repaired(Int.self, "1"), .repaired(Int.self, #""x%""#), .repaired(Int.self, #""1%""#, like: "2"),
            ], declined: [.declined(Int.self, #""1%""#)])
        #expect(
            violations.map(\.description) == [
                "repairs samples: Int from 1: strict decoding takes it, so there is nothing to repair",
                #"repairs samples: Int from "x%": typeMismatch(Int) at '': Expected to decode Int but found a string instead."#,
                #"repairs samples: Int from "1%": 1, and not 2 as from 2"#,
                #"declines samples: Int from "1%": typeMismatch(Int) at '': Expected to decode Int but found a string instead. strictly, 1 under the rule"#,
            ])
    }

    private final class Node: Decodable { let v: Int }
    private class Base: Decodable { let inherited: Int }
    private final class Derived: Base {}
    private struct Holder: Decodable { let node: Node }
    private struct Named: Decodable, CustomStringConvertible {
        let v: Data
        var description: String { "a name" }
    }
    private enum Payload: Decodable { case data(Data) }

    // A replacement and the document that it must be like, which print in the same way.
    @Test(arguments: [
        (RuleSample.repaired(Data.self, #""x!""#, like: #""AQID""#), #""CQkJ""#),
        (.repaired(Date.self, #""x!""#, like: "5.25"), "5.75"),
        (.repaired(Node.self, #""x!""#, like: #"{"v":1}"#), #"{"v":7}"#),
        (.repaired(Derived.self, #""x!""#, like: #"{"inherited":1}"#), #"{"inherited":7}"#),
        (.repaired(Holder.self, #""x!""#, like: #"{"node":{"v":1}}"#), #"{"node":{"v":7}}"#),
        (.repaired(Named.self, #""x!""#, like: #"{"v":"AQID"}"#), #"{"v":"CQkJ"}"#),
        (.repaired(Payload.self, #""x!""#, like: #"{"data":{"_0":"AQID"}}"#), #"{"data":{"_0":"CQkJ"}}"#),
        (.repaired([String].self, #""x!""#, like: #"["a, b"]"#), #"["a","b"]"#),
    ])
    func wrongRepairs(_ sample: RuleSample, _ replacement: String) throws {
        let rules = try [replacement, #require(sample.equivalent)].map { text in
            let json = try RawJSON(parsing: text)
            return Bad { $0.string == "x!" ? .replace(with: json) : .decline }
        }
        let found = rules.map { rule in
            RuleConformance.violations(of: rule, repaired: [sample]).filter { $0.requirement == .repairsSamples }.count
        }
        #expect(found == [1, 0])
    }

    /// A model's own error is not one of the rule, whatever its text.
    @Test(arguments: ["More than 5 items are not allowed.", "The replacement of items is not allowed."])
    func errorsOfModels(_ text: String) {
        let violations = RuleConformance.violations(
            of: NumbersFromStrings(), declined: [.declined(Strict.self, "\"\(text)\"")])
        #expect(violations.map(\.description) == [])
    }

    private struct Strict: Decodable {
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: try container.decode(String.self))
        }
    }
}
