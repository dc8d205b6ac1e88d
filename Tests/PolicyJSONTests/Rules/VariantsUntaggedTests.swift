import Foundation
import PolicyJSON
import RuntimeFacts
import Testing

/// Enumerations whose contents alone decide about the case.
@Suite(.enabled(if: RuntimeFacts.areUsed)) struct VariantsUntaggedTests {
    indirect enum Value: Codable, Equatable {
        case number(Int)
        case text(String)
        case list([Value])
        case spot(Point)
        case disc(radius: Int, label: String?)
        case flag(Bool?)
        case empty

        private enum CodingKeys: String, CodingKey {
            case number = "n"
            case text, list, spot, disc, flag
            case empty = "EMPTY"
        }
    }

    private static let rule = Variants(of: Value.self, .untagged)

    /// A rule that rejects a case without values ends the decode with its reason, as it does for other cases.
    @Test func rejectedCases() {
        enum Light: Codable, Equatable {
            case off
            case level(Int)
        }
        let policy = DecodingPolicy {
            Variants(of: Light.self, .untagged)
            ClosureRule("Forbidden", in: .decoded) {
                $0.decodedValue as? Light == .off ? .fail("it is forbidden") : .decline
            }
            LossyCollections()
        }
        let decoder = PolicyJSONDecoder(policy: policy)
        let error = #expect(throws: DecodingError.self) { try decoder.decode([Light].self, from: #"[3,"off"]"#) }
        #expect(error.map(text(of:))?.contains("it is forbidden") == true)
    }

    private static let rows: [(rules: [any DecodingRule], row: Row)] = [
        // The first case that needs no repair, which is not the first that decodes.
        (
            [NumbersFromStrings()],
            Row(
                [Value].self, #"["5",{"x":"1","y":2}]"#,
                #"[Value.text("5"), Value.spot(Point(x: 1, y: 2))]"#,
                #"Variants, variant selected, '[0]' '/0', 1:2+1, Value: "5" → text, "#,
                #"Variants, variant selected, '[1]' '/1', 1:6+5, Value: {"x":"1","y":2} → spot, "#,
                #"NumbersFromStrings, converted, '[1].x' '/1/x', 1:11+10, Int: "1" → 1, Expected to decode Int but found a string instead."#
            )
        ),
        (
            [],
            Row(
                [Value].self, #"[null,"EMPTY","empty",{"n":{"_0":4}}]"#,
                #"[Value.flag(nil), Value.empty, Value.text("empty"), Value.number(4)]"#,
                "Variants, variant selected, '[0]' '/0', 1:2+1, Value: null → flag, ",
                #"Variants, variant selected, '[1]' '/1', 1:7+6, Value: "EMPTY" → EMPTY, "#,
                #"Variants, variant selected, '[2]' '/2', 1:15+14, Value: "empty" → text, "#)
        ),
        (
            [LossyCollections()],
            Row(
                [Value].self, #"[1,[{"q":1},2]]"#, "[Value.number(1), Value.list([Value.number(2)])]",
                "Variants, variant selected, '[0]' '/0', 1:2+1, Value: 1 → number, ",
                #"Variants, variant selected, '[1]' '/1', 1:4+3, Value: [{"q":1},2] → list, "#,
                #"LossyCollections, dropped, '[1][0]' '/1/0', 1:5+4, Value: {"q":1} → dropped, No case of Value can be decoded."#,
                "Variants, variant selected, '[1][1]' '/1/1', 1:13+12, Value: 2 → number, ")
        ),
        (
            [UnknownCases(.useNil)],
            Row(
                OptionalBox<Value>.self, #"{"value":{"q":1}}"#, "OptionalBox<Value>(value: nil)",
                #"UnknownCases, case replaced, 'value' '/value', 1:10+9, Value?: {"q":1} → nil, Invalid number of keys found, expected one."#
            )
        ),
        (
            [UnknownCases(.useNil)],
            Row(
                OptionalBox<Value>.self, #"{"value":{"x":1,"y":2}}"#,
                "OptionalBox<Value>(value: Optional(Value.spot(Point(x: 1, y: 2))))",
                #"Variants, variant selected, 'value' '/value', 1:10+9, Value: {"x":1,"y":2} → spot, "#)
        ),
        (
            [UnknownKeys(.fail)],
            Row(
                [Value].self, #"[{"x":1,"y":2,"z":3}]"#,
                #"dataCorrupted at [0].z: Unknown key "z" for Value. [rejected by UnknownKeys]"#)
        ),
    ]

    @Test(arguments: rows.indices) func withOtherRules(index: Int) {
        let (rules, row) = Self.rows[index]
        row.check(DecodingPolicy([Self.rule] + rules))
    }

    @Test(arguments: [
        (Value.number(1), "1"), (.text("a"), #""a""#), (.list([.number(1), .empty]), #"[1,"EMPTY"]"#),
        (.spot(Point(x: 1, y: 2)), #"{"x":1,"y":2}"#), (.disc(radius: 1, label: nil), #"{"radius":1}"#),
        (.flag(true), "true"), (.flag(nil), "null"), (.empty, #""EMPTY""#),
    ])
    func roundTrip(value: Value, json: String) throws {
        let text = try PolicyJSONEncoder(policy: EncodingPolicy { Self.rule }).encode([value])
        #expect(String(decoding: text, as: UTF8.self) == "[\(json)]")
        #expect(try PolicyJSONDecoder(policy: DecodingPolicy { Self.rule }).decode([Value].self, from: text) == [value])
    }

    /// Rules are consulted about a value that is the contents as a whole, as they are under other taggings.
    @Test func contentsWithRules() throws {
        enum Inner: Codable, Equatable { case number(Int) }
        enum Outer: Codable, Equatable {
            case inner(Inner)
            case text(String)
            case date(Date)
        }
        let rules: [Variants] = [Variants(of: Outer.self, .untagged), Variants(of: Inner.self, .untagged)]
        let encoder = PolicyJSONEncoder(
            policy: EncodingPolicy {
                EncodingPolicy(rules)
                DatesAs(.iso8601)
            })
        let values = [Outer.inner(.number(1)), .text("a"), .date(Date(timeIntervalSince1970: 0))]
        #expect(String(decoding: try encoder.encode(values), as: UTF8.self) == #"[1,"a","1970-01-01T00:00:00Z"]"#)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy(rules))
        #expect(try decoder.decode([Outer].self, from: #"[1,"a"]"#) == Array(values.prefix(2)))
    }

    /// A large array is decoded in windows; one inside an untagged value is not lost when a case does not match.
    @Test func windows() throws {
        enum Page: Codable {
            case single(item: Int)
            case items(items: [Point])
        }
        let points = Array(repeating: #"{"x":1,"y":2}"#, count: 300_000).joined(separator: ",")
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                Self.rule
                Variants(of: Page.self, .untagged)
            })
        let outcome = try decoder.decodeReporting([Value].self, from: "[\(points)]")
        #expect(outcome.value.count == 300_000)
        #expect(outcome.value.last == .spot(Point(x: 1, y: 2)))
        #expect(outcome.report.count == 300_000)
        guard case .items(let items) = try decoder.decode(Page.self, from: #"{"items":[\#(points)]}"#) else {
            Issue.record("not the case with the array")
            return
        }
        #expect(items.count == 300_000)
    }

    /// Cases that contain values of the same type: each try of one may try all cases of what is inside.
    @Test func casesInCases() throws {
        indirect enum Nested: Codable, Equatable {
            case one(inner: Nested?, number: Int)
            case other(inner: Nested?, number: String)
        }
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                Variants(of: Nested.self, .untagged)
                NumbersFromStrings()
            })
        func text(_ depth: Int, _ number: String) -> Data {
            Data(
                (String(repeating: #"{"inner":"#, count: depth) + "null"
                    + String(repeating: ",\"number\":\(number)}", count: depth)).utf8)
        }
        // The first case needs repairs inside, and no other one decodes: what is inside is decoded once for each case.
        #expect(
            try decoder.decode(Nested.self, from: text(2, "1")) == .one(inner: .one(inner: nil, number: 1), number: 1))
        #expect(throws: Never.self) { try decoder.decode(Nested.self, from: text(10, #""1""#)) }
        for number in ["1", "true"] {
            let result = Result { try decoder.decode(Nested.self, from: text(60, number)) }
            guard number != "1" else {
                #expect(throws: Never.self) { try result.get() }
                continue
            }
            let error = #expect(throws: DecodingError.self) { try result.get() }
            #expect("\(error!)".contains("Too many cases of enumerations without tags have been tried."), "\(error!)")
        }
        // The next document is decoded.
        #expect(throws: Never.self) { try decoder.decode(Nested.self, from: text(10, #""1""#)) }
    }
}
