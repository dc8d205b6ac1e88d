import Foundation
import PolicyJSON
import TestSupport
import Testing

@Suite struct RawJSONTests {
    struct Plain: Codable { var value: RawJSON }
    struct InOptional: Codable { var value: RawJSON? }
    struct InOptionals: Codable { var value: RawJSON?? }
    struct InPresence: Codable { var value: Presence<RawJSON> }
    struct InArray: Codable { var value: [RawJSON] }
    struct OptionalsInArray: Codable { var value: [RawJSON?] }
    struct InDictionary: Codable { var value: [String: RawJSON] }

    static let table = PropertyTable(in: "PolicyJSON/Types/RawJSON.swift", heading: "property")
    static let models = PropertyModels(models: [
        "RawJSON": Plain.self, "RawJSON?": InOptional.self, "RawJSON??": InOptionals.self,
        "Presence<RawJSON>": InPresence.self, "[RawJSON]": InArray.self,
        "[RawJSON?]": OptionalsInArray.self, "[String: RawJSON]": InDictionary.self,
    ])

    @Test func tableExists() {
        #expect(Self.table.rows.count == 19)
        #expect(Self.table.isOnPage("ModelTypes.md"))
    }

    /// Policies have no effect.
    @Test(arguments: table.rows, [DecodingPolicy.strict, .lenient])
    func isAsDocumented(row: PropertyTable.Row, policy: DecodingPolicy) {
        let outcome = Self.models.outcome(row["property"]) {
            try PolicyJSONDecoder(policy: policy).decode($0, from: PropertyModels.document(row["in the JSON"]))
        }
        #expect(outcome == row["kept"])
    }

    // MARK: Verbatim text

    @Test func keepsWholeDocuments() throws {
        let texts = [
            "[]", "{}", "0", #""""#, "null", "\t[1 ,\n 2]\r\n", " {\"a\": {\"a\" :[ ]}} ",
            #"["\ud83d\ude00", "é", "\u0000"]"#,
        ]
        for text in texts {
            let kept = text.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(try PolicyJSONDecoder().decode(RawJSON.self, from: text).text == kept)
            #expect(try RawJSON(parsing: text).text == kept)
            #expect(try PolicyJSONDecoder().decode(RawJSON.self, from: Data("\u{FEFF}\(text)".utf8)).text == kept)
            let utf16 = try #require(text.data(using: .utf16BigEndian))
            #expect(try PolicyJSONDecoder().decode(RawJSON.self, from: utf16).text == kept)
        }
    }

    @Test func keepsGeneratedDocuments() throws {
        var random = RandomJSON(seed: 4)
        for _ in 0..<200 {
            let text = String(decoding: random.document(), as: UTF8.self)
            let array = try PolicyJSONDecoder().decode([RawJSON].self, from: "[\(text) , \(text)]")
            let kept = text.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(array.map(\.text) == [kept, kept])
        }
    }

    @Test func canBeCreatedFromDecoder() throws {
        struct Both: Decodable {
            let id: Int
            let whole: RawJSON
            enum CodingKeys: CodingKey { case id }
            init(from decoder: any Decoder) throws {
                id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
                whole = try RawJSON(from: decoder)
            }
        }
        let both = try PolicyJSONDecoder().decode(Both.self, from: #"{"id":1, "rest":1.0}"#)
        #expect(both.whole.text == #"{"id":1, "rest":1.0}"#)
    }

    @Test func nullOfSuperDecoder() throws {
        struct Model: Decodable {
            let value: RawJSON
            enum CodingKeys: CodingKey { case other }
            init(from decoder: any Decoder) throws {
                value = try RawJSON(from: decoder.container(keyedBy: CodingKeys.self).superDecoder(forKey: .other))
            }
        }
        #expect(try PolicyJSONDecoder().decode(Model.self, from: #"{"a":true}"#).value == .null)
    }

    @Test func keyStrategiesHaveNoEffect() throws {
        let decoder = PolicyJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let text = #"{"a_b":{"c_d":1}}"#
        #expect(try decoder.decode([String: RawJSON].self, from: #"{"x_y":\#(text)}"#)["x_y"]?.text == text)
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try foundation.decode(RawJSON.self, from: Data(text.utf8)).text == text)
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let camels = try RawJSON(parsing: #"{"aB":{"cD":1}}"#)
        #expect(String(decoding: try encoder.encode(camels), as: UTF8.self) == camels.text)
    }

    // MARK: JSON5

    @Test(arguments: [
        (
            "{a: 1, 'b': [.5, 5., +1, -0x1F, 0xff, -.25e3, 1.e2,], /* c */}",
            #"{"a":1,"b":[0.5,5,1,-31,255,-0.25e3,1e2]}"#
        ),
        (#"{"a" : [1.50, "x"]}"#, #"{"a" : [1.50, "x"]}"#),
        (#"'it\'s "so" \x41\v\0'"#, ##""it's \"so\" A\u000b\u0000""##),
        ("[1, // one\n 2]", "[1,2]"),
        ("[[], {}, [[1,],], null, true, false,]", "[[],{},[[1]],null,true,false]"),
        ("0xFFFFFFFFFFFFFFFF", "18446744073709551615"),
    ])
    func becomesJSON(json5: String, kept: String) throws {
        let decoder = PolicyJSONDecoder()
        decoder.allowsJSON5 = true
        let fragment = try decoder.decode(RawJSON.self, from: json5)
        #expect(fragment.text == kept)
        #expect(try RawJSON(parsing: fragment.text) == fragment)
    }

    @Test func trailingCommasAreRemoved() throws {
        let decoder = PolicyJSONDecoder()
        decoder.allowsTrailingCommas = true
        #expect(
            try decoder.decode([RawJSON].self, from: "[[1, 2,], {\"a\" : 1}]").map(\.text) == [
                "[1,2]", "{\"a\" : 1}",
            ])
    }

    @Test(arguments: ["NaN", "-Infinity", "[+Infinity]"])
    func noFormInJSON(json5: String) {
        let decoder = PolicyJSONDecoder()
        decoder.allowsJSON5 = true
        #expect(
            decoder.outcome(of: [RawJSON].self, from: "[1, \(json5)]").text
                == "dataCorrupted at [1]: \(json5) cannot be written in JSON.")
    }

    // MARK: Access to contents

    @Test func kinds() throws {
        let texts = ["null", "true", "-1", #""a""#, "[1]", "{}"]
        for values in [try texts.map { try RawJSON(parsing: $0) }, texts.map { RawJSON.unchecked($0) }] {
            #expect(values.map(\.kind) == [.null, .bool, .number, .string, .array, .object])
            #expect(values.map(\.value.kind) == [.null, .bool, .number, .string, .array, .object])
            #expect(values.map(\.description) == texts)
        }
        let unchecked = texts.map { RawJSON.unchecked("\r\n \t\($0)") }
        #expect(unchecked.map(\.kind) == [.null, .bool, .number, .string, .array, .object])
    }

    @Test(arguments: [
        (RawJSON.null, "null"), (.bool(true), "true"), (false, "false"), (-7, "-7"), (.string("a\"\n"), #""a\"\n""#),
        (.unchecked("[ 1 ]"), "[ 1 ]"),
    ])
    func constructed(raw: RawJSON, text: String) throws {
        #expect(raw.text == text)
        #expect(try raw == RawJSON(parsing: text))
        #expect(try raw.kind == RawJSON(parsing: text).kind)
        #expect(raw.value.text == text)
        #expect(String(decoding: try PolicyJSONEncoder().encode([raw]), as: UTF8.self) == "[\(text)]")
        let number = try #require(JSONNumber("1.50"))
        #expect(RawJSON.number(number).text == "1.50")
    }

    @Test(arguments: ["{", "", "0x1", "[1,]", "1 2"])
    func uncheckedTextThatIsNotJSON(text: String) throws {
        let raw = RawJSON.unchecked(text)
        #expect(!raw.value.exists)
        let error = #expect(throws: EncodingError.self) { try PolicyJSONEncoder().encode(["a": raw]) }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect(DecodingPath(context.codingPath) == "a")
        #expect(context.debugDescription == "The value is not JSON.")
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(["a": raw]) }
        #if !FoundationEssentials
            #expect(throws: EncodingError.self) { try RawJSON(jsonObject: [raw]) }
        #endif
        #expect(throws: DecodingError.self) { try raw.decode(Int.self) }
    }

    @Test func inside() throws {
        let raw = try RawJSON(parsing: #"{"a" : [ 1.50,{"b":null} ], "é\n":2, "a":3, "":4}"#)
        #expect(raw.value["a"].text == #"[ 1.50,{"b":null} ]"#)
        #expect(try raw.value["a"][1].decode(RawJSON.self) == RawJSON(parsing: #"{"b":null}"#))
        #expect(raw.value.members.map(\.name) == ["a", "é\n", "a", ""])
        #expect(raw.value.value(at: "a[0]").number?.text == "1.50")
    }

    @Test func decodesFromFragment() throws {
        struct Event: Decodable { let payload: RawJSON }
        struct Payload: Decodable, Equatable { let amount: Decimal }
        let event = try PolicyJSONDecoder().decode(Event.self, from: #"{"payload": {"amount": "1.50"}}"#)
        #expect(throws: DecodingError.self) { try event.payload.decode(Payload.self) }
        let lenient = PolicyJSONDecoder(policy: .lenient)
        #expect(try event.payload.decode(Payload.self, using: lenient).amount == Decimal(string: "1.5"))
    }

    @Test func equalityComparesBytes() throws {
        let texts = ["[1]", "[ 1]", "1", "1.0", "\"e\u{301}\"", "\"\u{e9}\"", #"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#]
        let fragments = try texts.map { try RawJSON(parsing: $0) }
        #expect(Set(fragments).count == texts.count)
        #expect(try RawJSON(parsing: " [1] ") == fragments[0])
        #expect(try Set(fragments).contains(RawJSON(parsing: "1.0")))
    }

    @Test func limits() throws {
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let error = #expect(throws: JSONSyntaxError.self) { try RawJSON(parsing: deep) }
        #expect(error?.code == .depthLimit)
        let fragment = try RawJSON(parsing: deep, limits: JSONLimits(depth: 600))
        #expect(fragment.value.count == 1)
        #expect(fragment.value[0].value(at: "[0][0]").text?.utf8.count == 1194)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(fragment) }
        let long = String(repeating: "1", count: 1 << 20 + 1)
        #expect(throws: JSONSyntaxError.self) { try RawJSON(parsing: long) }
        #expect(try RawJSON(parsing: long, limits: JSONLimits(numberBytes: long.count)).value.number?.text == long)
    }

    @Test(arguments: ["", " ", "[1", "1 2", "nul", "{\"a\"}", "\u{FEFF}1"])
    func rejectsOtherTexts(text: String) {
        #expect(throws: JSONSyntaxError.self) { try RawJSON(parsing: text) }
    }

    // MARK: Other coders

    @Test(arguments: [
        ("null", "null"), ("true", "true"), (#""a\"\u000a""#, #""a\"\n""#), ("1", "1"), ("1.0", "1"), ("1.50", "1.5"),
        ("-9223372036854775808", "-9223372036854775808"), ("18446744073709551615", "18446744073709551615"),
        ("170141183460469231731687303715884105728", "170141183460469231731687303715884105728"),
        ("0.1", "0.1"), ("123456789012345678901234567.8901234567", "123456789012345678901234567.8901234567"),
        ("79948934057980672.6", "79948934057980672.6"), ("-6212549814211979.671761", "-6212549814211979.671761"),
        ("18446744073709551614.5", "18446744073709551614.5"), ("-0.0", "-0"), ("-0", "-0"), ("0.0", "0"),
        ("0.00000000000000000000001", "1e-23"), ("9223372036854775807", "9223372036854775807"),
        ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455"),
        ("1e300", "1e+300"), (#"{"b":1,"a":[ 2, {} ]}"#, #"{"a":[2,{}],"b":1}"#), ("[]", "[]"),
    ])
    func fromFoundation(json: String, text: String) throws {
        let document = Data("[\(json)]".utf8)
        #expect(try JSONDecoder().decode([RawJSON].self, from: document).map(\.text) == [text])
    }

    @Test func fromPropertyLists() throws {
        struct Values: Codable { let a: Int, b: Double, c: [String], d: [String: Bool] }
        let list = try PropertyListEncoder().encode(Values(a: 1, b: 0.5, c: ["x"], d: ["y": true]))
        let fragment = try PropertyListDecoder().decode(RawJSON.self, from: list)
        #expect(fragment.text == #"{"a":1,"b":0.5,"c":["x"],"d":{"y":true}}"#)
        let date = try PropertyListEncoder().encode([Date(timeIntervalSinceReferenceDate: 0)])
        #expect(throws: DecodingError.self) { try PropertyListDecoder().decode([RawJSON].self, from: date) }
    }

    @Test(
        arguments: [
            ("null", "null"), ("[true,false]", "[true,false]"), (#"{"a": 1, "a": 2}"#, #"{"a":1}"#), ("-0", "-0"),
            ("1.50", "1.5"), ("1e2", "100"), ("18446744073709551615", "18446744073709551615"),
            ("-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"),
            ("12345678901234567890.123", "12345678901234567890.123"), ("1E400", nil),
            ("0.1234567890123456789012345678901234567890123", nil), (#""é\u0001""#, #""é\u0001""#), ("{}", "{}"),
            ("[]", "[]"),
        ] as [(String, String?)])
    func toFoundation(json: String, written: String?) throws {
        let fragment = try RawJSON(parsing: json)
        guard let written else {
            let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode([fragment]) }
            if case .invalidValue(_, let context)? = error {
                #expect(DecodingPath(context.codingPath).description == "[0]")
                #expect(context.debugDescription.hasSuffix(" is neither a Double nor a Decimal to the last digit."))
            }
            return
        }
        #expect(String(decoding: try JSONEncoder().encode([fragment]), as: UTF8.self) == "[\(written)]")
    }

    /// The information that another encoder preserves: members by name, the first of repeated ones; numbers as
    /// `Double`.
    private func shape(_ value: JSONValue) -> String {
        switch value.kind {
        case .array: return "[\(value.elements.map(shape).joined(separator: ","))]"
        case .number: return value.double.map { "\($0)" } ?? "out of range"
        case .string: return (value.string ?? "").debugDescription
        case .object:
            var byName: [String: String] = [:]
            for member in value.members where byName[member.name] == nil { byName[member.name] = shape(member.value) }
            return "{\(byName.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ","))}"
        default: return value.text ?? ""
        }
    }

    @Test func foundationPreservesTheShape() throws {
        var random = RandomJSON(seed: 5)
        var written = 0
        for _ in 0..<100 {
            let fragment = try RawJSON(parsing: String(decoding: random.document(), as: UTF8.self))
            // Numbers with more digits than any type are rejected.
            guard let data = try? JSONEncoder().encode([fragment]) else { continue }
            written += 1
            #expect(
                try PolicyJSONDecoder().decode([RawJSON].self, from: data).map { shape($0.value) } == [
                    shape(fragment.value)
                ])
            #expect(
                try JSONDecoder().decode([RawJSON].self, from: data).map { shape($0.value) } == [shape(fragment.value)])
        }
        #expect(written > 20)
    }
}
