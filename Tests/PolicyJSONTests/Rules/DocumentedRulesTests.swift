import Foundation
import PolicyJSON
import Testing

/// The tables in the documentation of the rules of `DecodingPolicy.lenient`.
@Suite struct DocumentedRulesTests {
    @Test(arguments: DocumentedTable.cases(of: "NumericStrings")) func numericStrings(row: DocumentedCase) {
        row.check([
            NumericStrings(), NumericStrings(.trimmingWhitespace), NumericStrings(groupingSeparator: ","),
            NumericStrings(groupingSeparator: "_"), NumericStrings(groupingSeparator: "."),
        ])
    }

    @Test(arguments: DocumentedTable.cases(of: "StringsFromScalars")) func stringsFromScalars(row: DocumentedCase) {
        row.check([StringsFromScalars()])
    }

    @Test(arguments: DocumentedTable.cases(of: "Booleans")) func booleans(row: DocumentedCase) {
        row.check([
            Booleans(.zeroAndOne), Booleans(.words), Booleans([.zeroAndOne, .words]), Booleans(.zeroAndOneStrings),
            Booleans(.decimalZeroAndOne), Booleans(.anyNumber),
        ])
    }

    @Test(arguments: DocumentedTable.cases(of: "UnknownCases")) func unknownCases(row: DocumentedCase) {
        let rules = [
            UnknownCases(.useNil), UnknownCases(.caseNamed("pear")), UnknownCases(.caseNamed("high")),
            UnknownCases(.caseNamed("plum")), UnknownCases(.first), UnknownCases(.last),
            UnknownCases(.case(Fruit.pear)), UnknownCases(.fail), UnknownCases(.caseNamed("dot")),
            UnknownCases(.caseNamed("circle")), UnknownCases(.case(Shape.circle(1))),
            UnknownCases(.first, for: [.unknownValue, .null, .missingKey]),
        ]
        row.check(rules, optionalsDiffer: row.rule == "UnknownCases(.useNil)")
    }

    @Test(arguments: DocumentedTable.cases(of: "MissingWrappers")) func missingWrappers(row: DocumentedCase) {
        row.check([MissingWrappers()])
    }

    @Test(arguments: ["NumericStrings", "StringsFromScalars", "Booleans", "UnknownCases", "MissingWrappers"])
    func sameTable(rule: String) { expectSameTable(rule) }

    #if !(os(macOS) && arch(x86_64))
        /// Half precision, which is not available on every platform.
        @Test func float16() {
            Row(
                [Float16].self, #"["1.5",null,"x"]"#, "[1.5, 0.0]",
                #"NumericStrings, converted, '[0]' '/0', 1:2+1, Float: "1.5" → 1.5, Expected to decode Float but found a string instead."#,
                "Defaults, null replaced, '[1]' '/1', 1:8+7, Float: null → 0, Cannot get value of type Float -- found null value instead",
                #"LossyCollections, dropped, '[2]' '/2', 1:13+12, Float16: "x" → dropped, Expected to decode Float but found a string instead."#
            ).check(
                DecodingPolicy {
                    NumericStrings()
                    Defaults(.zero)
                    LossyCollections()
                })
        }
    #endif
}
