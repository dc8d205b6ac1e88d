import Foundation
import PolicyJSON
import TestSupport

/// Generates policies of rules that repair, without rules that list situations in clean JSON.
struct RandomPolicy {
    var generator: SplitMix64

    /// A policy of random rules in random order, some of them in scopes.
    mutating func policy() -> DecodingPolicy {
        switch generator.below(12) {
        case 0: .lenient
        case 1: DecodingPolicy(rules(3)).followed(by: .lenient)
        default: DecodingPolicy(rules(1 + generator.below(8)))
        }
    }

    private mutating func rules(_ count: Int, depth: Int = 2) -> [any DecodingRule] {
        (0..<count).map { _ in
            guard depth > 0, generator.oneIn(5) else { return rule() }
            let inner = rules(1 + generator.below(2), depth: depth - 1)
            return generator.oneIn(2) ? At(generator.pick(Self.patterns)) { DecodingPolicy(inner) } : scope(inner)
        }
    }

    private static let patterns: [PathPattern] = [
        "", "*", "[*]", "**", "value", "**.value", "**.a", "[*].id", "**.items[*]", "*.*", "**.genre", "[0].**",
        "**[1]",
    ]

    private mutating func scope(_ rules: [any DecodingRule]) -> any DecodingRule {
        func of<T>(_ type: T.Type) -> any DecodingRule { For(type) { DecodingPolicy(rules) } }
        return switch generator.below(8) {
        case 0: of(Int.self)
        case 1: of(String.self)
        case 2: of(Bool.self)
        case 3: of(Probing.Genre.self)
        case 4: of(Probing.AnyJSON.self)
        case 5: of(Probing.Sale.self)
        case 6: of(Probing.Tree.self)
        default: of([Int].self)
        }
    }

    private mutating func rule() -> any DecodingRule {
        switch generator.below(19) {
        case 0, 1: return NumbersFromStrings(trimmingWhitespace: !generator.oneIn(2))
        case 2: return StringsFromScalars()
        case 3: return BooleansFromScalars(generator.pick([.zeroAndOne, .words, [.zeroAndOne, .words]]))
        case 4: return unknownCases()
        case 5: return LossyCollections()
        case 6:
            return LossyCollections(maxDropped: generator.below(3), maxDroppedPercent: generator.oneIn(2) ? 50 : nil)
        case 7: return OptionalPropertyWrappers()
        case 8:
            return Rounding(generator.pick([.up, .down, .toNearestOrEven]), includingStrings: !generator.oneIn(2))
        case 9: return SingleValuesAsArrays()
        case 10:
            return DefaultValues(generator.pick([.zero, .emptyString, [.zero, .emptyString, .false, .emptyArray]]))
        case 11: return generator.oneIn(2) ? DefaultValues(json: .document(#"{"a":[1]}"#)) : DefaultValues(3)
        case 12: return StringifiedJSON(includingScalars: !generator.oneIn(2))
        case 13:
            return FallbackDateFormats(
                [.formatted("yyyyMMdd"), .iso8601, .secondsSince1970], includingNumericStrings: true)
        case 14: return EmptyStrings(generator.pick([.asNil, .asNull]), includingBlank: !generator.oneIn(2))
        case 15: return CaseMatching(caseInsensitive: true, separatorInsensitive: true, aliases: ["poem": ["novel"]])
        case 16: return generator.oneIn(2) ? Without(NumbersFromStrings.self) : Without(named: "BooleansFromScalars")
        case 17: return EmptyContainers(generator.pick([.asEmpty, .asNil, .asNull]))
        default: return generator.oneIn(3) ? fallbacks() : answering()
        }
    }

    private mutating func unknownCases() -> UnknownCases {
        UnknownCases(
            generator.pick([.useNil, .first, .last, .caseNamed("essay"), .fail]),
            for: generator.oneIn(2) ? .unknownCase : [.null, .missingKey, .unknownCase])
    }

    /// Not for the top-level value, with which all values in it would be replaced.
    private mutating func fallbacks() -> At<any DecodingRule> {
        let rule = generator.pick([
            Fallbacks(), Fallbacks([.zero, .emptyString, .false, .emptyArray]), Fallbacks(3),
            Fallbacks(json: .document(#"{"a":[1]}"#)),
        ])
        return At(generator.oneIn(2) ? "*.**" : "[*].**") { rule }
    }

    private mutating func answering() -> Answering {
        let answers: [@Sendable (DecodingRuleContext) -> Repair] = [
            { _ in .decline }, { _ in .useNil }, { $0.situation == .undecodableElement ? .drop : .decline },
            { _ in .replace(with: .number("5")) },
            { _ in .replaceIfDecodable(with: .string("5")) }, { _ in .replaceIfDecodable(with: .document("[5]")) },
            { _ in .fail("No.") },
            { _ in .decodeValue(at: "a") }, { _ in .decodeValue(at: "[0]") }, { _ in .replaceIfDecodable(with: .null) },
        ]
        return Answering(answer: generator.pick(answers))
    }
}

/// Answers in all situations in which strict decoding has failed, except at the top level.
private struct Answering: DecodingRule {
    let answer: @Sendable (DecodingRuleContext) -> Repair

    let situations: RepairSituation = [.repairs, .unrepaired]

    func repair(_ context: DecodingRuleContext) -> Repair { context.codingPath.isEmpty ? .decline : answer(context) }
}
