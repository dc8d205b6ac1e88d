import Foundation
import PolicyJSON
import RuntimeFacts
import TestSupport
import Testing

@Suite struct VariantsTests {
    static let internally = Variants(of: Figure.self, .internally(by: "type"))
    static let adjacently = Variants(of: Figure.self, .adjacently(by: "t", in: "c"))
    static let externally = Variants(of: Figure.self, .externally)
    static let pairs = Variants(of: Figure.self, .asPairs)
    static let untagged = Variants(of: Figure.self, .untagged)
    static let vehicles = Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self])

    @Test(arguments: DocumentedTable.cases(of: "Variants")) func table(row: DocumentedCase) {
        row.check(
            [
                Self.internally, Self.adjacently, Self.externally, Self.pairs, Self.untagged, Self.vehicles,
                Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self], otherwise: Vehicle.self),
                Variants(of: Vehicle.self, .internally(by: "type"), types: ["van": Vehicle.self], otherwise: Car.self),
                Variants(of: Figure.self, .internally(by: "kind"), cases: ["1": "none", "dot": "spot"]),
            ],
            types: ["Figure": Figure.self, "Vehicle": Vehicle.self],
            isOneChange: row.found?.contains("group") != true && row.found?.hasPrefix(#"["a""#) != true)
    }

    @Test func sameTable() { expectSameTable("Variants") }

    static let rows: [(policy: DecodingPolicy, row: Row)] = [
        // A value inside a case is repaired, and the report has both.
        (
            DecodingPolicy {
                internally
                NumbersFromStrings()
            },
            Row(
                [Figure].self, #"[{"type":"spot","x":"1","y":2}]"#, "[Figure.spot(Point(x: 1, y: 2))]",
                #"Variants, variant selected, '[0]' '/0', 1:2+1, Figure: {"type":"spot","x":"1","y":2} → spot, "#,
                #"NumbersFromStrings, converted, '[0].x' '/0/x', 1:21+20, Int: "1" → 1, Expected to decode Int but found a string instead."#
            )
        ),
        // An unknown tag is dropped from a collection, and is nil or a case where a rule says so.
        (
            DecodingPolicy {
                internally
                LossyCollections()
            },
            Row(
                [Figure].self, #"[{"type":"cube"},{"type":"none"}]"#, "[Figure.none]",
                #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Figure: {"type":"cube"} → dropped, Figure has no case named "cube"."#,
                #"Variants, variant selected, '[1]' '/1', 1:18+17, Figure: {"type":"none"} → none, "#)
        ),
        (
            DecodingPolicy {
                internally
                UnknownCases(.useNil)
            },
            Row(
                OptionalBox<Figure>.self, #"{"value":{"type":"cube"}}"#, "OptionalBox<Figure>(value: nil)",
                #"UnknownCases, case replaced, 'value' '/value', 1:10+9, Figure?: {"type":"cube"} → nil, Figure has no case named "cube"."#
            )
        ),
        (
            DecodingPolicy {
                internally
                UnknownCases(.caseNamed("none"))
            },
            Row(
                Box<Figure>.self, #"{"value":{"type":"cube"}}"#, "Box<Figure>(value: Figure.none)",
                #"UnknownCases, case replaced, 'value' '/value', 1:10+9, Figure: {"type":"cube"} → none, Figure has no case named "cube"."#
            )
        ),
        (
            DecodingPolicy {
                internally
                UnknownCases(.useNil)
            },
            Row(
                OptionalBox<Figure>.self, #"{"value":{"x":1,"y":2}}"#, "OptionalBox<Figure>(value: nil)",
                #"UnknownCases, case replaced, 'value' '/value', 1:10+9, Figure?: {"x":1,"y":2} → nil, No tag at type names a variant of Figure."#
            )
        ),
        (
            DecodingPolicy {
                vehicles
                UnknownCases(.useNil)
            },
            Row(
                OptionalBox<Vehicle>.self, #"{"value":{"type":"boat","name":"a"}}"#, "OptionalBox<Vehicle>(value: nil)",
                #"UnknownCases, case replaced, 'value' '/value', 1:10+9, Vehicle?: {"type":"boat","name":"a"} → nil, Vehicle has no variant for "boat"; it has: car."#
            )
        ),
        // Contents that fail are replaced where they are.
        (
            DecodingPolicy {
                internally
                Fallbacks()
            },
            Row(
                OptionalBox<Figure>.self, #"{"value":{"type":"spot","x":[],"y":2}}"#, "OptionalBox<Figure>(value: nil)",
                #"Fallbacks, failure replaced, 'value' '/value', 1:10+9, Figure?: {"type":"spot","x":[],"y":2} → nil, x: Expected to decode Int but found an array instead."#
            )
        ),
        (
            DecodingPolicy {
                internally
                LossyCollections()
            },
            Row(
                Figure.self, #"{"type":"group","_0":[1,{"type":"note","_0":"a"}]}"#,
                #"group([Figure.note("a")])"#,
                #"Variants, variant selected, '' '', 1:1+0, Figure: {"type":"group","_0":[1,{"type":"note","_0":"a"}]} → group, "#,
                #"LossyCollections, dropped, '_0[0]' '/_0/0', 1:23+22, Figure: 1 → dropped, Expected to decode Dictionary<String, Any> but found number instead."#,
                #"Variants, variant selected, '_0[1]' '/_0/1', 1:25+24, Figure: {"type":"note","_0":"a"} → note, "#
            )
        ),
        // The tag and the contents are not unknown keys; others are.
        (
            DecodingPolicy {
                internally
                UnknownKeys(.fail)
            },
            Row(
                [Figure].self, #"[{"type":"spot","x":1,"y":2},{"type":"disc","radius":1,"z":0}]"#,
                #"dataCorrupted at [1].z: Unknown key "z" for Figure. [rejected by UnknownKeys]"#,
                #"Variants, variant selected, '[0]' '/0', 1:2+1, Figure: {"type":"spot","x":1,"y":2} → spot, "#)
        ),
        (
            DecodingPolicy {
                adjacently
                UnknownKeys(.fail)
            },
            Row(
                Figure.self, #"{"t":"note","c":"a","d":1}"#,
                #"dataCorrupted at d: Unknown key "d" for Figure. [rejected by UnknownKeys]"#)
        ),
        // A scope turns the rule on; another one turns all rules off.
        (
            DecodingPolicy { At("[0]") { internally } },
            Row(
                [Figure].self, #"[{"type":"none"},{"none":{}}]"#,
                "[Figure.none, Figure.none]",
                #"Variants, variant selected, '[0]' '/0', 1:2+1, Figure: {"type":"none"} → none, "#)
        ),
        // Without tags every value is of the other class.
        (
            DecodingPolicy {
                Variants(of: Vehicle.self, .internally(by: "type"), types: [:], otherwise: Vehicle.self)
            },
            Row(
                Vehicle.self, #"{"type":"boat","name":"a"}"#, "vehicle a",
                #"Variants, variant selected, '' '', 1:1+0, Vehicle: {"type":"boat","name":"a"} → Vehicle, "#)
        ),
        (
            DecodingPolicy {
                internally
                For(Figure.self) { Strictly() }
            },
            Row(
                Figure.self, #"{"type":"none"}"#,
                "typeMismatch(Figure) at the top: Invalid number of keys found, expected one.")
        ),
    ]

    @Test(arguments: rows.indices) func reports(index: Int) { Self.rows[index].row.check(Self.rows[index].policy) }

    /// Tags in another spelling.
    static let spellings: [(policy: DecodingPolicy, row: Row)] = [
        (
            DecodingPolicy {
                internally
                CaseMatching(caseInsensitive: true, aliases: ["disc": ["circle"]])
                UnknownKeys(.fail)
            },
            Row(
                [Figure].self, #"[{"type":"Spot","x":1,"y":2},{"radius":1,"type":"Circle"}]"#,
                #"[Figure.spot(Point(x: 1, y: 2)), Figure.disc(radius: 1, label: nil)]"#,
                #"CaseMatching, variant selected, '[0]' '/0', 1:2+1, Figure: {"type":"Spot","x":1,"y":2} → spot, "#,
                #"CaseMatching, variant selected, '[1]' '/1', 1:30+29, Figure: {"radius":1,"type":"Circle"} → disc, "#
            )
        ),
        (
            DecodingPolicy {
                adjacently
                CaseMatching(caseInsensitive: true)
            },
            Row(
                Figure.self, #"{"t":"NOTE","c":"a"}"#, #"note("a")"#,
                #"CaseMatching, variant selected, '' '', 1:1+0, Figure: {"t":"NOTE","c":"a"} → note, "#
            )
        ),
    ]

    @Test(.enabled(if: RuntimeFacts.areUsed), arguments: spellings.indices) func spelling(index: Int) {
        Self.spellings[index].row.check(Self.spellings[index].policy)
    }

    static let figures: [Figure] = [
        .none, .note("a"), .spot(Point(x: 1, y: 2)), .disc(radius: 1, label: "b"), .disc(radius: 2, label: nil),
        .group([.note("c"), .group([])]),
    ]

    @Test(arguments: [
        (
            internally,
            #"[{"type":"none"},{"_0":"a","type":"note"},{"type":"spot","x":1,"y":2},{"label":"b","radius":1,"type":"disc"},{"radius":2,"type":"disc"},{"_0":[{"_0":"c","type":"note"},{"_0":[],"type":"group"}],"type":"group"}]"#
        ),
        (
            adjacently,
            #"[{"c":{},"t":"none"},{"c":"a","t":"note"},{"c":{"x":1,"y":2},"t":"spot"},{"c":{"label":"b","radius":1},"t":"disc"},{"c":{"radius":2},"t":"disc"},{"c":[{"c":"c","t":"note"},{"c":[],"t":"group"}],"t":"group"}]"#
        ),
        (
            externally,
            #"[{"none":{}},{"note":"a"},{"spot":{"x":1,"y":2}},{"disc":{"label":"b","radius":1}},{"disc":{"radius":2}},{"group":[{"note":"c"},{"group":[]}]}]"#
        ),
        (
            pairs,
            #"[["none",{}],["note","a"],["spot",{"x":1,"y":2}],["disc",{"label":"b","radius":1}],["disc",{"radius":2}],["group",[["note","c"],["group",[]]]]]"#
        ),
        (
            Variants(
                of: Figure.self, .internally(by: "type"), cases: ["empty": "none", "blank": "none", "text": "note"]),
            #"[{"type":"blank"},{"_0":"a","type":"text"},{"type":"spot","x":1,"y":2},{"label":"b","radius":1,"type":"disc"},{"radius":2,"type":"disc"},{"_0":[{"_0":"c","type":"text"},{"_0":[],"type":"group"}],"type":"group"}]"#
        ),
    ])
    func encodes(rule: Variants, json: String) throws {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { rule })
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(Self.figures), as: UTF8.self) == json)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
        #expect(try decoder.decode([Figure].self, from: json) == Self.figures)
        // As elements of a stream, too.
        let delivery = Delivery(try decoder.elements(of: Figure.self, from: Chunks(Array(json.utf8), length: 7)))
        #expect(delivery.elements == Self.figures.map { "\($0)" })
    }

    @Test func classes() throws {
        let fleet: [Vehicle] = [Car(name: "a", wheels: 3), Vehicle(name: "b")]
        for tagging in [Variants.Tagging.internally(by: "type"), .adjacently(by: "t", in: "c"), .externally, .asPairs] {
            let rule = Variants(of: Vehicle.self, tagging, types: ["car": Car.self, "vehicle": Vehicle.self])
            let data = try PolicyJSONEncoder(policy: EncodingPolicy { rule }).encode(fleet)
            let decoded = try PolicyJSONDecoder(policy: DecodingPolicy { rule }).decode([Vehicle].self, from: data)
            #expect("\(decoded)" == "[car a, 3, vehicle b]")
            // The class of values without a tag.
            let untagged = Variants(of: Vehicle.self, tagging, types: ["vehicle": Vehicle.self], otherwise: Car.self)
            let mixed = try PolicyJSONEncoder(policy: EncodingPolicy { untagged }).encode(fleet)
            let again = try PolicyJSONDecoder(policy: DecodingPolicy { untagged }).decode([Vehicle].self, from: mixed)
            #expect("\(again)" == "[car a, 3, vehicle b]")
        }
        #expect(throws: EncodingError.self) {
            try PolicyJSONEncoder(policy: EncodingPolicy { Self.vehicles }).encode([Boat(name: "c") as Vehicle])
        }
    }

    @Test func allProblems() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Self.internally })
        do throws(JSONDecodingError) {
            _ = try decoder.decodeCollectingErrors(
                [Figure].self, from: Data(#"[{"type":"cube"},{"type":"disc","radius":"1"},{"type":"none"}]"#.utf8))
            Issue.record("decoded")
        } catch {
            #expect(error.problems.map(\.path.description) == ["[0]", "[1].radius"])
        }
    }

    @Test func depth() throws {
        // No replacement is parsed, so that values may be nested as deeply as the document.
        let json = String(repeating: #"{"type":"group","_0":["#, count: 255) + String(repeating: "]}", count: 255)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Self.internally })
        let depth = try withLargeStack {
            var depth = 0
            var current: Figure? = try decoder.decode(Figure.self, from: json)
            while case .group(let inner)? = current { (depth, current) = (depth + 1, inner.first) }
            return depth
        }
        #expect(depth == 255)
    }

    @Test(arguments: [
        (
            Variants(of: Figure.self, .internally(by: "type"), cases: ["dot": "spot"]),
            "Decodes Figure as the variant that the member type names: dot for spot."
        ),
        (
            adjacently,
            "Decodes Figure as the variant that the member t names, from the contents in the member c."
        ),
        (externally, "Decodes Figure as the variant that the name of the only member names."),
        (pairs, "Decodes Figure as the variant that the first of two elements names, from the second."),
        (vehicles, "Decodes Vehicle as the variant that the member type names: car for Car."),
    ])
    func explains(rule: Variants, explanation: String) { #expect(rule.explanationOrDescription == explanation) }

    @Test func policyFile() throws {
        var registry = PolicyRegistry()
        registry.register(type: Figure.self)
        registry.register(type: Vehicle.self)
        registry.register(type: Car.self)
        let policy = DecodingPolicy {
            Variants(of: Figure.self, .adjacently(by: "t", in: "c"), cases: ["1": "none"])
            Self.vehicles
            Self.externally
        }
        let json = try policy.json(registry: registry)
        #expect(try PolicyFile(Data(json.utf8), registry: registry).policy.description == policy.description)
        #expect(throws: PolicyFileError.self) { try policy.json() }
        let unknown = #"{"version":1,"rules":[{"rule":"Variants","of":"Plant","tagging":"externally"}]}"#
        #expect {
            try PolicyFile(Data(unknown.utf8), registry: registry)
        } throws: {
            ($0 as? PolicyFileError)?.description
                == #"1:47: rules[0].of: there is no type "Plant"; there are: Car, Figure, Vehicle"#
        }
    }
}
