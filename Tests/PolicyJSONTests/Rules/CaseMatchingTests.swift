import Foundation
import PolicyJSON
import RuntimeFacts
import Testing

@Suite struct CaseMatchingTests {
    @Test(arguments: DocumentedTable.cases(of: "CaseMatching")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            CaseMatching(caseInsensitive: true), CaseMatching(caseInsensitive: true, separatorInsensitive: true),
            CaseMatching(separatorInsensitive: true), CaseMatching(trimmingWhitespace: true),
            CaseMatching(namesInSource: true), CaseMatching(caseInsensitive: true, namesInSource: true),
            CaseMatching(positions: true), CaseMatching(aliases: ["sent": ["shipped"]]),
            CaseMatching(caseInsensitive: true, aliases: ["sent": ["shipped"]]),
            CaseMatching(aliases: ["nowhere": ["shipped"]]), CaseMatching(aliases: ["1": ["9"]]),
            CaseMatching(aliases: ["circle": ["round"]]),
        ]
        row.check(rules)
    }

    @Test func sameTable() { expectSameTable("CaseMatching") }

    /// Aliases are also found for numbers and Booleans that another rule reads as strings.
    @Test(arguments: ["2", "1.50", "true", #""true""#]) func aliasesOfScalars(found: String) throws {
        let rule = CaseMatching(aliases: ["sent": ["2", "1.50", "true"]])
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                rule
                StringsFromScalars()
            })
        let outcome = try decoder.decodeReporting([Status].self, from: "[\(found)]")
        #expect(outcome.value == [.sent])
        #expect(
            outcome.report.entries.map(\.description) == [
                "1:2 [0]: CaseMatching: case replaced, \(found) → sent (Status)"
            ])
        let error = #expect(throws: DecodingError.self) { try decoder.decode([Status].self, from: "[false]") }
        guard case .dataCorrupted(let context) = error else { return }
        #expect(context.debugDescription == "Cannot initialize Status from invalid String value false")
    }

    static let noSuchCases: [(policy: DecodingPolicy, row: Row)] = [
        (
            DecodingPolicy {
                CaseMatching(aliases: ["square": ["round"]])
                UnknownCases(.useNil)
            },
            Row(
                [Shape?].self, #"[{"round":{}},{"circle":{"_0":1}}]"#, "[nil, Optional(Shape.circle(1))]",
                #"UnknownCases, case replaced, '[0]' '/0', 1:2+1, Shape?: {"round":{}} → nil, Invalid number of keys found, expected one."#
            )
        ),
        (
            DecodingPolicy { CaseMatching(aliases: ["square": ["round"]]) },
            Row(
                Shape.self, #"{"round":{}}"#,
                "typeMismatch(Shape) at the top: Invalid number of keys found, expected one.")
        ),
        (
            DecodingPolicy {
                Variants(of: Figure.self, .internally(by: "type"))
                CaseMatching(aliases: ["cube": ["box"], "group": ["list"]])
                UnknownCases(.useNil)
                UnknownKeys(.fail)
            },
            Row(
                Figure?.self, #"{"type":"list","_0":[{"type":"none"}]}"#, "Optional(Figure.group([Figure.none]))",
                #"CaseMatching, variant selected, '' '', 1:1+0, Figure: {"type":"list","_0":[{"type":"none"}]} → group, "#,
                #"Variants, variant selected, '_0[0]' '/_0/0', 1:22+21, Figure: {"type":"none"} → none, "#)
        ),
        (
            DecodingPolicy {
                Variants(of: Figure.self, .internally(by: "type"))
                CaseMatching(aliases: ["cube": ["box"]])
                UnknownCases(.useNil)
            },
            Row(
                Figure?.self, #"{"type":"box"}"#, "nil",
                #"UnknownCases, case replaced, '' '', 1:1+0, Figure?: {"type":"box"} → nil, Figure has no case named "box"."#
            )
        ),
        (
            DecodingPolicy { CaseMatching(caseInsensitive: true, aliases: ["sent": ["PEAR"]]) },
            Row(
                Fruit.self, #""PEAR""#, "pear",
                #"CaseMatching, case replaced, '' '', 1:1+0, Fruit: "PEAR" → pear, Cannot initialize Fruit from invalid String value PEAR"#
            )
        ),
        (
            DecodingPolicy { CaseMatching(caseInsensitive: true, aliases: ["square": ["Dot"]]) },
            Row(
                Shape.self, #"{"Dot":{}}"#, "dot",
                #"CaseMatching, variant selected, '' '', 1:1+0, Shape: {"Dot":{}} → dot, "#)
        ),
    ]

    /// An alias of a case that the enumeration does not have: other spellings are compared, and other rules consulted.
    @Test(.enabled(if: RuntimeFacts.areUsed), arguments: noSuchCases.indices) func noSuchCase(index: Int) {
        Self.noSuchCases[index].row.check(Self.noSuchCases[index].policy)
    }

    /// Cases are compared without making texts if both are ASCII: with the same outcome, under all options.
    @Test(arguments: [
        "kelvin", "\u{212A}elvin", " K-E_L vin\t", "", "kelvi", "kelvins", "größe", "grösse", "GRO\u{308}SSE_", "a b",
        "a-b", "A-b ", "\u{E9}", "e\u{301}", "É", "\u{A0}É", "Kelvin_", "_Kelvin", "--", "\nKelvin\r", "Kel\tvin", "x",
        "X\u{301}",
    ])
    func comparisons(_ text: String) throws {
        enum Unit: String, Decodable, CaseIterable {
            case kelvin = "Kelvin"
            case size = "GRÖSSE_"
            case dash = "a-b"
            case accent = "É"
            case spaced = " x "
            case tab = "Kel\tvin"
        }
        for options in 0..<8 {
            let (ignoresCase, ignoresSeparators, trims) = (options & 1 > 0, options & 2 > 0, options & 4 > 0)
            func spelled(_ text: String) -> String {
                var text = ignoresCase ? text.lowercased() : text
                if trims { text = text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\r")) }
                if ignoresSeparators { text.removeAll { "_- ".contains($0) } }
                return text
            }
            let same = Unit.allCases.filter { spelled($0.rawValue) == spelled(text) }
            let expected =
                Unit(rawValue: text) ?? (options > 0 && same.count == 1 && spelled(text) != "" ? same[0] : nil)
            let rule = CaseMatching(
                caseInsensitive: ignoresCase, separatorInsensitive: ignoresSeparators, trimmingWhitespace: trims)
            let found = try? PolicyJSONDecoder(policy: DecodingPolicy { rule }).decode(
                [Unit].self, from: PolicyJSONEncoder().encode([text]))
            #expect(found?.first == expected, "\(rule)")
        }
    }
}
