import Foundation
import PolicyJSON
import Testing

@Suite struct JSONValueDecodingTests {
    private struct Order: Codable, Equatable {
        var id: Int
        var tags: [String]
    }

    private static let text = #"""
        {"page": 1, "data": {"items": [{"id": 1, "tags": ["a"]}, {"id": "2", "tags": []}], "first": {"id": 7, "tags": []}}}
        """#

    private func document() throws -> JSONValue { try JSONValue(parsing: Self.text) }

    @Test func strict() throws {
        let document = try document()
        #expect(try document["data"]["first"].decode(Order.self) == Order(id: 7, tags: []))
        #expect(try document["page"].decode(Int.self) == 1)
        #expect(try document.value(at: "data.items[0].tags").decode([String].self) == ["a"])
        #expect(try document["data"]["first"].decode(RawJSON.self).text == #"{"id": 7, "tags": []}"#)
        #expect(try document["none"].decode(Int?.self) == nil)
    }

    @Test("errors are about the whole document")
    func errors() throws {
        let document = try document()
        let error = #expect(throws: DecodingError.self) {
            try document["data"]["items"].decode([Order].self)
        }
        guard case .typeMismatch(let type, let context)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
        #expect(DecodingPath(context.codingPath) == "data.items[1].id")
        #expect(context.debugDescription == "Expected to decode Int but found a string instead.")
    }

    @Test("errors of scalars, with their paths", arguments: ["data.items[0].tags[0]", "data.items[1].id"])
    func scalarErrors(path: DecodingPath) throws {
        let error = #expect(throws: DecodingError.self) { try document().value(at: path).decode(Int.self) }
        guard case .typeMismatch(_, let context)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(DecodingPath(context.codingPath) == path)
    }

    @Test("all problems of a part, with their paths in the document")
    func allProblems() throws {
        let text =
            #"{"a": 1, "items": [{"id": 1, "tags": [2, "b", 3]}, {"id": "x"}, {"id": 3, "tags": []}], "b": [true]}"#
        let items = try JSONValue(parsing: text)["items"]
        let error = #expect(throws: JSONDecodingError.self) {
            try PolicyJSONDecoder().decodeCollectingErrors([Order].self, from: items)
        }
        #expect(
            error?.problems.map { "\($0.path) \($0.location?.column ?? 0)" } == [
                "items[0].tags[0] 39", "items[0].tags[2] 47", "items[1].tags 52", "items[1].id 59",
            ])
        let second = try PolicyJSONDecoder().decodeCollectingErrors(Order.self, from: items[2])
        #expect(second == Order(id: 3, tags: []))
        // A scalar that is the only problem, a missing value, and a value that the policy repairs.
        let scalar = #expect(throws: JSONDecodingError.self) {
            try PolicyJSONDecoder().decodeCollectingErrors(Int.self, from: items[1]["id"])
        }
        #expect(scalar?.description == "1:59: items[1].id: Expected to decode Int but found a string instead.")
        let missing = #expect(throws: JSONDecodingError.self) {
            try PolicyJSONDecoder().decodeCollectingErrors(Int.self, from: items[7])
        }
        #expect(
            missing?.description
                == "1:19: items: Cannot get value of type Int -- there is no such value below this path.")
        #expect(try PolicyJSONDecoder().decodeCollectingErrors(Int?.self, from: items[7]) == nil)
        let lenient = PolicyJSONDecoder(policy: .lenient)
        #expect(try lenient.decodeCollectingErrors([Order].self, from: items).map(\.id) == [1, 3])
    }

    @Test func missing() throws {
        let error = #expect(throws: DecodingError.self) { try document()["data"]["items"][9]["id"].decode(Int.self) }
        guard case .valueNotFound(let type, let context)? = error else {
            Issue.record("another error: \(String(describing: error))")
            return
        }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
        #expect(DecodingPath(context.codingPath) == "data.items")
        #expect(context.debugDescription == "Cannot get value of type Int -- there is no such value below this path.")
    }

    @Test("a policy repairs and reports in the whole document")
    func policy() throws {
        let decoder = PolicyJSONDecoder()
        decoder.policy = .lenient
        let document = try document()
        #expect(
            try decoder.decode([Order].self, from: document["data"]["items"])
                == [Order(id: 1, tags: ["a"]), Order(id: 2, tags: [])])
        let outcome = try decoder.decodeReporting(Order.self, from: document["data"]["items"][1])
        #expect(outcome.value == Order(id: 2, tags: []))
        let entry = try #require(outcome.report.entries.first)
        #expect(outcome.report.entries.count == 1)
        #expect(entry.path == "data.items[1].id")
        #expect(entry.location == document["data"]["items"][1]["id"].location)
        #expect(throws: JSONDecodingError.self) {
            try decoder.decodeReporting(Order.self, from: document["data"]["items"])
        }
    }

    @Test("decoding the parts is the same as decoding the document")
    func parts() throws {
        let document = try document()
        let whole = try PolicyJSONDecoder(policy: .lenient).decode([String: RawJSON].self, from: Self.text)
        for member in document.members {
            #expect(try member.value.decode(RawJSON.self) == whole[member.name])
            #expect(member.value.text == whole[member.name]?.text)
        }
    }

    @Test(arguments: ["", "page", "data.items[1].tags", "data.items[1].id", "data.first"])
    func paths(path: DecodingPath) throws {
        let document = try document()
        #expect(document.value(at: path).path == path)
        #expect(document.value(atPointer: path.jsonPointer).path == path)
        #expect(document["data"]["none"].path == nil)
    }

    private static let strictDates: PolicyJSONDecoder = {
        let decoder = PolicyJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()

    @Test func pathsOfElements() throws {
        let document = try JSONValue(parsing: #"{"a":[1,[true],"x",{},null]}"#)
        for (index, element) in document["a"].elements.enumerated() {
            let path = DecodingPath([.key("a"), .index(index)])
            #expect(element.path == path)
            #expect(document["a"][index].path == path)
            let error = try #require(throws: DecodingError.self) {
                try element.decode(Date.self, using: Self.strictDates)
            }
            #expect(DecodingProblem.problems(in: error).first?.path == path)
        }
        #expect(document["a"].elements.map(\.path) == (0..<5).map { DecodingPath([.key("a"), .index($0)]) })
    }

    @Test("a decoder that a model keeps reads the document after its bytes are gone")
    func keptDecoder() throws {
        struct Kept: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) { self.decoder = decoder }
        }
        var bytes = Array(Self.text.utf8)
        let kept = try unsafe JSONValue.withoutCopying(bytes.span.bytes) { try $0["data"]["first"].decode(Kept.self) }
        for index in bytes.indices { bytes[index] = 0x78 }
        #expect(try Order(from: kept.decoder) == Order(id: 7, tags: []))
        #expect(kept.decoder.codingPath.map(\.stringValue) == ["data", "first"])
    }

    @Test("decoding on another thread while the bytes are borrowed")
    func borrowed() async throws {
        let bytes = Array(Self.text.utf8)
        let tasks = try unsafe JSONValue.withoutCopying(bytes.span.bytes) { document in
            (0..<4).map { _ in
                Task.detached { try (0..<50).map { _ in try document["data"]["first"].decode(Order.self) } }
            }
        }
        for task in tasks { #expect(try await task.value == Array(repeating: Order(id: 7, tags: []), count: 50)) }
    }

    @Test(arguments: [String.Encoding.utf8, .utf16BigEndian, .utf16LittleEndian, .utf32LittleEndian])
    func encodings(encoding: String.Encoding) throws {
        let data = try #require(Self.text.data(using: encoding))
        #expect(try JSONValue(parsing: data)["data"]["first"]["id"].int == 7)
    }

    @Test(
        arguments: [
            ("", #"{"a": [{"b c": 1}, [2]], "": 3, "/a": 4}"#), ("a[0].\"b c\"", "1"), ("a[1][0]", "2"), ("a[2]", nil),
            ("a[1].b", nil), ("a.b", nil), ("[0]", nil), ("\"\"", "3"), ("\"/a\"", "4"), ("b", nil),
        ] as [(DecodingPath, String?)])
    func paths(path: DecodingPath, value: String?) throws {
        let document = try JSONValue(parsing: #"{"a": [{"b c": 1}, [2]], "": 3, "/a": 4}"#)
        #expect(document.value(at: path).text == value)
    }
}
