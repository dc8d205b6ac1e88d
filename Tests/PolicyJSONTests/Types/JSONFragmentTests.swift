import Foundation
import PolicyJSON
import TestSupport
import Testing

@Suite struct JSONFragmentTests {
    struct Plain: Codable { var value: JSONFragment }
    struct InOptional: Codable { var value: JSONFragment? }
    struct InOptionals: Codable { var value: JSONFragment?? }
    struct InPresence: Codable { var value: Presence<JSONFragment> }
    struct InArray: Codable { var value: [JSONFragment] }
    struct OptionalsInArray: Codable { var value: [JSONFragment?] }
    struct InDictionary: Codable { var value: [String: JSONFragment] }

    static let table = PropertyTable(in: "PolicyJSON/Types/JSONFragment.swift", heading: "property")
    static let models = PropertyModels(models: [
        "JSONFragment": Plain.self, "JSONFragment?": InOptional.self, "JSONFragment??": InOptionals.self,
        "Presence<JSONFragment>": InPresence.self, "[JSONFragment]": InArray.self,
        "[JSONFragment?]": OptionalsInArray.self, "[String: JSONFragment]": InDictionary.self,
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
            #expect(try PolicyJSONDecoder().decode(JSONFragment.self, from: text).text == kept)
            #expect(try JSONFragment(parsing: text).text == kept)
            #expect(try PolicyJSONDecoder().decode(JSONFragment.self, from: Data("\u{FEFF}\(text)".utf8)).text == kept)
            let utf16 = try #require(text.data(using: .utf16BigEndian))
            #expect(try PolicyJSONDecoder().decode(JSONFragment.self, from: utf16).text == kept)
        }
    }

    @Test func keepsGeneratedDocuments() throws {
        var random = RandomJSON(seed: 4)
        for _ in 0..<200 {
            let text = String(decoding: random.document(), as: UTF8.self)
            let array = try PolicyJSONDecoder().decode([JSONFragment].self, from: "[\(text) , \(text)]")
            let kept = text.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(array.map(\.text) == [kept, kept])
        }
    }

    @Test func canBeCreatedFromDecoder() throws {
        struct Both: Decodable {
            let id: Int
            let whole: JSONFragment
            enum CodingKeys: CodingKey { case id }
            init(from decoder: any Decoder) throws {
                id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
                whole = try JSONFragment(from: decoder)
            }
        }
        let both = try PolicyJSONDecoder().decode(Both.self, from: #"{"id":1, "rest":1.0}"#)
        #expect(both.whole.text == #"{"id":1, "rest":1.0}"#)
    }

    @Test func nullOfSuperDecoder() throws {
        struct Model: Decodable {
            let value: JSONFragment
            enum CodingKeys: CodingKey { case other }
            init(from decoder: any Decoder) throws {
                value = try JSONFragment(from: decoder.container(keyedBy: CodingKeys.self).superDecoder(forKey: .other))
            }
        }
        #expect(try PolicyJSONDecoder().decode(Model.self, from: #"{"a":true}"#).value == .null)
    }

    @Test func keyStrategiesHaveNoEffect() throws {
        let decoder = PolicyJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let text = #"{"a_b":{"c_d":1}}"#
        #expect(try decoder.decode([String: JSONFragment].self, from: #"{"x_y":\#(text)}"#)["x_y"]?.text == text)
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try foundation.decode(JSONFragment.self, from: Data(text.utf8)).text == text)
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let camels = try JSONFragment(parsing: #"{"aB":{"cD":1}}"#)
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
        let fragment = try decoder.decode(JSONFragment.self, from: json5)
        #expect(fragment.text == kept)
        #expect(try JSONFragment(parsing: fragment.text) == fragment)
    }

    @Test func trailingCommasAreRemoved() throws {
        let decoder = PolicyJSONDecoder()
        decoder.allowsTrailingCommas = true
        #expect(
            try decoder.decode([JSONFragment].self, from: "[[1, 2,], {\"a\" : 1}]").map(\.text) == [
                "[1,2]", "{\"a\" : 1}",
            ])
    }

    @Test(arguments: ["NaN", "-Infinity", "[+Infinity]"])
    func noFormInJSON(json5: String) {
        let decoder = PolicyJSONDecoder()
        decoder.allowsJSON5 = true
        #expect(
            decoder.outcome(of: [JSONFragment].self, from: "[1, \(json5)]").text
                == "dataCorrupted at [1]: \(json5) has no form in JSON.")
    }

    // MARK: Access to contents

    @Test func kinds() throws {
        let texts = ["null", "true", "-1", #""a""#, "[1]", "{}"]
        let fragments = try texts.map { try JSONFragment(parsing: $0) }
        #expect(fragments.map(\.kind) == [.null, .bool, .number, .string, .array, .object])
        #expect(fragments.map(\.isNull) == [true, false, false, false, false, false])
        #expect(fragments.map(\.bool) == [nil, true, nil, nil, nil, nil])
        #expect(fragments.map { $0.number?.text } == [nil, nil, "-1", nil, nil, nil])
        #expect(fragments.map(\.string) == [nil, nil, nil, "a", nil, nil])
        #expect(fragments.map(\.count) == [nil, nil, nil, nil, 1, 0])
        #expect(fragments.map { $0.elements?.count } == [nil, nil, nil, nil, 1, nil])
        #expect(fragments.map { $0.members?.count } == [nil, nil, nil, nil, nil, 0])
        #expect(fragments.map(\.description) == texts)
    }

    @Test func inside() throws {
        let fragment = try JSONFragment(parsing: #"{"a" : [ 1.50,{"b":null} ], "é\n":2, "a":3, "":4}"#)
        #expect(fragment["a"]?.text == #"[ 1.50,{"b":null} ]"#)
        #expect(fragment["a"]?[0]?.text == "1.50")
        #expect(fragment["a"]?[1]?["b"] == .null)
        #expect(fragment["e\u{301}\n"]?.text == "2")
        #expect(fragment[""]?.text == "4")
        #expect(fragment["b"] == nil)
        #expect(fragment[0] == nil)
        #expect(fragment["a"]?["a"] == nil)
        #expect([-1, 2, .max, .min].map { fragment["a"]?[$0] } == [nil, nil, nil, nil])
        #expect(fragment.members?.map(\.name) == ["a", "é\n", "a", ""])
        #expect(fragment.members?.map(\.value.text) == [#"[ 1.50,{"b":null} ]"#, "2", "3", "4"])
        #expect(fragment["a"]?.elements?.map(\.text) == ["1.50", #"{"b":null}"#])
        #expect(try JSONFragment(parsing: #"{"a":1,"b":2}"#)["b"]?.text == "2")
    }

    // The examples of RFC 6901 section 5, and invalid pointers.
    @Test(
        arguments: [
            ("", "whole"), ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
            ("/c%d", "2"),
            ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"), ("/~01", "9"),
            ("/foo/2", nil), ("/foo/-", nil), ("/foo/00", nil), ("/foo/+0", nil), ("/foo/", nil), ("/foo/0/0", nil),
            ("/foo/99999999999999999999", nil), ("foo", nil), ("/m~n", nil), ("/m~", nil), ("/nothing", nil),
            ("/\u{301}", "10"),
        ] as [(String, String?)])
    func pointers(pointer: String, value: String?) throws {
        let document =
            #"{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8, "~1": 9, "\#u{301}": 10}"#
        let fragment = try JSONFragment(parsing: document)
        #expect(fragment.value(atPointer: pointer)?.text == (value == "whole" ? document : value))
    }

    @Test(
        arguments: [
            ("", #"{"a": [{"b c": 1}, [2]], "": 3, "/a": 4}"#), ("a[0].\"b c\"", "1"), ("a[1][0]", "2"), ("a[2]", nil),
            ("a[1].b", nil), ("a.b", nil), ("[0]", nil), ("\"\"", "3"), ("\"/a\"", "4"), ("b", nil),
        ] as [(DecodingPath, String?)])
    func paths(path: DecodingPath, value: String?) throws {
        let fragment = try JSONFragment(parsing: #"{"a": [{"b c": 1}, [2]], "": 3, "/a": 4}"#)
        #expect(fragment.value(at: path)?.text == value)
    }

    @Test func decodesFromFragment() throws {
        struct Event: Decodable { let payload: JSONFragment }
        struct Payload: Decodable, Equatable { let amount: Decimal }
        let event = try PolicyJSONDecoder().decode(Event.self, from: #"{"payload": {"amount": "1.50"}}"#)
        #expect(throws: DecodingError.self) { try event.payload.decode(Payload.self) }
        let lenient = PolicyJSONDecoder(policy: .lenient)
        #expect(try event.payload.decode(Payload.self, using: lenient).amount == Decimal(string: "1.5"))
    }

    @Test func equalityComparesBytes() throws {
        let texts = ["[1]", "[ 1]", "1", "1.0", "\"e\u{301}\"", "\"\u{e9}\"", #"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#]
        let fragments = try texts.map { try JSONFragment(parsing: $0) }
        #expect(Set(fragments).count == texts.count)
        #expect(try JSONFragment(parsing: " [1] ") == fragments[0])
        #expect(try Set(fragments).contains(JSONFragment(parsing: "1.0")))
    }

    @Test func limits() throws {
        let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let error = #expect(throws: JSONSyntaxError.self) { try JSONFragment(parsing: deep) }
        #expect(error?.code == .depthLimit)
        let fragment = try JSONFragment(parsing: deep, limits: JSONLimits(depth: 600))
        #expect(fragment.count == 1)
        #expect(fragment[0]?.value(at: "[0][0]")?.text.utf8.count == 1194)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(fragment) }
        let long = String(repeating: "1", count: 1 << 20 + 1)
        #expect(throws: JSONSyntaxError.self) { try JSONFragment(parsing: long) }
        #expect(try JSONFragment(parsing: long, limits: JSONLimits(numberBytes: long.count)).number?.text == long)
    }

    @Test(arguments: ["", " ", "[1", "1 2", "nul", "{\"a\"}", "\u{FEFF}1"])
    func rejectsOtherTexts(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONFragment(parsing: text) }
    }

    // MARK: Other coders

    @Test(arguments: [
        ("null", "null"), ("true", "true"), (#""a\"\u000a""#, #""a\"\n""#), ("1", "1"), ("1.0", "1"), ("1.50", "1.5"),
        ("-9223372036854775808", "-9223372036854775808"), ("18446744073709551615", "18446744073709551615"),
        ("170141183460469231731687303715884105728", "170141183460469231731687303715884105728"),
        ("0.1", "0.1"), ("123456789012345678901234567.8901234567", "123456789012345678901234567.8901234567"),
        ("1e300", "1e+300"), (#"{"b":1,"a":[ 2, {} ]}"#, #"{"a":[2,{}],"b":1}"#), ("[]", "[]"),
    ])
    func fromFoundation(json: String, text: String) throws {
        let document = Data("[\(json)]".utf8)
        #expect(try JSONDecoder().decode([JSONFragment].self, from: document).map(\.text) == [text])
    }

    @Test func fromPropertyLists() throws {
        struct Values: Codable { let a: Int, b: Double, c: [String], d: [String: Bool] }
        let list = try PropertyListEncoder().encode(Values(a: 1, b: 0.5, c: ["x"], d: ["y": true]))
        let fragment = try PropertyListDecoder().decode(JSONFragment.self, from: list)
        #expect(fragment.text == #"{"a":1,"b":0.5,"c":["x"],"d":{"y":true}}"#)
        let date = try PropertyListEncoder().encode([Date(timeIntervalSinceReferenceDate: 0)])
        #expect(throws: DecodingError.self) { try PropertyListDecoder().decode([JSONFragment].self, from: date) }
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
        let fragment = try JSONFragment(parsing: json)
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
    private func shape(_ fragment: JSONFragment) -> String {
        if let elements = fragment.elements { return "[\(elements.map(shape).joined(separator: ","))]" }
        if let number = fragment.number { return number.double.map { "\($0)" } ?? "out of range" }
        if let string = fragment.string { return string.debugDescription }
        guard let members = fragment.members else { return fragment.text }
        var byName: [String: String] = [:]
        for member in members where byName[member.name] == nil { byName[member.name] = shape(member.value) }
        return "{\(byName.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ","))}"
    }

    @Test func foundationPreservesTheShape() throws {
        var random = RandomJSON(seed: 5)
        var written = 0
        for _ in 0..<100 {
            let fragment = try JSONFragment(parsing: String(decoding: random.document(), as: UTF8.self))
            // Numbers with more digits than any type are rejected.
            guard let data = try? JSONEncoder().encode([fragment]) else { continue }
            written += 1
            #expect(try PolicyJSONDecoder().decode([JSONFragment].self, from: data).map(shape) == [shape(fragment)])
            #expect(try JSONDecoder().decode([JSONFragment].self, from: data).map(shape) == [shape(fragment)])
        }
        #expect(written > 20)
    }
}
