import Foundation
import PolicyJSON
import Testing

@Suite struct CaseNamesTests {
    @Test(arguments: DocumentedTable.cases(of: "CaseNames")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            CaseNames(.caseInsensitive), CaseNames([.caseInsensitive, .separatorInsensitive]),
            CaseNames(.separatorInsensitive), CaseNames(.trimmingWhitespace), CaseNames(.namesInSource),
            CaseNames(aliases: ["shipped": "sent"]), CaseNames(.caseInsensitive, aliases: ["shipped": "sent"]),
            CaseNames(aliases: ["shipped": "nowhere"]), CaseNames(aliases: ["9": "1"]),
            CaseNames(aliases: ["round": "circle"]),
        ]
        row.check(rules)
    }

    @Test func sameTable() { expectSameTable("CaseNames") }
}
