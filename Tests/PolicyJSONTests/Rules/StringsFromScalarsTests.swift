import Foundation
import PolicyJSON
import Testing

@Suite struct StringsFromScalarsTests {
    enum Code: String, Decodable {
        case one = "1"
        case yes = "true"
    }

    @Test(arguments: [
        Row(
            String.self, "12", "12",
            #"StringsFromScalars, converted, '' '', 1:1+0, String: 12 → "12", Expected to decode String but found number instead."#
        ),
        Row(
            String.self, "1.50", "1.50",
            #"StringsFromScalars, converted, '' '', 1:1+0, String: 1.50 → "1.50", Expected to decode String but found number instead."#
        ),
        Row(
            String.self, "-0", "-0",
            #"StringsFromScalars, converted, '' '', 1:1+0, String: -0 → "-0", Expected to decode String but found number instead."#
        ),
        Row(
            String.self, "1E+2", "1E+2",
            #"StringsFromScalars, converted, '' '', 1:1+0, String: 1E+2 → "1E+2", Expected to decode String but found number instead."#
        ),
        Row(
            String.self, "123456789012345678901234567890", "123456789012345678901234567890",
            #"StringsFromScalars, converted, '' '', 1:1+0, String: 123456789012345678901234567890 → "123456789012345678901234567890", Expected to decode String but found number instead."#
        ),
        Row(
            String.self, " true ", "true",
            #"StringsFromScalars, converted, '' '', 1:2+1, String: true → "true", Expected to decode String but found bool instead."#
        ),
        Row(
            String.self, "false", "false",
            #"StringsFromScalars, converted, '' '', 1:1+0, String: false → "false", Expected to decode String but found bool instead."#
        ),
        Row(
            [String].self, #"["a",1,true]"#, #"["a", "1", "true"]"#,
            #"StringsFromScalars, converted, '[1]' '/1', 1:6+5, String: 1 → "1", Expected to decode String but found number instead."#,
            #"StringsFromScalars, converted, '[2]' '/2', 1:8+7, String: true → "true", Expected to decode String but found bool instead."#
        ),
        Row(
            [String?].self, #"[null,1]"#, #"[nil, Optional("1")]"#,
            #"StringsFromScalars, converted, '[1]' '/1', 1:7+6, String?: 1 → "1", Expected to decode String but found number instead."#
        ),
        Row(
            ContiguousArray<String>.self, "[1.0]", #"["1.0"]"#,
            #"StringsFromScalars, converted, '[0]' '/0', 1:2+1, String: 1.0 → "1.0", Expected to decode String but found number instead."#
        ),
        Row(
            Set<String>.self, "[1]", #"["1"]"#,
            #"StringsFromScalars, converted, '[0]' '/0', 1:2+1, String: 1 → "1", Expected to decode String but found number instead."#
        ),
        Row(
            [String: String].self, #"{"a":1}"#, #"["a": "1"]"#,
            #"StringsFromScalars, converted, 'a' '/a', 1:6+5, String: 1 → "1", Expected to decode String but found number instead."#
        ),
        Row(
            [Int: String].self, #"{"1":1}"#, #"[1: "1"]"#,
            #"StringsFromScalars, converted, '1' '/1', 1:6+5, String: 1 → "1", Expected to decode String but found number instead."#
        ),
        Row(
            Box<String>.self, #"{"value":1}"#, #"Box<String>(value: "1")"#,
            #"StringsFromScalars, converted, 'value' '/value', 1:10+9, String: 1 → "1", Expected to decode String but found number instead."#
        ),
        Row(
            OptionalBox<String>.self, #"{"value":1}"#, #"OptionalBox<String>(value: Optional("1"))"#,
            #"StringsFromScalars, converted, 'value' '/value', 1:10+9, String?: 1 → "1", Expected to decode String but found number instead."#
        ),
        Row(
            DoubleBox<String>.self, #"{"value":false}"#, #"DoubleBox<String>(value: Optional(Optional("false")))"#,
            #"StringsFromScalars, converted, 'value' '/value', 1:10+9, String?: false → "false", Expected to decode String but found bool instead."#
        ),
        Row(
            WrappedBox<String?>.self, #"{"value":1}"#,
            #"WrappedBox<Optional<String>>(_value: Wrapped(Optional("1")))"#,
            #"StringsFromScalars, converted, 'value' '/value', 1:10+9, String: 1 → "1", Expected to decode String but found number instead."#
        ),
        Row(
            Outer<String>.self, #"{"inner":{"value":1}}"#,
            #"Outer<String>(inner: Outer<Swift.String>.Inner(value: "1"))"#,
            #"StringsFromScalars, converted, 'inner.value' '/inner/value', 1:19+18, String: 1 → "1", Expected to decode String but found number instead."#
        ),
        Row(
            Code.self, "1", "one",
            #"StringsFromScalars, converted, '' '', 1:1+0, String: 1 → "1", Expected to decode String but found number instead."#
        ),
        Row(
            [Code].self, "[true]", "[Code.yes]",
            #"StringsFromScalars, converted, '[0]' '/0', 1:2+1, String: true → "true", Expected to decode String but found bool instead."#
        ),
    ])
    func takes(row: Row) {
        row.check(DecodingPolicy { StringsFromScalars() })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            String.self, "null",
            "valueNotFound(String) at the top: Cannot get value of type String -- found null value instead"),
        Row(
            String.self, "{}",
            "typeMismatch(String) at the top: Expected to decode String but found a dictionary instead."),
        Row(
            String.self, "[]",
            "typeMismatch(String) at the top: Expected to decode String but found an array instead."),
        Row(String.self, #""""#, ""),
        Row(String.self, #"" a ""#, " a "),
        Row(
            Box<String>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<String>.self, #"{"value":null}"#,
            "valueNotFound(String) at value: Cannot get value of type String -- found null value instead"),
        Row(OptionalBox<String>.self, "{}", "OptionalBox<String>(value: nil)"),
        Row(OptionalBox<String>.self, #"{"value":null}"#, "OptionalBox<String>(value: nil)"),
        Row(
            OptionalBox<String>.self, #"{"value":[]}"#,
            "typeMismatch(String) at value: Expected to decode String but found an array instead."),
        Row(
            Code.self, "2", "dataCorrupted at the top: Cannot initialize Code from invalid String value 2",
            #"StringsFromScalars, converted, '' '', 1:1+0, String: 2 → "2", Expected to decode String but found number instead."#
        ),
        Row(URL.self, "1", "typeMismatch(String) at the top: Expected to decode String but found number instead."),
        Row(Data.self, "1", "typeMismatch(String) at the top: Expected to decode String but found number instead."),
        Row(Int.self, "true", "typeMismatch(Int) at the top: Expected to decode Int but found bool instead."),
    ])
    func declines(row: Row) {
        row.check(DecodingPolicy { StringsFromScalars() })
        row.checkStrict()
    }
}
