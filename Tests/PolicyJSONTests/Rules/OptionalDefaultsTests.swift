import Foundation
import PolicyJSON
import Testing

/// Values for optional properties: defaults, and required keys.
@Suite struct OptionalDefaultsTests {
    struct Song: Codable, Equatable {
        var title: String? = "none"
        var length: Int?
        var year: Date? = Date(timeIntervalSinceReferenceDate: 0)
    }

    static let missing = #"No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#

    @Test(arguments: [
        Row(
            OptionalBox<Int>.self, "{}", "OptionalBox<Int>(value: Optional(9))",
            "DefaultValues, key supplied, 'value' '/value', 1:1+0, Int?: nothing → 9, \(missing)"),
        Row(
            OptionalBox<Int>.self, #"{"value":null}"#, "OptionalBox<Int>(value: Optional(9))",
            "DefaultValues, null replaced, 'value' '/value', 1:10+9, Int?: null → 9, Cannot get value of type Int -- found null value instead"
        ),
        Row(
            DoubleBox<Int>.self, "{}", "DoubleBox<Int>(value: Optional(Optional(9)))",
            "DefaultValues, key supplied, 'value' '/value', 1:1+0, Int?: nothing → 9, \(missing)"),
        Row(OptionalBox<Int>.self, #"{"value":1}"#, "OptionalBox<Int>(value: Optional(1))"),
        Row(OptionalBox<String>.self, "{}", "OptionalBox<String>(value: nil)"),
        Row(
            [Int?].self, "[null,1]", "[Optional(9), Optional(1)]",
            "DefaultValues, null replaced, '[0]' '/0', 1:2+1, Int?: null → 9, Cannot get value of type Int -- found null value instead"
        ),
    ])
    func occasions(row: Row) {
        row.check(DecodingPolicy { DefaultValues(9, for: [.missingOptional, .nullOptional]) })
        row.checkStrict(failing: false)
    }

    /// A rule for other occasions is not consulted about optionals.
    @Test(arguments: ["{}", #"{"value":null}"#]) func otherOccasions(json: String) {
        Row(OptionalBox<Int>.self, json, "OptionalBox<Int>(value: nil)").check(DecodingPolicy { DefaultValues(9) })
    }

    @Test func template() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy { DefaultValues(template: Song(), for: [.missingKey, .missingOptional]) })
        let outcome = try decoder.decodeReporting([Song].self, from: #"[{},{"title":null},{"title":"a"}]"#)
        #expect(outcome.value.map(\.title) == ["none", nil, "a"])
        #expect(outcome.value.map(\.year) == Array(repeating: Song().year, count: 3))
        #expect(outcome.report.entries.map(\.path.description) == ["[0].title", "[0].year", "[1].year", "[2].year"])
    }

    @Test func aliasesComeFirst() {
        let policy = DecodingPolicy {
            KeyMatching(aliases: ["value": ["v"]])
            DefaultValues(9, for: .missingOptional)
        }
        let decoder = PolicyJSONDecoder(policy: policy)
        let found = decoder.outcome(of: OptionalBox<Int>.self, from: #"{"v":1}"#).text
        #expect(found == "OptionalBox<Int>(value: Optional(1))")
        let absent = decoder.outcome(of: OptionalBox<Int>.self, from: "{}").text
        #expect(absent == "OptionalBox<Int>(value: Optional(9))")
    }

    // MARK: Required keys

    @Test(arguments: DocumentedTable.cases(of: "RequiredKeys")) func table(row: DocumentedCase) {
        row.check([RequiredKeys()])
    }

    @Test func sameTable() { expectSameTable("RequiredKeys") }

    /// A missing key is one of the values of a `Presence`.
    @Test(arguments: ["{}": "missing", #"{"value":null}"#: "null", #"{"value":1}"#: "value(1)"])
    func presences(_ json: String, _ expected: String) throws {
        struct Patch: Codable { let value: Presence<Int> }
        for policy in [
            DecodingPolicy { RequiredKeys() }, DecodingPolicy { DefaultValues(5, for: .missingOptional) },
        ] {
            let patch = try PolicyJSONDecoder(policy: policy).decode(Patch.self, from: json)
            #expect("\(patch.value)" == expected)
            let encoder = PolicyJSONEncoder(policy: EncodingPolicy { NilValues(.null) })
            #expect(String(decoding: try encoder.encode(patch), as: UTF8.self) == json)
        }
    }

    @Test func requiredKeysInScopes() {
        let message =
            #"dataCorrupted at [1].value: The key "value" is missing; it is required, and may be null. [rejected by RequiredKeys]"#
        Row([OptionalBox<Int>].self, "[{},{}]", message).check(
            DecodingPolicy {
                At("[1].value") { RequiredKeys() }
                UnknownCases(.useNil)
            })
        Row([OptionalBox<Int>].self, "[{}]", "[OptionalBox<Swift.Int>(value: nil)]").check(
            DecodingPolicy { For(Song.self) { RequiredKeys() } })
    }
}
