#if !FoundationEssentials
    import Foundation
    import PolicyJSON
    import TestSupport
    import Testing

    @Suite struct RawJSONTreesTests {
        private struct Item: Codable, Equatable {
            var id: Int
            var price: Decimal
            var tags: [String?]
            var isNew: Bool
        }

        @Test func fromTrees() throws {
            let tree: [String: any Sendable] = [
                "id": 1, "price": Decimal(string: "1.10") ?? 0, "tags": ["a\n", nil] as [String?], "isNew": true,
            ]
            let fragment = try RawJSON(jsonObject: tree)
            #expect(fragment.text == #"{"id":1,"isNew":true,"price":1.1,"tags":["a\n",null]}"#)
            let item = try fragment.decode(Item.self)
            #expect(item == Item(id: 1, price: Decimal(string: "1.1") ?? 0, tags: ["a\n", nil], isNew: true))
            #expect(try RawJSON(encoding: item).value["tags"].text == #"["a\n",null]"#)
        }

        @Test(arguments: [
            (#"{"a":[1,-2,1.5,true,false,null,"x",{"b":{}}]}"#, #"{"a":[1,-2,1.5,true,false,null,"x",{"b":{}}]}"#),
            ("[0,1]", "[0,1]"), ("[18446744073709551615]", "[18446744073709551615]"), (#"["\u0041\/"]"#, #"["A/"]"#),
            (#"{"b":1,"a":2}"#, #"{"a":2,"b":1}"#),
        ])
        func likeJSONSerialization(json: String, text: String) throws {
            let tree = try JSONSerialization.jsonObject(with: Data(json.utf8))
            #expect(try RawJSON(jsonObject: tree).text == text)
            // The other way round: JSONSerialization takes the tree.
            let object = try RawJSON(parsing: json).jsonObject
            let data = try JSONSerialization.data(
                withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
            #expect(String(decoding: data, as: UTF8.self) == text)
            #expect(try RawJSON(jsonObject: object).text == text)
        }

        @Test(arguments: [
            ("12", "Int 12"), ("18446744073709551615", "UInt64 18446744073709551615"), ("-0", "Double -0.0"),
            ("1.50", "Double 1.5"), ("12345678901234567890.5", "Decimal 12345678901234567890.5"), ("true", "Bool true"),
            (#""a""#, "String a"), ("null", "NSNull <null>"),
            (#"{"a":1,"a":2}"#, #"Dictionary<String, Any> ["a": 1]"#),
        ])
        func toTrees(json: String, expected: String) throws {
            let object = try RawJSON(parsing: json).jsonObject
            #expect("\(type(of: object)) \(object)" == expected)
        }

        @Test(arguments: [
            (["a": [Date.distantPast]] as [String: any Sendable], "a.Index 0: Date cannot be written in JSON."),
            (["a": Double.nan], "a: nan cannot be written in JSON."),
            (["a": Decimal.nan], "a: NaN cannot be written in JSON."),
            (["a": ["b": Data()]], "a.b: Data cannot be written in JSON."),
            (["a": [1: 2]], "a: Dictionary<Int, Int> cannot be written in JSON."),
        ])
        func rejects(tree: [String: any Sendable], expected: String) {
            #expect {
                try RawJSON(jsonObject: tree)
            } throws: { error in
                guard case .invalidValue(_, let context)? = error as? EncodingError else { return false }
                return "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
                    == expected
            }
        }

        @Test func depth() throws {
            var tree: any Sendable = [any Sendable]()
            for _ in 1..<512 { tree = [tree] as [any Sendable] }
            #expect(try RawJSON(jsonObject: tree).text.utf8.count == 1024)
            let deeper = [tree] as [any Sendable]
            #expect(throws: EncodingError.self) { try RawJSON(jsonObject: deeper) }
        }

        /// The tree is released on a large stack.
        @Test(arguments: [(#"{"a":"#, "}"), ("[", "]"), (#"[{"b":0,"a":"#, "}]")])
        func deepDocuments(_ start: String, _ end: String) throws {
            let count = 20_000
            let text = String(repeating: start, count: count) + "1" + String(repeating: end, count: count)
            let json = try RawJSON(parsing: text, limits: JSONLimits(depth: .max))
            let depth = try withLargeStack {
                var (tree, depth) = (json.jsonObject, 0)
                while true {
                    if let object = tree as? [String: any Sendable] {
                        tree = object["a"] ?? 0
                    } else if let array = tree as? [any Sendable] {
                        tree = array[0]
                    } else {
                        return depth
                    }
                    depth += 1
                }
            }
            #expect(depth == count * start.count(where: { $0 == "[" || $0 == "{" }))
        }
    }
#endif
