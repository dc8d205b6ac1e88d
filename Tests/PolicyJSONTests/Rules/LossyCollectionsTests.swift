import Foundation
import PolicyJSON
import Testing

@Suite struct LossyCollectionsTests {
    struct User: Decodable, Hashable { let id: Int, tags: [String]? }
    struct Broken: Error, CustomStringConvertible { let description = "broken" }
    struct Thrower: Decodable {
        init(from decoder: any Decoder) throws {
            if try decoder.singleValueContainer().decode(Int.self) > 1 { throw Broken() }
        }
    }

    @Test(arguments: [
        Row(
            [Int].self, #"[1,"2",3]"#, "[1, 3]",
            #"LossyCollections, dropped, '[1]' '/1', 1:4+3, Int: "2" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(
            [Int].self, "[null,true,{},[],1.5]", "[]",
            "LossyCollections, dropped, '[0]' '/0', 1:2+1, Int: null → dropped, Cannot get value of type Int -- found null value instead",
            "LossyCollections, dropped, '[1]' '/1', 1:7+6, Int: true → dropped, Expected to decode Int but found bool instead.",
            "LossyCollections, dropped, '[2]' '/2', 1:12+11, Int: {} → dropped, Expected to decode Int but found a dictionary instead.",
            "LossyCollections, dropped, '[3]' '/3', 1:15+14, Int: [] → dropped, Expected to decode Int but found an array instead.",
            "LossyCollections, dropped, '[4]' '/4', 1:18+17, Int: 1.5 → dropped, Parsed JSON number <1.5> does not fit in Int."
        ),
        Row([Int].self, "[]", "[]"),
        Row(
            [Int: Int].self, #"{"x":1}"#, "[:]",
            "LossyCollections, dropped, 'x' '/x', 1:6+5, Int: 1 → dropped, Expected Int key but found String key instead."
        ),
        Row(
            [Double].self, #"["x",1]"#, "[1.0]",
            #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Double: "x" → dropped, Expected to decode Double but found a string instead."#
        ),
        Row(
            [String].self, #"[1,"x"]"#, #"["x"]"#,
            "LossyCollections, dropped, '[0]' '/0', 1:2+1, String: 1 → dropped, Expected to decode String but found number instead."
        ),
        Row(
            [Bool].self, #"[1,true]"#, "[true]",
            "LossyCollections, dropped, '[0]' '/0', 1:2+1, Bool: 1 → dropped, Expected to decode Bool but found number instead."
        ),
        Row(
            [UInt8].self, "[255,256,-1]", "[255]",
            "LossyCollections, dropped, '[1]' '/1', 1:6+5, UInt8: 256 → dropped, Parsed JSON number <256> does not fit in UInt8.",
            "LossyCollections, dropped, '[2]' '/2', 1:10+9, UInt8: -1 → dropped, Parsed JSON number <-1> does not fit in UInt8."
        ),
        Row(
            [Int128].self, #"["1",1]"#, "[1]",
            #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Int128: "1" → dropped, Expected to decode Int128 but found a string instead."#
        ),
        Row(
            [Date].self, #"["x",1]"#, "[2001-01-01 00:00:01 +0000]",
            #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Date: "x" → dropped, Expected to decode Double but found a string instead."#
        ),
        Row(
            [URL].self, #"["https://a.example",""]"#, "[https://a.example]",
            #"LossyCollections, dropped, '[1]' '/1', 1:22+21, URL: "" → dropped, Invalid URL string."#),
        Row(
            ContiguousArray<Int>.self, #"["x",1]"#, "[1]",
            #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(
            Set<Int>.self, #"["x",1,1]"#, "[1]",
            #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(
            [[Int]].self, #"[[1,"x"],"y"]"#, "[[1]]",
            #"LossyCollections, dropped, '[0][1]' '/0/1', 1:5+4, Int: "x" → dropped, Expected to decode Int but found a string instead."#,
            #"LossyCollections, dropped, '[1]' '/1', 1:10+9, Array<Int>: "y" → dropped, Expected to decode Array<Any> but found a string instead."#
        ),
        Row(
            [User].self, #"[{"id":1},{"id":"2"},{},7,{"id":3,"tags":["a",1]}]"#,
            #"[User(id: 1, tags: nil), User(id: 3, tags: Optional(["a"]))]"#,
            #"LossyCollections, dropped, '[1]' '/1', 1:11+10, User: {"id":"2"} → dropped, id: Expected to decode Int but found a string instead."#,
            #"LossyCollections, dropped, '[2]' '/2', 1:22+21, User: {} → dropped, No value associated with key CodingKeys(stringValue: "id", intValue: nil) ("id")."#,
            "LossyCollections, dropped, '[3]' '/3', 1:25+24, User: 7 → dropped, Expected to decode Dictionary<String, Any> but found number instead.",
            "LossyCollections, dropped, '[4].tags[1]' '/4/tags/1', 1:47+46, String: 1 → dropped, Expected to decode String but found number instead."
        ),
        Row(
            [Thrower].self, "[1,2,3]", "[Thrower()]",
            "LossyCollections, dropped, '[1]' '/1', 1:4+3, Thrower: 2 → dropped, broken",
            "LossyCollections, dropped, '[2]' '/2', 1:6+5, Thrower: 3 → dropped, broken"),
    ])
    func dropped(row: Row) {
        row.check(DecodingPolicy { LossyCollections() })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            [Int?].self, #"[1,"2",null,{}]"#, "[Optional(1), nil, nil, nil]",
            #"LossyCollections, element nil, '[1]' '/1', 1:4+3, Optional<Int>: "2" → nil, Expected to decode Int but found a string instead."#,
            "LossyCollections, element nil, '[3]' '/3', 1:13+12, Optional<Int>: {} → nil, Expected to decode Int but found a dictionary instead."
        ),
        Row(
            [User?].self, #"[{"id":"1"},null]"#, "[nil, nil]",
            #"LossyCollections, element nil, '[0]' '/0', 1:2+1, Optional<User>: {"id":"1"} → nil, id: Expected to decode Int but found a string instead."#
        ),
        Row(
            ContiguousArray<Int?>.self, #"["x"]"#, "[nil]",
            #"LossyCollections, element nil, '[0]' '/0', 1:2+1, Optional<Int>: "x" → nil, Expected to decode Int but found a string instead."#
        ),
        Row(
            Set<Int?>.self, #"["x"]"#, "[nil]",
            #"LossyCollections, element nil, '[0]' '/0', 1:2+1, Optional<Int>: "x" → nil, Expected to decode Int but found a string instead."#
        ),
        Row(
            [String: Int?].self, #"{"a":"x"}"#, #"["a": nil]"#,
            #"LossyCollections, element nil, 'a' '/a', 1:6+5, Optional<Int>: "x" → nil, Expected to decode Int but found a string instead."#
        ),
        Row([String: Int?].self, #"{"a":null}"#, #"["a": nil]"#),
        Row(
            [Int: Int?].self, #"{"1":"x"}"#, "[1: nil]",
            #"LossyCollections, element nil, '1' '/1', 1:6+5, Optional<Int>: "x" → nil, Expected to decode Int but found a string instead."#
        ),
        Row([Int: Int?].self, #"{"1":null}"#, "[1: nil]"),
        Row(
            [Int??].self, #"["x"]"#, "[nil]",
            #"LossyCollections, element nil, '[0]' '/0', 1:2+1, Optional<Optional<Int>>: "x" → nil, Expected to decode Int but found a string instead."#
        ),
        Row(
            [[Int?]?].self, #"[["x"],7]"#, "[Optional([nil]), nil]",
            #"LossyCollections, element nil, '[0][0]' '/0/0', 1:3+2, Optional<Int>: "x" → nil, Expected to decode Int but found a string instead."#,
            "LossyCollections, element nil, '[1]' '/1', 1:8+7, Optional<Array<Optional<Int>>>: 7 → nil, Expected to decode Array<Any> but found number instead."
        ),
    ])
    func becomesNil(row: Row) {
        row.check(DecodingPolicy { LossyCollections() })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            [String: Int].self, #"{"a":"x","b":2}"#, #"["b": 2]"#,
            #"LossyCollections, dropped, 'a' '/a', 1:6+5, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(
            [String: Int].self, #"{"a":null}"#, "[:]",
            "LossyCollections, dropped, 'a' '/a', 1:6+5, Int: null → dropped, Cannot get value of type Int -- found null value instead"
        ),
        Row([String: Int].self, #"{"a":1,"a":"x"}"#, #"["a": 1]"#),
        Row(
            [String: Int].self, #"{"a":"x","a":1}"#, #"["a": 1]"#,
            #"LossyCollections, dropped, 'a' '/a', 1:6+5, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        // Of the repeated keys of an object, dictionaries with other keys see only the first.
        Row(
            [Int: Int].self, #"{"1":"x","1":1}"#, "[:]",
            #"LossyCollections, dropped, '1' '/1', 1:6+5, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(
            [Int: Int].self, #"{"1":"x","2":2}"#, "[2: 2]",
            #"LossyCollections, dropped, '1' '/1', 1:6+5, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(
            [String: [Int]].self, #"{"a/b~c.d":["x",1]}"#, #"["a/b~c.d": [1]]"#,
            #"LossyCollections, dropped, '"a/b~c.d"[0]' '/a~1b~0c.d/0', 1:13+12, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(
            [String: [String: Int]].self, #"{"":{"":"x"}}"#, #"["": [:]]"#,
            #"LossyCollections, dropped, '"".""' '//', 1:9+8, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
    ])
    func dictionaries(row: Row) {
        row.check(DecodingPolicy { LossyCollections() })
        row.checkStrict()
    }

    /// In the order of the document. (Foundation's first error depends on the order of its dictionaries.)
    @Test func dictionariesInDictionaries() {
        Row(
            [String: [String: Int]].self, #"{"b":{"y":"x","x":"x"},"c":1,"a":{"z":"x"}}"#, #"["a": [:], "b": [:]]"#,
            #"LossyCollections, dropped, 'b.y' '/b/y', 1:11+10, Int: "x" → dropped, Expected to decode Int but found a string instead."#,
            #"LossyCollections, dropped, 'b.x' '/b/x', 1:19+18, Int: "x" → dropped, Expected to decode Int but found a string instead."#,
            #"LossyCollections, dropped, 'c' '/c', 1:28+27, Dictionary<String, Int>: 1 → dropped, Expected to decode Dictionary<String, Any> but found number instead."#,
            #"LossyCollections, dropped, 'a.z' '/a/z', 1:39+38, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        )
        .check(DecodingPolicy { LossyCollections() })
    }

    /// A rule for repeated keys decides before values are dropped.
    @Test(arguments: [
        (
            DuplicateKeys.Choice.first,
            Row(
                [String: Int].self, #"{"a":"x","a":1}"#, "[:]",
                "DuplicateKeys, duplicate resolved, 'a' '/a', 1:14+13, Dictionary<String, Any>: 1 → left out, The key occurs more than once.",
                #"LossyCollections, dropped, 'a' '/a', 1:6+5, Int: "x" → dropped, Expected to decode Int but found a string instead."#
            )
        ),
        (
            .last,
            Row(
                [String: Int].self, #"{"a":"x","a":1}"#, #"["a": 1]"#,
                "DuplicateKeys, duplicate resolved, 'a' '/a', 1:14+13, Dictionary<String, Any>: 1 → used, The key occurs more than once."
            )
        ),
    ])
    func repeatedKeys(choice: DuplicateKeys.Choice, row: Row) {
        row.check(
            DecodingPolicy {
                LossyCollections()
                DuplicateKeys(choice)
            })
    }

    @Test(arguments: [
        Row(
            Box<[Int]>.self, #"{"value":["x"]}"#, "Box<Array<Int>>(value: [])",
            #"LossyCollections, dropped, 'value[0]' '/value/0', 1:11+10, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(
            OptionalBox<[Int]>.self, #"{"value":["x"]}"#, "OptionalBox<Array<Int>>(value: Optional([]))",
            #"LossyCollections, dropped, 'value[0]' '/value/0', 1:11+10, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(OptionalBox<[Int]>.self, #"{"value":null}"#, "OptionalBox<Array<Int>>(value: nil)"),
        Row(OptionalBox<[Int]>.self, "{}", "OptionalBox<Array<Int>>(value: nil)"),
        Row(
            DoubleBox<[Int]>.self, #"{"value":["x"]}"#, "DoubleBox<Array<Int>>(value: Optional(Optional([])))",
            #"LossyCollections, dropped, 'value[0]' '/value/0', 1:11+10, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(
            WrappedBox<[Int]>.self, #"{"value":["x"]}"#,
            "typeMismatch(Int) at value[0]: Expected to decode Int but found a string instead."),
        Row(
            Outer<Set<Int>>.self, #"{"inner":{"value":["x"]}}"#,
            "Outer<Set<Int>>(inner: Outer<Swift.Set<Swift.Int>>.Inner(value: Set([])))",
            #"LossyCollections, dropped, 'inner.value[0]' '/inner/value/0', 1:20+19, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(
            Box<Box<[Box<Int>]>>.self, #"{"value":{"value":[{"value":1},{"value":"x"}]}}"#,
            "Box<Box<Array<Box<Int>>>>(value: Box<Swift.Array<Box<Swift.Int>>>(value: [Box<Swift.Int>(value: 1)]))",
            #"LossyCollections, dropped, 'value.value[1]' '/value/value/1', 1:32+31, Box<Int>: {"value":"x"} → dropped, value: Expected to decode Int but found a string instead."#
        ),
        Row(
            [Int]?.self, #"["x"]"#, "Optional([])",
            #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
    ])
    func everywhere(row: Row) {
        row.check(DecodingPolicy { LossyCollections() })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            [Int].self, "{}",
            "typeMismatch(Array<Any>) at the top: Expected to decode Array<Any> but found a dictionary instead."),
        Row(
            [Int].self, "null",
            "valueNotFound(Array<Any>) at the top: Cannot get unkeyed decoding container -- found null value instead"),
        Row(
            [String: Int].self, "[]",
            "typeMismatch(Dictionary<String, Any>) at the top: Expected to decode Dictionary<String, Any> but found an array instead."
        ),
        Row(
            Box<[Int]>.self, #"{"value":1}"#,
            "typeMismatch(Array<Any>) at value: Expected to decode Array<Any> but found number instead."),
        Row(
            Box<[Int]>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            [Int].self, "[1,]",
            "dataCorrupted at the top: The given data was not valid JSON. [line 1, column 4: unexpected ']', expected a value\n[1,]\n   ^]"
        ),
        Row(
            [Int].self, #"[1,"x"#,
            #"dataCorrupted at the top: The given data was not valid JSON. [line 1, column 4: string without closing quote\#n[1,"x\#n   ^]"#
        ),
    ])
    func declines(row: Row) {
        row.check(DecodingPolicy { LossyCollections() })
    }

    @Test(arguments: [
        Row(
            [Int].self, #"["1","x"]"#, "[1]",
            #"NumbersFromStrings, converted, '[0]' '/0', 1:2+1, Int: "1" → 1, Expected to decode Int but found a string instead."#,
            #"LossyCollections, dropped, '[1]' '/1', 1:6+5, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ),
        Row(
            [User].self, #"[{"id":"1","tags":[2]},{"id":"3","tags":7}]"#, #"[User(id: 1, tags: Optional(["2"]))]"#,
            #"NumbersFromStrings, converted, '[0].id' '/0/id', 1:8+7, Int: "1" → 1, Expected to decode Int but found a string instead."#,
            #"StringsFromScalars, converted, '[0].tags[0]' '/0/tags/0', 1:20+19, String: 2 → "2", Expected to decode String but found number instead."#,
            #"LossyCollections, dropped, '[1]' '/1', 1:24+23, User: {"id":"3","tags":7} → dropped, tags: Expected to decode Array<Any> but found number instead."#
        ),
        Row(
            [[User]].self, #"[[{"id":"1"},{"id":"x"}],[{"id":"2"},8]]"#,
            "[[User(id: 1, tags: nil)], [User(id: 2, tags: nil)]]",
            #"NumbersFromStrings, converted, '[0][0].id' '/0/0/id', 1:9+8, Int: "1" → 1, Expected to decode Int but found a string instead."#,
            #"LossyCollections, dropped, '[0][1]' '/0/1', 1:14+13, User: {"id":"x"} → dropped, id: Expected to decode Int but found a string instead."#,
            #"NumbersFromStrings, converted, '[1][0].id' '/1/0/id', 1:33+32, Int: "2" → 2, Expected to decode Int but found a string instead."#,
            "LossyCollections, dropped, '[1][1]' '/1/1', 1:38+37, User: 8 → dropped, Expected to decode Dictionary<String, Any> but found number instead."
        ),
    ])
    func otherRulesFirst(row: Row) {
        row.check(.lenient)
        row.checkStrict()
    }
}
