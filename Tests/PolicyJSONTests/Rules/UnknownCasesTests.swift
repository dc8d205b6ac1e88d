import Foundation
import PolicyJSON
import RuntimeFacts
import Testing

@Suite struct UnknownCasesTests {
    enum Fruit: String, Decodable, CaseIterable { case apple, pear, other }
    enum Number: Int, Decodable, CaseIterable {
        case one = 1
        case unknown = -1
        case two = 2
    }
    enum Payload: Decodable {
        case a(Int)
        case b(String)
    }
    enum Form: Decodable {
        case circle(Int)
        case dot
        enum CodingKeys: String, CodingKey {
            case circle
            case dot = "nothing"
        }
    }
    struct Name: RawRepresentable, Decodable { let rawValue: String }
    enum Odd: String, Decodable, CaseIterable {
        case known, unknown
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let value = Odd(rawValue: text.lowercased()) else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "Odd."))
            }
            self = value
        }
    }

    @Test(arguments: [
        Row(
            OptionalBox<Fruit>.self, #"{"value":"plum"}"#, "OptionalBox<Fruit>(value: nil)",
            #"UnknownCases, case replaced, 'value' '/value', 1:10+9, Fruit?: "plum" → nil, Cannot initialize Fruit from invalid String value plum"#
        ),
        Row(
            OptionalBox<Number>.self, #"{"value":3}"#, "OptionalBox<Number>(value: nil)",
            "UnknownCases, case replaced, 'value' '/value', 1:10+9, Number?: 3 → nil, Cannot initialize Number from invalid Int value 3"
        ),
        Row(
            Fruit?.self, #""plum""#, "nil",
            #"UnknownCases, case replaced, '' '', 1:1+0, Fruit?: "plum" → nil, Cannot initialize Fruit from invalid String value plum"#
        ),
        Row(
            [Fruit?].self, #"["pear","plum",null]"#, "[Optional(Fruit.pear), nil, nil]",
            #"UnknownCases, case replaced, '[1]' '/1', 1:9+8, Fruit?: "plum" → nil, Cannot initialize Fruit from invalid String value plum"#
        ),
        Row(
            [String: Fruit?].self, #"{"a":"plum"}"#, #"["a": nil]"#,
            #"UnknownCases, case replaced, 'a' '/a', 1:6+5, Fruit?: "plum" → nil, Cannot initialize Fruit from invalid String value plum"#
        ),
        Row(
            DoubleBox<Fruit>.self, #"{"value":"plum"}"#, "DoubleBox<Fruit>(value: nil)",
            #"UnknownCases, case replaced, 'value' '/value', 1:10+9, Fruit?: "plum" → nil, Cannot initialize Fruit from invalid String value plum"#
        ),
        Row(
            WrappedBox<Fruit?>.self, #"{"value":"plum"}"#,
            "dataCorrupted at value: Cannot initialize Fruit from invalid String value plum"),
        Row(
            Box<[[Number?]]>.self, #"{"value":[[1,9]]}"#,
            "Box<Array<Array<Optional<Number>>>>(value: [[Optional(Number.one), nil]])",
            "UnknownCases, case replaced, 'value[0][1]' '/value/0/1', 1:14+13, Number?: 9 → nil, Cannot initialize Number from invalid Int value 9"
        ),
        Row(
            Set<Fruit?>.self, #"["plum"]"#, "[nil]",
            #"UnknownCases, case replaced, '[0]' '/0', 1:2+1, Fruit?: "plum" → nil, Cannot initialize Fruit from invalid String value plum"#
        ),
        Row(
            OptionalBox<Odd>.self, #"{"value":"x"}"#, "OptionalBox<Odd>(value: nil)",
            #"UnknownCases, case replaced, 'value' '/value', 1:10+9, Odd?: "x" → nil, Odd."#),
        // Declines.
        Row(
            Box<Fruit>.self, #"{"value":"plum"}"#,
            "dataCorrupted at value: Cannot initialize Fruit from invalid String value plum"),
        Row(
            [Fruit].self, #"["plum"]"#,
            "dataCorrupted at [0]: Cannot initialize Fruit from invalid String value plum"),
        Row(
            OptionalBox<Fruit>.self, #"{"value":1}"#,
            "typeMismatch(String) at value: Expected to decode String but found number instead."),
        Row(
            OptionalBox<Fruit>.self, #"{"value":{}}"#,
            "typeMismatch(String) at value: Expected to decode String but found a dictionary instead."),
        Row(
            OptionalBox<Number>.self, #"{"value":true}"#,
            "typeMismatch(Int) at value: Expected to decode Int but found bool instead."),
        Row(OptionalBox<Fruit>.self, #"{}"#, "OptionalBox<Fruit>(value: nil)"),
        Row(
            Box<Fruit>.self, #"{}"#,
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<Fruit>.self, #"{"value":null}"#,
            "valueNotFound(String) at value: Cannot get value of type String -- found null value instead"),
    ])
    func useNil(row: Row) {
        row.check(DecodingPolicy { UnknownCases(.useNil) })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            Box<Number>.self, #"{"value":3}"#, "Box<Number>(value: Number.unknown)",
            "UnknownCases, case replaced, 'value' '/value', 1:10+9, Number: 3 → unknown, Cannot initialize Number from invalid Int value 3"
        ),
        Row(
            Box<Number>.self, #"{"value":1.5}"#, "Box<Number>(value: Number.unknown)",
            "UnknownCases, case replaced, 'value' '/value', 1:10+9, Number: 1.5 → unknown, Parsed JSON number <1.5> does not fit in Int."
        ),
        Row(
            Box<Number>.self, #"{"value":1e30}"#, "Box<Number>(value: Number.unknown)",
            "UnknownCases, case replaced, 'value' '/value', 1:10+9, Number: 1e30 → unknown, Parsed JSON number <1e30> does not fit in Int."
        ),
        Row(Odd.self, #""x""#, "unknown", #"UnknownCases, case replaced, '' '', 1:1+0, Odd: "x" → unknown, Odd."#),
        Row(
            [Number].self, "[1,3,2]", "[Number.one, Number.unknown, Number.two]",
            "UnknownCases, case replaced, '[1]' '/1', 1:4+3, Number: 3 → unknown, Cannot initialize Number from invalid Int value 3"
        ),
        Row(
            [Number?].self, "[3,null]", "[Optional(Number.unknown), nil]",
            "UnknownCases, case replaced, '[0]' '/0', 1:2+1, Number?: 3 → unknown, Cannot initialize Number from invalid Int value 3"
        ),
        Row(
            ContiguousArray<Number>.self, "[3]", "[Number.unknown]",
            "UnknownCases, case replaced, '[0]' '/0', 1:2+1, Number: 3 → unknown, Cannot initialize Number from invalid Int value 3"
        ),
        Row(
            Set<Number>.self, "[3,-1]", "[Number.unknown]",
            "UnknownCases, case replaced, '[0]' '/0', 1:2+1, Number: 3 → unknown, Cannot initialize Number from invalid Int value 3"
        ),
        Row(
            [String: Number].self, #"{"a":3}"#, #"["a": Number.unknown]"#,
            "UnknownCases, case replaced, 'a' '/a', 1:6+5, Number: 3 → unknown, Cannot initialize Number from invalid Int value 3"
        ),
        Row(
            [Number: Int].self, "[3,1]", "[Number.unknown: 1]",
            "UnknownCases, case replaced, '[0]' '/0', 1:2+1, Number: 3 → unknown, Cannot initialize Number from invalid Int value 3"
        ),
        Row(
            WrappedBox<Number>.self, #"{"value":3}"#,
            "dataCorrupted at value: Cannot initialize Number from invalid Int value 3"),
        Row(
            Outer<Number>.self, #"{"inner":{"value":0}}"#,
            "Outer<Number>(inner: Outer<Number>.Inner(value: Number.unknown))",
            "UnknownCases, case replaced, 'inner.value' '/inner/value', 1:19+18, Number: 0 → unknown, Cannot initialize Number from invalid Int value 0"
        ),
        // There is no case with that name, or no case at all.
        Row(
            Box<Fruit>.self, #"{"value":"plum"}"#,
            "dataCorrupted at value: Cannot initialize Fruit from invalid String value plum"),
        Row(
            Box<Fruit>.self, #"{"value":""}"#,
            "dataCorrupted at value: Cannot initialize Fruit from invalid String value "),
        Row(
            Payload.self, #"{"c":{}}"#,
            "typeMismatch(Payload) at the top: Invalid number of keys found, expected one."),
        Row(
            Box<Number>.self, #"{"value":null}"#,
            "valueNotFound(Int) at value: Cannot get value of type Int -- found null value instead"),
        Row(
            Box<Number>.self, #"{"value":"1"}"#,
            "typeMismatch(Int) at value: Expected to decode Int but found a string instead."),
        Row(
            Box<Number>.self, #"{"value":[]}"#,
            "typeMismatch(Int) at value: Expected to decode Int but found an array instead."),
        Row(
            Box<Number>.self, #"{}"#,
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
    ])
    func caseNamed(row: Row) {
        row.check(DecodingPolicy { UnknownCases(.caseNamed("unknown")) })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            [Fruit].self, #"["plum",""]"#, "[Fruit.apple, Fruit.apple]",
            #"UnknownCases, case replaced, '[0]' '/0', 1:2+1, Fruit: "plum" → apple, Cannot initialize Fruit from invalid String value plum"#,
            #"UnknownCases, case replaced, '[1]' '/1', 1:9+8, Fruit: "" → apple, Cannot initialize Fruit from invalid String value "#
        ),
        Row(
            [Number?].self, "[3]", "[Optional(Number.one)]",
            "UnknownCases, case replaced, '[0]' '/0', 1:2+1, Number?: 3 → one, Cannot initialize Number from invalid Int value 3"
        ),
        Row(Name.self, "1", "typeMismatch(String) at the top: Expected to decode String but found number instead."),
    ])
    func first(row: Row) {
        row.check(DecodingPolicy { UnknownCases(.first) })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            [Fruit].self, #"["plum"]"#, "[Fruit.other]",
            #"UnknownCases, case replaced, '[0]' '/0', 1:2+1, Fruit: "plum" → other, Cannot initialize Fruit from invalid String value plum"#
        ),
        Row(
            [Number].self, "[3]", "[Number.two]",
            "UnknownCases, case replaced, '[0]' '/0', 1:2+1, Number: 3 → two, Cannot initialize Number from invalid Int value 3"
        ),
    ])
    func last(row: Row) {
        row.check(DecodingPolicy { UnknownCases(.last) })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            Fruit.self, #""plum""#, "pear",
            #"UnknownCases, case replaced, '' '', 1:1+0, Fruit: "plum" → pear, Cannot initialize Fruit from invalid String value plum"#
        ),
        Row(
            Fruit?.self, #""plum""#, "Optional(Fruit.pear)",
            #"UnknownCases, case replaced, '' '', 1:1+0, Fruit?: "plum" → pear, Cannot initialize Fruit from invalid String value plum"#
        ),
        Row(Number.self, "3", "dataCorrupted at the top: Cannot initialize Number from invalid Int value 3"),
    ])
    func value(row: Row) {
        row.check(DecodingPolicy { UnknownCases(.case(Fruit.pear)) })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            Fruit.self, #""plum""#,
            #"dataCorrupted at the top: Fruit has no case for "plum"; it has: apple, pear, other. [rejected by UnknownCases]"#
        ),
        Row(
            OptionalBox<Number>.self, #"{"value":3}"#,
            "dataCorrupted at value: Number has no case for 3; it has: one, unknown, two. [rejected by UnknownCases]"
        ),
        Row(
            Fruit.self, "1", "typeMismatch(String) at the top: Expected to decode String but found number instead."),
    ])
    func fail(row: Row) {
        row.check(DecodingPolicy { UnknownCases(.fail) })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            Box<Fruit>.self, #"{"value":null}"#, "Box<Fruit>(value: Fruit.other)",
            "UnknownCases, null replaced, 'value' '/value', 1:10+9, Fruit: null → other, Cannot get value of type String -- found null value instead"
        ),
        Row(
            Box<Fruit>.self, "{}", "Box<Fruit>(value: Fruit.other)",
            #"UnknownCases, key supplied, 'value' '/value', 1:1+0, Fruit: nothing → other, No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(OptionalBox<Fruit>.self, #"{"value":null}"#, "OptionalBox<Fruit>(value: nil)"),
        Row(OptionalBox<Fruit>.self, "{}", "OptionalBox<Fruit>(value: nil)"),
        Row(
            [Fruit].self, "[null]", "[Fruit.other]",
            "UnknownCases, null replaced, '[0]' '/0', 1:2+1, Fruit: null → other, Cannot get value of type String -- found null value instead"
        ),
        Row([Fruit?].self, "[null]", "[nil]"),
        Row(
            [String: Fruit].self, #"{"a":null}"#, #"["a": Fruit.other]"#,
            "UnknownCases, null replaced, 'a' '/a', 1:6+5, Fruit: null → other, Cannot get value of type String -- found null value instead"
        ),
        Row(
            Fruit.self, "null", "other",
            "UnknownCases, null replaced, '' '', 1:1+0, Fruit: null → other, Cannot get value of type String -- found null value instead"
        ),
        Row(
            Box<Fruit>.self, #"{"value":"plum"}"#,
            "dataCorrupted at value: Cannot initialize Fruit from invalid String value plum"),
        Row(
            Box<Fruit>.self, #"{"value":[]}"#,
            "typeMismatch(String) at value: Expected to decode String but found an array instead."),
        Row(
            Box<String>.self, "{}",
            #"keyNotFound(value) at the top: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(
            Box<Payload>.self, #"{"value":null}"#,
            "valueNotFound(Dictionary<String, Any>) at value: Cannot get keyed decoding container -- found null value instead"
        ),
    ])
    func nullAndMissing(row: Row) {
        row.check(DecodingPolicy { UnknownCases(.caseNamed("other"), for: [.null, .missingKey]) })
        row.checkStrict()
    }

    @Test(arguments: [
        Row(
            Box<Fruit>.self, #"{"value":null}"#,
            "dataCorrupted at value: Fruit has no case for null; it has: apple, pear, other. [rejected by UnknownCases]"
        ),
        Row(
            Box<Fruit>.self, "{}",
            #"dataCorrupted at value: Fruit has no case for nothing; it has: apple, pear, other. [rejected by UnknownCases]"#
        ),
        Row(
            OptionalBox<Fruit>.self, #"{"value":"plum"}"#,
            #"dataCorrupted at value: Fruit has no case for "plum"; it has: apple, pear, other. [rejected by UnknownCases]"#
        ),
        Row(
            [Fruit?].self, #"["plum"]"#,
            #"dataCorrupted at [0]: Fruit has no case for "plum"; it has: apple, pear, other. [rejected by UnknownCases]"#
        ),
    ])
    func failEverywhere(row: Row) {
        row.check(DecodingPolicy { UnknownCases(.fail, for: [.null, .missingKey, .unknownCase]) })
        row.checkStrict()
    }

    @Test func descriptions() {
        #expect(UnknownCases(.useNil).description == "UnknownCases(.useNil)")
        #expect(UnknownCases(.first).description == "UnknownCases(.first)")
        #expect(UnknownCases(.last).description == "UnknownCases(.last)")
        #expect(UnknownCases(.fail).description == "UnknownCases(.fail)")
        #expect(UnknownCases(.caseNamed("a")).description == #"UnknownCases(.caseNamed("a"))"#)
        #expect(UnknownCases(.caseNamed("a\"\n")).description == #"UnknownCases(.caseNamed("a\"\n"))"#)
        #expect(Without<any DecodingRule>(named: "a\"").description == #"Without(named: "a\"")"#)
        #expect(
            FallbackDateFormats([.formatted("d'\"'M.yyyy")]).description
                == #"FallbackDateFormats([.formatted("d'\"'M.yyyy")])"#)
        #expect(UnknownCases(.case(Fruit.pear)).description == "UnknownCases(.case(Fruit.pear))")
        #expect(
            UnknownCases(.first, for: [.null, .missingKey]).description
                == "UnknownCases(.first, for: [.null, .missingKey])")
        #expect(
            UnknownCases(.first, for: [.missingKey, .unknownCase]).description
                == "UnknownCases(.first, for: [.missingKey, .unknownCase])")
    }

    /// A case is named as in the source, whatever its key in JSON is.
    @Test(.enabled(if: RuntimeFacts.areUsed), arguments: [#"{"value":{"square":{}}}"#, #"{"value":{"dot":{}}}"#])
    func renamedCases(json: String) {
        func outcome(_ name: String) -> String {
            PolicyJSONDecoder(policy: DecodingPolicy { UnknownCases(.caseNamed(name)) })
                .outcome(of: Box<Form>.self, from: json).text
        }
        #expect(outcome("dot") == "Box<Form>(value: Form.dot)")
        let error = "typeMismatch(Form) at value: Invalid number of keys found, expected one."
        #expect(outcome("nothing") == error)
        #expect(outcome("circle") == error)
        let matching = PolicyJSONDecoder(
            policy: DecodingPolicy {
                CaseMatching(caseInsensitive: true, aliases: ["dot": ["spot"], "nothing": ["none"]])
            })
        #expect(matching.outcome(of: Form.self, from: #"{"DOT":{}}"#).text == "dot")
        #expect(matching.outcome(of: Form.self, from: #"{"spot":{}}"#).text == "dot")
        #expect(matching.outcome(of: Form.self, from: #"{"none":{}}"#).text == "dot")
    }
}
