import Foundation
import PolicyJSON
import Testing

@Suite struct OptionalPropertyWrappersTests {
    enum Fruit: String, Decodable { case apple }
    struct AllOptional: Decodable { let a: Int?, b: Int? }
    struct NullTaker: Decodable {
        let wasNull: Bool
        init(from decoder: any Decoder) throws { wasNull = try decoder.singleValueContainer().decodeNil() }
    }
    struct Two: Decodable {
        @Wrapped var first: Int?
        @Wrapped var second: [String]?
        let third: Int
    }

    @Test(arguments: [
        Row(
            WrappedBox<String?>.self, "{}", "WrappedBox<Optional<String>>(_value: Wrapped(nil))",
            #"OptionalPropertyWrappers, key supplied, 'value' '/value', 1:1+0, Wrapped<Optional<String>>: nothing → null, No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            WrappedBox<Int?>.self, #"{"other":1}"#, "WrappedBox<Optional<Int>>(_value: Wrapped(nil))",
            #"OptionalPropertyWrappers, key supplied, 'value' '/value', 1:1+0, Wrapped<Optional<Int>>: nothing → null, No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            WrappedBox<[Int]?>.self, "{}", "WrappedBox<Optional<Array<Int>>>(_value: Wrapped(nil))",
            #"OptionalPropertyWrappers, key supplied, 'value' '/value', 1:1+0, Wrapped<Optional<Array<Int>>>: nothing → null, No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            WrappedBox<Fruit?>.self, "{}", "WrappedBox<Optional<Fruit>>(_value: Wrapped(nil))",
            #"OptionalPropertyWrappers, key supplied, 'value' '/value', 1:1+0, Wrapped<Optional<Fruit>>: nothing → null, No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            WrappedBox<Box<Int>?>.self, "{}", "WrappedBox<Optional<Box<Int>>>(_value: Wrapped(nil))",
            #"OptionalPropertyWrappers, key supplied, 'value' '/value', 1:1+0, Wrapped<Optional<Box<Int>>>: nothing → null, No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            WrappedBox<Int??>.self, "{}", "WrappedBox<Optional<Optional<Int>>>(_value: Wrapped(nil))",
            #"OptionalPropertyWrappers, key supplied, 'value' '/value', 1:1+0, Wrapped<Optional<Optional<Int>>>: nothing → null, No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Two.self, #"{"third":1}"#, "Two(_first: Wrapped(nil), _second: Wrapped(nil), third: 1)",
            #"OptionalPropertyWrappers, key supplied, 'first' '/first', 1:1+0, Wrapped<Optional<Int>>: nothing → null, No value associated with key CodingKeys(stringValue: "first", intValue: nil) ("first")."#,
            #"OptionalPropertyWrappers, key supplied, 'second' '/second', 1:1+0, Wrapped<Optional<Array<String>>>: nothing → null, No value associated with key CodingKeys(stringValue: "second", intValue: nil) ("second")."#
        ),
        Row(
            [WrappedBox<Int?>].self, #"[{"value":1},{}]"#,
            "[WrappedBox<Swift.Optional<Swift.Int>>(_value: Wrapped(Optional(1))), WrappedBox<Swift.Optional<Swift.Int>>(_value: Wrapped(nil))]",
            #"OptionalPropertyWrappers, key supplied, '[1].value' '/1/value', 1:14+13, Wrapped<Optional<Int>>: nothing → null, No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<WrappedBox<Int?>>.self, #"{"value":{}}"#,
            "Box<WrappedBox<Optional<Int>>>(value: WrappedBox<Swift.Optional<Swift.Int>>(_value: Wrapped(nil)))",
            #"OptionalPropertyWrappers, key supplied, 'value.value' '/value/value', 1:10+9, Wrapped<Optional<Int>>: nothing → null, No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<NullTaker>.self, "{}", "Box<NullTaker>(value: NullTaker(wasNull: true))",
            #"OptionalPropertyWrappers, key supplied, 'value' '/value', 1:1+0, NullTaker: nothing → null, No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
    ])
    func takes(row: Row) {
        row.check(DecodingPolicy { OptionalPropertyWrappers() })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            WrappedBox<String>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            WrappedBox<[Int]>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<String>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<Int>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<Int128>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<Date>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<[Int]>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<Fruit>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<AllOptional>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            WrappedBox<Int?>.self, #"{"value":"x"}"#,
            "typeMismatch(Int) at value: Expected to decode Int but found a string instead."),
        Row(
            WrappedBox<Int>.self, #"{"value":null}"#,
            "valueNotFound(Int) at value: Cannot get value of type Int -- found null value instead"),
        Row(WrappedBox<Int?>.self, #"{"value":null}"#, "WrappedBox<Optional<Int>>(_value: Wrapped(nil))"),
        Row(WrappedBox<Int?>.self, #"{"value":1}"#, "WrappedBox<Optional<Int>>(_value: Wrapped(Optional(1)))"),
        Row(
            Two.self, "{}",
            #"keyNotFound(third) at the top: No value associated with key CodingKeys(stringValue: "third", intValue: nil) ("third")."#,
            #"OptionalPropertyWrappers, key supplied, 'first' '/first', 1:1+0, Wrapped<Optional<Int>>: nothing → null, No value associated with key CodingKeys(stringValue: "first", intValue: nil) ("first")."#,
            #"OptionalPropertyWrappers, key supplied, 'second' '/second', 1:1+0, Wrapped<Optional<Array<String>>>: nothing → null, No value associated with key CodingKeys(stringValue: "second", intValue: nil) ("second")."#
        ),
    ])
    func declines(row: Row) {
        row.check(DecodingPolicy { OptionalPropertyWrappers() })
    }
}
