import Foundation
import PolicyJSON
import Testing

@Suite struct StringifiedJSONTests {
    @Test(arguments: DocumentedTable.cases(of: "StringifiedJSON")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [StringifiedJSON(), StringifiedJSON(includingScalars: true)]
        row.check(rules, isOneChange: false)
    }

    @Test(arguments: [(false, "object or an array"), (true, "object, an array, a number or a Boolean")])
    func explains(includingScalars: Bool, kinds: String) {
        let explanation = StringifiedJSON(includingScalars: includingScalars).explanationOrDescription
        #expect(explanation == "Decodes JSON inside a string where an \(kinds) is requested.")
    }

    @Test func sameTable() { expectSameTable("StringifiedJSON") }
}

extension StringifiedJSONTests {
    private struct Tree: Decodable { let children: [Tree] }

    private func nested(_ depth: Int) -> String {
        String(repeating: #"{"children":["#, count: depth) + String(repeating: "]}", count: depth)
    }

    /// The depth of the text adds to that of the string: each level of the tree counts as two.
    @Test(arguments: [
        (31, 1, true), (30, 2, true), (1, 31, true), (16, 16, true), (31, 2, false), (1, 32, false),
    ])
    func depth(outside: Int, inside: Int, fits: Bool) throws {
        let quoted = try #require(String(data: JSONEncoder().encode(nested(inside)), encoding: .utf8))
        let json =
            String(repeating: #"{"children":["#, count: outside) + quoted + String(repeating: "]}", count: outside)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { StringifiedJSON() })
        // Low, because the stack of a test's thread is small, and the address sanitizer makes frames large.
        decoder.limits.depth = 64
        let error = Result { try decoder.decode(Tree.self, from: json) }.failure
        #expect((error == nil) == fits)
        if let error {
            #expect(text(of: error).contains("is not valid JSON. [line 1"))
            #expect(text(of: error).contains("nesting deeper than the depth limit"))
        }
    }

    /// JSON nested in strings, up to the maximum depth of replacements.
    @Test(arguments: [16, 17]) func textsInTexts(depth: Int) throws {
        var json = "[]"
        for _ in 0..<depth { json = try #require(String(data: JSONEncoder().encode([json]), encoding: .utf8)) }
        struct Nest: Decodable {
            let inner: [Nest]
            init(from decoder: any Decoder) throws { inner = try decoder.singleValueContainer().decode([Nest].self) }
        }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { StringifiedJSON() })
        let found = decoder.outcome(of: Nest.self, from: json).text
        if depth == 16 {
            #expect(found.hasPrefix("Nest(inner: ["))
        } else {
            #expect(found.hasSuffix(": JSON replaced more than 16 times."))
        }
    }

    /// A number or a Boolean inside a string is not JSON for a collection: other rules see the string.
    @Test(arguments: [" 1 ", "1.50", "true"]) func scalarsForCollections(text: String) throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                StringifiedJSON(includingScalars: true)
                SingleValuesAsArrays()
                StringsFromScalars()
                Fallbacks(.emptyDictionary)
            })
        #expect(try decoder.decode([String].self, from: "\"\(text)\"") == [text])
        let report = try decoder.decodeReporting([String: Int].self, from: "\"\(text)\"").report
        #expect(
            report.entries.map(\.description) == [
                #"1:1 : Fallbacks: failure replaced, "\#(text)" → [:] (Dictionary<String, Int>)"#
            ])
    }

    @Test func underLimits() {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { StringifiedJSON() })
        decoder.limits.numberBytes = 3
        #expect(decoder.outcome(of: [Int].self, from: #""[123]""#).text == "[123]")
        let found = decoder.outcome(of: [Int].self, from: #""[1234]""#).text
        #expect(
            found.hasPrefix("dataCorrupted at the top: The replacement [1234] is not valid JSON. [line 1, column 2"))
    }

    @Test func report() {
        Row(
            Box<[Int]>.self, #"{"value":"[1,\"2\"]"}"#, "Box<Array<Int>>(value: [1, 2])",
            #"StringifiedJSON, converted, 'value' '/value', 1:10+9, Array<Int>: "[1,\"2\"]" → [1,"2"], Expected to decode Array<Any> but found a string instead."#,
            #"NumbersFromStrings, converted, 'value[1]' '/value/1', 1:10+9, Int: "2" → 2, Expected to decode Int but found a string instead."#
        ).check(
            DecodingPolicy {
                NumbersFromStrings()
                StringifiedJSON()
            })
    }

    /// No later rule is consulted about the string; the value is replaced or dropped like others.
    @Test(arguments: ["[1,", #"{"x":1}"#]) func undecodable(contents: String) throws {
        let text = try #require(String(data: JSONEncoder().encode(contents), encoding: .utf8))
        let reason =
            contents == "[1,"
            ? "The replacement [1, is not valid JSON."
            : "Expected to decode Array<Any> but found a dictionary instead."
        let policy = DecodingPolicy {
            StringifiedJSON()
            SeparatedStrings()
            LossyCollections()
            Fallbacks()
        }
        Row(
            Box<[Int]?>.self, "{\"value\":\(text)}", "Box<Optional<Array<Int>>>(value: nil)",
            "Fallbacks, failure replaced, 'value' '/value', 1:10+9, Array<Int>?: \(text) → nil, \(reason)"
        ).check(policy)
        Row(
            [[Int]].self, "[\(text)]", "[]",
            "LossyCollections, dropped, '[0]' '/0', 1:2+1, Array<Int>: \(text) → dropped, \(reason)"
        ).check(policy)
    }

    /// The syntax of the document applies to nested texts.
    @Test func json5() {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { StringifiedJSON() })
        #expect(decoder.outcome(of: [Int].self, from: #""[0x10,]""#).text.hasPrefix("dataCorrupted"))
        decoder.allowsJSON5 = true
        #expect(decoder.outcome(of: [Int].self, from: #"'[0x10,]'"#).text == "[16]")
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
