import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Which members the names in a merge patch are.
@Suite struct MergePatchNamesTests {
    struct Listing: Codable, Equatable, Sendable {
        var name = "n"
        var age: Int? = 1
        var inner = Inner()
        var figure = Figure.disc(radius: 1, label: "a")

        struct Inner: Codable, Equatable, Sendable { var name = "i", tag: String? = "t" }
    }

    /// The names and paths of ``KeyMatching`` apply to patches; the first that the patch has counts, and the key itself before all.
    @Test(arguments: [
        (#"{"profile":{"name":"x"}}"#, "x 1 i t"),
        (#"{"NAME":"x","Age":null}"#, "x nil i t"),
        (#"{"title":"x","profile":{"age":5}}"#, "x 5 i t"),
        (#"{"name":"x","profile":{"name":"y","other":1},"title":"z"}"#, "x 1 i t"),
        (#"{"other":{"name":"y"},"profile":{"name":"x"}}"#, "x 1 i t"),
        (#"{"profile":{"age":null}}"#, "n nil i t"),
        (#"{"profile":{},"other":{"deep":1}}"#, "n 1 i t"),
        (#"{"inner":{"profile":{"name":"x"},"TAG":null}}"#, "n 1 x nil"),
    ])
    func namesOfKeys(patch: String, expected: String) throws {
        let keys = KeyMatching(
            .caseInsensitive, paths: ["name": ["profile.name", "other.name"], "age": "profile.age"],
            aliases: ["name": ["title"]])
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { keys })
        var listing = Listing()
        try decoder.applyMergePatch(Data(patch.utf8), to: &listing)
        #expect(
            "\(listing.name) \(listing.age.map(String.init) ?? "nil") \(listing.inner.name) \(listing.inner.tag ?? "nil")"
                == expected)
        // Without the optional, it is found at its path.
        listing.age = nil
        try decoder.applyMergePatch(Data(#"{"profile":{"age":7}}"#.utf8), to: &listing)
        #expect(listing.age == 7)
    }

    struct Literal: Codable, Equatable {
        struct Inner: Codable, Equatable { var itemCount: Int }

        var someCounts: [String: Int]? = ["aB": 1, "b": 2]
        var innerValues = ["aB": Inner(itemCount: 1)]
        var anyText = try? RawJSON(parsing: #"{"x":{"aB":1}}"#)
    }

    /// Keys of dictionaries and the names in JSON without a model are values.
    @Test(arguments: [
        (#"{"some_counts":{"a_b":2,"AB":3}}"#, ["a_b": 2, "AB": 3, "aB": 1, "b": 2], #"{"x":{"aB":1}}"#),
        (#"{"some_counts":{"a_b":null,"B":null}}"#, ["aB": 1, "b": 2], #"{"x":{"aB":1}}"#),
        (#"{"some_counts":{"aB":null,"b":{"b":1}}}"#, nil, nil),
        (#"{"some_counts":{"deep":1,"aB":null}}"#, ["deep": 1, "b": 2], #"{"x":{"aB":1}}"#),
        (#"{"any_text":{"X":1,"x":{"a_b":2,"AB":3}}}"#, ["aB": 1, "b": 2], #"{"x":{"aB":1,"a_b":2,"AB":3},"X":1}"#),
    ])
    func literalNames(patch: String, counts: [String: Int]?, text: String?) throws {
        let rules: [any DecodingRule] = [
            KeyMatching(.snakeCase), KeyMatching([.snakeCase, .caseInsensitive]),
            KeyMatching([.snakeCase, .caseInsensitive], paths: ["aB": "b.aB"], aliases: ["b": ["deep"]]),
        ]
        for rule in [nil] + rules.map(Optional.some) {
            let decoder = PolicyJSONDecoder(policy: rule.map { DecodingPolicy([$0]) } ?? .strict)
            if rule == nil { decoder.keyDecodingStrategy = .convertFromSnakeCase }
            var value = Literal()
            guard let counts else {
                #expect(throws: DecodingError.self) { try decoder.applyMergePatch(patch, to: &value) }
                continue
            }
            try decoder.applyMergePatch(patch, to: &value)
            #expect(value.someCounts == counts)
            #expect(value.anyText?.text == text)
            // The names of the models in a dictionary are keys.
            try decoder.applyMergePatch(#"{"inner_values":{"aB":{"item_count":2},"a_b":{"itemCount":3}}}"#, to: &value)
            #expect(value.innerValues.mapValues(\.itemCount) == ["aB": 2, "a_b": 3])
        }
    }

    /// What an encoder with the same rules writes as a patch, the decoder applies.
    @Test func patchesWithRules() throws {
        let keys = KeyMatching(["name": "profile.name", "age": "profile.age"])
        let figures = Variants(of: Figure.self, .internally(by: "type"))
        let encoder = PolicyJSONEncoder(
            policy: EncodingPolicy {
                keys
                figures
            })
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                keys
                For(Listing.self) { figures }
            })
        var changed = Listing(name: "x", age: nil, figure: .disc(radius: 2, label: "a"))
        let patch = try encoder.mergePatch(from: Listing(), to: changed)
        #expect(
            String(decoding: patch, as: UTF8.self)
                == #"{"figure":{"radius":2},"profile":{"age":null,"name":"x"}}"#)
        var listing = Listing()
        try decoder.applyMergePatch(patch, to: &listing)
        #expect(listing == changed)
        changed.figure = .spot(Point(x: 1, y: 2))
        try decoder.applyMergePatch(try encoder.mergePatch(from: listing, to: changed), to: &listing)
        #expect(listing == changed)
    }

    struct Pair: Codable, Equatable { var name: String?, age: Int? }

    /// Where an object is cleared, all names whose paths lead into it are.
    @Test(
        arguments: [
            (["name": "profile.name"], #"{"profile":null}"#, Pair(name: nil, age: 1)),
            (["name": "p.q.name"], #"{"p":null}"#, Pair(name: nil, age: 1)),
            (["name": "p.q.name"], #"{"p":{"q":null,"name":2}}"#, Pair(name: nil, age: 1)),
            (["name": "p.name", "age": "p.age"], #"{"p":null}"#, Pair()),
            (["name": "p.name", "age": "p.q.age"], #"{"p":{"name":"x","q":null}}"#, Pair(name: "x")),
            (["name": ["p.name", "q.name"]], #"{"p":null,"q":{"name":"x"}}"#, Pair(name: "x", age: 1)),
            (["name": ["p.name", "q.name"]], #"{"q":null}"#, Pair(name: nil, age: 1)),
            (["name": "p.name"], #"{"q":null}"#, Pair(name: "A", age: 1)),
        ] as [([String: KeyMatching.Paths], String, Pair)])
    func clearedObjects(_ paths: [String: KeyMatching.Paths], _ patch: String, _ expected: Pair) throws {
        var value = Pair(name: "A", age: 1)
        let keys = KeyMatching(paths: paths)
        try PolicyJSONDecoder(policy: DecodingPolicy { keys }).applyMergePatch(Data(patch.utf8), to: &value)
        #expect(value == expected)
    }

    @Test func clearedByTheEncoder() throws {
        for paths in [["name": "p.name"], ["name": "p.q.name"], ["name": "p.name", "age": "p.q.age"]]
            as [[String: KeyMatching.Paths]]
        {
            let keys = KeyMatching(paths: paths)
            let encoder = PolicyJSONEncoder(policy: EncodingPolicy { keys })
            let decoder = PolicyJSONDecoder(policy: DecodingPolicy { keys })
            let all = [Pair(), Pair(name: "A"), Pair(age: 1), Pair(name: "B", age: 2)]
            for old in all {
                for new in all {
                    var value = old
                    try decoder.applyMergePatch(try encoder.mergePatch(from: old, to: new), to: &value)
                    #expect(value == new, "\(old) \(paths)")
                }
            }
        }
    }
}
