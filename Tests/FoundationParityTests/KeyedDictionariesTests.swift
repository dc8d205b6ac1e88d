import Foundation
import PolicyJSON
import Testing

/// Dictionaries whose keys the names of an object represent. Each object has one member at most: Foundation decodes such
/// dictionaries in no order.
@Suite struct KeyedDictionariesTests {
    /// A value that has the path to it, with the integers of its keys.
    private struct Located: Decodable {
        let path: [String]

        init(from decoder: any Decoder) throws {
            path = decoder.codingPath.map { "\(PathKey($0))" }
            if (try? decoder.singleValueContainer().decode(Bool.self)) == true { throw CancellationError() }
        }
    }

    /// The errors of attempts to decode one object as several types, of which some give its names integers.
    private struct Attempts: Decodable {
        private enum CodingKeys: String, CodingKey { case one = "1" }
        private struct Model: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.container(keyedBy: CodingKeys.self).decode(Date.self, forKey: .one)
            }
        }

        let outcomes: [String]

        init(from decoder: any Decoder) throws {
            var outcomes: [String] = []
            var container = try decoder.unkeyedContainer()
            func attempt<T: Decodable>(_ type: T.Type) {
                // A failed attempt does not move on.
                outcomes.append("\(Outcome { try container.decode(type) })")
            }
            for _ in 0..<2 {
                attempt([Int: UUID].self)
                attempt([String: UUID].self)
                attempt([FigureKey: [UUID]].self)
                attempt(Model.self)
                attempt([Int: [UUID]].self)
                attempt(Model.self)
                attempt([Tag: [Int: UUID]].self)
                attempt([String: [Int: UUID]].self)
            }
            self.outcomes = outcomes
        }
    }

    private static let subjects = [
        Subject([Int: String].self), Subject([Int: Int].self), Subject([Int: Double].self), Subject([Int: Bool].self),
        Subject([Int: Int32?].self), Subject([Int: [String: Int]].self), Subject([[Int: [Int: String]]].self),
        Subject([FigureKey: Int].self), Subject([LetterKey: [Int: Int]].self), Subject([Tag: Located].self),
        Subject([Int: Located].self), Subject([Int: [Located]].self), Subject([[Int: Located]].self),
        Subject(Member<[Int: [Int]]>.self), Subject([Int: Member<Int>].self), Subject([Int: Int]?.self),
        Subject([Attempts].self), Subject([String: [Attempts]].self),
    ]

    private static let keys = [
        "1", "2", "-3", "+4", "007", "a", "", "1.0", "é", " 1", "99999999999999999999", "snake_case", #"\u0031"#,
    ]

    private static let values = [
        "1", "1.5", "true", "null", #""text""#, "[]", "{}", #"{"1":1}"#, #"{"1":"x"}"#, #"{"a":true}"#, "[true]",
        #"{"value":1}"#, #"{"value":null}"#, #"[{"1":[{"1":{"1":null}}]}]"#,
    ]

    @Test(arguments: [Options.default, Options(name: "snake case", keys: .convertFromSnakeCase)])
    func members(_ options: Options) {
        var tally = Tally()
        for value in Self.values {
            for key in Self.keys {
                let object = "{\"\(key)\":\(value)}"
                for text in [object, "[\(object),{}]", "[{},\(object)]", "{\"value\":\(object)}", "{\"5\":\(object)}"] {
                    for subject in Self.subjects { tally.add(subject.trial(text, options)) }
                }
            }
        }
        tally.expectParity(minimumValues: 600)
    }

    /// Numbers of members around the maximum that is checked for repeated keys while parsing.
    @Test(arguments: [1, 127, 128, 129, 300])
    func manyMembers(_ count: Int) {
        var tally = Tally()
        let subjects = [
            (Subject([Int: Int].self), "1"), (Subject([Int: String].self), #""x""#),
            (Subject([Int: Bool].self), "true"),
            (Subject([Int: [Int: Int]].self), #"{"1":1}"#), (Subject([Tag: Located].self), "null"),
        ]
        for (subject, value) in subjects {
            let members = (0..<count).map { "\"\($0)\":\(value)" }
            for members in [
                members, members + [#""\#(count)":[0.5]"#], members + [#""0":[0.5]"#], members + [#""x":1"#],
            ] {
                tally.add(subject.trial("{\(members.joined(separator: ","))}"))
            }
        }
        tally.expectParity(minimumValues: 10)
    }
}
