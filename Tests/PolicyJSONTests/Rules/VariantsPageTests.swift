import Foundation
import PolicyJSON
import RuntimeFacts
import Testing

/// The table in Docs/Policies.md of the JSON of each kind of tag.
@Suite struct VariantsPageTests {
    struct Circle: Codable, Equatable { var radius: Double }
    enum Form: Codable, Equatable {
        case circle(Circle)
        case rectangle(width: Double, height: Double)
        case note(String)
        case pair(Int, Int)
        case empty
    }

    static let forms: [Form] = [
        .circle(Circle(radius: 1.5)), .rectangle(width: 1, height: 2), .note("a"), .pair(1, 2), .empty,
    ]
    static let rows: [(tags: String, rule: Variants?)] = [
        ("internal", Variants(of: Form.self, .internally(by: "type"))),
        ("adjacent", Variants(of: Form.self, .adjacently(by: "type", in: "value"))),
        ("external", Variants(of: Form.self, .externally)), ("pairs", Variants(of: Form.self, .asPairs)),
        ("none", Variants(of: Form.self, .untagged)),
        ("synthesized", nil),
    ]

    @Test(arguments: rows.filter { $0.tags != "none" || RuntimeFacts.areUsed })
    func `each form is decoded, and the first is written`(tags: String, rule: Variants?) throws {
        let page = try String(
            contentsOf: URL(filePath: #filePath).appending(path: "../../../../Docs/Policies.md").standardized,
            encoding: .utf8)
        let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(tags) | ") })
        let cells = row.split(separator: " | ").dropFirst(2)
        #expect(cells.count == Self.forms.count)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { if let rule { rule } })
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { if let rule { rule } })
        for (form, cell) in zip(Self.forms, cells) {
            let texts = cell.split(separator: "`").filter { $0.contains("\"") }.map(String.init)
            for text in texts { #expect(try decoder.decode(Form.self, from: text) == form) }
            #expect(try String(decoding: encoder.encode(form), as: UTF8.self) == texts.first)
        }
    }
}
