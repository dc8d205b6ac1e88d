import Foundation
import PolicyJSON
import Testing

@Suite struct SingleValuesAsArraysTests {
    @Test(arguments: DocumentedTable.cases(of: "SingleValuesAsArrays")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [SingleValuesAsArrays()]
        row.check(rules, isOneChange: false)
    }

    @Test func sameTable() { expectSameTable("SingleValuesAsArrays") }
}
