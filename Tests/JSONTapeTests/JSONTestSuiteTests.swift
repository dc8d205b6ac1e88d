import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// JSONTestSuite (Nicolas Seriot, "Parsing JSON is a minefield"): the expected result, regardless of how a document is
/// passed to the parser.
@Suite(.enabled(if: Corpus.hasTestSuite, "the corpus is not available"))
struct JSONTestSuiteTests {
    @Test("accepted or rejected", arguments: Corpus.testSuiteNames)
    func acceptance(name: String) throws {
        let outcome = Outcome(of: try Corpus.testSuite(name), on: try Tape())
        switch name.prefix(2) {
        case "y_": #expect(outcome.isAccepted, "\(name) is JSON: \(String(describing: outcome.failure))")
        case "n_": #expect(!outcome.isAccepted, "\(name) is not JSON")
        default: #expect(name.hasPrefix("i_"))
        }
    }

    @Test("the same result in every feeding", arguments: Corpus.testSuiteNames)
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
                Outcome.discarding(bytes, ends: ends, on: tape) == whole.withoutStructure,
                "\(name), discarding chunks of \(size)")
        }
    }

    @Test("every file is of a known kind")
    func count() {
        #expect(Corpus.testSuiteNames.count >= 300)
    }
}
