import RuntimeFacts
import Testing

/// What is known of enumerations without facts that are not promised.
@Suite(.enabled(if: !RuntimeFacts.areUsed)) struct PromisedCasesTests {
    @Test(arguments: EnumCasesTests.tables.indices)
    func names(index: Int) {
        let (type, names) = EnumCasesTests.tables[index]
        let known = type is any CaseIterable.Type ? names : nil
        #expect(EnumCases.all(of: type)?.map(\.name) == known, "\(type)")
        #expect(EnumCases.names(of: type) == known, "\(type)")
        #expect(EnumCases.isEnumeration(type) == (known != nil), "\(type)")
    }

    @Test func values() throws {
        let cases = try #require(EnumCases.all(of: EnumCasesTests.Raw.self))
        #expect(cases.map { $0.value as? EnumCasesTests.Raw } == EnumCasesTests.Raw.allCases)
        #expect(EnumCasesTests.Raw.allCases.map { EnumCases.name(of: $0) } == ["minus", "ten", "zero"])
        #expect(EnumCases.name(of: EnumCasesTests.Plain.a) == nil)
    }
}
