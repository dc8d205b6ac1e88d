import Foundation
import PolicyJSON
import Testing

@Suite struct FlattenedTests {
    struct Page: Codable, Hashable { var page: Int, next: Int? }
    struct Songs: Codable, Hashable { let songs: [Int] }
    struct Next: Codable, Hashable { let next: Int }

    struct Property<Value: Codable>: Codable { let value: Value }
    struct InOptional: Codable { let value: Flattened<Page, Songs>? }
    struct InOptionals: Codable { let value: Flattened<Page, Songs>?? }

    static let table = PropertyTable(in: "PolicyJSON/Types/Flattened.swift", heading: "property")
    static let models = PropertyModels(models: [
        "Flattened<Page, Songs>": Property<Flattened<Page, Songs>>.self,
        "Flattened<Page, Next>": Property<Flattened<Page, Next>>.self,
        "Flattened<Page, Flattened<Songs, Next>>": Property<Flattened<Page, Flattened<Songs, Next>>>.self,
        "Flattened<Page, [String: Int]>": Property<Flattened<Page, [String: Int]>>.self,
        "Flattened<Page, RawJSON>": Property<Flattened<Page, RawJSON>>.self,
        "Flattened<Page, Outcome<Songs, Next>>": Property<Flattened<Page, Outcome<Songs, Next>>>.self,
        "Flattened<Next?, Songs?>": Property<Flattened<Next?, Songs?>>.self,
        "Flattened<Page, Songs>?": InOptional.self, "Flattened<Page, Songs>??": InOptionals.self,
        "[Flattened<Page, Songs>]": Property<[Flattened<Page, Songs>]>.self,
        "[Flattened<Page, Songs>?]": Property<[Flattened<Page, Songs>?]>.self,
        "[String: Flattened<Page, Songs>]": Property<[String: Flattened<Page, Songs>]>.self,
    ])

    @Test func tableExists() {
        #expect(Self.table.rows.count == 19)
        #expect(Self.table.isOnPage("ModelTypes.md"))
    }

    @Test(arguments: table.rows) func isAsDocumented(row: PropertyTable.Row) { Self.models.check(row) }

    @Test(arguments: table.rows.filter { !$0["written"].isEmpty })
    func isWrittenAsDocumented(row: PropertyTable.Row) throws { try Self.models.checkWritten(row) }

    @Test func membersOfBothParts() throws {
        var response = try PolicyJSONDecoder().decode(
            Flattened<Page, Songs>.self, from: #"{"page": 1, "next": 2, "songs": [3]}"#)
        #expect(response.page == 1)
        #expect(response.next == 2)
        #expect(response.songs == [3])
        response.page += 1
        response.next = nil
        #expect(response == Flattened(shared: Page(page: 2, next: nil), body: Songs(songs: [3])))
        #expect(Set([response, response]).count == 1)
    }

    @Test func reportHasPaths() throws {
        let outcome = try PolicyJSONDecoder(policy: .lenient).decodeReporting(
            [Flattened<Page, Songs>].self, from: #"[{"page": "1", "songs": ["2", {}]}]"#)
        #expect(outcome.report.entries.map(\.path.description) == ["[0].page", "[0].songs[0]", "[0].songs[1]"])
    }

    /// Each part requests its own members; those of the other part are not unknown.
    @Test func unknownKeysAreRequestedByNeitherPart() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { UnknownKeys(.fail) })
        let json = #"{"page": 1, "songs": [2]}"#
        #expect(try decoder.decode(Flattened<Page, Songs>.self, from: json).songs == [2])
        #expect(try decoder.decode(Flattened<Page, RawJSON>.self, from: json).body.text == json)
        #expect(throws: DecodingError.self) {
            try decoder.decode(Flattened<Page, Next?>.self, from: #"{"page": 1, "x": 2}"#)
        }
        let more = #"{"page": 1, "songs": [2], "x": 3}"#
        #expect(throws: DecodingError.self) { try decoder.decode(Flattened<Page, Songs>.self, from: more) }
    }

    @Test func noMembersAreAnObject() throws {
        struct Nothing: Codable {}
        let parts = Flattened(shared: Nothing(), body: Nothing?.none)
        #expect(String(decoding: try JSONEncoder().encode([parts]), as: UTF8.self) == "[{}]")
        let absent = Flattened(shared: Presence<Next>.missing, body: Presence.value(Next(next: 1)))
        #expect(String(decoding: try JSONEncoder().encode(absent), as: UTF8.self) == #"{"next":1}"#)
    }

    @Test func fragmentWithoutMembersIsAnError() throws {
        let parts = try Flattened(shared: Next(next: 1), body: RawJSON(parsing: "[2]"))
        let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(parts) }
        guard case .invalidValue(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "[2] has no members to add to an object.")
    }

    /// The names in JSON and in dictionaries are data.
    @Test func literalNames() throws {
        struct Part: Codable { let pageCount: Int }
        func check(_ body: some Encodable, _ expected: String) throws {
            let strategies = PolicyJSONEncoder()
            strategies.keyEncodingStrategy = .convertToSnakeCase
            let custom = PolicyJSONEncoder()
            custom.keyEncodingStrategy = .custom {
                $0.last?.stringValue == "pageCount" ? JSONName("page_count") : JSONName("x")
            }
            let rules = PolicyJSONEncoder(policy: EncodingPolicy { KeyMatching(.snakeCase) })
            for encoder in [strategies, custom, rules] {
                encoder.outputFormatting = .sortedKeys
                let data = try encoder.encode(Flattened(shared: Part(pageCount: 1), body: body))
                #expect(String(decoding: data, as: UTF8.self) == #"{"page_count":1,\#(expected)}"#)
            }
        }
        try check(RawJSON(parsing: #"{"userName":2,"userID":[3]}"#), #""userID":[3],"userName":2"#)
        try check(["userName": 2, "userID": 3], #""userID":3,"userName":2"#)
        try check(["userName": Part(pageCount: 2)], #""userName":{"page_count":2}"#)
    }

    private struct JSONName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }
}
