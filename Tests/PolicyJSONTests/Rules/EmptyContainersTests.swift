import Foundation
import PolicyJSON
import Testing

@Suite struct EmptyContainersTests {
    struct Note: Decodable { let text: String? }
    struct Profile: Decodable { let settings: [String: String], tags: [String], manager: Point? }

    private static let types: [String: any (Decodable & SendableMetatype).Type] = [
        "Note": Note.self, "Note?": Note?.self, "[String: Int]?": [String: Int]?.self,
        "[Fruit: Int]": [Fruit: Int].self,
    ]

    @Test(arguments: DocumentedTable.cases(of: "EmptyContainers")) func table(row: DocumentedCase) {
        row.check(
            [EmptyContainers(.asEmpty), EmptyContainers(.asNil), EmptyContainers(.asNull)], types: Self.types,
            optionalsDiffer: row.rule != "EmptyContainers(.asEmpty)")
    }

    @Test func sameTable() { expectSameTable("EmptyContainers") }

    @Test(arguments: [
        Row(
            Profile.self, #"{"settings":[],"tags":{},"manager":[]}"#,
            "Profile(settings: [:], tags: [], manager: nil)",
            "EmptyContainers, converted, 'settings' '/settings', 1:13+12, Dictionary<String, String>: [] → {}, Expected to decode Dictionary<String, Any> but found an array instead.",
            "EmptyContainers, converted, 'tags' '/tags', 1:23+22, Array<String>: {} → [], Expected to decode Array<Any> but found a dictionary instead.",
            "EmptyContainers, converted, 'manager' '/manager', 1:36+35, Point?: [] → nil, Expected to decode Dictionary<String, Any> but found an array instead."
        ),
        Row(
            [Page].self, "[[]]", #"[Page(size: 20, title: "none", origin: Point(x: 1, y: 2))]"#,
            "EmptyContainers, converted, '[0]' '/0', 1:2+1, Page: [] → {}, Expected to decode Dictionary<String, Any> but found an array instead.",
            #"DefaultValues, key supplied, '[0].size' '/0/size', 1:2+1, Int: nothing → 20, No value associated with key CodingKeys(stringValue: "size", intValue: nil) ("size")."#,
            #"DefaultValues, key supplied, '[0].title' '/0/title', 1:2+1, String: nothing → "none", No value associated with key CodingKeys(stringValue: "title", intValue: nil) ("title")."#,
            #"DefaultValues, key supplied, '[0].origin' '/0/origin', 1:2+1, Point: nothing → Point(x: 1, y: 2), No value associated with key CodingKeys(stringValue: "origin", intValue: nil) ("origin")."#
        ),
    ])
    func withOtherRules(row: Row) {
        row.check(
            DecodingPolicy {
                EmptyContainers(.asEmpty)
                EmptyContainers(.asNil)
                DefaultValues(template: Page())
            })
    }

    /// Containers that a model opens itself.
    private struct Reader: Decodable {
        let names: [String]
        let count: Int

        private enum CodingKeys: CodingKey { case page, list }
        private enum PageKeys: CodingKey { case count }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            var names: [String] = []
            while !list.isAtEnd { names.append(try list.decode(String.self)) }
            self.names = names
            let page = try container.nestedContainer(keyedBy: PageKeys.self, forKey: .page)
            count = try page.decodeIfPresent(Int.self, forKey: .count) ?? 0
        }
    }

    @Test func openedContainers() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { EmptyContainers(.asEmpty) })
        let outcome = try decoder.decodeReporting(Reader.self, from: #"{"page":[],"list":{}}"#)
        #expect(outcome.value.names.isEmpty)
        #expect(outcome.value.count == 0)
        #expect(outcome.report.entries.map(\.path.description) == ["list", "page"])
    }

    /// In windows of large documents and in streams.
    @Test func windowsAndStreams() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { EmptyContainers(.asEmpty) })
        let rows = Array(repeating: #"{"settings":[],"tags":{}}"#, count: 50_000).joined(separator: ",")
        let outcome = try decoder.decodeReporting([Profile].self, from: "[\(rows)]")
        #expect(outcome.value.count == 50_000)
        #expect(outcome.value.allSatisfy { $0.settings.isEmpty && $0.tags.isEmpty })
        #expect(outcome.report.count == 100_000)
        let lines = Chunks(Array("{\"settings\":[],\"tags\":{}}\n".utf8), length: 3)
        let profiles = Array(try decoder.elements(of: Profile.self, in: .lines, from: lines))
        #expect(profiles.compactMap { try? $0.get().tags } == [[]])
    }
}
