import Foundation
import Testing

@testable import PolicyJSON

/// Answers of custom rules that select how a value is decoded.
@Suite struct RuleAnswersTests {
    struct Item: Codable { let x: Int }
    /// Decodes the value as the type that was requested.
    struct Around: Decodable {
        let item: Item
        init(from decoder: any Decoder) throws { item = try decoder.singleValueContainer().decode(Item.self) }
    }

    private static let again = "Value decoded again more than 16 times."
    private static let types: [any (Decodable & SendableMetatype).Type] = [
        Item?.self, Item??.self, Around.self, Around?.self, Presence<Item>.self,
    ]

    @Test("a type that decodes the value as the requested type again", arguments: types.indices)
    func selectedTypeInTurn(index: Int) {
        let selected = Self.types[index]
        for situation in [RepairSituation.variant, .failure] {
            let log = EventLog()
            let rule = ClosureRule("Selects", in: situation) { _ in
                log.add("")
                return .decode(as: selected)
            }
            let json = situation == .variant ? #"[{"x":1},{"x":2}]"# : #"[{"x":"1"},{}]"#
            Row([Item].self, json, "dataCorrupted at [0]: \(Self.again)").check(DecodingPolicy { rule })
            // The calls of two decodes.
            #expect(log.events.count <= 4 * 17)
            let reason = Self.again
            let row =
                situation == .variant
                ? Row(
                    [Item].self, json, "[]",
                    #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Item: {"x":1} → dropped, \#(reason)"#,
                    #"LossyCollections, dropped, '[1]' '/1', 1:10+9, Item: {"x":2} → dropped, \#(reason)"#)
                : Row(
                    [Item].self, json, "[]",
                    #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Item: {"x":"1"} → dropped, \#(reason)"#,
                    #"LossyCollections, dropped, '[1]' '/1', 1:12+11, Item: {} → dropped, \#(reason)"#)
            row.check(
                DecodingPolicy {
                    rule
                    LossyCollections()
                })
        }
    }

    @Test func selectedTypeItself() {
        Row(
            [Item].self, #"[{"x":1}]"#, "[Item(x: 1)]",
            #"Selects, variant selected, '[0]' '/0', 1:2+1, Item: {"x":1} → Item, "#
        )
        .check(DecodingPolicy { ClosureRule("Selects", in: .variant) { _ in .decode(as: Item.self) } })
    }

    enum Color: String, Decodable { case red, green }
    struct Name: Decodable {
        init(from decoder: any Decoder) throws { _ = try decoder.singleValueContainer().decode(String.self) }
    }
    struct Pair: Decodable {
        init(from decoder: any Decoder) throws { _ = try decoder.unkeyedContainer() }
    }

    private static let withoutCases: [Row] = [
        Row([Color].self, #"["red"]"#, "dataCorrupted at [0]: \(selects("Color"))"),
        Row([Color].self, #"["green"]"#, "dataCorrupted at [0]: \(selects("Color"))"),
        Row([Name].self, #"["red"]"#, "dataCorrupted at [0]: \(selects("Name"))"),
        Row([Pair].self, "[[]]", "dataCorrupted at [0]: \(selects("Pair"))"),
        Row([Item].self, #"[{"x":1}]"#, #"dataCorrupted at [0]: Item has no case named "green". [rejected by Case]"#),
    ]

    private static func selects(_ type: String) -> String {
        "Case selects a case of \(type), which requires an enumeration whose init(from:) is synthesized."
    }

    @Test("a case of a type that has no synthesized cases is an error, not another value", arguments: withoutCases)
    func caseOfOtherTypes(row: Row) {
        row.check(DecodingPolicy { ClosureRule("Case", in: .variant) { _ in .decodeCase(named: "green") } })
    }

    @Test("the report shows a value as it is used, and not as the optional that a rule has answered with")
    func optionalValue() {
        Row(
            [Color].self, #"["blue"]"#, "[Color.green]",
            #"Use, case replaced, '[0]' '/0', 1:2+1, Color: "blue" → green, Cannot initialize Color from invalid String value blue"#
        )
        .check(DecodingPolicy { ClosureRule("Use", in: .unknownCase) { _ in .use(Color?.some(.green) as Any) } })
    }
}
