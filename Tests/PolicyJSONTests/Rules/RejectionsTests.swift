import Foundation
import PolicyJSON
import Testing

/// Rules that handle errors handle those of values that another rule has rejected, wherever they are listed.
@Suite struct RejectionsTests {
    private struct Point: Decodable { let x: Int }

    @Test(arguments: [false, true]) func urls(_ isLast: Bool) {
        func decoded<T: Decodable>(
            _ type: T.Type, _ json: String, _ others: DecodingPolicy = .strict
        ) -> [String] {
            let policy = DecodingPolicy {
                if isLast { others }
                AbsoluteURLs(scheme: "https")
                if !isLast { others }
            }
            return CollectingErrorsTests.problems(type, json, policy)
        }
        let json = #"["/a","https://b.example"]"#
        #expect(decoded([URL].self, json) == ["1:2: [0]: The URL is not absolute."])
        #expect(
            decoded([URL].self, json, DecodingPolicy { LossyCollections() }) == ["value: [https://b.example]"])
        #expect(
            decoded([URL?].self, json, DecodingPolicy { Fallbacks() })
                == ["value: [nil, Optional(https://b.example)]"])
        #expect(
            decoded([URL].self, json, DecodingPolicy { Fallbacks(json: .string("https://c.example")) })
                == ["value: [https://c.example, https://b.example]"])
        #expect(decoded([String: Outcome<URL, String>].self, #"{"a":"/a"}"#).first?.contains("failure(\"/a\")") == true)
    }

    @Test("what fails under .fail is not repaired") func failures() {
        func policy(_ rule: any DecodingRule) -> DecodingPolicy {
            DecodingPolicy {
                rule
                Fallbacks()
                LossyCollections()
            }
        }
        let rows: [(json: String, rule: any DecodingRule, problem: String)] = [
            (#"[{"x":1,"y":2}]"#, UnknownKeys(.fail), #"1:13: [0].y: Unknown key "y" for Point."#),
            (#"[{"x":1,"x":2}]"#, DuplicateKeys(.fail), #"1:7: [0].x: The key "x" occurs more than once."#),
        ]
        for row in rows {
            #expect(CollectingErrorsTests.problems([Point?].self, row.json, policy(row.rule)) == [row.problem])
            #expect(CollectingErrorsTests.problems([Point].self, row.json, policy(row.rule)) == [row.problem])
        }
    }

    @Test("listed where decode reports it, also in a dictionary that is an element") func elements() {
        let json = #"[{"a":"1","a":2},{"b":[]}]"#
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DuplicateKeys(.fail) })
        let rejected = #"1:7: [0].a: The key "a" occurs more than once."#
        let error = #expect(throws: JSONDecodingError.self) {
            try decoder.decodeReporting([[Int: String]].self, from: json)
        }
        #expect(error?.problems.map(\.description) == [rejected])
        #expect(
            CollectingErrorsTests.problems([[Int: String]].self, json, decoder.policy)
                == [rejected, "1:23: [1].b: Expected Int key but found String key instead."])
    }
}
