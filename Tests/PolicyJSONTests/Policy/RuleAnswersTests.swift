import Foundation
import RuntimeFacts
import Testing

@testable import PolicyJSON

/// Answers of custom rules that select how a value is decoded, and what rules see of the values around it.
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

    @Test(
        "the report shows a value as it is used, and not as the optional that a rule has answered with",
        .enabled(if: RuntimeFacts.areUsed))
    func optionalValue() {
        Row(
            [Color].self, #"["blue"]"#, "[Color.green]",
            #"Use, case replaced, '[0]' '/0', 1:2+1, Color: "blue" → green, Cannot initialize Color from invalid String value blue"#
        )
        .check(DecodingPolicy { ClosureRule("Use", in: .unknownCase) { _ in .use(Color?.some(.green) as Any) } })
    }

    // MARK: What rules see

    /// The name of a member is a string: nothing of the member's value is seen.
    @Test func nameOfMember() {
        let log = EventLog()
        let rule = ClosureRule("Log", in: .dictionaryKey) { context in
            let whole = context.scalar(at: "").map { "\($0)" } ?? "-"
            let inner = context.scalar(at: "only").map { "\($0)" } ?? "-"
            let sibling = context.siblingScalar(at: "1.only").map { "\($0)" } ?? "-"
            log.add(
                "\(whole) \(inner) \(context.hasValue(at: "")) \(context.hasValue(at: "only")) \(sibling) \(context.onlyMember ?? "-")"
            )
            return .drop
        }
        let outcome = PolicyJSONDecoder(policy: DecodingPolicy { rule }).outcome(
            of: [Int: [String: Int]].self, from: #"{"\u0061\"":{"only":1},"1":{"only":2}}"#)
        #expect(outcome.text == #"[1: ["only": 2]]"#)
        #expect(log.events == [#""a\"" - true false 2 -"#])
    }

    struct Amount: Decodable { let value: Int?, unit: String?, parts: [Int]? }

    /// Reads an amount in thousands, if another member says so.
    struct Thousands: DecodingRule {
        let situations: RepairSituation = [.mismatch, .missingOptional]

        func repair(_ context: DecodingRuleContext) -> Repair {
            guard context.requestedType == Int.self, context.siblingScalar(at: "unit") == .string("k") else {
                return .decline
            }
            let text = context.string ?? context.siblingScalar(at: "old.value[1]")?.text
            return text.map { .replaceIfDecodable(with: .unchecked($0 + "000")) } ?? .decline
        }
    }

    private static let otherKind = "Expected to decode Int but found a string instead."

    @Test(arguments: [
        Row(
            [Amount].self, #"[{"value":"3","unit":"k"},{"unit":"k","value":"4"}]"#,
            #"[Amount(value: Optional(3000), unit: Optional("k"), parts: nil), Amount(value: Optional(4000), unit: Optional("k"), parts: nil)]"#,
            #"Thousands, converted, '[0].value' '/0/value', 1:11+10, Int?: "3" → 3000, \#(otherKind)"#,
            #"Thousands, converted, '[1].value' '/1/value', 1:47+46, Int?: "4" → 4000, \#(otherKind)"#),
        Row(
            Amount.self, #"{"unit":"k","old":{"value":[1,2]}}"#,
            #"Amount(value: Optional(2000), unit: Optional("k"), parts: nil)"#,
            #"Thousands, key supplied, 'value' '/value', 1:1+0, Int?: nothing → 2000, No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
        ),
        Row(Amount.self, #"{"value":"3","unit":"g"}"#, "typeMismatch(Int) at value: \(otherKind)"),
        Row(Amount.self, #"{"value":"3"}"#, "typeMismatch(Int) at value: \(otherKind)"),
        // Elements have no siblings: the array may be decoded in parts.
        Row(Amount.self, #"{"unit":"k","parts":["1"]}"#, "typeMismatch(Int) at parts[0]: \(otherKind)"),
        Row(Int.self, #""1""#, "typeMismatch(Int) at the top: \(otherKind)"),
    ])
    func siblings(row: Row) { row.check(DecodingPolicy { Thousands() }) }

    @Test("in the windows of a large array, too")
    func siblingsInWindows() throws {
        let items = (0..<80_000).map {
            $0 % 20_000 == 19_999 ? #"{"value":"\#($0)","unit":"k"}"# : #"{"value":\#($0)}"#
        }
        let json = "{\"items\":[\(items.joined(separator: ",\n"))]}"
        #expect(json.utf8.count > 1 << 20)
        struct Document: Decodable { let items: [Amount] }
        let outcome = try PolicyJSONDecoder(policy: DecodingPolicy { Thousands() })
            .decodeReporting(Document.self, from: json)
        #expect(
            outcome.value.items.compactMap(\.value).filter { $0 > 80_000 } == [
                19_999_000, 39_999_000, 59_999_000, 79_999_000,
            ])
        #expect(
            outcome.report.entries.map { "\($0.path) \($0.location.line)" }
                == [
                    "items[19999].value 20000", "items[39999].value 40000", "items[59999].value 60000",
                    "items[79999].value 80000",
                ])
    }

    /// The type that rules see of an element that may be `nil`, in each situation about it.
    @Test func typesOfElements() {
        let log = EventLog()
        let rule = ClosureRule("Log", in: [.value, .mismatch, .undecodableElement]) { context in
            if !context.isTopLevel {
                log.add("\(context.situation) \(context.requestedType) \(context.acceptsNil)")
            }
            return context.situation == .undecodableElement ? .useNil : .decline
        }
        Row(
            [Int?].self, #"["x"]"#, "[nil]",
            #"Log, element nil, '[0]' '/0', 1:2+1, Optional<Int>: "x" → nil, \#(Self.otherKind)"#
        )
        .check(DecodingPolicy { rule })
        #expect(
            Set(log.events) == [
                ".value Optional<Int> false", ".value Int true", ".mismatch Int true",
                ".undecodableElement Optional<Int> true",
            ])
    }

    /// Rules that watch for values are consulted once about each, also if it is an optional collection of the right kind.
    @Test func valuesOfOptionalProperties() throws {
        struct Document: Decodable {
            let list: [Int]?
            let map: [String: Int]?
            let link: URL?
        }
        for others in [DecodingPolicy {}, DecodingPolicy { Fallbacks() }] {
            let log = EventLog()
            let rule = ClosureRule("Log", in: .value) { context in
                if !context.isTopLevel, context.kind != .number {
                    log.add("\(context.key ?? "-") \(context.requestedType) \(context.acceptsNil)")
                }
                return .decline
            }
            let policy = DecodingPolicy {
                rule
                others
            }
            _ = try PolicyJSONDecoder(policy: policy).decode(
                Document.self, from: #"{"list":[1],"map":{"a":1},"link":"http://a.example/"}"#)
            #expect(
                log.events == ["list Array<Int> true", "map Dictionary<String, Int> true", "link URL true"], "\(others)"
            )
        }
    }

    private static let tenant = CodingUserInfoKey(rawValue: "tenant")

    @Test func userInfo() throws {
        let key = try #require(Self.tenant)
        let rule = ClosureRule("Tenant", in: .mismatch) { context in
            (context.userInfo[key] as? String).map { .use($0) } ?? .decline
        }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
        decoder.userInfo = [key: "a"]
        #expect(try decoder.decode(String.self, from: "1") == "a")
        #expect(try decoder.decode(String.self, from: "1", userInfo: [key: "b"]) == "b")
        struct Tenant: EncodingRule {
            let encodingSituations: EncodingSituation = [.value, .nilValue, .key]
            func represent(_ context: EncodingRuleContext) -> Representation {
                let name = CodingUserInfoKey(rawValue: "tenant").flatMap { context.userInfo[$0] as? String } ?? "-"
                return switch context.situation {
                case .key: .key("\(context.key ?? "")-\(name)")
                case .nilValue: .json(.string(name))
                default: context.value is Int ? .json(.string(name)) : .decline
                }
            }
        }
        struct Record: Encodable { let id: Int, note: String? }
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { Tenant() })
        encoder.userInfo = [key: "a"]
        #expect(
            String(decoding: try encoder.encode(Record(id: 1, note: nil)), as: UTF8.self)
                == #"{"id-a":"a","note-a":"a"}"#)
    }

    // MARK: Both directions

    /// Has neither a name nor a description of its own.
    struct Underscored: KeyMatchingRule, EncodingRule {
        let situations: RepairSituation = .absentKey
        let encodingSituations: EncodingSituation = .key
        func memberNames(for key: String, of model: Any.Type?) -> [String] { ["_" + key] }
        func comparedName(_ name: String, of model: Any.Type?) -> String { name }
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
        func represent(_ context: EncodingRuleContext) -> Representation {
            context.key.map { .key("_" + $0) } ?? .decline
        }
    }
    struct Renamed: DecodingRule, EncodingRule {
        let name = "Other"
        let situations: RepairSituation = .mismatch
        let encodingSituations: EncodingSituation = .value
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
        func represent(_ context: EncodingRuleContext) -> Representation { .decline }
    }

    @Test func bothDirections() throws {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { Underscored() })
        let json = String(decoding: try encoder.encode(Item(x: 1)), as: UTF8.self)
        #expect(json == #"{"_x":1}"#)
        Row(
            Item.self, json, "Item(x: 1)",
            #"Underscored, key matched, 'x' '/_x', 1:7+6, Item: "_x" → x, No value associated with key CodingKeys(stringValue: "x", intValue: nil) ("x")."#
        )
        .check(DecodingPolicy { Underscored() })
        #expect(
            "\(DecodingPolicy { Underscored() }), \(EncodingPolicy { Underscored() })" == "Underscored(), Underscored()"
        )
        #expect("\(Renamed().name), \(Renamed())" == "Other, Other()")
    }
}
