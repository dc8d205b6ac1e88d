import TestSupport
import Testing

@_spi(Tape) @testable import JSONTape

/// JSONTestSuite (Nicolas Seriot, "Parsing JSON is a minefield"): verdicts, and that they do not depend on how a document
/// is fed.
@Suite(.enabled(if: Corpus.hasTestSuite, "the corpus is not here"))
struct JSONTestSuiteTests {
    @Test("verdict", arguments: Corpus.testSuiteNames)
    func verdict(name: String) throws {
        let outcome = Outcome(of: try Corpus.testSuite(name), on: try Tape())
        switch name.prefix(2) {
        case "y_": #expect(outcome.isAccepted, "\(name) is JSON: \(String(describing: outcome.failure))")
        case "n_": #expect(!outcome.isAccepted, "\(name) is not JSON")
        default: #expect(name.hasPrefix("i_"))
        }
    }

    @Test("the same in every feeding", arguments: Corpus.testSuiteNames)
    func feedings(name: String) throws {
        let bytes = try Corpus.testSuite(name)
        let tape = try Tape()
        let whole = Outcome(of: bytes, on: tape)
        #expect(Outcome(of: bytes, portable: true, on: tape) == whole, "\(name), portable")
        for size in [1, 2, 3, 7, 64] {
            let ends = Feeding.ends(every: size, of: bytes.count)
            #expect(Outcome(of: bytes, .chunks(ends), on: tape) == whole, "\(name), chunks of \(size)")
            #expect(
                Outcome(of: bytes, .chunks(ends), portable: true, on: tape) == whole,
                "\(name), chunks of \(size), portable")
            #expect(Outcome(of: bytes, .growing(ends), on: tape) == whole, "\(name), growing by \(size)")
            #expect(
                Outcome.forgetting(bytes, ends: ends, on: tape) == whole.withoutStructure,
                "\(name), forgetting chunks of \(size)")
        }
    }

    @Test("every file is of a known kind")
    func count() {
        #expect(Corpus.testSuiteNames.count >= 300)
    }
}
