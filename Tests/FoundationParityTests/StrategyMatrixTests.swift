import Foundation
import Testing

/// Each strategy with the types that it concerns, and with some that it does not.
@Suite struct StrategyMatrixTests {
    private static func expectParity(_ contexts: [Contexts], _ texts: [String], _ options: Options) {
        var tally = Tally()
        // The first type in every context, the others in the first contexts.
        for context in contexts.prefix(1).flatMap(\.all) + contexts.dropFirst().flatMap({ $0.all.prefix(4) }) {
            for text in texts { tally.add(context.subject.trial(context.wrap(text), options)) }
        }
        tally.expectParity(minimumValues: options.name.hasSuffix("throws") ? 0 : 1)
    }

    @Test(arguments: Strategies.dates)
    func dates(_ options: Options) {
        Self.expectParity([Contexts(Date.self), Contexts([Date].self)], ValueTexts.all, options)
    }

    @Test(arguments: Strategies.data)
    func data(_ options: Options) {
        Self.expectParity([Contexts(Data.self), Contexts([Data].self)], ValueTexts.all, options)
    }

    @Test(arguments: Strategies.floats)
    func floats(_ options: Options) {
        Self.expectParity(
            [Contexts(Double.self), Contexts(Float.self), Contexts(Decimal.self), Contexts(Int.self)],
            ValueTexts.scalars + ValueTexts.strings, options)
    }

    @Test(arguments: Strategies.keys)
    func keys(_ options: Options) {
        var tally = Tally()
        for subject in KindMatrixTests.dictionaries + KindMatrixTests.models {
            for text in ValueTexts.objects + ValueTexts.arrays { tally.add(subject.trial(text, options)) }
        }
        tally.expectParity()
    }

    /// A strategy does not affect other types.
    @Test(arguments: Strategies.all)
    func unaffectedTypes(_ options: Options) {
        var tally = Tally()
        let subjects = [
            Subject(Int.self), Subject([String].self), Subject(Choice.self), Subject(Page<String>.self),
            Subject(URL.self),
            Subject([Int?].self), Subject(Empty?.self), Subject(Set<Bool>.self),
        ]
        for subject in subjects {
            for text in ValueTexts.all { tally.add(subject.trial(text, options)) }
        }
        tally.expectParity()
    }
}
