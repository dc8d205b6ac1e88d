import PolicyJSON
import Testing

@Suite struct SingleElementArraysTests {
    @Test(arguments: DocumentedTable.cases(of: "SingleElementArrays")) func table(row: DocumentedCase) {
        row.check([SingleElementArrays()], optionalsDiffer: row.found == "[null]", isOneChange: row.found != "[[1]]")
    }

    @Test func sameTable() { expectSameTable("SingleElementArrays") }

    /// Other rules are consulted about the element, at its own path.
    @Test func elementUnderTheSamePolicy() {
        Row(
            Box<Int>.self, #"{"value":["7"]}"#, "Box<Int>(value: 7)",
            #"SingleElementArrays, converted, 'value' '/value', 1:10+9, Int: ["7"] → "7", Expected to decode Int but found an array instead."#,
            #"NumbersFromStrings, converted, 'value[0]' '/value/0', 1:11+10, Int: "7" → 7, Expected to decode Int but found a string instead."#
        ).check(
            DecodingPolicy {
                NumbersFromStrings()
                SingleElementArrays()
            })
    }
}
