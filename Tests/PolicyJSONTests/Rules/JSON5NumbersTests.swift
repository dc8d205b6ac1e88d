import Foundation
import PolicyJSON
import Testing

/// Rules about the values of numbers, for numbers that only JSON5 has.
@Suite struct JSON5NumbersTests {
    private static let sentinels = Sentinels(.asNil, numbers: [0, -1, 255, 0.5])
    private static let decimals = BooleansFromScalars(.decimalZeroAndOne)
    private static let numbers = BooleansFromScalars(.anyNumber)
    private static let noBool = "typeMismatch(Bool) at the top: Expected to decode Bool but found number instead."

    static let rows: [(any DecodingRule, any (Decodable & SendableMetatype).Type, json: String, outcome: String)] = [
        (
            sentinels, [Int?].self, "[0x0, +0, -0x1, 0xFF, +255, 255., -0, +0.0]",
            "[nil, nil, nil, nil, nil, nil, nil, nil]"
        ),
        (sentinels, [Double?].self, "[.5, +.5, 5.e-1, 0.]", "[nil, nil, nil, nil]"),
        (sentinels, [Int?].self, "[0x1, +1, 0xFE]", "[Optional(1), Optional(1), Optional(254)]"),
        (sentinels, [Double?].self, "[Infinity, -Infinity]", "[Optional(inf), Optional(-inf)]"),
        (
            decimals, [Bool].self, "[0x0, +0, -0x0, .0, 0., 0x1, +1, 1., +1.0]",
            "[false, false, false, false, false, true, true, true, true]"
        ),
        (decimals, Bool.self, "0x2", noBool),
        (decimals, Bool.self, "-0x1", noBool),
        (decimals, Bool.self, ".1", noBool),
        (decimals, Bool.self, "NaN", noBool),
        (numbers, [Bool].self, "[0x0, +.0, 0x2, -0x1, .1, +1]", "[false, false, true, true, true, true]"),
        (numbers, Bool.self, "Infinity", noBool),
        // Written exactly so.
        (BooleansFromScalars(.zeroAndOne), Bool.self, "+1", noBool),
        (
            Durations(), [Duration].self, "[+5, 0x10, .5, 2., -0x1]",
            "[5.0 seconds, 16.0 seconds, 0.5 seconds, 2.0 seconds, -1.0 seconds]"
        ),
        (Rounding(.down), [Int].self, "[+1.5, .5, -.5]", "[1, 0, -1]"),
        (StringsFromScalars(), [String].self, "[+1, 0x1F, .5]", #"["+1", "0x1F", ".5"]"#),
    ]

    @Test(arguments: rows.indices) func outcomes(index: Int) {
        let (rule, type, json, outcome) = Self.rows[index]
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy([rule]))
        decoder.allowsJSON5 = true
        #expect(decoder.outcome(of: type, from: json).text == outcome)
    }

    /// A key without quotes is reported without the characters that follow it.
    @Test(arguments: [
        ("{plum : 1}", "plum"), ("{plum:1}", "plum"), ("{'plum' : 1}", "'plum'"), (#"{pl\u0075m : 1}"#, #"pl\u0075m"#),
        ("{\"plum\": 1}", "\"plum\""), ("{plum/**/:1}", "plum"),
    ])
    func keys(json: String, found: String) throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                DictionaryKeys()
                UnknownCases(.first)
            })
        decoder.allowsJSON5 = true
        let report = try decoder.decodeReporting([Fruit: Int].self, from: json).report
        #expect(report.entries.first { $0.rule == "UnknownCases" }?.found == found)
    }
}
