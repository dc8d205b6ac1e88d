import Foundation
import PolicyJSON
import Testing

@Suite struct CaseMatchingTests {
    @Test(arguments: DocumentedTable.cases(of: "CaseMatching")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            CaseMatching(caseInsensitive: true), CaseMatching(caseInsensitive: true, separatorInsensitive: true),
            CaseMatching(separatorInsensitive: true), CaseMatching(trimmingWhitespace: true),
            CaseMatching(namesInSource: true),
            CaseMatching(aliases: ["sent": ["shipped"]]),
            CaseMatching(caseInsensitive: true, aliases: ["sent": ["shipped"]]),
            CaseMatching(aliases: ["nowhere": ["shipped"]]), CaseMatching(aliases: ["1": ["9"]]),
            CaseMatching(aliases: ["circle": ["round"]]),
        ]
        row.check(rules)
    }

    @Test func sameTable() { expectSameTable("CaseMatching") }

    /// Cases are compared without making texts if both are ASCII: with the same outcome.
    @Test(arguments: [
        ("kelvin", "Kelvin"), ("\u{212A}elvin", "Kelvin"), (" K-E_L vin\t", "Kelvin"), ("", nil), ("kelvi", nil),
        ("kelvins", nil), ("größe", nil), ("grösse", "GRÖSSE_"), ("GRO\u{308}SSE", "GRÖSSE_"), ("a b", "a-b"),
        ("\u{E9}", "É"),
        ("e\u{301}", "É"),
    ])
    func textsOutsideASCII(_ text: String, _ expected: String?) throws {
        enum Unit: String, Decodable {
            case kelvin = "Kelvin"
            case size = "GRÖSSE_"
            case dash = "a-b"
            case accent = "É"
        }
        let rule = CaseMatching(caseInsensitive: true, separatorInsensitive: true, trimmingWhitespace: true)
        let found = try? PolicyJSONDecoder(policy: DecodingPolicy { rule }).decode(
            [Unit].self, from: PolicyJSONEncoder().encode([text]))
        #expect(found?.first?.rawValue == expected)
    }
}
