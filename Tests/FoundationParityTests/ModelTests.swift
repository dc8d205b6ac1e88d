import Foundation
import Testing

extension JSONDecoder.KeyDecodingStrategy {
    fileprivate var isDefault: Bool {
        if case .useDefaultKeys = self { return true }
        return false
    }
}

/// Models as they are commonly written.
@Suite struct ModelTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let subjects: [Subject]
        let texts: [String]
        var options = [Options.default]
    }

    static let cases = [
        Case(testDescription: "inheritance", subjects: Inheritance.subjects, texts: Inheritance.texts),
        Case(testDescription: "nested containers", subjects: Flattened.subjects, texts: Flattened.texts),
        Case(testDescription: "tuples", subjects: Quote.subjects, texts: Quote.texts),
        Case(testDescription: "shared objects", subjects: Response.subjects, texts: Response.texts),
        Case(testDescription: "integer keys", subjects: IntegerKeys.subjects, texts: IntegerKeys.texts),
        Case(testDescription: "probing", subjects: Probing.subjects, texts: Probing.texts),
        Case(testDescription: "trees", subjects: Trees.subjects, texts: Trees.texts),
    ]

    @Test(arguments: cases, Strategies.keys.prefix(2) + Strategies.keys.suffix(3))
    func models(_ models: Case, _ options: Options) {
        var tally = Tally()
        for subject in models.subjects {
            for text in models.texts { tally.add(subject.trial(text, options)) }
        }
        tally.expectParity(minimumValues: options.keys.isDefault ? models.texts.count / 8 : 0)
    }
}
