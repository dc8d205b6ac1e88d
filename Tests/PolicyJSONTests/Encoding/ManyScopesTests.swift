import Foundation
import Testing

@testable import PolicyJSON

/// Rules in scopes for paths, most of which are left out by the last step of the path: with many other rules as without.
@Suite struct ManyScopesTests {
    private struct Members: Encodable {
        let names: [String]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for name in names { try container.encode(1, forKey: AnyKey(name)) }
        }
    }

    private struct Parts: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            var (one, other) = (
                container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("o")),
                container.nestedUnkeyedContainer(forKey: AnyKey("p"))
            )
            try other.encode(1)
            try one.encode(1, forKey: AnyKey("k"))
            try other.encode(2)
            try 3.encode(to: container.superEncoder(forKey: AnyKey("k")))
        }
    }

    private static let rows: [(value: any Encodable & Sendable, pattern: PathPattern, json: String)] = [
        (["k": 1, "l": 1], "k", #"{"k":"1","l":1}"#),
        (["o": ["k": 1], "p": ["k": 1]], "o.k", #"{"o":{"k":"1"},"p":{"k":1}}"#),
        (["o": ["k": 1]], "**.k", #"{"o":{"k":"1"}}"#),
        (["o": ["k": 1]], "o.*", #"{"o":{"k":"1"}}"#),
        (["o": ["k": 1]], "o.**", #"{"o":{"k":"1"}}"#),
        ([7: 1, 8: 1], "7", #"{"7":"1","8":1}"#),
        (["o": [1, 2]], "o[1]", #"{"o":[1,"2"]}"#),
        (["o": [1, 2]], "o[*]", #"{"o":["1","2"]}"#),
        ([[1], [2]], "[1][0]", #"[[1],["2"]]"#),
        (Members(names: ["\u{E9}", "e"]), "e\u{301}", "{\"e\":1,\"\u{E9}\":\"1\"}"),
        (Members(names: ["Index 1", "e"]), "Index 1", #"{"Index 1":"1","e":1}"#),
        (Members(names: ["", "a/b"]), "**", #"{"":"1","a\/b":"1"}"#),
        (Parts(), "o.k", #"{"k":3,"o":{"k":"1"},"p":[1,2]}"#),
        (Parts(), "k", #"{"k":"3","o":{"k":1},"p":[1,2]}"#),
        (Parts(), "p[1]", #"{"k":3,"o":{"k":1},"p":[1,"2"]}"#),
        (5, "", #""5""#),
    ]

    @Test(arguments: rows.indices) func numbers(index: Int) throws {
        let row = Self.rows[index]
        let rule = At<any EncodingRule>(row.pattern) { NumbersAsStrings() }
        let others = (0..<100).map { number -> any EncodingRule in
            let pattern = PathPattern(stringLiteral: number % 2 == 0 ? "decoy\(number)" : "**.decoy\(number)")
            return At(pattern) { NumbersAsStrings() }
        }
        for rules in [[rule], others + [rule], [rule] + others] as [[any EncodingRule]] {
            let encoder = PolicyJSONEncoder(policy: EncodingPolicy(rules))
            encoder.outputFormatting = .sortedKeys
            #expect(String(decoding: try encoder.encode(row.value), as: UTF8.self) == row.json)
        }
    }

    /// A rule for keys applies to a member at the path, and to the members of an object there.
    @Test(arguments: [
        ("o", #"{"o":{"a_key":1},"oneKey":{"aKey":1}}"#), ("o.aKey", #"{"o":{"a_key":1},"oneKey":{"aKey":1}}"#),
        ("oneKey", #"{"o":{"aKey":1},"one_key":{"a_key":1}}"#), ("**.aKey", #"{"o":{"a_key":1},"oneKey":{"a_key":1}}"#),
    ])
    func keys(pattern: String, json: String) throws {
        struct Object: Encodable {
            let aKey = 1
        }
        struct Model: Encodable {
            let o = Object()
            let oneKey = Object()

            enum CodingKeys: CodingKey { case o, oneKey }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(o, forKey: .o)
                try container.encode(oneKey, forKey: .oneKey)
            }
        }
        let rule = At<any EncodingRule>(try PathPattern(pattern)) { KeyMatching(.snakeCase) }
        let others = (0..<20).map { number -> any EncodingRule in
            At(PathPattern(stringLiteral: "decoy\(number)")) { KeyMatching(.snakeCase) }
        }
        for rules in [[rule], others + [rule]] as [[any EncodingRule]] {
            let encoder = PolicyJSONEncoder(policy: EncodingPolicy(rules))
            encoder.outputFormatting = .sortedKeys
            #expect(String(decoding: try encoder.encode(Model()), as: UTF8.self) == json)
        }
    }
}
