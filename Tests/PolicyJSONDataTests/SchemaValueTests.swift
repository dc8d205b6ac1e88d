import Foundation
import PolicyJSON
import PolicyJSONData
import Testing

@Suite struct SchemaValueTests {
    private static let policy = DecodingPolicy {
        NumbersFromStrings(trimmingWhitespace: true)
        BooleansFromScalars()
        StringsFromScalars()
        EmptyStrings(.asNil)
        StringifiedJSON()
        KeyMatching(.caseInsensitive, aliases: ["name": ["label"]])
        LossyCollections()
        FallbackDateFormats([.formatted("d.M.yyyy HH:mm")])
    }

    private func text(_ schema: String, _ json: String, _ policy: DecodingPolicy = Self.policy) throws -> String {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.dateDecodingStrategy = .iso8601
        let value = try decoder.decode(
            SchemaValue.self, from: Data(json.utf8), configuration: JSONSchema(Data(schema.utf8)))
        #expect(value.isVerbatim == (value.text == json))
        return value.text
    }

    private static let order = """
        {"type":"object","required":["id"],"properties":{"id":{"type":"integer"},"name":{"type":"string"},
         "n":{"type":"number"},"b":{"type":"boolean"},"t":{"type":"string","format":"date-time"},
         "z":{"type":["string","null"]},"l":{"type":"array","items":{"type":"integer"}},
         "p":{"$ref":"#/$defs/point"},"e":{"enum":["a",1,null]},"o":{"anyOf":[{"$ref":"#/$defs/point"},{"type":"null"}]},
         "d":{"type":"integer"},"u":{"type":"null"}},
         "$defs":{"point":{"type":"object","required":["x"],"properties":{"x":{"type":"integer"}},"additionalProperties":false}}}
        """

    @Test(arguments: [
        // Nothing to repair: verbatim, to the digit.
        (#"{"id":1.0, "n":1.50, "x":1e5}"#, nil), (#"{"id":1,"n":123456789012345678901234567890.10}"#, nil),
        (#"{"id":1,"name":"\u0041\/"}"#, nil), (#"{"id":1,"z":null,"o":null,"e":null}"#, nil),
        (#"{"id":1,"p":{ "x":1 },"l":[1, 2.0]}"#, nil), (#"{"id":1,"t":"2026-01-01T00:00:00Z","e":"a"}"#, nil),
        // Repairs, and the rest verbatim.
        (#"{"id":"7","n":1.50}"#, #"{"id":7,"n":1.50}"#), (#"{"id":1,"n":" 1.50 "}"#, #"{"id":1,"n":1.50}"#),
        (#"{"id":1,"b":1,"x":{"y":1.0}}"#, #"{"id":1,"b":true,"x":{"y":1.0}}"#),
        (#"{"id":1,"name":5}"#, #"{"id":1,"name":"5"}"#), (#"{"ID":1.0,"x":2}"#, #"{"x":2,"id":1.0}"#),
        (#"{"id":1,"label":"q"}"#, #"{"id":1,"name":"q"}"#),
        // Of members of the same text, the one that the rule found is renamed.
        (#"{"id":1,"x":"q","label":"q"}"#, #"{"id":1,"x":"q","name":"q"}"#), (#"{"id":1,"N":""}"#, #"{"id":1}"#),
        (#"{"id":1,"x":null,"Z":null}"#, #"{"id":1,"x":null,"z":null}"#),
        (#"{"id":1,"l":[1.0,"x",null,"2"]}"#, #"{"id":1,"l":[1.0,2]}"#),
        (#"{"id":1,"l":"[1,2]"}"#, #"{"id":1,"l":[1,2]}"#), (#"{"id":1,"p":{"X":"3"}}"#, #"{"id":1,"p":{"x":3}}"#),
        (#"{"id":1,"p":"{\"x\":1}"}"#, #"{"id":1,"p":{"x":1}}"#), (#"{"id":1,"n":""}"#, #"{"id":1}"#),
        (#"{"id":"1","id":2}"#, #"{"id":1,"id":2}"#),
        (#"{"id":1,"t":"1.2.2024 08:30"}"#, #"{"id":1,"t":"2024-02-01T08:30:00Z"}"#),
        (#"{"id":1,"t":"2024-02-01T08:30:00.50+01:00"}"#, nil),
    ])
    func `values`(_ json: String, _ expected: String?) throws {
        #expect(try text(Self.order, json) == expected ?? json)
    }

    private static let object = #"{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}"#

    // Values that rules answer with, and that are as the schema requires.
    @Test(arguments: [
        (
            DecodingPolicy { StringifiedJSON() }, #"{"type":"array","items":\#(object)}"#, #"["{\"a\":1}", {"a" :2}]"#,
            #"[{"a":1},{"a" :2}]"#
        ),
        (
            DecodingPolicy { SingleElementArrays() }, #"{"type":"array","items":\#(object)}"#, #"[[{"a":1}]]"#,
            #"[{"a":1}]"#
        ),
        (
            DecodingPolicy { SingleElementArrays() }, #"{"type":"array","prefixItems":[\#(object)]}"#, #"[[{"a":1}]]"#,
            #"[{"a":1}]"#
        ),
        (
            DecodingPolicy { At("[*]") { Fallbacks(["a": 9]) } }, #"{"type":"array","items":\#(object)}"#,
            #"[{"a":"x"},5,{"a":1}]"#, #"[{"a":9},{"a":9},{"a":1}]"#
        ),
        (
            DecodingPolicy { At("m") { Fallbacks(["a": 9]) } },
            #"{"type":"object","properties":{"m":\#(object)},"required":["m"]}"#, #"{"m":{"a":"x"}}"#, #"{"m":{"a":9}}"#
        ),
        (
            DecodingPolicy { At("m") { Envelope("data") } }, #"{"type":"object","properties":{"m":\#(object)}}"#,
            #"{"m":{"data":{"a":1.0}},"n":2}"#, #"{"m":{"a":1.0},"n":2}"#
        ),
        (
            DecodingPolicy { At("m") { Envelope("data") } },
            #"{"type":"object","properties":{"m":{"type":["integer","string","null"]}}}"#, #"{"m":{"data":5}}"#,
            #"{"m":5}"#
        ),
        (
            DecodingPolicy { At("m") { Envelope("data") } },
            #"{"type":"object","properties":{"m":{"type":["integer","null"]}}}"#, #"{"m":{"data":null}}"#,
            #"{"m":null}"#
        ),
        (
            DecodingPolicy { At("[*]") { Fallbacks(9) } }, #"{"type":"array","items":{"type":"integer","maximum":9}}"#,
            "[1.0,15]", "[1.0,9]"
        ),
        (
            DecodingPolicy { At("m") { DefaultValues(5) } },
            #"{"type":"object","properties":{"m":{}},"required":["m"]}"#,
            "{}", #"{"m":5}"#
        ),
        // Repeated keys.
        (DecodingPolicy { NumbersFromStrings() }, object, #"{"a":"1","b":0,"a":5}"#, #"{"a":1,"b":0,"a":5}"#),
        (
            DecodingPolicy {
                NumbersFromStrings()
                DuplicateKeys(.last)
            }, object, #"{"a":"1","b":0,"a":5}"#, #"{"a":5,"b":0}"#
        ),
        (
            DecodingPolicy {
                NumbersFromStrings()
                DuplicateKeys(.last)
            }, object, #"{"a":1,"b":0,"a":"5"}"#, #"{"a":5,"b":0}"#
        ),
    ])
    func `values that rules answer with`(_ policy: DecodingPolicy, _ schema: String, _ json: String, _ expected: String)
        throws
    {
        #expect(try text(schema, json, policy) == expected)
        #expect(try text(schema, expected, .strict) == expected)
    }

    @Test(arguments: [
        (#"{}"#, "missing_key /id"), (#"{"id":null}"#, "unexpected_null /id"), (#"{"id":1.5}"#, "type_mismatch /id"),
        (#"{"id":1,"n":null}"#, "unexpected_null /n"), (#"{"id":1,"p":{}}"#, "missing_key /p/x"),
        (#"{"id":1,"p":{"x":1,"y":2}}"#, "invalid_value /p/y"), (#"{"id":1,"e":"b"}"#, "unknown_case /e"),
        (#"{"id":1,"t":"yesterday"}"#, "invalid_value /t"), (#"[]"#, "type_mismatch "),
        (#"{"id":"x"}"#, "type_mismatch /id"),
    ])
    func `rejected values`(_ json: String, _ problem: String) throws {
        let error = try #require(throws: DecodingError.self) { try text(Self.order, json) }
        let found = try #require(DecodingProblem.problems(in: error).first)
        #expect("\(found.code.rawValue) \(found.jsonPointer)" == problem)
    }

    @Test(arguments: [
        (#"{"type":"integer","minimum":2,"exclusiveMaximum":5}"#, ["2", "4"], ["1", "5"]),
        (#"{"type":"number","exclusiveMinimum":0.5,"maximum":1.5}"#, ["0.51", "1.5"], ["0.5", "1.51"]),
        (#"{"type":"string","minLength":2,"maxLength":3}"#, [#""äö""#, #""abc""#], [#""a""#, #""abcd""#]),
        (#"{"type":"array","minItems":1,"maxItems":2}"#, ["[1]", "[1,{}]"], ["[]", "[1,2,3]"]),
        // Beyond `Decimal`.
        (
            #"{"type":"number","exclusiveMinimum":0,"maximum":1e100}"#, ["1e-200", "5e-324", "1e100"],
            ["1e200", "-1e-200", "1e-400", "0e400"]
        ),
        (#"{"type":"number","enum":[1e400,5,-1e400],"maximum":10}"#, ["5", "-1e400"], ["1e400"]),
        (#"{"type":"number"}"#, ["1e-200", "1.5e300", "-1e200", "0e400"], ["1e400", "-1e309"]),
        (#"{"const":"x"}"#, [#""x""#, #""\u0078""#], [#""y""#, "null"]), (#"{"type":"null"}"#, ["null"], ["0"]),
        (#"{"type":["integer","string"]}"#, ["1", #""1""#], ["true", "null", "1.5"]), (#"{}"#, ["null", "[]"], []),
        (
            #"{"type":"string","format":"date-time","maxLength":20}"#, [#""2024-02-01T08:30:00Z""#],
            [#""2024-02-01T08:30:00+01:00""#]
        ),
        // What Foundation reads is unchanged.
        (
            #"{"type":"string","format":"date-time"}"#, [#""2016-12-31T23:59:60Z""#, #""2024-02-01T24:00:00Z""#],
            [#""2024-02-30T00:00:00Z""#]
        ),
        (#"{"type":"integer","format":"int32"}"#, ["2147483647", "-2147483648"], ["2147483648", "-2147483649"]),
        (
            #"{"type":"integer","format":"int32","minimum":0,"maximum":3e9}"#, ["0", "2147483647"],
            ["-1", "2147483648"]
        ),
        (#"{"type":["integer","null"],"format":"int32","maximum":5}"#, ["null", "5"], ["6"]),
        // Annotations.
        (#"{"type":"string","format":"uuid"}"#, [#""x""#], ["1"]),
        (#"{"type":"number","format":"int32"}"#, ["2147483648"], []),
        (
            #"{"type":"object","required":["b"],"additionalProperties":{"type":"integer"}}"#, [#"{"b":1}"#],
            [#"{"b":"x"}"#]
        ),
        (#"{"type":"object","additionalProperties":{"type":"integer"}}"#, ["{}", #"{"a":1}"#], [#"{"a":"b"}"#]),
    ])
    func `bounds and types`(_ schema: String, _ valid: [String], _ invalid: [String]) throws {
        for json in valid { #expect(try text(schema, json, .strict) == json) }
        for json in invalid { #expect(throws: DecodingError.self, "\(json)") { try text(schema, json, .strict) } }
    }

    @Test(arguments: [
        (
            #"{"type":"object","properties":{"a":{"pattern":"x"}}}"#,
            #"1:47: properties.a.pattern: the keyword "pattern" is not supported"#
        ),
        (#"{"type":"int"}"#, #"1:9: type: there is no type "int""#),
        (#"{"properties":{}}"#, #"1:15: properties: "properties" is supported only beside "type""#),
        (
            #"{"$ref":"other.json"}"#,
            "1:9: $ref: references are supported to # and #/$defs/NAME, and without other keywords"
        ),
        (##"{"$ref":"#/$defs/a"}"##, "1:9: $ref: there is no #/$defs/a"),
        (##"{"$ref":"#"}"##, "1:9: $ref: references form a circle"),
        (
            ##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##,
            "1:9: $ref: references form a circle"
        ),
        (#"{"enum":[[1]]}"#, "1:9: enum: [1] is not a scalar"),
        (##"{"$ref":"#/$defs/a/b","$defs":{"a/b":{},"":{}}}"##, "1:9: $ref: there is no #/$defs/a/b"),
        (
            #"{"oneOf":[{"anyOf":[{"type":"string"},{"type":["integer","null"]}]},{"type":"null"}]}"#,
            #"1:20: oneOf[0].anyOf: null is several of the alternatives of "oneOf""#
        ),
        (
            ##"{"type":"object","properties":{"a":{"$id":"https://e/a","$ref":"#"}}}"##,
            #"1:43: properties.a.$id: "$id" is supported only at the top level"#
        ),
        (
            #"{"oneOf":[{"type":["string","null"]},{"type":"null"}]}"#,
            #"1:10: oneOf: null is several of the alternatives of "oneOf""#
        ),
        (#"{"oneOf":[{},{"type":"null"}]}"#, #"1:10: oneOf: null is several of the alternatives of "oneOf""#),
        (
            #"{"oneOf":[{"type":["string","null"]},{"type":["integer","null"]}]}"#,
            #"1:10: oneOf: null is several of the alternatives of "oneOf""#
        ),
        (
            ##"{"oneOf":[{"$ref":"#/$defs/s"},{"type":"null"}],"$defs":{"s":{"type":["string","null"]}}}"##,
            #"1:19: oneOf[0].$ref: null is several of the alternatives of "oneOf""#
        ),
        (
            ##"{"oneOf":[{"$ref":"#/$defs/s"},{"type":["integer","null"]}],"$defs":{"s":{"type":["string","null"]}}}"##,
            #"1:10: oneOf: null is several of the alternatives of "oneOf""#
        ),
        (#"{"type":"string","format":"datetime"}"#, #"1:27: format: the format "datetime" is not supported"#),
        (
            #"{"type":"object","required":["b","a"],"properties":{"b":{}},"additionalProperties":false}"#,
            #"1:29: required: "a" is not among "properties", and no others are allowed"#
        ),
    ])
    func `schemas that are rejected`(_ schema: String, _ message: String) throws {
        let error = try #require(throws: JSONSchemaError.self) { try JSONSchema(Data(schema.utf8)) }
        #expect("\(error)" == message)
    }

    @Test(arguments: [
        ("1700000000123", "2023-11-14T22:13:20.123Z"), ("1700000000000", "2023-11-14T22:13:20Z"),
        ("1700000000000.5", "2023-11-14T22:13:20.0005Z"), ("-1", "1969-12-31T23:59:59.999Z"),
        ("0.0001", "1970-01-01T00:00:00Z"),
        ("-5000000000001", "1811-07-23T15:06:39.999Z"), ("253402300799999", "9999-12-31T23:59:59.999Z"),
        ("-62167392000000", "0000-01-01T00:00:00Z"), ("-62167392000001", nil),
        ("253402300800000", nil), ("-99999999999999", nil), ("1e300", nil),
    ])
    func `dates are written with fractions, in the years of RFC 3339`(_ json: String, _ expected: String?) throws {
        let policy = DecodingPolicy { FallbackDateFormats([.millisecondsSince1970]) }
        let schema = #"{"type":"string","format":"date-time"}"#
        guard let expected else {
            let error = try #require(throws: DecodingError.self) { try text(schema, json, policy) }
            let problems = DecodingProblem.problems(in: error, includingValues: true)
            #expect(problems.map(\.message) == ["The date cannot be written in RFC 3339."])
            return
        }
        #expect(try text(schema, json, policy) == "\"\(expected)\"")
        #expect(try text(schema, "\"\(expected)\"", .strict) == "\"\(expected)\"")
    }

    @Test(arguments: [("null", "null"), ("5", "5"), (#""x""#, nil)])
    func `an envelope is one change`(_ contents: String, _ expected: String?) throws {
        let schema = try JSONSchema(Data(#"{"type":"object","properties":{"m":{"type":["integer","null"]}}}"#.utf8))
        let policy = DecodingPolicy { At("m") { Envelope("data") } }
        let filter = RecordFilter(schema: schema, decoder: PolicyJSONDecoder(policy: policy))
        let (result, report) = filter.clean(
            Array(#"{"m":{"data":\#(contents)}}"#.utf8), index: 0, at: JSONLocation(offset: 0, line: 1, column: 1))
        #expect((try? result.get()) == expected.map { #"{"m":\#($0)}"# })
        if expected != nil { #expect(report?.counts.byRule == ["Envelope": 1]) }
    }

    /// Each part of a schema is examined once, however many properties it is for.
    @Test func `required properties that are not listed`() throws {
        let open = #"{"type":"object","required":["a","b"],"additionalProperties":"#
        let schema = String(repeating: open, count: 40) + #"{"type":"integer"}"# + String(repeating: "}", count: 40)
        #expect(throws: DecodingError.self) { try text(schema, #"{"a":{},"b":{}}"#) }
    }

    @Test func `recursive schemas`() throws {
        let schema = ##"{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#"}}}"##
        #expect(try text(schema, #"{"next":{"next":{"v":"1"}}}"#) == #"{"next":{"next":{"v":1}}}"#)
    }

    @Test func `references to references`() throws {
        // Each definition is a reference to the next one.
        let links = (0..<20_000).map { ##""d\##($0)":{"$ref":"#/$defs/d\##($0 + 1)"}"## }
        let definitions = links.joined(separator: ",") + #","d20000":{"type":"integer"}"#
        let schema = ##"{"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{\##(definitions)}}"##
        #expect(try text(schema, #"{"a":"1"}"#) == #"{"a":1}"#)
    }

    @Test func `a reference to a schema that allows null`() throws {
        let schema = ##"""
            {"type":"object","properties":{"a":{"$ref":"#/$defs/optional"}},
            "$defs":{"optional":{"anyOf":[{"$ref":"#/$defs/number"},{"type":"null"}]},"number":{"type":"integer"}}}
            """##
        for json in [#"{"a":null}"#, #"{"a":1}"#] { #expect(try text(schema, json, .strict) == json) }
        #expect(throws: DecodingError.self) { try text(schema, #"{"a":"x"}"#, .strict) }
    }

    @Test func `deep records`() throws {
        let schema = ##"""
            {"type":"object","properties":{"v":{"type":"integer"},"list":{"type":"array","items":{"type":"integer"}},
            "next":{"$ref":"#"},"all":{"type":"array","items":{"$ref":"#"}}}}
            """##
        func nested(_ open: String, _ inner: String, _ close: String) -> String {
            String(repeating: open, count: 100) + inner + String(repeating: close, count: 100)
        }
        for (open, close) in [(#"{"next":"#, "}"), (#"{"all":["#, "]}")] {
            #expect(
                try text(schema, nested(open, #"{"list":[1,"2"],"v":"3"}"#, close))
                    == nested(open, #"{"list":[1,2],"v":3}"#, close))
            let verbatim = nested(open, #" { "list" : [ 1 , 2 ],"w":[ ]} "#, close)
            #expect(try text(schema, verbatim, .strict) == verbatim)
        }
        let arrays = ##"{"type":"array","items":{"$ref":"#"}}"##
        for json in ["[[],[ [ ]]]", nested("[", "[ ]", "]")] { #expect(try text(arrays, json, .strict) == json) }
        #expect(throws: DecodingError.self) { try text(arrays, nested("[", "1", "]"), .strict) }
    }

    /// `null` is no value of a keyword; it must not be taken for a keyword that is not there.
    @Test(arguments: [
        "$ref", "maximum", "minimum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems",
        "maxItems", "required", "enum", "format", "properties", "prefixItems", "$defs", "type", "items",
        "additionalProperties", "anyOf", "oneOf",
    ])
    func `null as the value of a keyword`(_ keyword: String) throws {
        let type =
            ["$ref", "anyOf", "oneOf", "type"].contains(keyword)
            ? "" : "\"type\":[\"object\",\"array\",\"string\",\"number\"],"
        let error = try #require(throws: JSONSchemaError.self) {
            try JSONSchema(Data("{\(type)\"\(keyword)\":null}".utf8))
        }
        #expect("\(error)".contains("\(keyword): "))
    }

    @Test(arguments: [
        // One null.
        (#"{"oneOf":[{"type":"string"},{"type":"null"}]}"#, ["null", #""a""#], ["1"]),
        (#"{"anyOf":[{"type":["string","null"]},{"type":"null"}]}"#, ["null", #""a""#], ["1"]),
        (
            ##"{"oneOf":[{"$ref":"#/$defs/s"},{"type":"null"}],"$defs":{"s":{"type":"string"}}}"##, ["null", #""a""#],
            ["1"]
        ),
        // Numbers that `Decimal` does not hold.
        (
            #"{"enum":[0.1,0,100]}"#,
            [
                "0.1000000000000000000000000000000", "1e-1", "-0.0", "0e5", "0.00000000000000000000000000000000000",
                "1e2",
            ],
            ["0.10000000000000000000000000000001", "10"]
        ),
        (#"{"enum":[1e+200,-0.5e-300]}"#, ["1e200", "1.0e200", "10E199", "-5e-301"], ["1e201", "-1e200"]),
    ])
    func `nulls and numbers`(_ schema: String, _ valid: [String], _ invalid: [String]) throws {
        for json in valid { #expect(try text(schema, json, .strict) == json) }
        for json in invalid { #expect(throws: DecodingError.self, "\(json)") { try text(schema, json, .strict) } }
    }

    /// What a rule finds does not depend on members that have nothing to do with it.
    @Test(arguments: [
        (#"{"meta":{"id":"7"}}"#, #"{"meta":{"id":"7"},"id":"7"}"#),
        (#"{"meta":{"id":"7"},"x":1}"#, #"{"meta":{"id":"7"},"x":1,"id":"7"}"#),
        (#"{"\u006deta":{"id":"7"}}"#, #"{"meta":{"id":"7"},"id":"7"}"#),
        (#"{"id":"1","meta":{"id":"7"}}"#, #"{"id":"1","meta":{"id":"7"}}"#),
    ])
    func `paths that begin at a property`(_ json: String, _ expected: String) throws {
        let schema = #"{"type":"object","properties":{"id":{"type":"string"},"meta":{"type":"object"}}}"#
        let policy = DecodingPolicy { KeyMatching(["id": "meta.id"]) }
        #expect(try text(schema, json, policy) == expected)
        let filter = RecordFilter(schema: try JSONSchema(Data(schema.utf8)), decoder: PolicyJSONDecoder(policy: policy))
        #expect(try filter.clean(Array(json.utf8), index: 0, at: .start).result.get() == expected)
    }
}
