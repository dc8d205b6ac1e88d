import Foundation
import PolicyJSON
import Testing

/// The tables in the documentation of the rules of `DecodingPolicy.lenient`.
@Suite struct DocumentedRulesTests {
    @Test(arguments: DocumentedTable.cases(of: "NumbersFromStrings")) func numericStrings(row: DocumentedCase) {
        row.check([
            NumbersFromStrings(), NumbersFromStrings(trimmingWhitespace: true),
            NumbersFromStrings(groupingSeparator: ","),
            NumbersFromStrings(groupingSeparator: "_"), NumbersFromStrings(groupingSeparator: "."),
            NumbersFromStrings(nonJSONForms: true),
        ])
    }

    @Test(arguments: DocumentedTable.cases(of: "StringsFromScalars")) func stringsFromScalars(row: DocumentedCase) {
        row.check([StringsFromScalars()])
    }

    @Test(arguments: DocumentedTable.cases(of: "BooleansFromScalars")) func booleans(row: DocumentedCase) {
        row.check([
            BooleansFromScalars(.zeroAndOne), BooleansFromScalars(.words), BooleansFromScalars([.zeroAndOne, .words]),
            BooleansFromScalars(.zeroAndOneStrings),
            BooleansFromScalars(.decimalZeroAndOne), BooleansFromScalars(.anyNumber),
        ])
    }

    @Test(arguments: DocumentedTable.cases(of: "UnknownCases")) func unknownCases(row: DocumentedCase) {
        let rules = [
            UnknownCases(.useNil), UnknownCases(.caseNamed("pear")), UnknownCases(.caseNamed("high")),
            UnknownCases(.caseNamed("plum")), UnknownCases(.first), UnknownCases(.last),
            UnknownCases(.case(Fruit.pear)), UnknownCases(.fail), UnknownCases(.caseNamed("dot")),
            UnknownCases(.caseNamed("circle")), UnknownCases(.case(Shape.circle(1))),
            UnknownCases(.first, for: [.null, .missingKey, .unknownCase]),
        ]
        row.check(rules, optionalsDiffer: row.rule == "UnknownCases(.useNil)")
    }

    @Test(arguments: DocumentedTable.cases(of: "OptionalPropertyWrappers")) func missingWrappers(row: DocumentedCase) {
        row.check([OptionalPropertyWrappers()])
    }

    @Test(arguments: [
        "NumbersFromStrings", "StringsFromScalars", "BooleansFromScalars", "UnknownCases", "OptionalPropertyWrappers",
    ])
    func sameTable(rule: String) { expectSameTable(rule) }

    #if !(os(macOS) && arch(x86_64))
        /// Half precision, which is not available on every platform.
        @Test func float16() {
            Row(
                [Float16].self, #"["1.5",null,"x"]"#, "[1.5, 0.0]",
                #"NumbersFromStrings, converted, '[0]' '/0', 1:2+1, Float: "1.5" → 1.5, Expected to decode Float but found a string instead."#,
                "DefaultValues, null replaced, '[1]' '/1', 1:8+7, Float: null → 0, Cannot get value of type Float -- found null value instead",
                #"LossyCollections, dropped, '[2]' '/2', 1:13+12, Float16: "x" → dropped, Expected to decode Float but found a string instead."#
            ).check(
                DecodingPolicy {
                    NumbersFromStrings()
                    DefaultValues(.zero)
                    LossyCollections()
                })
        }
    #endif
}
