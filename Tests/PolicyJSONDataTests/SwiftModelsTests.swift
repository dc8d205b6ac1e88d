import Foundation
import PolicyJSON
import PolicyJSONData
import Testing

@Suite struct SwiftModelsTests {
    /// An array of the same record, and another one.
    private static func repeated(_ record: String, _ count: Int, _ other: String) -> String {
        "[" + (Array(repeating: record, count: count) + [other]).joined(separator: ",") + "]"
    }

    /// Each property of a record: the name, the type, and the comment before it.
    private func properties(_ text: String) throws -> [String] {
        let lines = try SwiftModels(text).declarations.components(separatedBy: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("struct Root: ") })
        return lines[(start + 1)...].prefix { $0.hasPrefix("    var") || $0.hasPrefix("    ///") }.map {
            $0.replacing("    var ", with: "").trimmingCharacters(in: .whitespaces)
        }
    }

    @Test(arguments: [
        (#"[{"a":true},{"a":false}]"#, ["a: Bool"]),
        (#"[{"a":"x"}]"#, ["a: String"]),
        (#"[{"a":1},{"a":-0}]"#, ["a: Int"]),
        (#"[{"a":1},{}]"#, ["a: Int?"]),
        (#"[{"a":1},{"a":null}]"#, ["a: Int?"]),
        (#"[{"a":9223372036854775807},{"a":-9223372036854775808}]"#, ["a: Int"]),
        (#"[{"a":9223372036854775808}]"#, ["a: Decimal"]),
        (#"[{"a":-9223372036854775809}]"#, ["a: Decimal"]),
        (#"[{"a":1},{"a":2.5}]"#, ["a: Double"]),
        (#"[{"a":1.0}]"#, ["a: Double"]),
        (#"[{"a":9007199254740992},{"a":2.5}]"#, ["a: Double"]),
        (#"[{"a":9007199254740993},{"a":2.5}]"#, ["a: Decimal"]),
        (#"[{"a":0.12345678901234567}]"#, ["a: Double"]),
        (#"[{"a":0.123456789012345678}]"#, ["a: Decimal"]),
        (#"[{"a":12345678901234567890123456789012345678}]"#, ["a: Decimal"]),
        (
            #"[{"a":123456789012345678901234567890123456789}]"#,
            ["/// Numbers with more digits than Decimal has, or out of its range.", "a: RawJSON"]
        ),
        (
            #"[{"a":1e400}]"#,
            ["/// Numbers with more digits than Decimal has, or out of its range.", "a: RawJSON"]
        ),
        (#"[{"a":null}]"#, ["/// Only null in the samples.", "a: RawJSON?"]),
        (#"[{"a":{}}]"#, ["a: [String: RawJSON]"]),
        (#"[{"a":[]}]"#, ["a: [RawJSON]"]),
        (#"[{"a":[null]}]"#, ["a: [RawJSON?]"]),
        (#"[{"a":[1,null]}]"#, ["a: [Int?]"]),
        (#"[{"a":[[[1.5]],[]]}]"#, ["a: [[[Double]]]"]),
        (#"[{"a":{"7":1,"8":null}}]"#, ["a: [String: Int?]"]),
        (#"[{"a":{"2026-03-02":{"x":1}}}]"#, ["a: [String: A]"]),
        (#"[{"a":{"x":1}},{"a":null}]"#, ["a: A?"]),
        (#"[{"a":"2026-03-02T08:15:00.5+01:00"}]"#, ["a: Date"]),
        (#"[{"a":"2026-02-30T08:15:00Z"}]"#, ["a: String"]),
        (#"[{"a":"2026-03-02 08:15:00"}]"#, ["a: String"]),
        (
            repeated(#"{"a":{"x":1}}"#, 18, #"{"a":[]}"#),
            ["/// Values of several kinds: array, object.", "a: RawJSON"]
        ),
        (#"[{"a":{"x":1}},{"a":[1]}]"#, ["/// Values of several kinds: array, object.", "a: RawJSON"]),
        // Longer than what a profile keeps of a string.
        (
            repeated(#"{"a":{"x":1}}"#, 2, #"{"a":"[\#(String(repeating: "0,", count: 40))0]"}"#),
            ["/// Values of several kinds: string, object.", "a: RawJSON"]
        ),
        (#"[{"a":true},{"a":2.5}]"#, ["/// Values of several kinds: Boolean, number.", "a: RawJSON"]),
        (#"[{"a":1},{"a":"1e400"}]"#, ["/// Values of several kinds: number, string.", "a: RawJSON"]),
    ])
    func `types of properties`(_ text: String, _ properties: [String]) throws {
        #expect(try self.properties(text) == properties)
        #expect(try SwiftModels(text).policy.rules.isEmpty)
    }

    // MARK: Policies

    /// More different strings than a profile keeps.
    private static let manyNumbers =
        "[{\"a\":1}" + (0..<200).map { ",{\"a\":\"\($0)\"}" }.joined() + "]"

    @Test(arguments: [
        (#"[{"a":1},{"a":"2"}]"#, "a: Int", "NumbersFromStrings()"),
        (#"[{"a":1},{"a":"2.5"}]"#, "a: Double", "NumbersFromStrings()"),
        (#"[{"a":1},{"a":"9223372036854775808"}]"#, "a: Decimal", "NumbersFromStrings()"),
        (#"[{"a":1},{"a":" 2"}]"#, "a: Int", "NumbersFromStrings(trimmingWhitespace: true)"),
        (repeated(#"{"a":{"x":1}}"#, 19, #"{"a":[]}"#), "a: A?", "Fallbacks()"),
        (repeated(#"{"a":[1]}"#, 19, #"{"a":7.5}"#), "a: [Double]", "SingleValuesAsArrays()"),
        (repeated(#"{"a":"2026-03-02T08:15:00Z"}"#, 19, #"{"a":{}}"#), "a: Date?", "Fallbacks()"),
        (#"[{"a":1},{"a":"1e3"}]"#, "a: Double", "NumbersFromStrings()"),
        (manyNumbers, "a: Int", "NumbersFromStrings()"),
        (#"[{"a":1},{"a":""}]"#, "a: Int?", "EmptyStrings(.asNil)"),
        (#"[{"a":[1]},{"a":" "}]"#, "a: [Int]?", "EmptyStrings(.asNil, includingBlank: true)"),
        (#"[{"a":1},{"a":"2"},{"a":""}]"#, "a: Int?", "NumbersFromStrings(); EmptyStrings(.asNil)"),
        (#"[{"a":1},{"a":2},{"a":3},{"a":"n/a"}]"#, "a: Int?", #"Sentinels(.asNil, strings: ["n/a"])"#),
        (#"[{"a":1},{"a":2},{"a":"n/a"}]"#, "a: String", "StringsFromScalars()"),
        (
            repeated(#"{"a":1}"#, 7, #"{"a":"2"},{"a":"N/A"}"#), "a: Int?",
            #"NumbersFromStrings(); Sentinels(.asNil, strings: ["N/A"])"#
        ),
        (
            repeated(#"{"a":{"x":1}}"#, 7, #"{"a":"{\"x\":2}"},{"a":"none"},{"a":""}"#), "a: A?",
            #"StringifiedJSON(); Sentinels(.asNil, strings: ["none"]); EmptyStrings(.asNil)"#
        ),
        (repeated(#"{"a":[1]}"#, 7, #"{"a":"[2]"}"#), "a: [Int]", "StringifiedJSON()"),
        (repeated(#"{"a":{"x":1}}"#, 7, #"{"a":" {\"x\":2}"}"#), "a: A", "StringifiedJSON()"),
        (
            repeated(#"{"a":{"x":"y"}}"#, 2, #"{"a":"{\"x\":\"\#(String(repeating: "y", count: 80))\"}"}"#), "a: A",
            "StringifiedJSON()"
        ),
        (
            repeated(#"{"a":true}"#, 7, #"{"a":"yes"},{"a":0},{"a":"n/a"},{"a":"1"},{"a":"N"}"#), "a: Bool?",
            "BooleansFromScalars([.zeroAndOne, .words, .zeroAndOneStrings]); Sentinels(.asNil, strings: [\"n/a\"])"
        ),
        (#"[{"a":1},{"a":1},{"a":"2"},{"a":true}]"#, "a: Int", "NumbersFromStrings(); IntegersFromBooleans()"),
        // What is a value, in a form that no rule converts, does not become nil.
        (repeated(#"{"a":1}"#, 7, #"{"a":"yes"}"#), "a: String", "StringsFromScalars()"),
        (repeated(#"{"a":1}"#, 7, #"{"a":"1,5"}"#), "a: String", "StringsFromScalars()"),
        (repeated(#"{"a":true}"#, 7, #"{"a":"2"}"#), "a: String", "StringsFromScalars()"),
        (repeated(#"{"a":true}"#, 7, #"{"a":"2026-03-02"}"#), "a: String", "StringsFromScalars()"),
        // Nor where rare values of other kinds do.
        (repeated(#"{"a":1}"#, 60, #"{"a":"2"},{"a":[]}"#), "a: Int?", "NumbersFromStrings(); Fallbacks()"),
        (repeated(#"{"a":{"x":1}}"#, 60, #"{"a":"{}"},{"a":7}"#), "a: A?", "StringifiedJSON(); Fallbacks()"),
        (#"[{"a":"x"},{"a":1},{"a":true}]"#, "a: String", "StringsFromScalars()"),
        (#"[{"a":true},{"a":0}]"#, "a: Bool", "BooleansFromScalars(.zeroAndOne)"),
        (#"[{"a":true},{"a":"No"}]"#, "a: Bool", "BooleansFromScalars(.words)"),
        (#"[{"a":true},{"a":"0"}]"#, "a: Bool", "BooleansFromScalars(.zeroAndOneStrings)"),
        (#"[{"a":true},{"a":2}]"#, "a: Int", "IntegersFromBooleans()"),
        (#"[{"a":["x"]},{"a":"y"}]"#, "a: [String]", "SingleValuesAsArrays()"),
        (#"[{"a":[{"x":1}]},{"a":{"x":2}}]"#, "a: [A]", "SingleValuesAsArrays()"),
        (
            #"[{"a":"Mon, 02 Mar 2026 08:15:00 GMT"},{"a":""}]"#, "a: Date?",
            #"FallbackDateFormats([.formatted("EEE, d MMM yyyy HH:mm:ss Z"), .formatted("EEE, d MMM yyyy HH:mm:ss zzz")]); EmptyStrings(.asNil)"#
        ),
        (#"[{"a":"2026-03-02"}]"#, "a: Date", #"FallbackDateFormats([.formatted("yyyy-MM-dd")])"#),
    ])
    func `rules for values of other kinds`(_ text: String, _ property: String, _ rules: String) throws {
        #expect(try properties(text) == [property])
        #expect(try SwiftModels(text).policy.rules.map { "\($0)" } == [#"At("[*].a") { \#(rules) }"#])
    }

    @Test func `rules apply at the paths that need them`() throws {
        let document =
            #"{"v":1,"n":{"v":"2","n":{"v":3,"n":null}},"a.b":[{"c":"1"},{"c":1}],"m":{"7":{"c":"1"},"8":{"c":2}}}"#
        #expect(
            try SwiftModels(document).policy.rules.map { "\($0)" } == [
                #"At("n.v") { NumbersFromStrings() }"#, #"At("\"a.b\"[*].c") { NumbersFromStrings() }"#,
                #"At("m.*.c") { NumbersFromStrings() }"#,
            ])
        let items = #"{"data":{"items":[1,"2"]}}"#
        #expect(
            try SwiftModels(items, at: "data.items").policy.rules.map { "\($0)" }
                == [#"At("data.items[*]") { NumbersFromStrings() }"#])
        #expect(try SwiftModels("1\n\"2\"\n").policy.rules.map { "\($0)" } == [#"At("[*]") { NumbersFromStrings() }"#])
    }

    /// A list of this length, in which the values at some positions are strings.
    private func list(_ count: Int, stringsAt isString: (Int) -> Bool) -> String {
        (0..<count).reversed().reduce("null") { text, index in
            "{\"value\":\(isString(index) ? "\"1\"" : "1"),\"next\":\(text)}"
        }
    }

    @Test func `many paths and deep ones become one pattern`() throws {
        let few = try SwiftModels(list(16) { $0.isMultiple(of: 2) })
        #expect(few.policy.rules.count == 8)
        #expect("\(few.policy.rules[1])" == #"At("next.next.value") { NumbersFromStrings() }"#)
        for text in [list(18) { $0.isMultiple(of: 2) }, list(80) { $0 == 79 }] {
            #expect(try SwiftModels(text).policy.rules.map { "\($0)" } == [#"At("**.value") { NumbersFromStrings() }"#])
        }
    }

    /// The policy of the models is written with the library's names.
    @Test func `types with names of the library`() throws {
        let models = try SwiftModels(
            #"{"at":{"x":1},"for":{"y":1},"numbersFromStrings":{"z":1},"policyFile":{"w":1},"list":[{"p":"1"},{"p":2},{"p":3}]}"#
        )
        for name in ["At", "For", "NumbersFromStrings", "PolicyFile"] {
            #expect(!models.declarations.contains("struct \(name):"))
        }
    }

    @Test func `types of limited depth`() throws {
        let arrays = String(repeating: "[", count: 40) + "1" + String(repeating: "]", count: 40)
        #expect(try properties("{\"a\":\(arrays)}") == ["a: [[[[[[[[[RawJSON]]]]]]]]]"])
        let eight = String(repeating: "[", count: 8) + "1" + String(repeating: "]", count: 8)
        #expect(try properties("{\"a\":\(eight)}") == ["a: [[[[[[[[Int]]]]]]]]"])
    }
}
