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
            SchemaValue.self, from: Data(json.utf8), configuration: JSONSchema(Data(schema.utf8)))
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
        (UnknownCases(.first), "sent"), (UnknownCases(.last), "other"), (UnknownCases(.caseNamed("in_transit")), "in_transit"),
    ])
    func `substitutes`(_ rule: UnknownCases, _ name: String) throws {
        #expect(try Self.decoded(#"{"status":"lost"}"#, DecodingPolicy { rule }).0 == #"{"status":"\#(name)"}"#)
    }

    @Test func `null and missing keys, where the rule lists them`() throws {
        let policy = DecodingPolicy { UnknownCases(.last, for: [.unknownCase, .null, .missingKey]) }
        for json in [#"{"status":null}"#, "{}"] { #expect(try Self.decoded(json, policy).0 == #"{"status":"other"}"#) }
        let optional = try Self.decoded(#"{"status":"sent","level":7}"#, DecodingPolicy { UnknownCases(.useNil) })
        #expect(optional.0 == #"{"status":"sent"}"#)
        #expect(optional.1 == ["x"])
    }

    @Test(arguments: [
        (#"{"status":"lost"}"#, "unknown_case /status"), (#"{"status":1}"#, "type_mismatch /status"),
        (#"{"status":"sent","level":3}"#, "unknown_case /level"), (#"{"status":"sent","mixed":"1"}"#, "unknown_case /mixed"),
        (#"{"status":"sent","mixed":[]}"#, "type_mismatch /mixed"), (#"{"status":"sent","list":["z"]}"#, "unknown_case /list/0"),
    ])
    func `rejected values`(_ json: String, _ problem: String) throws {
        let error = try #require(throws: DecodingError.self) { try Self.decoded(json, .strict) }
        let found = try #require(DecodingProblem.problems(in: error).first)
        #expect("\(found.code.rawValue) \(found.jsonPointer)" == problem)
    }

    @Test func `the text of the error`() throws {
        let error = try #require(throws: DecodingError.self) { try Self.decoded(#"{"status":"lost"}"#, .strict) }
        #expect("\(error)" == "")
        let failing = DecodingPolicy { UnknownCases(.fail) }
        let second = try #require(throws: DecodingError.self) { try Self.decoded(#"{"status":"lost"}"#, failing) }
        #expect("\(second)" == "")
    }
}
