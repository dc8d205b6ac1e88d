import Foundation
import PolicyJSON
import Testing

/// One format for both directions, readers in loops, and documents in every kind of bytes.
@Suite struct StreamFormatTests {
    struct Item: Codable, Equatable, Sendable {
        var id: Int
        var note: String?
    }

    private static let items = [Item(id: 1), Item(id: 2, note: "a\nb"), Item(id: 3)]

    static let formats: [(format: JSONStreamFormat, text: String)] = [
        (.array, #"[{"id":1},{"id":2,"note":"a\nb"},{"id":3}]"#),
        (.lines, "{\"id\":1}\n{\"id\":2,\"note\":\"a\\nb\"}\n{\"id\":3}\n"),
        (.concatenated, "{\"id\":1}\n{\"id\":2,\"note\":\"a\\nb\"}\n{\"id\":3}\n"),
        (.sequence, "\u{1E}{\"id\":1}\n\u{1E}{\"id\":2,\"note\":\"a\\nb\"}\n\u{1E}{\"id\":3}\n"),
    ]

    @Test(arguments: formats) func `what is written is read`(format: JSONStreamFormat, text: String) async throws {
        let encoder = PolicyJSONEncoder()
        #expect(String(decoding: try encoder.encode(contentsOf: Self.items, as: format), as: UTF8.self) == text)
        var written = Data()
        for try await chunk in encoder.chunks(of: Self.items, as: format, chunkSize: 10) { written += chunk }
        #expect(written == Data(text.utf8))
        let decoder = PolicyJSONDecoder()
        let reader = try decoder.elements(of: Item.self, in: format, from: Chunks(Array(text.utf8), length: 7))
        #expect(try reader.map { try $0.get() } == Self.items)
        var received: [Item] = []
        let chunks = Chunks(Array(text.utf8), length: 7).async
        for try await item in decoder.elements(of: Item.self, in: format, from: chunks).concurrently(tasks: 2) {
            received.append(item)
        }
        #expect(received == Self.items)
    }

    @Test(arguments: [JSONStreamFormat.concatenated, .sequence])
    func `pretty-printed values`(format: JSONStreamFormat) throws {
        let encoder = PolicyJSONEncoder()
        encoder.outputFormatting = .prettyPrinted
        let text = try encoder.encode(contentsOf: Self.items, as: format)
        #expect(String(decoding: text, as: UTF8.self).contains("{\n  \"id\" : 1\n}\n"))
        let reader = try PolicyJSONDecoder().elements(of: Item.self, in: format, from: InputStream(data: text))
        #expect(try reader.map { try $0.get() } == Self.items)
    }

    /// The values before an error, then the error, then nothing.
    @Test func `a loop over a reader`() throws {
        let text = Array(#"[{"id":1},{"id":"2"},{"id":"x"},{"id":4}]"#.utf8)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        let reader = try decoder.elements(of: Item.self, from: Chunks(text, length: 5))
        var ids: [Int] = []
        var failures: [JSONDecodingError] = []
        for item in reader {
            switch item {
            case .success(let item): ids.append(item.id)
            case .failure(let error): failures.append(error)
            }
        }
        #expect(ids == [1, 2])
        let failure = try #require(failures.first)
        #expect(failures.count == 1)
        #expect(failure.description == "1:28: [2].id: Expected to decode Int but found a string instead.")
        #expect(failure.path.description == "[2].id" && failure.index == 2 && failure.count == 1)
        #expect(failure.location == JSONLocation(offset: 27, line: 1, column: 28))
        // The changes in the elements before the error.
        #expect(failure.report.entries.map { "\($0.path)" } == ["[1].id"])
        for _ in reader { Issue.record("an element after the error") }
    }

    @Test func `every kind of bytes`() throws {
        let text = #"{"id":"7"}"#
        let bytes = Array(text.utf8)
        let decoder = PolicyJSONDecoder(policy: .lenient)
        func check(_ bytes: borrowing some JSONBytes & ~Copyable & ~Escapable) throws {
            #expect(try decoder.decode(Item.self, from: bytes).id == 7)
            #expect(try decoder.decodeReporting(Item.self, from: bytes).report.count == 1)
            #expect(try decoder.decodeCollectingErrors(Item.self, from: bytes).id == 7)
            #expect(decoder.audit(Item.self, from: bytes).report.count == 1)
            #expect(throws: DecodingError.self) { try decoder.decode(Item.self, from: bytes, policy: .strict) }
            #expect(try JSONValue(parsing: bytes)["id"].string == "7")
            var item = Item(id: 1, note: "n")
            try decoder.applyMergePatch(bytes, to: &item)
            #expect(item == Item(id: 7, note: "n"))
        }
        try check(text)
        try check(("x" + text).dropFirst())
        try check(bytes)
        try check(([0] + bytes)[1...])
        try check(ContiguousArray(bytes))
        try check(Data(bytes))
        try unsafe check(bytes.span.bytes)
    }
}
