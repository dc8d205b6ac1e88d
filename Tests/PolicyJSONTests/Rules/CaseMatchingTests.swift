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
}
