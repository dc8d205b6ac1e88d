import Foundation
import PolicyJSON
import PolicyJSONData
import Testing

@Suite struct SchemaLintTests {
    private static let schema = """
        {"type":"object","properties":{"id":{"type":["integer","null"]},"a.\\"b":{"type":"boolean"},"x\\ty":{},"\\u0301z":{},
          "when":{"type":"string","format":"date-time"},"items":{"type":"array","items":{"$ref":"#/$defs/item"}},
          "prices":{"type":"object","additionalProperties":{"type":"number"}},"any":{}},
         "$defs":{"item":{"type":"object","properties":{"name":{"type":"string"},
          "parts":{"type":"array","items":{"$ref":"#/$defs/item"}}}}}}
        """

    private static func findings(_ policy: DecodingPolicy) throws -> [String] {
        let schema = try JSONSchema(Data(schema.utf8))
        let findings = schema.lint(policy)
        #expect(findings.allSatisfy { $0.code == .neverApplies })
        return findings.map { "\($0.position) \($0)" }
    }

    @Test(arguments: [
        "id", "items", "items[*]", "items[3].name", "items[*].parts[*].parts[0].name", "**.name", "items.**",
        "prices.EUR",
        "prices.*", "*", "", "**", "any", #""a.\"b""#, #""\u0061.\u0022b""#, #""x\ty""#, #""\u0301z""#, "\u{301}z",
    ])
    func `paths that the schema has`(_ pattern: String) throws {
        let pattern = try PathPattern(pattern)
        #expect(try Self.findings(DecodingPolicy { At(pattern) { Fallbacks() } }) == [])
    }

    @Test(arguments: [
        "ID", "id.x", "[*]", "items.name", "items[*].name[*]", "prices[0]", "items.**.nam", "any.x", "prices.a.b",
    ])
    func `paths that the schema does not have`(_ pattern: String) throws {
        let path = try PathPattern(pattern)
        let finding = "[0] At(\"\(pattern)\"): never applies: the schema has no value at this path"
        #expect(try Self.findings(DecodingPolicy { At(path) { Fallbacks() } }) == [finding])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let rule: any DecodingRule
        let applies: String
        let never: String
        let need: String
        var testDescription: String { rule.description }
    }

    private static let cases = [
        Case(rule: NumbersFromStrings(), applies: "id", never: "items[*].name", need: "number"),
        Case(rule: NumbersFromStrings(), applies: "prices.*", never: "when", need: "number"),
        Case(rule: IntegersFromBooleans(), applies: "id", never: "prices.*", need: "integer"),
        Case(rule: Rounding(.down), applies: "id", never: "prices.*", need: "integer"),
        Case(rule: BooleansFromScalars(), applies: #""a.\"b""#, never: "id", need: "Boolean"),
        Case(rule: StringsFromScalars(), applies: "items[*].name", never: "when", need: "string that is not a date"),
        Case(rule: FallbackDateFormats([.iso8601]), applies: "when", never: "items[*].name", need: "date"),
        Case(rule: SingleValuesAsArrays(), applies: "items", never: "items[*]", need: "array"),
        Case(rule: SeparatedStrings(), applies: "items", never: "items[*]", need: "array"),
        Case(rule: LossyCollections(), applies: "items[*]", never: "items", need: "element of an array"),
    ]

    @Test(arguments: cases) func `rules for other values`(_ row: Case) throws {
        let applies = try PathPattern(row.applies)
        let never = try PathPattern(row.never)
        let policy = DecodingPolicy {
            row.rule
            At(applies) { row.rule }
            At(never) { row.rule }
        }
        #expect(try Self.findings(policy) == ["[2, 0] \(row.rule): never applies: there is no \(row.need)"])
    }

    /// What `SchemaValue` does with a rule that never applies: nothing.
    @Test(arguments: cases) func `rules for other values change nothing`(_ row: Case) throws {
        let schema = try JSONSchema(Data(Self.schema.utf8))
        let never = try PathPattern(row.never)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { At(never) { row.rule } })
        decoder.dateDecodingStrategy = .iso8601
        let members = ["id", "when", "items", "prices"]
        for member in members {
            for value in [
                "1", "1.5", "\"1\"", "true", "[1]", "{\"a\":1}", "{\"name\":1}", "\"2026-03-02T08:15:00Z\"", "[\"1\"]",
            ] {
                let text = "{\"\(member)\":\(value)}"
                let strict = try? decoder.overriding(policy: .strict)
                    .decode(SchemaValue.self, from: text, configuration: schema)
                let repaired = try? decoder.decode(SchemaValue.self, from: text, configuration: schema)
                #expect(strict == repaired, "\(text)")
            }
        }
    }

    @Test func `types, and rules for types that a schema does not request`() throws {
        let policy = DecodingPolicy {
            For(Int.self) { NumbersFromStrings() }
            UnknownCases(.useNil)
            Strictly()
            At("items") { At("items[*].none") { Fallbacks() } }
        }
        #expect(
            try Self.findings(policy) == [
                "[0] For(Int.self): never applies: a schema has no types of Swift",
                "[1] UnknownCases(.useNil): never applies: the schema has no enumeration",
                "[3, 0] At(\"items[*].none\"): never applies: the schema has no value at this path",
            ])
    }

    /// Their paths are not those of the schema.
    @Test func `rules that decode values from elsewhere`() throws {
        struct Custom: DecodingRule {
            let situations: RepairSituation = .mismatch
            func repair(_ context: DecodingRuleContext) -> Repair { .decodeValue(at: DecodingPath([.key("data")])) }
        }
        let moving: [any DecodingRule] = [Envelope("data"), SingleElementArrays(), Custom()]
        for rule in moving {
            let policy = DecodingPolicy {
                rule
                At("data.id") { NumbersFromStrings() }
                At("id[*]") { NumbersFromStrings() }
            }
            #expect(try Self.findings(policy) == [])
        }
    }

    /// Recursive schemas have exponentially many ways to values at such paths.
    @Test func `patterns of many steps`() throws {
        let schema = try JSONSchema(
            Data(##"{"type":"object","properties":{"a":{"$ref":"#"},"b":{"$ref":"#"},"c":{"type":"integer"}}}"##.utf8))
        let path = try PathPattern(repeatElement("*", count: 60).joined(separator: "."))
        #expect(schema.lint(DecodingPolicy { At(path) { NumbersFromStrings() } }) == [])
        #expect(schema.lint(DecodingPolicy { At(path) { BooleansFromScalars() } }).count == 1)
    }
}
