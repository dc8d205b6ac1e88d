import Foundation
import PolicyJSON
import Testing

@Suite struct CaseMatchingTests {
    @Test(arguments: DocumentedTable.cases(of: "CaseMatching")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            CaseMatching(.caseInsensitive), CaseMatching([.caseInsensitive, .separatorInsensitive]),
            CaseMatching(.separatorInsensitive), CaseMatching(.trimmingWhitespace), CaseMatching(.namesInSource),
            CaseMatching(aliases: ["shipped": "sent"]), CaseMatching(.caseInsensitive, aliases: ["shipped": "sent"]),
            CaseMatching(aliases: ["shipped": "nowhere"]), CaseMatching(aliases: ["9": "1"]),
            CaseMatching(aliases: ["round": "circle"]),
        ]
        row.check(rules)
    }

    @Test func sameTable() { expectSameTable("CaseMatching") }
}
