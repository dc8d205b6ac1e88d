import Foundation
import PolicyJSON
import PolicyJSONData
import Testing

@Suite struct SchemaAlternativesTests {
    private static func decoded(_ schema: String, _ json: String, _ policy: DecodingPolicy = .strict) throws -> String {
        let value = try PolicyJSONDecoder(policy: policy).decode(
            SchemaValue.self, from: Data(json.utf8), configuration: JSONSchema(Data(schema.utf8)))
        #expect(value.isVerbatim == (value.text == json))
        return value.text
    }

    private static let constants = """
        {"oneOf":[
          {"type":"object","required":["type","number"],"properties":{"type":{"const":"card"},"number":{"type":"string"}}},
          {"type":"object","required":["type"],"properties":{"type":{"enum":["cash"]},"change":{"type":"integer"}},
           "additionalProperties":false},{"type":"null"}]}
        """
    private static let mapped = """
        {"type":"array","items":{"oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"},{"$ref":"#/$defs/horse"}],
          "discriminator":{"propertyName":"kind","mapping":{"dog":"#/$defs/Dog","puppy":"Dog"}}},
         "$defs":{"horse":{"type":"object","properties":{"legs":{"type":"integer"}}},"Cat":{"type":"object","required":["kind"],"properties":{"kind":{"type":"string"},"lives":{"type":"integer"}}},
          "Dog":{"type":"object","required":["kind"],"properties":{"kind":{"type":"string"},"good":{"type":"boolean"}}}}}
        """
    private static let kinds = """
        {"anyOf":[{"type":"string","minLength":2},{"type":"integer"},{"type":"array","items":{"type":"boolean"}},
          {"type":"object","properties":{"a":{"type":"integer"}}}]}
        """
    private static let described = """
        {"type":"array","items":{"oneOf":[{"const":"open","title":"Open"},{"enum":["sent","in transit"]},{"const":7},
          {"type":"null"},{"$ref":"#/$defs/a~1b%20~0c"}]},"$defs":{"a/b ~c":{"type":"boolean"}}}
        """
    private static let rules = DecodingPolicy {
        KeyMatching(.caseInsensitive)
        CaseMatching(caseInsensitive: true)
        NumbersFromStrings()
        BooleansFromScalars()
        LossyCollections()
    }

    @Test(arguments: [
        (constants, #"{"type":"card","number":"1"}"#, nil), (constants, #"{"change":1,"type":"cash"}"#, nil),
        (constants, "null", nil), (constants, #"{"type":"Cash","change":"1"}"#, #"{"type":"cash","change":1}"#),
        (constants, #"{"Type":"CASH","change":1}"#, #"{"change":1,"type":"cash"}"#),
        // An alternative that does not list the discriminator.
        (mapped, #"[{"Kind":"horse","legs":4}]"#, #"[{"legs":4,"kind":"horse"}]"#),
        (mapped, #"[{"kind":"Cat","lives":7},{"kind":"dog","good":true},{"kind":"puppy"}]"#, nil),
        (
            mapped, #"[{"kind":"cat","lives":"7"},{"kind":"Dog","good":1}]"#,
            #"[{"kind":"Cat","lives":7},{"kind":"dog","good":true}]"#
        ),
        (mapped, #"[{"kind":"fish"},{"kind":"Cat"}]"#, #"[{"kind":"Cat"}]"#),
        (#"{"type":"array","items":{"type":["object","null"]}}"#, "[{}, null]", nil),
        (described, #"["open","sent",7.0,null,true]"#, nil),
        (described, #"["Open","IN TRANSIT",8]"#, #"["open","in transit"]"#),
        (kinds, #""ab""#, nil), (kinds, "1", nil), (kinds, "[true, false]", nil), (kinds, #"{"a":1}"#, nil),
        (kinds, #"{"a":"1"}"#, #"{"a":1}"#), (kinds, "[1]", "[true]"),
        (#"{"type":["object","string"],"properties":{"a":{"type":"integer"}}}"#, #"{"a":"1"}"#, #"{"a":1}"#),
        (#"{"type":["array","string"],"items":{"type":"integer"}}"#, #"["1"]"#, "[1]"),
        (#"{"type":["array","object"]}"#, #"[1, 2]"#, nil),
    ])
    func `values`(_ schema: String, _ json: String, _ expected: String?) throws {
        #expect(try Self.decoded(schema, json, Self.rules) == expected ?? json)
    }

    @Test(arguments: [
        (constants, #"{"type":"cheque"}"#, "unknown_case /type"), (constants, #"{}"#, "missing_key /type"),
        (constants, #"{"type":"card"}"#, "missing_key /number"),
        (constants, #"{"type":"cash","x":1}"#, "invalid_value /x"),
        (constants, "1", "type_mismatch "), (mapped, #"[{"kind":"Dog"}]"#, "unknown_case /0/kind"),
        (mapped, #"[{"kind":"Cat","lives":"x"}]"#, "type_mismatch /0/lives"),
        (kinds, "true", "type_mismatch "), (kinds, "1.5", "type_mismatch "), (kinds, #""a""#, "invalid_value "),
        (kinds, "null", "unexpected_null "), (described, #"["closed"]"#, "unknown_case /0"),
    ])
    func `rejected values`(_ schema: String, _ json: String, _ problem: String) throws {
        let error = try #require(throws: DecodingError.self) { try Self.decoded(schema, json) }
        let found = try #require(DecodingProblem.problems(in: error).first)
        #expect("\(found.code.rawValue) \(found.jsonPointer)" == problem)
    }

    @Test func `a repaired discriminator is one entry of the report`() throws {
        let report = try PolicyJSONDecoder(policy: Self.rules).decodeReporting(
            ConfiguredValue.self, from: Data(#"{"type":"CASH"}"#.utf8), schema: JSONSchema(Data(Self.constants.utf8))
        ).report
        #expect(
            report.entries.map { "\($0)" } == [
                #"1:9 type: CaseMatching: case replaced, "CASH" → cash (SchemaEnumeration<String>)"#
            ])
    }

    @Test func `numbers as discriminators`() throws {
        let schema = """
            {"anyOf":[{"type":"object","required":["v"],"properties":{"v":{"const":1},"a":{"type":"integer"}}},
              {"type":"object","required":["v"],"properties":{"v":{"const":2},"a":{"type":"string"}}}]}
            """
        for json in [#"{"v":1,"a":1}"#, #"{"v":2.0,"a":"1"}"#] { #expect(try Self.decoded(schema, json) == json) }
        #expect(throws: DecodingError.self) { try Self.decoded(schema, #"{"v":2,"a":1}"#) }
    }

    private static let object = #"{"type":"object","required":["t"],"properties":{"t":{"const":"a"}}}"#
    private static let definition = #""$defs":{"A":\#(object)}"#

    @Test(arguments: [
        (#"{"anyOf":[]}"#, "1:10: anyOf: there are no alternatives"),
        (
            #"{"type":"object","oneOf":[{"type":"string"}]}"#,
            #"1:26: oneOf: "oneOf" is supported without other keywords, "discriminator" excepted"#
        ),
        (
            #"{"anyOf":[{"type":"string"},{"type":"string","minLength":1}]}"#,
            #"1:10: anyOf: values do not show which of the alternatives for the type "string" they are of"#
        ),
        (
            #"{"anyOf":[{"type":"integer"},{"type":"number"}]}"#,
            #"1:10: anyOf: values do not show which of the alternatives for the type "number" they are of"#
        ),
        (
            #"{"anyOf":[{"type":"integer"},{}]}"#,
            "1:10: anyOf: an alternative must state its type, and have no alternatives itself"
        ),
        (
            #"{"type":"object","properties":{"p":{"oneOf":[\#(object),\#(object)]}}}"#,
            "1:45: properties.p.oneOf: the objects need a discriminator: a required property with a different constant in each of them"
        ),
        (
            #"{"type":"object","discriminator":{"propertyName":"t"}}"#,
            #"1:34: discriminator: "discriminator" is supported only beside "anyOf" or "oneOf""#
        ),
        (
            #"{"oneOf":[{"type":"string"}],"discriminator":{"propertyName":"t"}}"#,
            "1:10: oneOf: with a discriminator, all alternatives but null must be objects"
        ),
        (
            #"{"oneOf":[\#(object)],"discriminator":{"propertyName":"t","x":1}}"#,
            #"1:120: discriminator.x: the keyword "x" is not supported"#
        ),
        (
            #"{"oneOf":[\#(object)],"discriminator":{"propertyName":"u"}}"#,
            #"1:10: oneOf: an alternative has no value of the discriminator "u""#
        ),
        (
            ##"{"oneOf":[{"$ref":"#/$defs/A"}],"discriminator":{"propertyName":"t","mapping":{"a":"B"}},\##(definition)}"##,
            #"1:10: oneOf: the mapping of "a" is not one of the alternatives"#
        ),
        (
            ##"{"oneOf":[{"$ref":"#/$defs/A"}],"discriminator":{"propertyName":"t","mapping":{"b":"A"}},\##(definition)}"##,
            #"1:10: oneOf: the mapping of "b" contradicts the property "t" of the alternative"#
        ),
        (
            #"{"oneOf":[\#(object),\#(object)],"discriminator":{"propertyName":"t"}}"#,
            #"1:10: oneOf: alternatives have the same value of the discriminator "t""#
        ),
    ])
    func `schemas that are rejected`(_ schema: String, _ message: String) throws {
        let error = try #require(throws: JSONSchemaError.self) { try JSONSchema(Data(schema.utf8)) }
        #expect("\(error)" == message)
    }

    // MARK: Tuples

    private static let tuple =
        #"{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false,"minItems":1}"#
    private static let rest =
        #"{"type":"array","prefixItems":[{"type":"integer"}],"items":{"type":"boolean"},"maxItems":3}"#

    @Test(arguments: [
        (tuple, #"[1, "a"]"#, nil), (tuple, "[1]", nil), (tuple, #"["2","a"]"#, #"[2,"a"]"#),
        (rest, "[1,true,false]", nil), (rest, #"["1",1]"#, "[1,true]"),
        (#"{"type":"array","prefixItems":[{"type":"integer"}]}"#, #"["1",{}]"#, "[1,{}]"),
        (#"{"type":"array","items":false}"#, "[ ]", nil), (#"{"type":"array","items":true}"#, "[1,{}]", nil),
    ])
    func `tuples`(_ schema: String, _ json: String, _ expected: String?) throws {
        #expect(try Self.decoded(schema, json, Self.rules) == expected ?? json)
    }

    @Test(arguments: [
        (tuple, "[]", "invalid_value "), (tuple, "[1,2]", "type_mismatch /1"),
        (tuple, #"[1,"a",2]"#, "invalid_value /2"),
        (rest, "[1,2]", "type_mismatch /1"), (rest, "[1,true,true,true]", "invalid_value "),
        (#"{"type":"array","items":false}"#, "[1]", "invalid_value /0"),
    ])
    func `rejected tuples`(_ schema: String, _ json: String, _ problem: String) throws {
        let error = try #require(throws: DecodingError.self) { try Self.decoded(schema, json) }
        let found = try #require(DecodingProblem.problems(in: error).first)
        #expect("\(found.code.rawValue) \(found.jsonPointer)" == problem)
    }
}
