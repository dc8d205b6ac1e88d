import Foundation
import PolicyJSON
import Testing

/// Rules and types of a program in policy files, and rules that cannot be written.
@Suite struct PolicyFileOwnRulesTests {
    enum Payment: String, Codable, Sendable { case cash, card }

    struct Currency: DecodingRule, Codable {
        var symbols: [String]
        var situations: RepairSituation { .mismatch }
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
    }
    struct Plain: DecodingRule, Codable {
        var situations: RepairSituation { .mismatch }
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
    }
    struct Renaming: DecodingRule, Equatable {
        let old: String
        var situations: RepairSituation { .mismatch }
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
        var description: String { "Renaming(\(old))" }
    }
    struct Single: DecodingRule, Codable {
        var situations: RepairSituation { .mismatch }
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(1)
        }
    }
    struct Reserved: DecodingRule, Codable {
        var rules = 1
        var situations: RepairSituation { .mismatch }
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
    }
    struct Failing: DecodingRule, Codable {
        struct Failure: Error, CustomStringConvertible { var description: String { "no way" } }
        var situations: RepairSituation { .mismatch }
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws { throw Failure() }
    }

    private var registry: PolicyRegistry {
        var registry = PolicyRegistry()
        registry.register(Currency.self)
        registry.register(Plain.self, named: "plain")
        registry.register(Renaming(old: "a"), named: "RenameA")
        registry.register(Renaming(old: "b"), named: "RenameB")
        registry.register(Single.self)
        registry.register(Reserved.self)
        registry.register(Failing.self)
        return registry
    }

    @Test(arguments: [
        (Currency(symbols: ["€", "/"]) as any DecodingRule, #"{"rule": "Currency", "symbols": ["€","/"]}"#),
        (Plain(), #"{"rule": "plain"}"#),
        (Renaming(old: "a"), #"{"rule": "RenameA"}"#),
        (Renaming(old: "b"), #"{"rule": "RenameB"}"#),
    ])
    func ownRules(rule: any DecodingRule, json: String) throws {
        let text = try DecodingPolicy([rule]).json(registry: registry)
        #expect(text == "{\n  \"version\": 1,\n  \"rules\": [\n    \(json)\n  ]\n}\n")
        let read = try PolicyFile(Data(text.utf8), registry: registry).policy.rules[0]
        #expect(read.description == rule.description)
        #expect(type(of: read) == type(of: rule))
        if let rule = rule as? Currency { #expect((read as? Currency)?.symbols == rule.symbols) }
    }

    /// A rule of the type that is registered under the name of another is not turned off in its place.
    @Test func withoutRenamed() throws {
        var registry = registry
        registry.register(Currency.self, named: "Plain")
        let policy = DecodingPolicy {
            Without(Plain.self)
            Without(named: "Plain")
        }
        let text = try policy.json(registry: registry)
        #expect(text.contains(#"{"without": "plain"}"#) && text.contains(#"{"without": "Plain"}"#))
        let read = try PolicyFile(text, registry: registry).policy
        #expect(read.description == "Without(Plain.self)\nWithout(Currency.self)")
    }

    /// A type has each of its names until that is reassigned.
    @Test func namesOfTypes() throws {
        var registry = PolicyRegistry()
        registry.register(type: Payment.self, named: "x")
        registry.register(type: Payment.self, named: "y")
        registry.register(type: Figure.self, named: "y")
        let policy = DecodingPolicy {
            For(Payment.self) {}
            For(Figure.self) {}
        }
        let text = try policy.json(registry: registry)
        #expect(try PolicyFile(text, registry: registry).policy.description == policy.description)
    }

    @Test(arguments: [
        (ClosureRule("S") { _ in .decline } as any DecodingRule, "the rule S() is not registered"),
        (For(Payment.self) {}, "the type Payment is not registered"),
        (Without(named: "Nobody"), "Without(named: \"Nobody\"): the rule Nobody is not registered"),
        (
            UnknownCases(.case(Payment.cash)),
            "the rule UnknownCases(.case(Payment.cash)) cannot be written: it has a value of the program; use .caseNamed or .useNil"
        ),
        (
            DefaultValues(1.5),
            "the rule DefaultValues(1.5) cannot be written: it has a value of type Double; use its JSON, json:"
        ),
        (
            DefaultValues(json: .unchecked("{")),
            "the rule DefaultValues(json: {) cannot be written: its JSON is not valid"
        ),
        (
            DefaultValues(template: Plain()),
            "the rule DefaultValues(template: Plain) cannot be written: its template is a value of the program, of the type Plain"
        ),
        (
            FallbackDateFormats([.custom { _ in nil }]),
            "the rule FallbackDateFormats([.custom {…}]) cannot be written: .custom {…} is program code"
        ),
        (
            BooleansFromScalars(BooleansFromScalars.Form(rawValue: 1 << 20)),
            "the rule BooleansFromScalars([]) cannot be written: one of its options has no name in policy files"
        ),
        (Renaming(old: "c"), "the rule Renaming(c) is not the one that is registered as RenameA"),
        (Single(), "the rule Single() cannot be written: it does not encode as an object"),
        (Reserved(), "the rule Reserved() cannot be written: it has an option \"rules\", which is reserved"),
        (Failing(), "the rule Failing() cannot be written: no way"),
    ])
    func notWritable(rule: any DecodingRule, message: String) {
        let policy = DecodingPolicy {
            NumbersFromStrings()
            At("a") { DecodingPolicy([rule]) }
        }
        let error = #expect(throws: PolicyFileError.self) { try policy.json(registry: registry) }
        #expect(error?.description == "rules[1].rules[0]: \(message)")
        #expect(error?.code == .notWritable)
        #expect(error?.location == nil)
    }

    /// Options that a file cannot have, because reading it would fail.
    @Test(arguments: [
        (
            AbsoluteURLs(relativeTo: URL(string: "/a")) as any DecodingRule,
            #"rules[0].relativeTo: "/a" is not an absolute URL"#
        ),
        (AbsoluteURLs(scheme: "ht tp"), #"rules[0].scheme: "ht tp" is not a URL scheme"#),
        (LossyCollections(maxDropped: -1), "rules[0].maxDropped: maxDropped must not be negative"),
        (
            LossyCollections(maxDroppedPercent: 150),
            "rules[0].maxDroppedPercent: maxDroppedPercent must be from 0 to 100"
        ),
        (KeyMatching(paths: ["a": .init([DecodingPath()])]), #"rules[0].paths.a: "" is not a path"#),
    ])
    func notReadable(rule: any DecodingRule, message: String) {
        let error = #expect(throws: PolicyFileError.self) { try DecodingPolicy([rule]).json() }
        #expect(error?.description == message)
        #expect(error?.code == .notWritable)
    }

    struct Hidden: DecodingRule {
        let old: String
        let change: @Sendable (String) -> String
        let situations: RepairSituation = .mismatch
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
    }

    /// A rule is not written as another one.
    @Test func similarRules() throws {
        let (one, same, other) = (Hidden(old: "a") { $0 }, Hidden(old: "a") { _ in "" }, Hidden(old: "b") { $0 })
        var registry = PolicyRegistry()
        registry.register(one, named: "X")
        #expect(try DecodingPolicy([one]).json(registry: registry).contains(#"{"rule": "X"}"#))
        #expect(throws: PolicyFileError.self) { try DecodingPolicy([other]).json(registry: registry) }
        registry.register(other, named: "Z")
        #expect(try DecodingPolicy([other]).json(registry: registry).contains(#"{"rule": "Z"}"#))
        registry.register(same, named: "Y")
        let error = #expect(throws: PolicyFileError.self) { try DecodingPolicy([one]).json(registry: registry) }
        #expect(
            error?.description
                == #"rules[0]: the rule Hidden() may be each of those that are registered as ["X", "Y"]"#)
    }
}
