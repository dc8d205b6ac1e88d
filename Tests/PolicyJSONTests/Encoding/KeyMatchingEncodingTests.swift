import Foundation
import PolicyJSON
import Testing

/// ``KeyMatching`` as a rule of the encoder.
@Suite struct KeyMatchingEncodingTests {
    typealias Book = KeyMatchingAtPathsTests.Book
    typealias Author = KeyMatchingAtPathsTests.Author

    private static func text(
        _ value: some Encodable, formatting: JSONEncoder.OutputFormatting = [], _ keys: KeyMatching
    ) throws -> String {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { keys })
        encoder.outputFormatting = formatting
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// What one rule writes, it decodes.
    @Test func bothDirections() throws {
        let text = try Self.text(KeyMatchingAtPathsTests.book, KeyMatchingAtPathsTests.keys)
        #expect(
            text
                == #"{"meta":{"title":"t","tags":["x"]},"people":{"author":{"first":"f","age":1}},"size":{"pages":2}}"#)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { KeyMatchingAtPathsTests.keys })
        #expect(try decoder.decode(Book.self, from: text) == KeyMatchingAtPathsTests.book)
        let list = try Self.text(
            [KeyMatchingAtPathsTests.book, KeyMatchingAtPathsTests.book], KeyMatchingAtPathsTests.keys)
        #expect(list == "[\(text),\(text)]")
        // Members that are nil leave no empty objects.
        let small = Book(title: "t", author: Author(first: "f", age: nil), tags: nil, pages: nil)
        #expect(
            try Self.text(small, KeyMatchingAtPathsTests.keys)
                == #"{"meta":{"title":"t"},"people":{"author":{"first":"f"}}}"#)
    }

    struct Named: Encodable {
        struct Name: Encodable { var first = "f", born = ["age": 1] }
        var name = Name()
    }

    @Test func formatting() throws {
        let keys = KeyMatching(["first": "name.first", "age": "name.born.age"])
        let value = ["x": [Author(first: "f", age: 1)]]
        let nested = ["x": [Named()]]
        for formatting: JSONEncoder.OutputFormatting in [
            [], .prettyPrinted, .sortedKeys, [.prettyPrinted, .sortedKeys],
        ] {
            let encoder = PolicyJSONEncoder()
            encoder.outputFormatting = formatting
            let expected = String(decoding: try encoder.encode(nested), as: UTF8.self)
            let text = try Self.text(value, formatting: formatting, keys)
            if formatting.contains(.sortedKeys) || formatting.isEmpty { #expect(text == expected) }
            #expect(text.count == expected.count)
        }
    }

    /// A member of the model that is an object receives members at paths, whichever is written first.
    @Test func mergedObjects() throws {
        struct Inner: Codable, Equatable { var x = 1, deep = ["d": 1] }
        struct First: Codable, Equatable { var name = 2, sub = Inner(), other = 3 }
        struct Last: Codable, Equatable { var sub = Inner(), name = 2, other = 3 }
        let keys = KeyMatching(["name": "sub.name", "other": "sub.deep.other"])
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy { KeyMatching(["name": "sub.name", "other": "sub.deep.other"]) })
        let first = try Self.text(First(), formatting: .sortedKeys, keys)
        let last = try Self.text(Last(), formatting: .sortedKeys, keys)
        #expect(first == #"{"sub":{"deep":{"d":1,"other":3},"name":2,"x":1}}"#)
        #expect(last == first)
        // The dictionary has every member of the object.
        struct Names: Decodable { let name: Int, other: Int }
        #expect(try decoder.decode(Names.self, from: first).other == 3)
    }

    /// A path through a member that is not an object cannot be written.
    @Test func conflicts() {
        struct Model: Encodable { var sub = 1, name = 2 }
        func message(_ keys: KeyMatching) -> String? {
            let error = #expect(throws: EncodingError.self) { try Self.text(Model(), keys) }
            guard case .invalidValue(_, let context)? = error else { return nil }
            return context.debugDescription
        }
        #expect(
            message(KeyMatching(["name": "sub.name"]))
                == #"Attempt to push nested object for key "sub" when already previously encoded at this path."#)
        #expect(
            message(KeyMatching(["sub": "name.sub"]))
                == #"Attempt to encode a value for key "name", which is an object of other keys."#)
    }

    @Test func containersByHand() throws {
        struct Model: Encodable {
            enum CodingKeys: CodingKey { case list, object, parent, plain }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                try list.encode(1)
                var object = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .object)
                try object.encode(2, forKey: .plain)
                try 3.encode(to: container.superEncoder(forKey: .parent))
                try container.encode(4, forKey: .plain)
            }
        }
        let keys = KeyMatching(["list": "a.list", "object": "a.object", "parent": "a.b.parent"])
        #expect(
            try Self.text(Model(), formatting: .sortedKeys, keys)
                == #"{"a":{"b":{"parent":3},"list":[1],"object":{"plain":2}},"plain":4}"#
        )
    }

    /// A super encoder adds to the object that has members at paths.
    @Test func superEncodersAtPaths() throws {
        struct Base: Encodable { var someX = 2 }
        struct Model: Encodable {
            enum CodingKeys: CodingKey { case name, parent }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(1, forKey: .name)
                try Base().encode(to: container.superEncoder(forKey: .parent))
            }
        }
        #expect(
            try Self.text(Model(), KeyMatching(["name": "parent.name"])) == #"{"parent":{"name":1,"someX":2}}"#)
    }

    /// Paths with indexes are only for decoding; aliases are, too.
    @Test func pathsForDecoding() throws {
        let author = Author(first: "f", age: 1)
        let keys = KeyMatching(
            .snakeCase, paths: ["first": ["names[0]", "names.first"], "age": "ages[0]"], aliases: ["age": ["a"]])
        #expect(try Self.text(author, keys) == #"{"names":{"first":"f"},"age":1}"#)
        // Keys of dictionaries are data.
        #expect(try Self.text(["first": 1], keys) == #"{"first":1}"#)
    }

    struct Names: Codable, Equatable { var imageURL = 1, address2 = 2, _id = 3, x = 4 }

    @Test(arguments: [
        (KeyMatching.Style.snakeCase, ["image_url", "address2", "_id", "x"]),
        (.kebabCase, ["image-url", "address2", "_id", "x"]),
        (.screamingSnakeCase, ["IMAGE_URL", "ADDRESS2", "_ID", "X"]),
        (.pascalCase, ["ImageURL", "Address2", "_Id", "X"]),
    ])
    func conventions(style: KeyMatching.Style, names: [String]) throws {
        let expected = "{" + names.enumerated().map { "\"\($1)\":\($0 + 1)" }.joined(separator: ",") + "}"
        #expect(try Self.text(Names(), KeyMatching(style)) == expected)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { KeyMatching(style) })
        #expect(try decoder.decode(Names.self, from: expected) == Names())
    }

    @Test func descriptions() {
        #expect(KeyMatching(["a": "b.c"]).description == #"KeyMatching(["a": "b.c"])"#)
        #expect(
            KeyMatching(.pascalCase, paths: ["a": ["b", "c[1]"]], aliases: ["d": ["e"]]).description
                == #"KeyMatching(.pascalCase, paths: ["a": ["b", "c[1]"]], aliases: ["d": ["e"]])"#)
        #expect(
            KeyMatching([.kebabCase, .pascalCase], paths: ["a": ["b.c", "d"]]).explanationOrDescription
                == "Also finds a missing key under other names: in kebab case (image-url for imageURL), "
                + "in Pascal case (ImageURL for imageURL), at b.c or d for a.")
    }

    struct Bill: Encodable {
        struct Item: Encodable { var note: String?, count: Int? }
        var payment: String?, total: Int?, items: [Item] = [Item()], list: [Int]?
    }

    /// JSON of the caller's for nil, by type and path.
    @Test func nils() throws {
        func text(_ nils: NilValues.Form = .omit, @PolicyBuilder<any EncodingRule> _ rules: () -> [any EncodingRule])
            throws
            -> String
        {
            let encoder = PolicyJSONEncoder(
                policy: EncodingPolicy(rules).followed(by: EncodingPolicy { NilValues(nils) }))
            return String(decoding: try encoder.encode(Bill()), as: UTF8.self)
        }
        #expect(
            try text(.json(.string(""))) {}
                == #"{"payment":"","total":"","items":[{"note":"","count":""}],"list":""}"#)
        let byType = EncodingPolicy {
            For(String.self) { NilValues(.json(.string("/"))) }
            For(Int.self) { NilValues(.json(0)) }
            For([Int].self) { NilValues(.json(.document("[ ]"))) }
        }
        #expect(
            try text { byType } == #"{"payment":"\/","total":0,"items":[{"note":"\/","count":0}],"list":[ ]}"#)
        #expect(
            try text(.null) { At("items[*].note") { NilValues(.json(.bool(false))) } }
                == #"{"payment":null,"total":null,"items":[{"note":false,"count":null}],"list":null}"#)
        // Under paths, too.
        #expect(
            try text {
                At("total") { NilValues(.json(0)) }
                KeyMatching(["total": "sums.total"])
            } == #"{"sums":{"total":0},"items":[{}]}"#)
        #expect(NilValues(.json(.string("x"))).description == #"NilValues(.json(.string("x")))"#)
        #expect(NilValues(.json(0)).description == "NilValues(.json(0))")
        #expect(NilValues(.json(.document("[]"))).description == #"NilValues(.json(RawJSON(parsing: "[]")))"#)
        #expect(NilValues(.json(.bool(true))).description == "NilValues(.json(.bool(true)))")
        let error = #expect(throws: EncodingError.self) { try text(.json(.unchecked("x"))) {} }
        guard case .invalidValue(let value, let context)? = error else { return }
        #expect(value as? String == "x")
        #expect(DecodingPath(context.codingPath) == "payment")
        #expect(context.debugDescription == "Rejected by NilValues: The JSON for nil is not valid.")
    }
}
