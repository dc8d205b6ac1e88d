import Foundation
import PolicyJSON
import TestSupport
import Testing

/// ``KeyMatching`` with paths: values inside nested objects for the members of a model.
@Suite struct KeyMatchingAtPathsTests {
    struct Author: Codable, Equatable { let first: String, age: Int? }
    struct Book: Codable, Equatable { let title: String, author: Author, tags: [String]?, pages: Int? }

    static let keys = KeyMatching([
        "title": ["meta.title", "names[0]"], "author": "people.author", "tags": "meta.tags", "pages": "size.pages",
    ])
    static let json =
        #"{"meta":{"title":"t","tags":["x"]},"people":{"author":{"first":"f","age":1}},"size":{"pages":2}}"#
    static let book = Book(title: "t", author: Author(first: "f", age: 1), tags: ["x"], pages: 2)

    @Test(
        arguments: [
            (
                DecodingPolicy { keys },
                Row(
                    Book.self, json,
                    #"Book(title: "t", author: Author(first: "f", age: Optional(1)), tags: Optional(["x"]), pages: Optional(2))"#,
                    #"KeyMatching, key matched, 'title' '/meta/title', 1:18+17, Book: "meta.title" → title, No value associated with key CodingKeys(stringValue: "title", intValue: nil) ("title")."#,
                    #"KeyMatching, key matched, 'author' '/people/author', 1:55+54, Book: "people.author" → author, No value associated with key CodingKeys(stringValue: "author", intValue: nil) ("author")."#,
                    #"KeyMatching, key matched, 'tags' '/meta/tags', 1:29+28, Book: "meta.tags" → tags, No value associated with key CodingKeys(stringValue: "tags", intValue: nil) ("tags")."#,
                    #"KeyMatching, key matched, 'pages' '/size/pages', 1:94+93, Book: "size.pages" → pages, No value associated with key CodingKeys(stringValue: "pages", intValue: nil) ("pages")."#
                )
            ),
            // Paths have the model's keys, and JSON Pointers those of the document, also inside the value.
            (
                DecodingPolicy {
                    keys
                    At("author.age") { NumbersFromStrings() }
                    At("tags[*]") { LossyCollections() }
                },
                Row(
                    Book.self,
                    #"{"names":["t"],"people":{"author":{"first":"f","age":"1"}},"meta":{"tags":[1,"x"]},"size":{"pages":null}}"#,
                    #"Book(title: "t", author: Author(first: "f", age: Optional(1)), tags: Optional(["x"]), pages: nil)"#,
                    #"KeyMatching, key matched, 'title' '/names/0', 1:11+10, Book: "names[0]" → title, No value associated with key CodingKeys(stringValue: "title", intValue: nil) ("title")."#,
                    #"KeyMatching, key matched, 'author' '/people/author', 1:35+34, Book: "people.author" → author, No value associated with key CodingKeys(stringValue: "author", intValue: nil) ("author")."#,
                    #"NumbersFromStrings, converted, 'author.age' '/people/author/age', 1:54+53, Int?: "1" → 1, Expected to decode Int but found a string instead."#,
                    #"KeyMatching, key matched, 'tags' '/meta/tags', 1:75+74, Book: "meta.tags" → tags, No value associated with key CodingKeys(stringValue: "tags", intValue: nil) ("tags")."#,
                    #"LossyCollections, dropped, 'tags[0]' '/meta/tags/0', 1:76+75, String: 1 → dropped, Expected to decode String but found number instead."#,
                    #"KeyMatching, key matched, 'pages' '/size/pages', 1:100+99, Book: "size.pages" → pages, No value associated with key CodingKeys(stringValue: "pages", intValue: nil) ("pages")."#
                )
            ),
            (
                DecodingPolicy { keys },
                Row(
                    [Book].self, #"[{"title":"t","people":{"author":{"first":1}}}]"#,
                    "typeMismatch(String) at [0].author.first: Expected to decode String but found number instead.",
                    #"KeyMatching, key matched, '[0].author' '/0/people/author', 1:34+33, Book: "people.author" → author, No value associated with key CodingKeys(stringValue: "author", intValue: nil) ("author")."#
                )
            ),
            (
                DecodingPolicy { keys },
                Row(
                    Book.self, #"{"meta":{"title":"t"},"people":[]}"#,
                    #"keyNotFound(author) at the top: No value associated with key CodingKeys(stringValue: "author", intValue: nil) ("author")."#,
                    #"KeyMatching, key matched, 'title' '/meta/title', 1:18+17, Book: "meta.title" → title, No value associated with key CodingKeys(stringValue: "title", intValue: nil) ("title")."#
                )
            ),
            // A rule is scoped by the model that requests the key.
            (
                DecodingPolicy { For(Author.self) { KeyMatching(["first": "title"]) } },
                Row(
                    Book.self, #"{"title":"t","author":{"title":"f"}}"#,
                    #"Book(title: "t", author: Author(first: "f", age: nil), tags: nil, pages: nil)"#,
                    #"KeyMatching, key matched, 'author.first' '/author/title', 1:32+31, Author: "title" → first, No value associated with key CodingKeys(stringValue: "first", intValue: nil) ("first")."#
                )
            ),
            // The member to which a path leads is not unknown.
            (
                DecodingPolicy {
                    keys
                    UnknownKeys(.fail)
                },
                Row(
                    Author.self, #"{"first":"f","meta":{}}"#,
                    #"dataCorrupted at meta: Unknown key "meta" for Author. [rejected by UnknownKeys]"#
                )
            ),
        ] as [(DecodingPolicy, Row)])
    func outcomes(policy: DecodingPolicy, row: Row) { row.check(policy) }

    @Test func everyWayToDecode() async throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                Self.keys
                UnknownKeys(.fail)
            })
        #expect(try decoder.decode(Book.self, from: Self.json) == Self.book)
        #expect(try decoder.decode([Book].self, from: "[\(Self.json),\(Self.json)]") == [Self.book, Self.book])
        #expect(try decoder.decodeCollectingErrors(Book.self, from: Self.json) == Self.book)
        let audit = decoder.audit(Book.self, from: Self.json)
        #expect(audit.report.counts.byPath == ["title": 1, "author": 1, "tags": 1, "pages": 1])
        #expect(throws: DecodingError.self) { try audit.value }
        var streamed: [Book] = []
        let chunks = Chunks(Array("[\(Self.json),\(Self.json)]".utf8), length: 7)
        for try await book in decoder.elements(of: Book.self, from: chunks.async) { streamed.append(book) }
        #expect(streamed == [Self.book, Self.book])
        let problems = #expect(throws: JSONDecodingError.self) {
            try decoder.decodeCollectingErrors(
                Book.self, from: #"{"meta":{"title":1,"tags":[2,"x"]},"people":{"author":{"age":"1"}}}"#)
        }
        #expect(
            problems?.problems.map(\.description) == [
                "1:18: title: Expected to decode String but found number instead.",
                "1:28: tags[0]: Expected to decode String but found number instead.",
                #"1:55: author.first: No value associated with key CodingKeys(stringValue: "first", intValue: nil) ("first")."#,
                "1:62: author.age: Expected to decode Int but found a string instead.",
            ])
    }

    @Test func redaction() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                Self.keys
                NumbersFromStrings()
            })
        decoder.reportRedaction = .paths("author.age")
        let report = try decoder.decodeReporting(
            Book.self, from: #"{"title":"t","people":{"author":{"first":"f","age":"17"}}}"#
        ).report
        #expect(report.entries.last?.path == "author.age")
        #expect(report.entries.last?.found.contains("17") == false)
    }

    /// Two models get values from one object, and a value may be that of two keys.
    @Test func sharedValues() throws {
        struct Meta: Decodable, Equatable { let title: Int }
        struct Both: Decodable, Equatable { let meta: Meta, name: Int, title: Int }
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                KeyMatching(["name": "meta.title", "title": "meta.title"])
                NumbersFromStrings()
            })
        let outcome = try decoder.decodeReporting(Both.self, from: #"{"meta":{"title":"7"}}"#)
        #expect(outcome.value == Both(meta: Meta(title: 7), name: 7, title: 7))
        #expect(
            outcome.report.entries.filter { $0.rule == "NumbersFromStrings" }.map { "\($0.path) \($0.jsonPointer)" }
                == ["meta.title /meta/title", "name /meta/title", "title /meta/title"])
    }

    /// A model that contains itself at a path ends where the document does.
    @Test func recursion() throws {
        final class Node: Decodable { let next: Node? }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { KeyMatching(["next": ["", "a.b"]]) })
        let json = String(repeating: #"{"a":{"b":"#, count: 200) + "{}" + String(repeating: "}}", count: 200)
        let depth = try withLargeStack {
            var node = try decoder.decode(Node.self, from: json)
            var depth = 0
            while let next = node.next { (node, depth) = (next, depth + 1) }
            return depth
        }
        #expect(depth == 200)
    }

    @Test func customRules() throws {
        struct Attributes: KeyMatchingRule {
            let situations: RepairSituation = .absentKey
            func memberPaths(for key: String, of model: Any.Type?) -> [DecodingPath] {
                [DecodingPath([.key("attributes"), .key(key)])]
            }
            func memberNames(for key: String, of model: Any.Type?) -> [String] { [] }
            func comparedName(_ name: String, of model: Any.Type?) -> String { name }
            func repair(_ context: DecodingRuleContext) -> Repair { .decline }
        }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Attributes() })
        let json = #"{"attributes":{"first":"f","age":3}}"#
        #expect(try decoder.decode(Author.self, from: json) == Author(first: "f", age: 3))
    }
}
