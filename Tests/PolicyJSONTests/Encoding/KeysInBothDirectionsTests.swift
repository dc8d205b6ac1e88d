import Foundation
import PolicyJSON
import RuntimeFacts
import Testing

/// What is written under ``KeyMatching`` is read under the same rule, whatever has the keys.
@Suite struct KeysInBothDirectionsTests {
    enum Message: Codable, Equatable {
        case plainText(String)
        case twoParts(firstPart: Int, Int)
        case nothingElse
    }
    enum Name: String, Codable, CodingKeyRepresentable { case fooBar, other }
    struct Inner: Codable, Equatable { var fooBar = 1, deepOne = Deep() }
    struct Deep: Codable, Equatable { var someValue = 2 }
    struct Outer: Codable, Equatable { var innerPart = Inner(), sameName = 3 }

    private func check<T: Codable & Equatable>(
        _ value: T, _ rules: (decoding: DecodingPolicy, encoding: EncodingPolicy), _ json: String
    ) throws {
        let encoder = PolicyJSONEncoder(policy: rules.encoding)
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == json)
        #expect(try PolicyJSONDecoder(policy: rules.decoding).decode(T.self, from: json) == value)
    }

    private func policies(_ rule: KeyMatching) -> (decoding: DecodingPolicy, encoding: EncodingPolicy) {
        (DecodingPolicy { rule }, EncodingPolicy { rule })
    }

    /// Synthesized code of enumerations reads all keys. Their cases are known by facts that are not promised.
    @Test(.enabled(if: RuntimeFacts.areUsed)) func `cases with associated values`() throws {
        let values = [Message.plainText("a"), .twoParts(firstPart: 1, 2), .nothingElse]
        try check(
            values, policies(KeyMatching(.snakeCase)),
            #"[{"plain_text":{"_0":"a"}},{"two_parts":{"_1":2,"first_part":1}},{"nothing_else":{}}]"#)
        try check(
            values, policies(KeyMatching(.pascalCase)),
            #"[{"PlainText":{"_0":"a"}},{"TwoParts":{"FirstPart":1,"_1":2}},{"NothingElse":{}}]"#)
        try check(
            values, policies(KeyMatching(.screamingSnakeCase)),
            #"[{"PLAIN_TEXT":{"_0":"a"}},{"TWO_PARTS":{"FIRST_PART":1,"_1":2}},{"NOTHING_ELSE":{}}]"#)
    }

    /// One member that is found is in the report once; with two the case is not known, as strictly.
    @Test(
        .enabled(if: RuntimeFacts.areUsed),
        arguments: [
            (#"{"plain_text":{"_0":"a"}}"#, #"plainText("a")"#, ["plainText"]),
            (#"{"plainText":{"_0":"a"}}"#, #"plainText("a")"#, []),
            (#"{"plain_text":{"_0":"a"},"x":1}"#, #"plainText("a")"#, ["plainText"]),
            (#"{"plain_text":{"_0":"a"},"nothing_else":{}}"#, nil, nil),
            // Strict decoding finds a case.
            (#"{"plain_text":{"_0":"a"},"nothingElse":{}}"#, "nothingElse", []),
            (#"{"x":1}"#, nil, nil),
        ])
    func `keys that are found`(_ json: String, _ expected: String?, _ paths: [String]?) throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { KeyMatching(.snakeCase) })
        let outcome = try? decoder.decodeReporting(Message.self, from: json)
        #expect(outcome.map { "\($0.value)" } == expected)
        #expect(outcome.map { $0.report.entries.map(\.path.description) } == paths)
    }

    @Test func `keys of dictionaries are data`() throws {
        struct Model: Codable, Equatable {
            var byName = [Name.fooBar: 1], byString = ["fooBar": Deep()], byNumber = [1: 2]
        }
        try check(
            Model(), policies(KeyMatching(.snakeCase)),
            #"{"by_name":{"fooBar":1},"by_number":{"1":2},"by_string":{"fooBar":{"some_value":2}}}"#)
        try check([Name.fooBar: 1], policies(KeyMatching(["fooBar": "q.z"])), #"{"fooBar":1}"#)
    }

    @Test func `scopes of keys`() throws {
        let rule = KeyMatching(.snakeCase)
        let inner = (DecodingPolicy { At("innerPart") { rule } }, EncodingPolicy { At("innerPart") { rule } })
        try check(
            Outer(), inner, #"{"inner_part":{"deep_one":{"someValue":2},"foo_bar":1},"sameName":3}"#)
        let members = (DecodingPolicy { At("innerPart.*") { rule } }, EncodingPolicy { At("innerPart.*") { rule } })
        try check(
            Outer(), members, #"{"innerPart":{"deep_one":{"some_value":2},"foo_bar":1},"sameName":3}"#)
        let top = (DecodingPolicy { At("") { rule } }, EncodingPolicy { At("") { rule } })
        try check(
            Outer(), top, #"{"inner_part":{"deepOne":{"someValue":2},"fooBar":1},"same_name":3}"#)
    }

    @Test func `paths that begin with the key's own name`() throws {
        struct Title: Codable, Equatable { var text = "t" }
        struct Post: Codable, Equatable { var title = "a", body: Title? = Title(), tags = [1] }
        let rule = KeyMatching(["title": "title.rendered", "body": "body.raw", "tags": "tags.all"])
        try check(
            [Post(), Post(body: nil)], policies(rule),
            #"[{"body":{"raw":{"text":"t"}},"tags":{"all":[1]},"title":{"rendered":"a"}},{"tags":{"all":[1]},"title":{"rendered":"a"}}]"#
        )
        // The member itself is preferred.
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
        let post = try decoder.decode(Post.self, from: #"{"title":"a","body":{"text":"t"},"tags":[1]}"#)
        #expect(post == Post())
    }

    /// Rules for numbers are not consulted about what a date encodes.
    @Test func `dates are not numbers`() throws {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { NumbersAsStrings() })
        let date = Date(timeIntervalSinceReferenceDate: 1.5)
        #expect(String(decoding: try encoder.encode([date]), as: UTF8.self) == "[1.5]")
        #expect(String(decoding: try encoder.encode(["a": date]), as: UTF8.self) == #"{"a":1.5}"#)
        encoder.dateEncodingStrategy = .secondsSince1970
        #expect(String(decoding: try encoder.encode([date]), as: UTF8.self) == "[978307201.5]")
    }
}
