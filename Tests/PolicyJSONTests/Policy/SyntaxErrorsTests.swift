import Foundation
import PolicyJSON
import Testing

/// A document that is not JSON has the same error under all policies: no rule is consulted.
@Suite struct SyntaxErrorsTests {
    private static let texts = [
        "", " ", "[", "]", "{", "}", "[1,", "[1,]", "[,1]", "[1 2]", "[1]]", "[1]x", "{\"a\"}", "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}", "{'a':1}", "{\"a\":1 \"b\":2}", "[01]", "[+1]", "[.5]", "[1.]", "[1e]", "[0x1]", "[-]", "[NaN]",
        "[Infinity]", "[tru]", "[True]", "[nul]", "[\"a]", "[\"\\x\"]", "[\"\\u12\"]", "[\"\\ud800\"]", "[\"a\nb\"]",
        "[\"\u{1}\"]", "[1]//", "[/**/1]", "1 2", "\"1\" x", "nulls", "\u{feff}\u{feff}1",
    ]

    private static let types: [any (Decodable & SendableMetatype).Type] = [
        Int.self, Int?.self, String.self, Bool.self, Date?.self, [Int].self, [Int?].self, [String: Int].self,
        Set<String>.self, Point.self, Point?.self, Fruit?.self, [Fruit].self, Maybe.self, Page.self, [Box<Int?>].self,
    ]

    private static let policy = DecodingPolicy {
        // Answers every request with a value.
        ClosureRule("Anything") { context in context.acceptsNil ? .useNil : .drop }
        DecodingPolicy.lenient
        NumbersFromStrings(trimmingWhitespace: true)
        BooleansFromScalars([.zeroAndOne, .words])
        UnknownCases(.first, for: [.null, .missingKey, .unknownCase])
        CaseMatching(caseInsensitive: true, separatorInsensitive: true, trimmingWhitespace: true)
        DefaultValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary])
        DefaultValues(template: Page())
        FallbackDateFormats([.iso8601, .secondsSince1970], includingNumericStrings: true)
        NestedOptionals()
        DuplicateKeys(.last)
        EmptyStrings(.asNull, includingBlank: true, includingOptionalStrings: true)
        Envelope("a", isRequired: false)
        KeyMatching([.snakeCase, .caseInsensitive, .separatorInsensitive])
        StringifiedJSON(includingScalars: true)
        Rounding(.down, includingStrings: true)
        SingleValuesAsArrays()
        UnknownKeys(.report)
    }

    @Test(arguments: texts) func isTheSameError(text: String) {
        for type in Self.types {
            let (outcome, changes) = PolicyJSONDecoder(policy: Self.policy).outcome(of: type, from: text)
            #expect(outcome == PolicyJSONDecoder().outcome(of: type, from: text).text, "\(type)")
            #expect(outcome.hasPrefix("dataCorrupted at the top: The given data was not valid JSON."), "\(type)")
            #expect(changes == [], "\(type)")
        }
    }
}
