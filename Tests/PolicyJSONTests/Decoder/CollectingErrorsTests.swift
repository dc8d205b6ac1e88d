import Foundation
import PolicyJSON
import Synchronization
import Testing

/// Lists all problems of a document.
@Suite struct CollectingErrorsTests {
    enum Kind: String, Decodable { case a, b }
    struct Wide: Decodable {
        let a: Int, b: String, c: Kind, d: [Int], e: Valid?, f: Probe?, g: [String: Int]?, h: URL?, i: Date?
        let j: [Valid]?, k: Album?
    }

    static func problems<T: Decodable>(
        _ type: T.Type, _ json: String, _ policy: DecodingPolicy = .strict, limit: Int = 1_000,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) -> [String] {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.reportLimit = limit
        do throws(JSONDecodingError) {
            return ["value: " + printed(try decoder.decodeCollectingErrors(type, from: json, userInfo: userInfo))]
        } catch {
            if error.count == 1 { return error.problems.map(\.description) }
            return error.description.split(separator: "\n").map(String.init)
        }
    }

    static func missing(_ key: String, in keys: String = "CodingKeys") -> String {
        "No value associated with key \(keys)(stringValue: \"\(key)\", intValue: nil) (\"\(key)\")."
    }

    @Test func everyKindOfProblem() {
        let json = #"""
            {"a":"x","b":1,"c":"q","d":[1,"x",null],"e":{"n":0},"f":{"v":1},"g":{"a":"x","b":2,"c":[]},"h":"","i":"x",
            "j":[{"n":1},{"n":-1},{},3],"k":{"photos":[{"id":"1"},{}],"title":{}}}
            """#
        #expect(
            Self.problems(Wide.self, json) == [
                "1:6: a: Expected to decode Int but found a string instead.",
                "1:14: b: Expected to decode String but found number instead.",
                "1:20: c: Cannot initialize Kind from invalid String value q",
                "1:31: d[1]: Expected to decode Int but found a string instead.",
                "1:35: d[2]: Cannot get value of type Int -- found null value instead",
                "1:50: e.n: n must be positive.",
                "1:57: f.n: \(Self.missing("n", in: "K"))",
                // A probe that the model would have caught: listed because the model fails for another reason.
                "1:62: f.v: Expected to decode String but found number instead.",
                "1:74: g.a: Expected to decode Int but found a string instead.",
                "1:88: g.c: Expected to decode Int but found an array instead.",
                "1:96: h: Invalid URL string.",
                "1:103: i: Expected to decode Double but found a string instead.",
                "2:19: j[1].n: n must be positive.",
                "2:23: j[2].n: \(Self.missing("n", in: "K"))",
                "2:26: j[3]: Expected to decode Dictionary<String, Any> but found number instead.",
                "2:50: k.photos[0].id: Expected to decode Int but found a string instead.",
                "2:55: k.photos[1].id: \(Self.missing("id"))",
                "2:67: k.title: Expected to decode String but found a dictionary instead.",
            ])
    }

    @Test(arguments: [
        (#"{"a":1,"b":"","c":"a","d":[]}"#, ["value: \(clean)"]),
        (
            #"{"a":1,"b":"","c":"a","d":[],"f":{"v":7,"n":1}}"#,
            ["value: \(clean.replacing("f: nil", with: "f: Optional(Probe(v: \"7\", n: 1))"))"]
        ),
        (#"{"a":1 "b":""}"#, ["1:8: The given data was not valid JSON."]),
        ("", ["1:1: The given data was not valid JSON."]),
        (
            #"{"d":{}}"#,
            [
                "1:1: a: \(missing("a"))", "1:1: b: \(missing("b"))", "1:1: c: \(missing("c"))",
                "1:6: d: Expected to decode Array<Any> but found a dictionary instead.",
            ]
        ),
        ("[]", ["1:1: Expected to decode Dictionary<String, Any> but found an array instead."]),
    ])
    func objects(json: String, expected: [String]) {
        #expect(Self.problems(Wide.self, json) == expected)
    }
    static let clean = "Wide(a: 1, b: \"\", c: Kind.a, d: [], e: nil, f: nil, g: nil, h: nil, i: nil, j: nil, k: nil)"

    @Test func topLevelScalarsAndCollections() {
        let mismatch = "Expected to decode Int but found a string instead."
        #expect(Self.problems(Int.self, #""x""#) == ["1:1: \(mismatch)"])
        #expect(Self.problems([Int].self, #"[1,"x",2,"y"]"#) == ["1:4: [1]: \(mismatch)", "1:10: [3]: \(mismatch)"])
        #expect(
            Self.problems([Kind].self, #"["a","q","b",1]"#) == [
                "1:6: [1]: Cannot initialize Kind from invalid String value q",
                "1:14: [3]: Expected to decode String but found number instead.",
            ])
        #expect(Self.problems([Int: Int].self, #"{"1":"x","2":2}"#) == ["1:6: 1: \(mismatch)"])
    }

    /// Of several attempts to decode a value, the last one is listed, whose error `decode` throws.
    @Test func attempts() {
        struct Either: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if (try? container.decode(Int.self)) != nil { return }
                if (try? container.decode(Bool.self)) == nil { _ = try container.decode(String.self) }
            }
        }
        struct Pair: Decodable { let a: Either, b: [Either], c: Int, d: [String: [Either]] }
        let object = "Expected to decode String but found a dictionary instead."
        #expect(
            Self.problems([Pair].self, #"[{"a":{},"b":[{},1,{},[]],"c":"","d":{"x":[{},null]}}]"#) == [
                "1:7: [0].a: \(object)", "1:15: [0].b[0]: \(object)", "1:20: [0].b[2]: \(object)",
                "1:23: [0].b[3]: Expected to decode String but found an array instead.",
                "1:31: [0].c: Expected to decode Int but found a string instead.", "1:44: [0].d.x[0]: \(object)",
                "1:47: [0].d.x[1]: Cannot get value of type String -- found null value instead",
            ])
    }

    /// Of attempts that fail at different paths, the first that can open the value is listed: it succeeds with placeholders.
    @Test func attemptsAtDifferentPaths() {
        struct Song: Decodable { let title: String }
        struct OneOrMany: Decodable {
            init(from decoder: any Decoder) throws {
                do { _ = try Song(from: decoder) } catch { _ = try [Song](from: decoder) }
            }
        }
        struct Pair: Decodable { let a: OneOrMany, b: OneOrMany, c: Int }
        let json = #"{"a":{"title":1},"b":[{"title":2}],"c":""}"#
        #expect(
            Self.problems(Pair.self, json) == [
                "1:15: a.title: Expected to decode String but found number instead.",
                "1:32: b[0].title: Expected to decode String but found number instead.",
                "1:40: c: Expected to decode Int but found a string instead.",
            ])
    }

    /// Errors that a model catches are not problems.
    @Test func probes() {
        struct Song: Decodable { let title: String }
        struct Probing: Decodable {
            let song: Song?
            enum CodingKeys: CodingKey { case song }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                song = try? container.decode(Song.self, forKey: .song)
            }
        }
        #expect(Self.problems(Probing.self, #"{"song":{}}"#) == ["value: Probing(song: nil)"])
        #expect(
            Self.problems([Probing?].self, #"[{"song":{}},1,{"song":{}}]"#) == [
                "1:14: [1]: Expected to decode Dictionary<String, Any> but found number instead."
            ])
        struct Around: Decodable { let probing: Probing, n: Int }
        #expect(
            Self.problems(Around.self, #"{"probing":{"song":{}},"n":""}"#) == [
                "1:28: n: Expected to decode Int but found a string instead."
            ])
    }

    /// A container that cannot be opened is a problem, too, and not a consequence of an earlier one.
    @Test(arguments: [
        (
            #"{"n":"x","list":{}}"#,
            [
                "1:6: n: Expected to decode Int but found a string instead.",
                "1:17: list: Expected to decode Array<Any> but found a dictionary instead.",
            ]
        ),
        (
            #"{"n":"x"}"#,
            ["1:1: list: \(missing("list"))", "1:6: n: Expected to decode Int but found a string instead."]
        ),
        (#"{"n":1}"#, ["1:1: list: \(missing("list"))"]),
        (#"{"n":1,"list":[]}"#, ["value: Opening(n: 1, count: 0)"]),
    ])
    func openedContainers(json: String, expected: [String]) {
        struct Opening: Decodable {
            let n: Int, count: Int
            enum CodingKeys: CodingKey { case n, list }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                n = try container.decode(Int.self, forKey: .n)
                count = try container.nestedUnkeyedContainer(forKey: .list).count ?? 0
            }
        }
        #expect(Self.problems(Opening.self, json) == expected)
    }

    /// The error of a container that a model opens to find out the kind of a value, and catches, is not a problem.
    @Test(arguments: [
        (
            #"[{"v":"x"},{"v":["x"]},{"v":[]},{"v":{"n":"x"}},{"v":1},{}]"#,
            [
                "1:7: [0].v: Expected to decode Int but found a string instead.",
                "1:18: [1].v[0]: Expected to decode Int but found a string instead.",
                "1:29: [2].v[0]: Unkeyed container is at end.",
                "1:43: [3].v.n: Expected to decode Int but found a string instead.",
                "1:57: [5].v: \(missing("v"))",
            ]
        ),
        (#"[{"v":[2]},{"v":{}}]"#, ["1:17: [1].v.n: \(missing("n"))"]),
    ])
    func containersOpenedInVain(json: String, expected: [String]) {
        struct Trying: Decodable {
            let n: Int
            enum CodingKeys: CodingKey { case v, n }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                if let object = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .v) {
                    n = try object.decode(Int.self, forKey: .n)
                } else if var array = try? container.nestedUnkeyedContainer(forKey: .v) {
                    n = try array.decode(Int.self)
                } else {
                    n = try container.decode(Int.self, forKey: .v)
                }
            }
        }
        #expect(Self.problems([Trying].self, json) == expected)
    }

    @Test func thePolicyComesFirst() {
        #expect(
            Self.problems(
                Album.self, #"{"photos":[{"id":"1"},{"id":"x"}],"title":1}"#, DecodingPolicy { NumbersFromStrings() })
                == [
                    "1:29: photos[1].id: Expected to decode Int but found a string instead.",
                    "1:43: title: Expected to decode String but found number instead.",
                ])
        let policy = DecodingPolicy {
            UnknownKeys(.fail)
            DuplicateKeys(.fail)
        }
        #expect(
            Self.problems(Album.self, #"{"photos":[{"id":1,"x":2},{"id":"q"}],"y":1,"title":"a","title":"b"}"#, policy)
                == [
                    #"1:24: photos[0].x: Unknown key "x" for Photo."#,
                    "1:33: photos[1].id: Expected to decode Int but found a string instead.",
                    #"1:43: y: Unknown key "y" for Album."#,
                    #"1:53: title: The key "title" occurs more than once."#,
                ])
    }

    /// Where the JSON that a rule has found does not match, its error is the problem, as if one is looked for.
    @Test(arguments: [
        (DecodingPolicy { StringifiedJSON() }, #"{"title":"a","photos":["{\"id\":true}",{"id":1}]}"#),
        (DecodingPolicy { StringifiedJSON() }, #"{"photos":["{\"id\":"]}"#),
        (DecodingPolicy { SingleElementArrays() }, #"{"photos":[[{"id":true}]]}"#),
        (DecodingPolicy { SingleValuesAsArrays() }, #"{"photos":{"id":true}}"#),
        (DecodingPolicy { Envelope("data") }, #"{"data":{"photos":[{"id":true}]}}"#),
    ])
    func problemsOfReplacements(_ policy: DecodingPolicy, _ json: String) {
        let decoder = PolicyJSONDecoder(policy: policy)
        let error = #expect(throws: JSONDecodingError.self) { try decoder.decodeReporting(Album.self, from: json) }
        #expect(Self.problems(Album.self, json, policy) == error?.problems.map(\.description))
    }

    @Test func manyProblemsAreCounted() throws {
        let json = "[" + repeatElement(#""x""#, count: 50).joined(separator: ",") + "]"
        #expect(Self.problems([Int].self, json, limit: 3).last == "and 47 more")
        #expect(Self.problems([Int].self, json, limit: 3).count == 4)
        let first = "1:2: [0]: Expected to decode Int but found a string instead."
        #expect(Self.problems([Int].self, json, limit: 0) == [first, "and 49 more"])
    }

    /// When the list is full, an undecodable element is one more problem, and is not decoded again to find all of its problems.
    @Test(arguments: [(1_000, 100, 50, 0), (4, 4, 2, 48), (0, 1, 1, 50)])
    func elementsBeyondTheLimit(limit: Int, listed: Int, decodedAgain: Int, unlisted: Int) throws {
        final class Attempts: Sendable {
            let count = Atomic<Int>(0)
        }
        struct Pair: Decodable {
            static let key = CodingUserInfoKey(rawValue: "attempts")!
            enum CodingKeys: CodingKey { case a, b }
            init(from decoder: any Decoder) throws {
                (decoder.userInfo[Self.key] as? Attempts)?.count.add(1, ordering: .relaxed)
                let container = try decoder.container(keyedBy: CodingKeys.self)
                _ = try container.decode(Int.self, forKey: .a)
                _ = try container.decode(Int.self, forKey: .b)
            }
        }
        let attempts = Attempts()
        let decoder = PolicyJSONDecoder()
        decoder.userInfo[Pair.key] = attempts
        decoder.reportLimit = limit
        let json = "[" + repeatElement("{}", count: 50).joined(separator: ",") + "]"
        let error = #expect(throws: JSONDecodingError.self) {
            try decoder.decodeCollectingErrors([Pair].self, from: json)
        }
        #expect(error?.problems.count == listed)
        #expect(error?.omittedCount == unlisted)
        // One until the first error, then one for each element, and two more for those whose problems are listed.
        #expect(attempts.count.load(ordering: .relaxed) == 1 + 50 + 2 * decodedAgain)
    }

    /// What is remembered about an undecodable value is forgotten with its element, and found again where the value is decoded
    /// once more: in a model that fails for another reason.
    @Test func repairedAndDroppedElementsOfAFailingModel() {
        struct Numbers: Decodable { let all: [[String: Photo]], n: Int }
        let elements = [#"{"x":{"id":"1"},"y":{}}"#, #"{"x":{}}"#, #"{"x":{"id":2}}"#, "3"]
        let json = #"{"all":[\#((0..<10).flatMap { _ in elements }.joined(separator: ","))],"n":{}}"#
        #expect(
            Self.problems(
                Numbers.self, json,
                DecodingPolicy {
                    NumbersFromStrings()
                    LossyCollections()
                }) == ["1:\(json.utf8.count - 2): n: Expected to decode Int but found a dictionary instead."])
    }

    /// An error of a collection or of an envelope as a whole is listed, and does not hide others.
    @Test(arguments: [
        (
            DecodingPolicy.strict, #"{"n":"x","d":["a"],"e":{},"z":"x"}"#,
            [
                "1:6: n: Expected to decode Int but found a string instead.",
                "1:14: d: Expected collection of key-value pairs; encountered odd-length array instead.",
                "1:31: z: Expected to decode Int but found a string instead.",
            ]
        ),
        (
            DecodingPolicy { DuplicateKeys(.fail) }, #"{"n":"x","d":[],"e":{"a":1,"a":2},"z":1}"#,
            [
                "1:6: n: Expected to decode Int but found a string instead.",
                #"1:26: e.a: The key "a" occurs more than once."#,
            ]
        ),
        (
            DecodingPolicy { At("e") { Envelope("data") } }, #"{"n":"x","d":[],"e":{"x":1},"z":"x"}"#,
            [
                "1:6: n: Expected to decode Int but found a string instead.",
                "1:21: e: No value at data in the envelope.",
                "1:33: z: Expected to decode Int but found a string instead.",
            ]
        ),
        // A key that a rule drops is no problem.
        (
            DecodingPolicy { LossyCollections() }, #"{"n":"x","d":["x","a",2,"b"],"e":{},"z":1}"#,
            ["1:6: n: Expected to decode Int but found a string instead."]
        ),
    ])
    func wholeCollections(_ policy: DecodingPolicy, _ json: String, _ problems: [String]) {
        struct Model: Decodable { let n: Int, d: [Double: String], e: [String: Int], z: Int }
        #expect(Self.problems(Model.self, json, policy) == problems)
    }

    /// The keys of dictionaries are not converted, in the path of an error neither.
    @Test func locationsBelowDictionaries() throws {
        struct Top: Decodable { let d: [String: Valid] }
        let decoder = PolicyJSONDecoder()
        let json = #"{"d":{"a_b":{"n":1},"aB":{"n":-1},"c_d":{"n":-2}}}"#
        for strategy in [PolicyJSONDecoder().keyDecodingStrategy, .convertFromSnakeCase] {
            decoder.keyDecodingStrategy = strategy
            let error = #expect(throws: JSONDecodingError.self) {
                try decoder.decodeCollectingErrors(Top.self, from: json)
            }
            #expect(
                error?.problems.map(\.description) == [
                    "1:31: d.aB.n: n must be positive.", "1:46: d.c_d.n: n must be positive.",
                ])
        }
    }

    /// All levels fail, from the innermost outwards. A level is not decoded again for each enclosing level.
    @Test func deepFailuresDoNotTakeExponentialTime() {
        final class Node: Decodable {
            let child: Node?
            let n: Int
        }
        let depth = 24
        let json =
            String(repeating: #"{"child":"#, count: depth) + "null" + String(repeating: #","n":"x"}"#, count: depth)
        #expect(Self.problems(Node.self, json).count == depth)
    }
}
