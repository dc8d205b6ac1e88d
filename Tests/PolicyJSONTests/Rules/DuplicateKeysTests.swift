import Foundation
import PolicyJSON
import Testing

@Suite struct DuplicateKeysTests {
    @Test(arguments: DocumentedTable.cases(of: "DuplicateKeys"))
    func table(row: DocumentedCase) {
        row.checkObject([DuplicateKeys(.first), DuplicateKeys(.last), DuplicateKeys(.fail)])
    }

    @Test func sameTable() { expectSameTable("DuplicateKeys") }

    @Test(
        arguments: [
            (
                DecodingPolicy { DuplicateKeys(.first) },
                Row(
                    Photo.self, #"{"id":1,"id":2,"imageURL":"a","imageURL":"b","imageURL":"c"}"#,
                    #"Photo(id: 1, imageURL: Optional("a"), address2: nil, userName: nil)"#,
                    "DuplicateKeys, duplicate resolved, 'id' '/id', 1:14+13, Photo: 2 → left out, The key occurs more than once.",
                    #"DuplicateKeys, duplicate resolved, 'imageURL' '/imageURL', 1:42+41, Photo: "b" → left out, The key occurs more than once."#,
                    #"DuplicateKeys, duplicate resolved, 'imageURL' '/imageURL', 1:57+56, Photo: "c" → left out, The key occurs more than once."#
                )
            ),
            (
                DecodingPolicy { DuplicateKeys(.last) },
                Row(
                    Photo.self, #"{"id":1,"id":2,"imageURL":"a","imageURL":"b","imageURL":"c"}"#,
                    #"Photo(id: 2, imageURL: Optional("c"), address2: nil, userName: nil)"#,
                    "DuplicateKeys, duplicate resolved, 'id' '/id', 1:14+13, Photo: 2 → used, The key occurs more than once.",
                    #"DuplicateKeys, duplicate resolved, 'imageURL' '/imageURL', 1:42+41, Photo: "b" → used, The key occurs more than once."#,
                    #"DuplicateKeys, duplicate resolved, 'imageURL' '/imageURL', 1:57+56, Photo: "c" → used, The key occurs more than once."#
                )
            ),
            (
                DecodingPolicy { DuplicateKeys(.fail) },
                Row(
                    Photo.self, #"{"id":1,"id":2,"imageURL":"a","imageURL":"b","imageURL":"c"}"#,
                    #"dataCorrupted at id: The key "id" occurs more than once. [rejected by DuplicateKeys]"#)
            ),
            (
                DecodingPolicy { DuplicateKeys(.first) },
                Row(
                    [String: Int].self, #"{"id":1,"id":2}"#, #"["id": 1]"#,
                    "DuplicateKeys, duplicate resolved, 'id' '/id', 1:14+13, Dictionary<String, Any>: 2 → left out, The key occurs more than once."
                )
            ),
            (
                DecodingPolicy { DuplicateKeys(.last) },
                Row(
                    [String: Int].self, #"{"id":1,"id":2}"#, #"["id": 2]"#,
                    "DuplicateKeys, duplicate resolved, 'id' '/id', 1:14+13, Dictionary<String, Any>: 2 → used, The key occurs more than once."
                )
            ),
            (
                DecodingPolicy { DuplicateKeys(.fail) },
                Row(
                    [String: Int].self, #"{"id":1,"id":2}"#,
                    #"dataCorrupted at id: The key "id" occurs more than once. [rejected by DuplicateKeys]"#)
            ),
            (
                DecodingPolicy { DuplicateKeys(.first) },
                Row(
                    Dog.self, #"{"name":"a","name":"b","age":1,"age":2}"#, "Dog",
                    #"DuplicateKeys, duplicate resolved, 'name' '/name', 1:20+19, Dog: "b" → left out, The key occurs more than once."#,
                    "DuplicateKeys, duplicate resolved, 'age' '/age', 1:38+37, Dog: 2 → left out, The key occurs more than once."
                )
            ),
            (
                DecodingPolicy { DuplicateKeys(.last) },
                Row(
                    Dog.self, #"{"name":"a","name":"b","age":1,"age":2}"#, "Dog",
                    #"DuplicateKeys, duplicate resolved, 'name' '/name', 1:20+19, Dog: "b" → used, The key occurs more than once."#,
                    "DuplicateKeys, duplicate resolved, 'age' '/age', 1:38+37, Dog: 2 → used, The key occurs more than once."
                )
            ),
            (
                DecodingPolicy { DuplicateKeys(.fail) },
                Row(
                    Dog.self, #"{"name":"a","name":"b","age":1,"age":2}"#,
                    #"dataCorrupted at name: The key "name" occurs more than once. [rejected by DuplicateKeys]"#)
            ),
            (
                DecodingPolicy { For(Photo.self) { DuplicateKeys(.last) } },
                Row(
                    Album.self, #"{"photos":[{"id":1,"id":2}],"title":"a","title":"b"}"#,
                    #"Album(photos: [Photo(id: 2, imageURL: nil, address2: nil, userName: nil)], title: Optional("a"))"#,
                    "DuplicateKeys, duplicate resolved, 'photos[0].id' '/photos/0/id', 1:25+24, Photo: 2 → used, The key occurs more than once."
                )
            ),
        ] as [(DecodingPolicy, Row)])
    func outcomes(policy: DecodingPolicy, row: Row) { row.check(policy) }

    /// A large object is searched once, and not for each rule that reads another member: this takes seconds, and quadratic time would
    /// take very long. A time limit would count the time in which other tests run.
    @Test(arguments: [DuplicateKeys(.last), KeyMatching(.caseInsensitive)] as [any DecodingRule])
    func otherMembersOfLargeObjects(_ watching: any DecodingRule) throws {
        struct Unitless: DecodingRule {
            let situations: RepairSituation = .mismatch
            func repair(_ context: DecodingRuleContext) -> Repair {
                context.siblingScalar(at: "unit") == nil ? .replace(with: .unchecked("1")) : .decline
            }
        }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy([Unitless(), watching]))
        let members = (0..<60_000).map { "\"\($0)\":\"\"" }
        let json = Data("{\(members.joined(separator: ","))}".utf8)
        #expect(try decoder.decode([Int: Int].self, from: json).count == members.count)
    }

    enum Figure: Codable, Equatable { case circle(radius: Int) }
    struct Drawing: Decodable { let figure: Figure }

    /// The scopes of a case's values are those of the enumeration, also where a rule looks for a tag, and for members that are not
    /// requested.
    @Test(arguments: [
        (
            DecodingPolicy {
                For(Figure.self) { DuplicateKeys(.first) }
                For(Drawing.self) { DuplicateKeys(.last) }
            }, 1, "left out"
        ),
        (
            DecodingPolicy {
                At("figure.radius") { For(Drawing.self) { DuplicateKeys(.fail) } }
                For(Figure.self) { DuplicateKeys(.last) }
            }, 2, "used"
        ),
    ])
    func casesOfEnumerations(policy: DecodingPolicy, radius: Int, result: String) {
        Row(
            Drawing.self, #"{"figure":{"type":"circle","radius":1,"radius":2,"x":3}}"#,
            "Drawing(figure: Figure.circle(radius: \(radius)))",
            #"Variants, variant selected, 'figure' '/figure', 1:11+10, Figure: {"type":"circle","radius":1,"radius":2,"x":3} → circle, "#,
            "DuplicateKeys, duplicate resolved, 'figure.radius' '/figure/radius', 1:48+47, Figure: 2 → \(result), The key occurs more than once.",
            "UnknownKeys, key reported, 'figure.x' '/figure/x', 1:54+53, Figure: 3 → left out, Figure has no such key."
        )
        .check(
            DecodingPolicy {
                Variants(of: Figure.self, .internally(by: "type"))
                UnknownKeys(.report)
                policy
            })
    }

    /// Under `KeyMatching`, the path of a repeated member has its name in the document, also if the model is decoded twice.
    @Test(arguments: [#"{"id":1,"#, #"{"id":"1","#], [0, 40])
    func matchedKeys(start: String, more: Int) {
        let json =
            start + #""address_2":"a","address_2":"b""# + (0..<more).map { #","k\#($0)":0"# }.joined() + "}"
        func outcome(_ scope: PathPattern, _ choice: DuplicateKeys.Choice) -> (text: String, changes: [String]) {
            let policy = DecodingPolicy {
                KeyMatching(.snakeCase)
                NumbersFromStrings()
                At(scope) { DuplicateKeys(choice) }
            }
            let outcome = PolicyJSONDecoder(policy: policy).outcome(of: Photo.self, from: json)
            return (outcome.text, outcome.changes.filter { $0.hasPrefix("DuplicateKeys") })
        }
        func note(_ result: String) -> [String] {
            let column = start.count + 29
            return [
                "DuplicateKeys, duplicate resolved, 'address_2' '/address_2', 1:\(column)+\(column - 1), "
                    + #"Photo: "b" → \#(result), The key occurs more than once."#
            ]
        }
        func photo(_ address: String) -> String {
            #"Photo(id: 1, imageURL: nil, address2: Optional("\#(address)"), userName: nil)"#
        }
        for scope in ["address_2", "*"] as [PathPattern] {
            #expect(outcome(scope, .first) == (photo("a"), note("left out")))
            #expect(outcome(scope, .last) == (photo("b"), note("used")))
            #expect(
                outcome(scope, .fail).text
                    == #"dataCorrupted at address_2: The key "address_2" occurs more than once. [rejected by DuplicateKeys]"#
            )
        }
        #expect(outcome("address2", .last) == (photo("a"), []))
    }

    // MARK: Large objects

    struct A: Codable { let a: Int }
    struct B: Codable { let a: Int, z: Int }

    private static let policies = [
        DecodingPolicy { DuplicateKeys(.first) },
        DecodingPolicy {
            DuplicateKeys(.last)
            NumbersFromStrings()
        },
        DecodingPolicy { For(A.self) { DuplicateKeys(.fail) } },
        DecodingPolicy {
            For(A.self) { DuplicateKeys(.last) }
            NumbersFromStrings()
        },
        DecodingPolicy {
            For(A.self) { Without(DuplicateKeys.self) }
            DuplicateKeys(.last)
            NumbersFromStrings()
        },
    ]

    /// With many more members, whose table is kept for the call, as without.
    @Test(arguments: policies)
    func largeObjects(policy: DecodingPolicy) {
        let many = (0..<40).map { #","k\#($0)":0"# }.joined()
        let decoder = PolicyJSONDecoder(policy: policy)
        let types: [any Decodable.Type] = [A.self, B.self, Flattened<A, B>.self, Flattened<B, A>.self]
        for type in types {
            for start in [#"{"a":1,"a":2,"z":3"#, #"{"a":1,"a":2,"z":"3""#, #"{"a":"1","a":2,"z":"3","a":4"#] {
                #expect(
                    decoder.outcome(of: type, from: start + many + "}") == decoder.outcome(of: type, from: start + "}"))
            }
        }
    }

    /// What is wrong besides.
    @Test(arguments: ["", (0..<40).map { #","k\#($0)":0"# }.joined()])
    func collectedErrors(more: String) {
        struct Pair: Codable { let a: Int, b: Int }
        let policy = DecodingPolicy { DuplicateKeys(.fail) }
        let repeated = #"1:6: a: The key "a" occurs more than once."#
        #expect(
            CollectingErrorsTests.problems(Pair.self, #"{"a":1,"a":2,"b":3\#(more)}"#, policy) == [repeated])
        #expect(
            CollectingErrorsTests.problems(Pair.self, #"{"a":1,"a":2,"b":"x"\#(more)}"#, policy)
                == [repeated, "1:18: b: Expected to decode Int but found a string instead."])
    }

    // MARK: Dictionaries

    enum Size: String, Codable, CodingKeyRepresentable { case small, oneSize }
    enum Level: Int, Codable, CodingKeyRepresentable {
        case low = 1
        case high
    }
    struct Tag: Codable, Hashable, CodingKeyRepresentable, CustomStringConvertible {
        let description: String
        init?<Key: CodingKey>(codingKey: Key) { description = codingKey.stringValue }
        var codingKey: any CodingKey { Key(stringValue: description) }
        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
    }
    struct Shelf<Books: Decodable & Sendable>: Decodable, Sendable { let books: Books }

    /// Dictionaries of each kind with a key that is repeated verbatim, or with an escape.
    static let dictionaries: [(type: any (Decodable & SendableMetatype).Type, key: String)] = [
        ([String: Int].self, "1"), ([String: Double?].self, "1"), ([Int: Int].self, "1"), ([Int: Int?].self, "1"),
        ([Size: Int].self, "small"), ([Level: Int].self, "1"), ([Tag: Int].self, "small"),
        ([Int: Int]?.self, "1"),
    ]

    static func json(_ key: String) -> [String] {
        let escaped = #"\u00"# + String(key.utf8.first ?? 0, radix: 16) + key.dropFirst()
        return [#"{"\#(key)":1,"\#(key)":2}"#, #"{"\#(key)":1,"\#(escaped)":2}"#]
    }

    @Test(arguments: dictionaries.indices, [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase])
    func dictionary(index: Int, keys: JSONDecoder.KeyDecodingStrategy) {
        let (type, key) = Self.dictionaries[index]
        func outcome(_ choice: DuplicateKeys.Choice, _ json: String) -> (text: String, changes: [String]) {
            let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DuplicateKeys(choice) })
            decoder.keyDecodingStrategy = keys
            return decoder.outcome(of: type, from: json)
        }
        func value(_ number: Int) -> String {
            let decoder = PolicyJSONDecoder()
            decoder.keyDecodingStrategy = keys
            return decoder.outcome(of: type, from: #"{"\#(key)":\#(number)}"#).text
        }
        for json in Self.json(key) {
            let note = { (result: String) in
                "DuplicateKeys, duplicate resolved, '\(DecodingPath([.key(key)]))' '/\(key)', 1:\(json.count - 1)+\(json.count - 2), "
                    + "Dictionary<String, Any>: 2 → \(result), The key occurs more than once."
            }
            let (first, last, fail) = (outcome(.first, json), outcome(.last, json), outcome(.fail, json))
            #expect(first.text == value(1))
            #expect(first.changes == [note("left out")])
            #expect(last.text == value(2))
            #expect(last.changes == [note("used")])
            #expect(
                fail.text == "dataCorrupted at \(DecodingPath([.key(key)])): The key \"\(key)\" occurs more than once. "
                    + "[rejected by DuplicateKeys]")
            #expect(fail.changes == [])
        }
    }

    /// Inside models and collections, with many members, and without the rule.
    @Test func dictionariesInside() {
        let inside = Row(
            Shelf<[[Int: String]]>.self, #"{"books":[{"2":"a","2":"b"}]}"#,
            #"dataCorrupted at books[0].2: The key "2" occurs more than once. [rejected by DuplicateKeys]"#)
        inside.check(DecodingPolicy { DuplicateKeys(.fail) })
        let members = (0..<50).map { #""\#($0)":\#($0)"# } + [#""7":-1"#]
        let many = "{\(members.joined(separator: ","))}"
        for (choice, seven) in [(DuplicateKeys.Choice.first, 7), (.last, -1)] {
            let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DuplicateKeys(choice) })
            #expect((try? decoder.decode([Int: Int].self, from: many))?[7] == seven)
        }
        let failing = PolicyJSONDecoder(policy: DecodingPolicy { DuplicateKeys(.fail) })
        #expect(
            failing.outcome(of: [Int: Int].self, from: many).text
                == #"dataCorrupted at 7: The key "7" occurs more than once. [rejected by DuplicateKeys]"#)
        for policy in [DecodingPolicy.strict, .lenient] {
            let decoder = PolicyJSONDecoder(policy: policy)
            #expect(decoder.outcome(of: [Int: Int].self, from: #"{"1":1,"1":2}"#).text == "[1: 1]")
        }
    }

    /// Under a key strategy, converted names are compared; those of `[String: V]` are not converted.
    @Test func convertedNames() {
        func outcome(_ type: any Decodable.Type, _ choice: DuplicateKeys.Choice) -> String {
            let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DuplicateKeys(choice) })
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder.outcome(of: type, from: #"{"one_size":1,"oneSize":2}"#).text
        }
        #expect(outcome([Size: Int].self, .first) == "[Size.oneSize: 1]")
        #expect(outcome([Size: Int].self, .last) == "[Size.oneSize: 2]")
        #expect(
            outcome([Size: Int].self, .fail)
                == #"dataCorrupted at oneSize: The key "oneSize" occurs more than once. [rejected by DuplicateKeys]"#)
        #expect(outcome([String: Int].self, .fail).hasPrefix("["))
    }

    /// Different names for one key of the dictionary.
    @Test(arguments: [
        (DuplicateKeys.Choice.first, "[1: 1]", ["left out", "left out"]), (.last, "[1: 3]", ["used", "used"]),
        (.fail, #"dataCorrupted at 01: The key "01" occurs more than once. [rejected by DuplicateKeys]"#, []),
    ])
    func namesOfOneKey(choice: DuplicateKeys.Choice, text: String, results: [String]) {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DuplicateKeys(choice) })
        let outcome = decoder.outcome(of: [Int: Int].self, from: #"{"1":1,"01":2,"+1":3}"#)
        #expect(outcome.text == text)
        #expect(outcome.changes.map { $0.contains("used") ? "used" : "left out" } == results)
    }

    /// An array of alternating keys and values has no names.
    @Test func flatArrays() {
        enum Plain: String, Decodable { case a }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DuplicateKeys(.fail) })
        #expect((try? decoder.decode([Plain: Int].self, from: #"["a",1,"a",2]"#)) == [.a: 2])
    }

    struct First: Decodable { let v: Int }
    struct Last: Decodable { let v: Int }
    /// Two models of one object.
    struct Views: Decodable {
        let first, again: First
        let last: Last
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            first = try container.decode(First.self)
            last = try container.decode(Last.self)
            again = try container.decode(First.self)
        }
    }

    /// Each choice is in the report, and none twice.
    @Test(arguments: [
        (
            DecodingPolicy {
                For(First.self) { DuplicateKeys(.first) }
                For(Last.self) { DuplicateKeys(.last) }
            },
            Row(
                Views.self, #"{"v":1,"v":2}"#, "Views(first: First(v: 1), again: First(v: 1), last: Last(v: 2))",
                "DuplicateKeys, duplicate resolved, 'v' '/v', 1:12+11, First: 2 → left out, The key occurs more than once.",
                "DuplicateKeys, duplicate resolved, 'v' '/v', 1:12+11, Last: 2 → used, The key occurs more than once.")
        ),
        (
            DecodingPolicy { DuplicateKeys(.last) },
            Row(
                Views.self, #"{"v":1,"v":2}"#, "Views(first: First(v: 2), again: First(v: 2), last: Last(v: 2))",
                "DuplicateKeys, duplicate resolved, 'v' '/v', 1:12+11, First: 2 → used, The key occurs more than once.")
        ),
    ])
    func severalModels(policy: DecodingPolicy, row: Row) { row.check(policy) }
}
