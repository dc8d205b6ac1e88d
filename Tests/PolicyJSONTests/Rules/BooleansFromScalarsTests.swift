import Foundation
import PolicyJSON
import Testing

@Suite struct BooleansFromScalarsTests {
    @Test(arguments: [
        Row(
            Bool.self, "0", "false",
            "BooleansFromScalars, converted, '' '', 1:1+0, Bool: 0 → false, Expected to decode Bool but found number instead."
        ),
        Row(
            Bool.self, "1", "true",
            "BooleansFromScalars, converted, '' '', 1:1+0, Bool: 1 → true, Expected to decode Bool but found number instead."
        ),
        Row(
            [Bool].self, "[true,0,1]", "[true, false, true]",
            "BooleansFromScalars, converted, '[1]' '/1', 1:7+6, Bool: 0 → false, Expected to decode Bool but found number instead.",
            "BooleansFromScalars, converted, '[2]' '/2', 1:9+8, Bool: 1 → true, Expected to decode Bool but found number instead."
        ),
        Row(
            [Bool?].self, "[null,0]", "[nil, Optional(false)]",
            "BooleansFromScalars, converted, '[1]' '/1', 1:7+6, Bool?: 0 → false, Expected to decode Bool but found number instead."
        ),
        Row(
            ContiguousArray<Bool>.self, "[1]", "[true]",
            "BooleansFromScalars, converted, '[0]' '/0', 1:2+1, Bool: 1 → true, Expected to decode Bool but found number instead."
        ),
        Row(
            Set<Bool>.self, "[1,true]", "[true]",
            "BooleansFromScalars, converted, '[0]' '/0', 1:2+1, Bool: 1 → true, Expected to decode Bool but found number instead."
        ),
        Row(
            [String: Bool].self, #"{"a":1}"#, #"["a": true]"#,
            "BooleansFromScalars, converted, 'a' '/a', 1:6+5, Bool: 1 → true, Expected to decode Bool but found number instead."
        ),
        Row(
            [Int: Bool].self, #"{"1":0}"#, "[1: false]",
            "BooleansFromScalars, converted, '1' '/1', 1:6+5, Bool: 0 → false, Expected to decode Bool but found number instead."
        ),
        Row(
            Box<Bool>.self, #"{"value":1}"#, "Box<Bool>(value: true)",
            "BooleansFromScalars, converted, 'value' '/value', 1:10+9, Bool: 1 → true, Expected to decode Bool but found number instead."
        ),
        Row(
            OptionalBox<Bool>.self, #"{"value":1}"#, "OptionalBox<Bool>(value: Optional(true))",
            "BooleansFromScalars, converted, 'value' '/value', 1:10+9, Bool?: 1 → true, Expected to decode Bool but found number instead."
        ),
        Row(
            DoubleBox<Bool>.self, #"{"value":0}"#, "DoubleBox<Bool>(value: Optional(Optional(false)))",
            "BooleansFromScalars, converted, 'value' '/value', 1:10+9, Bool?: 0 → false, Expected to decode Bool but found number instead."
        ),
        Row(
            WrappedBox<Bool>.self, #"{"value":1}"#, "WrappedBox<Bool>(_value: Wrapped(true))",
            "BooleansFromScalars, converted, 'value' '/value', 1:10+9, Bool: 1 → true, Expected to decode Bool but found number instead."
        ),
        Row(
            Outer<Bool>.self, #"{"inner":{"value":1}}"#, "Outer<Bool>(inner: Outer<Swift.Bool>.Inner(value: true))",
            "BooleansFromScalars, converted, 'inner.value' '/inner/value', 1:19+18, Bool: 1 → true, Expected to decode Bool but found number instead."
        ),
    ])
    func zeroAndOne(row: Row) {
        row.check(DecodingPolicy { BooleansFromScalars() })
        row.check(DecodingPolicy { BooleansFromScalars([.zeroAndOne, .words]) })
        row.checkStrict()
    }

    @Test(arguments: [
        "2", "-1", "1.0", "0.0", "-0", "1e0", "10", "\"1\"", "\"0\"", "\"true\"", "\"\"", "[]", "[1]", "{}",
    ])
    func notZeroOrOne(json: String) {
        let found =
            json.hasPrefix("\"")
            ? "a string" : json.hasPrefix("[") ? "an array" : json == "{}" ? "a dictionary" : "number"
        let expected = "typeMismatch(Bool) at the top: Expected to decode Bool but found \(found) instead."
        Row(Bool.self, json, expected).check(DecodingPolicy { BooleansFromScalars(.zeroAndOne) })
    }

    @Test(arguments: ["true", "Yes", "ON", "y", "t", "tRuE", "\\u0079es"])
    func trueWords(word: String) {
        Row(
            Bool.self, "\"\(word)\"", "true",
            "BooleansFromScalars, converted, '' '', 1:1+0, Bool: \"\(word)\" → true, Expected to decode Bool but found a string instead."
        )
        .check(DecodingPolicy { BooleansFromScalars(.words) })
    }

    @Test(arguments: ["false", "No", "OFF", "n", "f", "FALSE"])
    func falseWords(word: String) {
        Row(
            Bool.self, "\"\(word)\"", "false",
            "BooleansFromScalars, converted, '' '', 1:1+0, Bool: \"\(word)\" → false, Expected to decode Bool but found a string instead."
        )
        .check(DecodingPolicy { BooleansFromScalars(.words) })
    }

    @Test(arguments: ["1", "0", "", " yes", "yes ", "ye", "yess", "truee", "oui", "null", "ｙ", "\\u0000"])
    func noWords(word: String) {
        let expected = "typeMismatch(Bool) at the top: Expected to decode Bool but found a string instead."
        Row(Bool.self, "\"\(word)\"", expected).check(DecodingPolicy { BooleansFromScalars([.zeroAndOne, .words]) })
    }

    @Test(arguments: [
        Row(Bool.self, "1", "typeMismatch(Bool) at the top: Expected to decode Bool but found number instead."),
        Row(Bool.self, "null", "typeMismatch(Bool) at the top: Expected to decode Bool but found null instead."),
        Row(
            Box<Bool>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(OptionalBox<Bool>.self, "{}", "OptionalBox<Bool>(value: nil)"),
        Row(OptionalBox<Bool>.self, #"{"value":null}"#, "OptionalBox<Bool>(value: nil)"),
        Row(
            OptionalBox<Bool>.self, #"{"value":2}"#,
            "typeMismatch(Bool) at value: Expected to decode Bool but found number instead."),
        Row(Int.self, "true", "typeMismatch(Int) at the top: Expected to decode Int but found bool instead."),
        Row(
            String.self, "1", "typeMismatch(String) at the top: Expected to decode String but found number instead."),
    ])
    func declinesWithoutZeroAndOne(row: Row) {
        row.check(DecodingPolicy { BooleansFromScalars(.words) })
        row.checkStrict()
    }

    @Test func descriptions() {
        #expect(BooleansFromScalars().description == "BooleansFromScalars(.zeroAndOne)")
        #expect(BooleansFromScalars(.words).description == "BooleansFromScalars(.words)")
        #expect(BooleansFromScalars([.zeroAndOne, .words]).description == "BooleansFromScalars([.zeroAndOne, .words])")
    }
}
