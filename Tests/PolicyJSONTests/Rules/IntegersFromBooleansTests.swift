import PolicyJSON
import Testing

@Suite struct IntegersFromBooleansTests {
    @Test(arguments: DocumentedTable.cases(of: "IntegersFromBooleans")) func table(row: DocumentedCase) {
        row.check([IntegersFromBooleans()])
    }

    @Test func sameTable() { expectSameTable("IntegersFromBooleans") }
}
