import Foundation
import PolicyJSON
import Testing

/// Dictionaries of scalars, for which there is a fast path if they have no errors.
@Suite struct ScalarDictionariesTests {
    private static let subjects = [
        Subject([String: String].self), Subject([String: Int].self), Subject([String: Double].self),
        Subject([String: Bool].self), Subject([[String: Int]].self), Subject([String: [String: String]].self),
        Subject(Member<[String: Bool]>.self), Subject([String: Int]?.self),
    ]

    private static let values = [
        "1", "-0", "1.5", "1e2", "99999999999999999999", "1e999", "true", "false", "null", #""text""#,
        #""a text of more than fifteen bytes""#, #""\u00e9""#, #""é""#, "[]", "{}", #"{"a":1}"#, "[1]",
    ]

    private static let keys = [
        #""""#, #""a""#, #""b""#, #""\u0061""#, #""é""#, #""e\u0301""#, #""é""#, #""snake_case_key""#,
    ]

    /// Each kind of value under each key, next to others, and before and after a repetition of the key.
    @Test func members() {
        var tally = Tally()
        for value in Self.values {
            for key in Self.keys {
                let texts = [
                    "{\(key):\(value)}", "{\"z\":1,\(key):\(value)}", "{\(key):1,\(key):\(value)}",
                    "{\(key):\(value),\(key):2}", "{\(key):true,\"a\":\(value)}",
                    "{\(key):\"x\",\"a\":\(value),\(key):{}}",
                    "[{\(key):\(value)},{}]", "{\"value\":{\(key):\(value)}}",
                ]
                for text in texts {
                    for subject in Self.subjects {
                        tally.add(subject.trial(Data(text.utf8)))
                    }
                }
            }
        }
        tally.expectParity(minimumValues: 900)
    }

    /// Under a key strategy, without repeated members, which are a listed difference.
    @Test func underAKeyStrategy() {
        var tally = Tally()
        let options = Options(name: "snake case", keys: .convertFromSnakeCase)
        for value in Self.values {
            for key in Self.keys {
                for text in ["{\(key):\(value)}", "{\"z\":1,\(key):\(value)}", "{\"value\":{\(key):\(value)}}"] {
                    for subject in Self.subjects { tally.add(subject.trial(text, options)) }
                }
            }
        }
        tally.expectParity(minimumValues: 250)
    }

    /// Numbers of members around the maximum that is checked for repeated keys while parsing.
    @Test(arguments: [127, 128, 129, 300])
    func manyMembers(_ count: Int) {
        var tally = Tally()
        let members = (0..<count).map { #""key \#($0)":\#($0)"# }
        let documents = [
            members, members + [#""key 5":-1"#], members + [#""key 5":null"#], members + [#""new":null"#],
            [#""key 7":-1"#] + members, members.map { $0.replacing("key", with: "clé") },
        ]
        for document in documents {
            for subject in Self.subjects { tally.add(subject.trial(Data("{\(document.joined(separator: ","))}".utf8))) }
        }
        tally.expectParity(minimumValues: 5)
    }
}
