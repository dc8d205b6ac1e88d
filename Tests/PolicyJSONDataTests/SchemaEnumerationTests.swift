import Foundation
import PolicyJSON
import PolicyJSONData
import Testing

/// Rules see the enumerations of a schema as those of Swift.
@Suite struct SchemaEnumerationTests {
    private static let schema = """
        {"type":"object","required":["status"],"properties":{
          "status":{"enum":["sent","in_transit","other"]},"level":{"type":"integer","enum":[1,2]},
          "mixed":{"enum":["a",1,true,null]},"list":{"type":"array","items":{"enum":["x","y"]}}}}
        """

    private static func decoded(_ json: String, _ policy: DecodingPolicy) throws -> (String, [String]) {
        let decoder = PolicyJSONDecoder(policy: policy)
        let decoded = try decoder.decodeReporting(
            ConfiguredValue.self, from: Data(json.utf8), schema: JSONSchema(Data(schema.utf8)))
        return (decoded.value.text, decoded.report.entries.map { "\($0)" })
    }

    private static let rules = DecodingPolicy {
        CaseMatching(caseInsensitive: true, separatorInsensitive: true, aliases: ["sent": ["shipped"], "1": ["9"]])
        UnknownCases(.caseNamed("other"))
        NumbersFromStrings()
    }

    @Test(arguments: [
        (#"{"status":"sent","level":1.0,"mixed":null,"list":["x"]}"#, nil, 0),
        (#"{"status":"\u0073ent"}"#, nil, 0),
        (#"{"status":"In Transit"}"#, #"{"status":"in_transit"}"#, 1),
        (#"{"status":"Shipped"}"#, #"{"status":"sent"}"#, 1),
        (#"{"status":"lost"}"#, #"{"status":"other"}"#, 1),
        (#"{"status":"sent","level":9}"#, #"{"status":"sent","level":1}"#, 1),
        (#"{"status":"sent","level":"2"}"#, #"{"status":"sent","level":2}"#, 1),
        (#"{"status":"sent","list":["X","y"]}"#, #"{"status":"sent","list":["x","y"]}"#, 1),
    ])
    func `repairs`(_ json: String, _ expected: String?, _ repairs: Int) throws {
        let (text, entries) = try Self.decoded(json, Self.rules)
        #expect(text == expected ?? json)
        #expect(entries.count == repairs, "\(entries)")
    }

    @Test(arguments: [
        (UnknownCases(.first), "sent"), (UnknownCases(.last), "other"),
        (UnknownCases(.caseNamed("in_transit")), "in_transit"),
    ])
    func `substitutes`(_ rule: UnknownCases, _ name: String) throws {
        #expect(try Self.decoded(#"{"status":"lost"}"#, DecodingPolicy { rule }).0 == #"{"status":"\#(name)"}"#)
    }

    @Test func `null and missing keys, where the rule lists them`() throws {
        let policy = DecodingPolicy { UnknownCases(.last, for: [.unknownCase, .null, .missingKey]) }
        for json in [#"{"status":null}"#, "{}"] { #expect(try Self.decoded(json, policy).0 == #"{"status":"other"}"#) }
        let optional = try Self.decoded(#"{"status":"sent","level":7}"#, DecodingPolicy { UnknownCases(.useNil) })
        #expect(optional.0 == #"{"status":"sent"}"#)
        #expect(optional.1 == ["1:26 level: UnknownCases: case replaced, 7 → nil (SchemaEnumeration<Int>?)"])
    }

    @Test(arguments: [
        (#"{"status":"lost"}"#, "unknown_case /status"), (#"{"status":1}"#, "type_mismatch /status"),
        (#"{"status":"sent","level":3}"#, "unknown_case /level"),
        (#"{"status":"sent","mixed":"1"}"#, "unknown_case /mixed"),
        (#"{"status":"sent","mixed":[]}"#, "type_mismatch /mixed"),
        (#"{"status":"sent","list":["z"]}"#, "unknown_case /list/0"),
    ])
    func `rejected values`(_ json: String, _ problem: String) throws {
        let error = try #require(throws: JSONDecodingError.self) { try Self.decoded(json, .strict) }
        let found = try #require(DecodingProblem.problems(in: error).first)
        #expect("\(found.code.rawValue) \(found.jsonPointer)" == problem)
    }

    @Test(arguments: [
        (
            DecodingPolicy.strict,
            #"1:11: status: Cannot initialize a value of the schema's enumeration from invalid String value "lost"."#
        ),
        (
            DecodingPolicy { UnknownCases(.fail) },
            #"""
            1:11: status: SchemaEnumeration<String> has no case for "lost"; it has: sent, in_transit, other.
            rejected by UnknownCases: DecodingError.dataCorrupted: Data was corrupted. Path: status. Debug description: \#
            Cannot initialize a value of the schema's enumeration from invalid String value "lost".
            """#
        ),
    ])
    func `texts of errors`(_ policy: DecodingPolicy, _ message: String) throws {
        let error = try #require(throws: JSONDecodingError.self) { try Self.decoded(#"{"status":"lost"}"#, policy) }
        #expect("\(error)" == message)
    }
}

/// A value of the schema in the decoder's user info: reports are made for `Decodable` types.
struct ConfiguredValue: Decodable {
    fileprivate static let key = CodingUserInfoKey(rawValue: "schema")
    let text: String

    init(from decoder: any Decoder) throws {
        guard let schema = Self.key.flatMap({ decoder.userInfo[$0] }) as? JSONSchema else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no schema"))
        }
        text = try SchemaValue(from: decoder, configuration: schema).text
    }
}

extension PolicyJSONDecoder {
    func decodeReporting(_ type: ConfiguredValue.Type, from data: Data, schema: JSONSchema) throws -> (
        value: ConfiguredValue, report: DecodingReport
    ) {
        if let key = ConfiguredValue.key { userInfo[key] = schema }
        let decoded = try decodeReporting(type, from: data)
        return (decoded.value, decoded.report)
    }
}
