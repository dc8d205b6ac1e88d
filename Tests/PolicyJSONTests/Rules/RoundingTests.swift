import Foundation
import PolicyJSON
import Testing

@Suite struct RoundingTests {
    @Test(arguments: DocumentedTable.cases(of: "Rounding")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            Rounding(.down), Rounding(.up), Rounding(.towardZero), Rounding(.awayFromZero), Rounding(.toNearestOrEven),
            Rounding(.toNearestOrAwayFromZero), Rounding(.down, includingStrings: true),
        ]
        row.check(rules)
    }

    @Test func sameTable() { expectSameTable("Rounding") }
}
