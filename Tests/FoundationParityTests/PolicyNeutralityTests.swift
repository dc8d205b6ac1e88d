import Foundation
import PolicyJSON
import Testing

/// A policy is consulted only if strict decoding fails: one that always declines changes no value and no error, and the
/// lenient one does not change documents that decode strictly.
@Suite struct PolicyNeutralityTests {
    private struct Declining: DecodingRule {
        let situations: RepairSituation = [.repairs, .unrepaired, .nestedNull]
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
    }

    private static let declining = DecodingPolicy { Declining() }

    private static func declining(_ options: Options) -> Options {
        var options = options
        options.policy = declining
        options.name += ", declining"
        return options
    }

    @Test(arguments: KindMatrixTests.subjects)
    func kinds(as subject: Subject) {
        var tally = Tally()
        for text in ValueTexts.all { tally.add(subject.trial(text, Self.declining(.default))) }
        tally.expectParity()
    }

    @Test(arguments: NumberMatrixTests.types)
    func numbers(in contexts: Contexts) {
        var tally = Tally()
        for context in contexts.all {
            for text in NumberTexts.some {
                tally.add(context.subject.trial(context.wrap(text), Self.declining(.default)))
            }
        }
        #expect(tally.trials > 300)
        tally.expectParity(minimumValues: 0)
    }

    @Test(arguments: ModelTests.cases)
    func models(_ models: ModelTests.Case) {
        var tally = Tally()
        for options in [Options.default, Options(name: "snake case", dates: .iso8601, keys: .convertFromSnakeCase)] {
            for subject in models.subjects {
                for text in models.texts { tally.add(subject.trial(text, Self.declining(options))) }
            }
        }
        tally.expectParity()
    }

    @Test(arguments: Strategies.all)
    func strategies(_ options: Options) {
        var tally = Tally()
        let contexts =
            Contexts(Date.self).all.prefix(4) + Contexts(Data.self).all.prefix(2) + Contexts(Double.self).all.prefix(2)
        for context in contexts {
            for text in ValueTexts.all { tally.add(context.subject.trial(context.wrap(text), Self.declining(options))) }
        }
        tally.expectParity()
    }

    @Test(arguments: WalkTests.documents)
    func walks(_ document: String) throws {
        let key = try #require(Walk.seed)
        for seed in UInt64(0)..<20 {
            let options = Options(name: "walk \(seed)", userInfo: [key: seed])
            _ = expectSame(document, Subject(Walk.self), Self.declining(options))
        }
    }

    /// The lenient policy decodes every document that Foundation decodes, as the same value.
    @Test(arguments: KindMatrixTests.subjects)
    func lenientValues(as subject: Subject) {
        var lenient = Options(name: "lenient")
        lenient.policy = .lenient
        var values = 0
        for text in ValueTexts.all {
            let trial = subject.trial(text, lenient)
            guard trial.foundation.isValue else { continue }
            values += 1
            #expect(trial.agrees, "\(trial)")
        }
        #expect(values > 0)
    }
}
