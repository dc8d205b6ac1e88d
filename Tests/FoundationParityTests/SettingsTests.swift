import Foundation
import PolicyJSON
import Testing

/// `userInfo`, configurations, `assumesTopLevelDictionary` and nested use of decoders.
@Suite struct SettingsTests {
    @Test func userInfo() throws {
        let key = try #require(Informed.key)
        let other = try #require(CodingUserInfoKey(rawValue: "other"))
        let text = #"{"a":[1],"b":null}"#
        for info in [[:], [key: 1], [key: "text", other: [1, 2]]] as [[CodingUserInfoKey: any Sendable]] {
            let trial = expectSame(text, Subject(Informed.self), Options(name: "userInfo", userInfo: info))
            #expect(trial.policyJSON.isValue)
        }
        #expect(JSONDecoder().userInfo.isEmpty && PolicyJSONDecoder().userInfo.isEmpty)
    }

    @Test func topLevelDictionaryEntry() throws {
        struct Seen: Decodable {
            let names: [String]
            init(from decoder: any Decoder) { names = decoder.userInfo.keys.map(\.rawValue) }
        }
        let text = Data(#""a":1"#.utf8)
        let theirs = JSONDecoder()
        theirs.assumesTopLevelDictionary = true
        #expect(theirs.userInfo.keys.map(\.rawValue) == ["_NSAssumesTopLevelDictionaryJSON5"])
        #expect(try theirs.decode(Seen.self, from: text).names == ["_NSAssumesTopLevelDictionaryJSON5"])
        theirs.userInfo = [:]
        #expect(!theirs.assumesTopLevelDictionary)
        #expect(throws: DecodingError.self) { try theirs.decode([String: Int].self, from: text) }
        let ours = PolicyJSONDecoder()
        ours.assumesTopLevelDictionary = true
        #expect(ours.userInfo.isEmpty)
        #expect(try ours.decode(Seen.self, from: text).names == [])
        ours.userInfo = [:]
        #expect(ours.assumesTopLevelDictionary)
        #expect(try ours.decode([String: Int].self, from: text) == ["a": 1])
    }

    /// A model's `init(from:)` uses the `JSONDecoder` that is decoding it.
    @Test func decodersWithinDecoders() throws {
        let key = try #require(Envelope.inner)
        let texts = [
            #"[{"payload":"{\"a\":{\"a\":1}}","after":1},{"payload":"{\"a\":{\"a\":2}}","after":2}]"#,
            #"[{"payload":"{\"a\":{\"a\":1}}","after":"1"}]"#, #"[{"payload":"{\"a\":{\"a\":null}}","after":1}]"#,
            #"[{"payload":"{","after":1}]"#, #"[{"payload":{},"after":1}]"#,
        ]
        for text in texts {
            let data = Data(text.utf8)
            let theirs = JSONDecoder()
            theirs.userInfo = [
                key: { text in try theirs.decode(Nested.self, from: Data(text.utf8)) } as Envelope.Decode
            ]
            let ours = PolicyJSONDecoder()
            ours.userInfo = [key: { text in try ours.decode(Nested.self, from: Data(text.utf8)) } as Envelope.Decode]
            let foundation = Outcome { try theirs.decode([Envelope].self, from: data) }
            #expect(Outcome { try ours.decode([Envelope].self, from: data) } == foundation)
            #expect(foundation.isValue == (text == texts[0]))
            theirs.userInfo = [:]
            ours.userInfo = [:]
        }
    }

    @Test(arguments: [
        "2", "2.5", "null", #""2""#, "[]", "{}", #"{"name":"n","amount":1,"list":[1,2]}"#,
        #"{"name":"n","amount":1,"extra":3,"list":[]}"#, #"{"name":"n","amount":null,"list":[]}"#,
        #"{"name":"n","list":[]}"#, #"{"name":"n","amount":1,"extra":null,"list":[1,"2"]}"#,
        #"{"name":"n","amount":1,"extra":"x","list":[1]}"#, "[1,null]", #"[{"name":"n","amount":1,"list":[null]}]"#,
        #"{"value":2}"#, #"{"value":null}"#, "[1",
    ])
    func configurations(_ text: String) {
        let configuration = Scaled.Configuration(factor: 10)
        for subject in [
            Subject(Scaled.self, configuration: configuration), Subject(Recipe.self, configuration: configuration),
            Subject([Scaled].self, configuration: configuration), Subject([Recipe].self, configuration: configuration),
            Subject(Scaled?.self, configuration: configuration), Subject(Annotated.self),
        ] {
            _ = expectSame(text, subject)
        }
        let data = Data(text.utf8)
        let foundation = Outcome { try JSONDecoder().decode(Scaled.self, from: data, configuration: Doubling.self) }
        #expect(
            Outcome { try PolicyJSONDecoder().decode(Scaled.self, from: data, configuration: Doubling.self) }
                == foundation)
    }

    @Test func configurationsDecode() {
        let trial = expectSame(
            #"{"name":"n","amount":1,"extra":3,"list":[1,2]}"#,
            Subject(Recipe.self, configuration: Scaled.Configuration(factor: 10)))
        #expect(trial.policyJSON.isValue)
    }

    @Test(arguments: [
        "", " ", "\n\t", "{}", " {}", #"{"value":1}"#, #" {"value":1} "#, #""value":1"#, #" "value":1 "#,
        #"\#n"value" : 1\#n"#, #""value":1,"a":2"#, #""value":1}"#, #"{"value":1"#, #""value""#, #""value":"#, "1",
        "[]", "[1]", "null", "value:1", #""value":{"value":1}"#, #""value":1,"#, ",", #"{"value":1},"a":2"#,
        #""value":1"a":2"#, #"\#u{FEFF}"value":1"#, "\u{FEFF}", "/**/", "}",
    ])
    func topLevelDictionaries(_ text: String) {
        let options = Options(name: "assumesTopLevelDictionary", assumesTopLevelDictionary: true)
        var tally = Tally()
        for encoding in GrammarBytes.encodings {
            for subject in [
                Subject(Member<Int>.self), Subject([String: Everything].self), Subject(Empty.self), Subject(Int?.self),
            ] {
                tally.add(subject.trial(encoding.encode(text), options))
            }
        }
        tally.expectParity(minimumValues: 0)
    }

    /// The default settings. A decoder declared with `let` can be configured.
    @Test func defaults() {
        let foundation = JSONDecoder()
        let policyJSON = PolicyJSONDecoder()
        #expect("\(policyJSON.dateDecodingStrategy)" == "\(foundation.dateDecodingStrategy)")
        #expect("\(policyJSON.dataDecodingStrategy)" == "\(foundation.dataDecodingStrategy)")
        #expect(
            "\(policyJSON.nonConformingFloatDecodingStrategy)" == "\(foundation.nonConformingFloatDecodingStrategy)")
        #expect("\(policyJSON.keyDecodingStrategy)" == "\(foundation.keyDecodingStrategy)")
        #expect(policyJSON.assumesTopLevelDictionary == foundation.assumesTopLevelDictionary)
        policyJSON.keyDecodingStrategy = .convertFromSnakeCase
        policyJSON.dateDecodingStrategy = .iso8601
        #expect("\(policyJSON.keyDecodingStrategy)" == "convertFromSnakeCase")
    }
}
