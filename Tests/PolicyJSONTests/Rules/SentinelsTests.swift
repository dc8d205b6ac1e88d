import Foundation
import PolicyJSON
import Testing

@Suite struct SentinelsTests {
    @Test(arguments: DocumentedTable.cases(of: "Sentinels")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            Sentinels(.asNil, strings: ["N/A", "0000-00-00"], numbers: [0, -1]),
            Sentinels(.asNull, strings: ["", "null"]),
        ]
        row.check(rules, optionalsDiffer: true)
    }

    @Test func sameTable() { expectSameTable("Sentinels") }

    @Test(arguments: [
        (Sentinels(.asNil, strings: ["N/A"]), #""N/A" counts as a missing value where a value may be missing."#),
        (Sentinels(.asNil, numbers: [0, -1]), "0, -1 count as a missing value where a value may be missing."),
    ])
    func explains(rule: Sentinels, explanation: String) { #expect(rule.explanationOrDescription == explanation) }

    /// By value, with all digits.
    @Test(arguments: [
        ("-1", true), ("-1.000", true), ("-10e-1", true), ("0e999999", true), ("-0.00", true),
        ("0e-999999999999", true),
        ("-1.00000000000000000000000000000000000000001", false), ("-1e0", true), ("1", false),
        ("12345678901234567890123456789012345678", true), ("12345678901234567890123456789012345678.0", true),
        ("12345678901234567890123456789012345678.1", false),
    ])
    func numbers(_ number: String, _ isSentinel: Bool) throws {
        let big = try #require(Decimal(string: "12345678901234567890123456789012345678"))
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy { Sentinels(.asNil, numbers: [0, -1, big]) })
        #expect((try decoder.decode([Double?].self, from: "[\(number)]") == [nil]) == isSentinel)
    }

    struct Reading: Decodable {
        let id: Int, level: Int?, note: String?, on: Bool?, values: [Double?], byName: [String: Int?], total: Int
    }
    private struct Reader: Decodable, CustomStringConvertible {
        let description: String
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            let int = try container.decodeIfPresent(Int.self)
            let text = try container.decodeIfPresent(String.self)
            let date = try container.decodeIfPresent(Date.self)
            description = "\(int.map { "\($0)" } ?? "nil") \(text ?? "nil") \(date == nil ? "nil" : "date")"
        }
    }

    @Test(arguments: [
        Row(
            Reading.self,
            #"{"id":-1,"level":-1,"note":"","on":"","values":[1,-1.0,null],"byName":{"a":-1},"total":""}"#,
            #"Reading(id: -1, level: nil, note: nil, on: nil, values: [Optional(1.0), nil, nil], byName: ["a": nil], total: 0)"#,
            "Sentinels, converted, 'level' '/level', 1:18+17, Int?: -1 → nil, The value may be nil.",
            #"Sentinels, converted, 'note' '/note', 1:28+27, String?: "" → nil, The value may be nil."#,
            #"Sentinels, converted, 'on' '/on', 1:36+35, Bool?: "" → nil, The value may be nil."#,
            "Sentinels, converted, 'values[1]' '/values/1', 1:51+50, Double?: -1.0 → nil, The value may be nil.",
            "Sentinels, converted, 'byName.a' '/byName/a', 1:76+75, Int?: -1 → nil, The value may be nil.",
            #"Sentinels, converted, 'total' '/total', 1:88+87, Int: "" → null, Expected to decode Int but found a string instead."#,
            #"DefaultValues, null replaced, 'total' '/total', 1:88+87, Int: "" → 0, Cannot get value of type Int -- found null value instead"#
        ),
        Row(
            Reader.self, #"[-1,"",""]"#, "nil nil nil",
            "Sentinels, converted, '[0]' '/0', 1:2+1, Int?: -1 → nil, The value may be nil.",
            #"Sentinels, converted, '[1]' '/1', 1:5+4, String?: "" → nil, The value may be nil."#,
            #"Sentinels, converted, '[2]' '/2', 1:8+7, Date?: "" → nil, The value may be nil."#),
        Row(Reader.self, "[null]", "nil nil nil"),
    ])
    func positions(row: Row) {
        row.check(
            DecodingPolicy {
                Sentinels(.asNull, strings: [""], numbers: [-1])
                DefaultValues(.zero)
            })
    }

    @Test func inScopes() {
        Row(
            [OptionalBox<Int>].self, #"[{"value":0},{"value":0}]"#,
            "[OptionalBox<Swift.Int>(value: Optional(0)), OptionalBox<Swift.Int>(value: nil)]",
            "Sentinels, converted, '[1].value' '/1/value', 1:23+22, Int?: 0 → nil, The value may be nil."
        ).check(DecodingPolicy { At("[1].value") { Sentinels(.asNil, numbers: [0]) } })
    }

    struct Converted: Decodable {
        let someValue: Int?, umlaut: Int?

        enum CodingKeys: String, CodingKey {
            case someValue
            case umlaut = "ä"
        }
    }

    /// A key strategy and keys that are not ASCII use other look-ups.
    @Test func convertedKeys() {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Sentinels(.asNil, numbers: [0]) })
        let plain = decoder.outcome(of: Converted.self, from: #"{"someValue":0,"ä":0}"#).text
        #expect(plain == "Converted(someValue: nil, umlaut: nil)")
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let converted = decoder.outcome(of: Converted.self, from: #"{"some_value":0,"ä":1}"#).text
        #expect(converted == "Converted(someValue: nil, umlaut: Optional(1))")
    }
}
