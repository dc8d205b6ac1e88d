import Foundation
import PolicyJSON
import Testing

@Suite struct NumbersFromStringsTests {
    @Test(arguments: [
        Row(
            Int.self, #""12""#, "12",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "12" → 12, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int.self, #""+12""#, "12",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "+12" → 12, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int.self, #""-3""#, "-3",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "-3" → -3, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int.self, #""007""#, "7",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "007" → 7, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int.self, #""-0""#, "0",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "-0" → -0, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int.self, #""1.0""#, "1",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "1.0" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int.self, #""-10.000""#, "-10",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "-10.000" → -10, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int.self, #""\u0031""#, "1",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "\u0031" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int.self, #""9223372036854775807""#, "9223372036854775807",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "9223372036854775807" → 9223372036854775807, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int.self, #""-9223372036854775808""#, "-9223372036854775808",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "-9223372036854775808" → -9223372036854775808, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int8.self, #""-128""#, "-128",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int8: "-128" → -128, Expected to decode Int8 but found a string instead."#
        ),
        Row(
            Int16.self, #""32767""#, "32767",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int16: "32767" → 32767, Expected to decode Int16 but found a string instead."#
        ),
        Row(
            Int32.self, #""-2147483648""#, "-2147483648",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int32: "-2147483648" → -2147483648, Expected to decode Int32 but found a string instead."#
        ),
        Row(
            Int64.self, #""9007199254740993""#, "9007199254740993",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int64: "9007199254740993" → 9007199254740993, Expected to decode Int64 but found a string instead."#
        ),
        Row(
            UInt.self, #""18446744073709551615""#, "18446744073709551615",
            #"NumbersFromStrings, converted, '' '', 1:1+0, UInt: "18446744073709551615" → 18446744073709551615, Expected to decode UInt but found a string instead."#
        ),
        Row(
            UInt8.self, #""255""#, "255",
            #"NumbersFromStrings, converted, '' '', 1:1+0, UInt8: "255" → 255, Expected to decode UInt8 but found a string instead."#
        ),
        Row(
            UInt16.self, #""65535""#, "65535",
            #"NumbersFromStrings, converted, '' '', 1:1+0, UInt16: "65535" → 65535, Expected to decode UInt16 but found a string instead."#
        ),
        Row(
            UInt32.self, #""4294967295""#, "4294967295",
            #"NumbersFromStrings, converted, '' '', 1:1+0, UInt32: "4294967295" → 4294967295, Expected to decode UInt32 but found a string instead."#
        ),
        Row(
            UInt64.self, #""18446744073709551615""#, "18446744073709551615",
            #"NumbersFromStrings, converted, '' '', 1:1+0, UInt64: "18446744073709551615" → 18446744073709551615, Expected to decode UInt64 but found a string instead."#
        ),
        Row(
            Int128.self, #""-170141183460469231731687303715884105728""#, "-170141183460469231731687303715884105728",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int128: "-170141183460469231731687303715884105728" → -170141183460469231731687303715884105728, Expected to decode Int128 but found a string instead."#
        ),
        Row(
            UInt128.self, #""340282366920938463463374607431768211455""#, "340282366920938463463374607431768211455",
            #"NumbersFromStrings, converted, '' '', 1:1+0, UInt128: "340282366920938463463374607431768211455" → 340282366920938463463374607431768211455, Expected to decode UInt128 but found a string instead."#
        ),
        Row(
            UInt8.self, #""-0""#, "0",
            #"NumbersFromStrings, converted, '' '', 1:1+0, UInt8: "-0" → -0, Expected to decode UInt8 but found a string instead."#
        ),
    ])
    func integers(row: Row) {
        row.check(DecodingPolicy { NumbersFromStrings() })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(Int8.self, #""128""#, "dataCorrupted at the top: Parsed JSON number <128> does not fit in Int8."),
        Row(UInt8.self, #""300""#, "dataCorrupted at the top: Parsed JSON number <300> does not fit in UInt8."),
        Row(UInt8.self, #""-1""#, "dataCorrupted at the top: Parsed JSON number <-1> does not fit in UInt8."),
        Row(
            UInt.self, #""18446744073709551616""#,
            "dataCorrupted at the top: Parsed JSON number <18446744073709551616> does not fit in UInt."),
        Row(
            Int.self, #""9223372036854775808""#,
            "dataCorrupted at the top: Parsed JSON number <9223372036854775808> does not fit in Int."),
        Row(
            Int128.self, #""170141183460469231731687303715884105728""#,
            "dataCorrupted at the top: Parsed JSON number <170141183460469231731687303715884105728> does not fit in Int128."
        ),
        Row(
            Double.self, #""1e400""#, "dataCorrupted at the top: Parsed JSON number <1e400> does not fit in Double."),
        Row(Float.self, #""1e39""#, "dataCorrupted at the top: Parsed JSON number <1e39> does not fit in Float."),
        Row(
            Box<UInt8>.self, #"{"value":"256"}"#,
            "dataCorrupted at value: Parsed JSON number <256> does not fit in UInt8."),
        Row(
            OptionalBox<UInt8>.self, #"{"value":"256"}"#,
            "dataCorrupted at value: Parsed JSON number <256> does not fit in UInt8."),
        Row([Int8].self, #"["1000"]"#, "dataCorrupted at [0]: Parsed JSON number <1000> does not fit in Int8."),
    ])
    func outOfRange(row: Row) {
        row.check(DecodingPolicy { NumbersFromStrings() })
        row.checkStrict()
    }

    @Test(arguments: [
        "1.5", "1e3", "1E3", "0x10", "1_000", "1,000", "", " ", " 1", "1 ", "\\t1", "1\\n", "١", "１", "abc", "1a", "+",
        "-", "--1",
        "+-1", ".0", "1.", "1.0.0", "1.01", "NaN", "Infinity", "true", "null", "\\u0000", "1\\u0000", "½", "𝟙",
    ])
    func noInteger(text: String) {
        let expected = "typeMismatch(Int) at the top: Expected to decode Int but found a string instead."
        Row(Int.self, "\"\(text)\"", expected).check(DecodingPolicy { NumbersFromStrings() })
    }

    @Test(arguments: [
        Row(
            Double.self, #""1.5""#, "1.5",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Double: "1.5" → 1.5, Expected to decode Double but found a string instead."#
        ),
        Row(
            Double.self, #""1e3""#, "1000.0",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Double: "1e3" → 1e3, Expected to decode Double but found a string instead."#
        ),
        Row(
            Double.self, #""-2.5E-1""#, "-0.25",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Double: "-2.5E-1" → -2.5E-1, Expected to decode Double but found a string instead."#
        ),
        Row(
            Double.self, #""0.1""#, "0.1",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Double: "0.1" → 0.1, Expected to decode Double but found a string instead."#
        ),
        Row(
            Double.self, #""-0""#, "-0.0",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Double: "-0" → -0, Expected to decode Double but found a string instead."#
        ),
        Row(
            Float.self, #""0.1""#, "0.1",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Float: "0.1" → 0.1, Expected to decode Float but found a string instead."#
        ),
        Row(
            Float.self, #""16777217""#, "16777216.0",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Float: "16777217" → 16777217, Expected to decode Float but found a string instead."#
        ),
        Row(
            Decimal.self, #""0.1""#, "0.1",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Decimal: "0.1" → 0.1, \#(otherKind)"#),
        Row(
            Decimal.self, #""12345678901234567890.123456789""#, "12345678901234567890.123456789",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Decimal: "12345678901234567890.123456789" → 12345678901234567890.123456789, \#(otherKind)"#
        ),
        Row(
            Decimal.self, #""1e3""#, "1000",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Decimal: "1e3" → 1e3, \#(otherKind)"#),
        Row(
            Box<Decimal>.self, #"{"value":"1.50"}"#, "Box<Decimal>(value: 1.5)",
            #"NumbersFromStrings, converted, 'value' '/value', 1:10+9, Decimal: "1.50" → 1.50, \#(otherKind)"#),
        Row(
            OptionalBox<Double>.self, #"{"value":"1.50"}"#, "OptionalBox<Double>(value: Optional(1.5))",
            #"NumbersFromStrings, converted, 'value' '/value', 1:10+9, Double?: "1.50" → 1.50, Expected to decode Double but found a string instead."#
        ),
    ])
    func fractions(row: Row) {
        row.check(DecodingPolicy { NumbersFromStrings() })
        row.checkStrict()
    }

    @Test(arguments: [
        "", " ", "1.", ".5", "01", "+1", "-", "1e", "1e+", "1e1.0", "0x1p3", "NaN", "inf", "1 ", "1,5", "1.5f", "--1",
        "00", "1e٣",
    ])
    func noFraction(text: String) {
        let policy = DecodingPolicy { NumbersFromStrings() }
        for type in [Double.self, Float.self] as [any (Decodable & SendableMetatype).Type] {
            let expected = "typeMismatch(\(type)) at the top: Expected to decode \(type) but found a string instead."
            Row(type, "\"\(text)\"", expected).check(policy)
        }
        Row(Decimal.self, "\"\(text)\"", "typeMismatch(Decimal) at the top: ").check(policy)
    }

    @Test(arguments: [
        Row(
            Int.self, #"" 12 ""#, "12",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: " 12 " → 12, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int.self, #""\t\r\n 12\n""#, "12",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "\t\r\n 12\n" → 12, Expected to decode Int but found a string instead."#
        ),
        Row(
            Double.self, #"" 1.5""#, "1.5",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Double: " 1.5" → 1.5, Expected to decode Double but found a string instead."#
        ),
        Row(
            Decimal.self, #""1.5 ""#, "1.5",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Decimal: "1.5 " → 1.5, \#(otherKind)"#),
        Row(Int.self, #"" ""#, "typeMismatch(Int) at the top: Expected to decode Int but found a string instead."),
        Row(Int.self, #""""#, "typeMismatch(Int) at the top: Expected to decode Int but found a string instead."),
        Row(
            Int.self, #""1 2""#, "typeMismatch(Int) at the top: Expected to decode Int but found a string instead."),
        Row(
            Int.self, #""\u00a01""#,
            "typeMismatch(Int) at the top: Expected to decode Int but found a string instead."),
        Row(
            Int.self, #""- 1""#, "typeMismatch(Int) at the top: Expected to decode Int but found a string instead."),
    ])
    func trimming(row: Row) {
        row.check(DecodingPolicy { NumbersFromStrings(trimmingWhitespace: true) })
        row.checkStrict()
    }

    enum Level: Int, Decodable {
        case low = 1
        case high = 2
    }
    enum Small: UInt8, Decodable { case one = 1 }

    @Test(arguments: [
        Row(
            [Int].self, #"[1,"2"]"#, "[1, 2]",
            #"NumbersFromStrings, converted, '[1]' '/1', 1:4+3, Int: "2" → 2, Expected to decode Int but found a string instead."#
        ),
        Row(
            [Int?].self, #"["1",null]"#, "[Optional(1), nil]",
            #"NumbersFromStrings, converted, '[0]' '/0', 1:2+1, Int?: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            ContiguousArray<UInt16>.self, #"["1"]"#, "[1]",
            #"NumbersFromStrings, converted, '[0]' '/0', 1:2+1, UInt16: "1" → 1, Expected to decode UInt16 but found a string instead."#
        ),
        Row(
            Set<Int>.self, #"["1",1]"#, "[1]",
            #"NumbersFromStrings, converted, '[0]' '/0', 1:2+1, Int: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            [String: Int].self, #"{"a":"1"}"#, #"["a": 1]"#,
            #"NumbersFromStrings, converted, 'a' '/a', 1:6+5, Int: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            [Int: Double].self, #"{"7":"1.5"}"#, "[7: 1.5]",
            #"NumbersFromStrings, converted, '7' '/7', 1:6+5, Double: "1.5" → 1.5, Expected to decode Double but found a string instead."#
        ),
        Row(
            [[Float]].self, #"[["1"]]"#, "[[1.0]]",
            #"NumbersFromStrings, converted, '[0][0]' '/0/0', 1:3+2, Float: "1" → 1, Expected to decode Float but found a string instead."#
        ),
        Row(
            Box<[Int]>.self, #"{"value":["1"]}"#, "Box<Array<Int>>(value: [1])",
            #"NumbersFromStrings, converted, 'value[0]' '/value/0', 1:11+10, Int: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            OptionalBox<Int>.self, #"{"value":"1"}"#, "OptionalBox<Int>(value: Optional(1))",
            #"NumbersFromStrings, converted, 'value' '/value', 1:10+9, Int?: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            DoubleBox<Int>.self, #"{"value":"1"}"#, "DoubleBox<Int>(value: Optional(Optional(1)))",
            #"NumbersFromStrings, converted, 'value' '/value', 1:10+9, Int?: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            WrappedBox<Int>.self, #"{"value":"1"}"#, "WrappedBox<Int>(_value: Wrapped(1))",
            #"NumbersFromStrings, converted, 'value' '/value', 1:10+9, Int: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            WrappedBox<Int?>.self, #"{"value":"1"}"#, "WrappedBox<Optional<Int>>(_value: Wrapped(Optional(1)))",
            #"NumbersFromStrings, converted, 'value' '/value', 1:10+9, Int: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            Outer<Int128>.self, #"{"inner":{"value":"1"}}"#,
            "Outer<Int128>(inner: Outer<Swift.Int128>.Inner(value: 1))",
            #"NumbersFromStrings, converted, 'inner.value' '/inner/value', 1:19+18, Int128: "1" → 1, Expected to decode Int128 but found a string instead."#
        ),
        Row(
            Int?.self, #""1""#, "Optional(1)",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int?: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            Int??.self, #""1""#, "Optional(Optional(1))",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int?: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            Level.self, #""2""#, "high",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "2" → 2, Expected to decode Int but found a string instead."#
        ),
        Row(
            [Level].self, #"[1,"1"]"#, "[Level.low, Level.low]",
            #"NumbersFromStrings, converted, '[1]' '/1', 1:4+3, Int: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            [Level: Int].self, #"["2","3"]"#, "[Level.high: 3]",
            #"NumbersFromStrings, converted, '[0]' '/0', 1:2+1, Int: "2" → 2, Expected to decode Int but found a string instead."#,
            #"NumbersFromStrings, converted, '[1]' '/1', 1:6+5, Int: "3" → 3, Expected to decode Int but found a string instead."#
        ),
    ])
    func everywhere(row: Row) {
        row.check(DecodingPolicy { NumbersFromStrings() })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            Int.self, "null",
            "valueNotFound(Int) at the top: Cannot get value of type Int -- found null value instead"),
        Row(Int.self, "true", "typeMismatch(Int) at the top: Expected to decode Int but found bool instead."),
        Row(Int.self, "[]", "typeMismatch(Int) at the top: Expected to decode Int but found an array instead."),
        Row(Int.self, "1.5", "dataCorrupted at the top: Parsed JSON number <1.5> does not fit in Int."),
        Row(
            Box<Int>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(OptionalBox<Int>.self, "{}", "OptionalBox<Int>(value: nil)"),
        Row(OptionalBox<Int>.self, #"{"value":null}"#, "OptionalBox<Int>(value: nil)"),
        Row(
            OptionalBox<Int>.self, #"{"value":"x"}"#,
            "typeMismatch(Int) at value: Expected to decode Int but found a string instead."),
        Row(
            Level.self, #""3""#, "dataCorrupted at the top: Cannot initialize Level from invalid Int value 3",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Int: "3" → 3, Expected to decode Int but found a string instead."#
        ),
        Row(Small.self, #""256""#, "dataCorrupted at the top: Parsed JSON number <256> does not fit in UInt8."),
        Row(
            Bool.self, #""1""#, "typeMismatch(Bool) at the top: Expected to decode Bool but found a string instead."),
        Row(
            Date.self, #""1""#, "2001-01-01 00:00:01 +0000",
            #"NumbersFromStrings, converted, '' '', 1:1+0, Date: "1" → 1, Expected to decode Double but found a string instead."#
        ),
        Row(String.self, #""1""#, "1"),
    ])
    func declines(row: Row) {
        row.check(DecodingPolicy { NumbersFromStrings() })
        row.checkStrict()
    }

    @Test func descriptions() {
        #expect(NumbersFromStrings().description == "NumbersFromStrings()")
        #expect(
            NumbersFromStrings(trimmingWhitespace: true).description == "NumbersFromStrings(trimmingWhitespace: true)")
        #expect(NumbersFromStrings().name == "NumbersFromStrings")
    }
}
