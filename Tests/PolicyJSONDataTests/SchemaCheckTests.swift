import Foundation
import PolicyJSON
import PolicyJSONData
import TestSupport
import Testing

/// A filter does not decode what its check accepts. Its outcomes must be those of decoding everything.
@Suite struct SchemaCheckTests {
    private static let policies = [
        DecodingPolicy.strict,
        DecodingPolicy { KeyMatching(.caseInsensitive, aliases: ["a": ["x", "c.b"]]) },
        DecodingPolicy { KeyMatching(["a": "b", "b": "c.a"]) },
        DecodingPolicy {
            NumbersFromStrings(trimmingWhitespace: true)
            BooleansFromScalars()
            EmptyStrings(.asNil)
            StringifiedJSON()
            LossyCollections()
            KeyMatching(.caseInsensitive, aliases: ["b": ["x"]])
        },
        DecodingPolicy { DuplicateKeys(.fail) },
        DecodingPolicy { DuplicateKeys(.last) },
    ]

    @Test(arguments: policies.indices)
    func `random records of random schemas`(_ policy: Int) throws {
        let decoder = PolicyJSONDecoder(policy: Self.policies[policy])
        decoder.dateDecodingStrategy = .iso8601
        var documents = RandomDocuments(random: SplitMix64(seed: UInt64(policy) + 1))
        var accepted = 0
        for _ in 0..<30 {
            let text = documents.schema(depth: 3)
            let schema = try JSONSchema(Data(text.utf8))
            let filter = RecordFilter(schema: schema, decoder: decoder)
            for _ in 0..<12 {
                let record = documents.record(text)
                let found = Self.outcome {
                    try filter.clean(Array(record.utf8), index: 0, at: JSONLocation(offset: 0, line: 1, column: 1))
                        .result.get()
                }
                let expected = Self.outcome {
                    try decoder.decode(SchemaValue.self, from: Data(record.utf8), configuration: schema).text
                }
                #expect(found == expected, "\(text) \(record)")
                if found == record { accepted += 1 }
            }
        }
        // Enough to show something.
        #expect(accepted > 50)
    }

    /// Values are checked up to some depth below the first in which something is found.
    @Test(arguments: [1, 7, 8, 9, 10, 40]) func `deep records`(_ depth: Int) throws {
        let schema = try JSONSchema(
            Data(
                ##"""
                {"type":"object","properties":{"n":{"type":"integer"},"a":{"$ref":"#"},"b":{"$ref":"#"},
                 "l":{"type":"array","items":{"$ref":"#"}}}}
                """##.utf8))
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        let filter = RecordFilter(schema: schema, decoder: decoder)
        for (inner, repaired) in [(#"{"n":"7"}"#, #"{"n":7}"#), (#"{"n":1.0}"#, nil), (#"{"n":"x"}"#, nil)] {
            func nested(_ json: String) -> String {
                (0..<depth).reduce(json) { json, level in
                    level % 3 == 0 ? #"{"l":[{"n":2.0},\#(json)]}"# : #"{"b":{"n":1},"a":\#(json),"n":1.0}"#
                }
            }
            let record = nested(inner)
            let found = Self.outcome { try filter.clean(Array(record.utf8), index: 0, at: .start).result.get() }
            let expected = Self.outcome {
                try decoder.decode(SchemaValue.self, from: Data(record.utf8), configuration: schema).text
            }
            #expect(found == expected)
            if let repaired { #expect(found == nested(repaired)) }
        }
    }

    /// Rules that answer with other values than a schema's decoder makes itself.
    private static let replacing =
        policies + [
            DecodingPolicy {
                SingleElementArrays()
                StringifiedJSON()
                SingleValuesAsArrays()
            },
            DecodingPolicy {
                DefaultValues([.zero, .emptyString, .emptyArray])
                Fallbacks()
            },
            DecodingPolicy {
                At("v[*]") { Fallbacks(RawJSON.parsed(#"{"a":1}"#)) }
                At("v.a") { Fallbacks(RawJSON.parsed("[1]")) }
                At("v.b") { DefaultValues(RawJSON.parsed(#"{"a":1,"b":null}"#), for: [.null, .missingKey, .mismatch]) }
                At("v.c") { Fallbacks(1) }
            },
            DecodingPolicy {
                At("v.*") { Envelope("data", isRequired: false) }
                At("v[*]") { Envelope("data", isRequired: false) }
                NumbersFromStrings()
            },
        ]

    @Test(arguments: replacing.indices)
    func `what is accepted is as the schema requires`(_ policy: Int) throws {
        let decoder = PolicyJSONDecoder(policy: Self.replacing[policy])
        decoder.dateDecodingStrategy = .iso8601
        let strict = decoder.overriding(policy: .strict)
        var documents = RandomDocuments(random: SplitMix64(seed: UInt64(policy) + 1), wrapsValues: true)
        var changed = 0
        for _ in 0..<60 {
            let text = documents.schema(depth: 3)
            let schema = try JSONSchema(Data(text.utf8))
            for _ in 0..<20 {
                let record = documents.record(text)
                let value = try? decoder.decode(SchemaValue.self, from: Data(record.utf8), configuration: schema)
                guard let value else { continue }
                if !value.isVerbatim { changed += 1 }
                let again = Self.outcome {
                    try strict.decode(SchemaValue.self, from: Data(value.text.utf8), configuration: schema).text
                }
                #expect(again == value.text, "\(text) \(record)")
            }
        }
        // Enough to show something.
        #expect(changed > 5 || policy < Self.policies.count)
    }

    /// The text of a record, or why it is rejected.
    private static func outcome(_ body: () throws -> String) -> String {
        do {
            return try body()
        } catch let rejected as RejectedRecord {
            return "\(rejected.problem.code.rawValue) \(rejected.pointer) \(rejected.problem.message)"
        } catch {
            let problem = DecodingProblem.problems(in: error, includingValues: true).first
            return problem.map { "\($0.code.rawValue) \($0.jsonPointer) \($0.message)" } ?? "\(error)"
        }
    }
}

/// Schemas, and records that are often as they require.
private struct RandomDocuments {
    var random: SplitMix64
    /// Whether some values are in an array, an object or a string.
    var wrapsValues = false

    private static let leaves = [
        #"{"type":"integer"}"#, #"{"type":"integer","minimum":1,"exclusiveMaximum":100}"#, #"{"type":"number"}"#,
        #"{"type":"number","maximum":1.5}"#, #"{"type":"string"}"#, #"{"type":"string","minLength":1,"maxLength":3}"#,
        #"{"type":"string","format":"date-time"}"#, #"{"type":"boolean"}"#, #"{"type":["integer","null"]}"#,
        #"{"type":["string","number"]}"#, #"{"type":["string","array","null"]}"#, #"{"enum":["a","1",""]}"#,
        #"{"enum":[1,2.5,null]}"#, #"{"enum":[1,100]}"#, #"{"enum":["a",1,true]}"#, #"{"const":1.0}"#,
        #"{"type":"null"}"#,
        "{}", #"{"anyOf":[{"const":"a"},{"const":"é"},{"type":"integer"}]}"#,
    ]

    mutating func schema(depth: Int) -> String {
        let definitions = ##"""
            "$defs":{"r":{"type":"object","properties":{"a":{"type":"integer"},"b":{"$ref":"#/$defs/r"}},"required":["a"]},
             "n":{"anyOf":[{"$ref":"#/$defs/r"},{"type":"null"}]}}}
            """##
        return #"{"type":"object","required":["v"],"properties":{"v":\#(part(depth: depth))},"# + definitions
    }

    private mutating func part(depth: Int) -> String {
        if depth == 0 { return random.pick(Self.leaves) }
        switch random.below(10) {
        case 0: return random.pick(Self.leaves)
        case 1: return ##"{"type":"array","items":{"$ref":"#/$defs/r"}}"##
        case 2: return #"{"type":"array","maxItems":2,"items":\#(part(depth: depth - 1))}"#
        case 3:
            return #"{"type":"array","prefixItems":[\#(part(depth: depth - 1)),\#(part(depth: 0))],"items":false}"#
        case 4:
            let kind = random.pick([#""a""#, "1"])
            return #"{"oneOf":[{"type":"object","required":["k"],"properties":{"k":{"const":\#(kind)},"#
                + #""a":\#(part(depth: 0))},"additionalProperties":false},{"type":"object","required":["k"],"properties":"#
                + #"{"k":{"const":"b"},"b":\#(part(depth: depth - 1))}}\#(random.oneIn(2) ? #",{"type":"null"}"# : "")]}"#
        case 5: return ##"{"type":"object","additionalProperties":{"$ref":"#/$defs/n"}}"##
        default:
            let names = ["a", "b", "c"].shuffled(using: &random).prefix(1 + random.below(3))
            let properties = names.map { #""\#($0)":\#(part(depth: depth - 1))"# }.joined(separator: ",")
            let required = names.filter { _ in random.oneIn(2) }.map { #""\#($0)""# }.joined(separator: ",")
            let additional = random.pick([
                "", #","additionalProperties":false"#, #","additionalProperties":{"type":"integer"}"#,
            ])
            return #"{"type":"object","properties":{\#(properties)},"required":[\#(required)]\#(additional)}"#
        }
    }

    private static let scalars = [
        "1", "1.0", "1e0", "-0", "2.5", "100", "1e2", "1E400", "12345678901234567890", "0.10", "null", "true", "false",
        #""a""#, #""b""#, #""\u0061""#, #""""#, #"" ""#, #""1""#, #"" 2.50 ""#, #""é""#, #""e\u0301""#,
        #""2026-03-02T08:15:00Z""#,
        #""2026-02-31T08:15:00Z""#, #""2026-03-02T08:15:00+01:00""#, #""{\"a\":1}""#, #""[1]""#,
    ]

    /// A record for a schema, with mistakes.
    mutating func record(_ schema: String) -> String {
        guard let root = try? RawJSON(parsing: schema).value,
            let definitions = try? RawJSON(parsing: root["$defs"].text ?? "")
        else { return "null" }
        return #"{"v":\#(value(root["properties"]["v"].text ?? "", definitions.text, depth: 3))}"#
    }

    private mutating func value(_ schema: String, _ definitions: String, depth: Int) -> String {
        let value = plainValue(schema, definitions, depth: depth)
        guard wrapsValues, random.oneIn(8) else { return value }
        switch random.below(3) {
        case 0: return "[\(value)]"
        case 1: return #"{"data":\#(value)}"#
        default: return "\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
    }

    private mutating func plainValue(_ schema: String, _ definitions: String, depth: Int) -> String {
        guard !random.oneIn(30), depth > 0, let node = try? RawJSON(parsing: schema).value else {
            return random.pick(Self.scalars)
        }
        if let reference = node["$ref"].string {
            let target = try? RawJSON(parsing: definitions).value[String(reference.suffix(1))].text
            return value(target ?? "", definitions, depth: depth - 1)
        }
        for name in ["anyOf", "oneOf"] {
            let choices = node[name].elements.compactMap(\.text)
            if !choices.isEmpty { return value(random.pick(choices), definitions, depth: depth) }
        }
        if let constant = node["const"].text { return constant }
        let cases = node["enum"].elements.compactMap(\.text)
        if !cases.isEmpty { return random.pick(cases) }
        switch node["type"].string {
        case "object":
            var members = node["properties"].members.filter { _ in !random.oneIn(6) }
                .map { member($0.name, value(member: $0.value.text ?? "", definitions, depth)) }
            if random.oneIn(3) {
                let other = node["additionalProperties"].text ?? "{}"
                members.append(
                    member(random.pick(["a", "b", "k", "x", "y"]), value(member: other, definitions, depth)))
            }
            if random.oneIn(4) { members.shuffle(using: &random) }
            return "{" + members.joined(separator: ",") + "}"
        case "array":
            let prefix = node["prefixItems"].elements.compactMap(\.text)
            let items = prefix.isEmpty ? (0..<random.below(3)).map { _ in node["items"].text ?? "{}" } : prefix
            return "[" + items.map { value($0, definitions, depth: depth - 1) }.joined(separator: ", ") + "]"
        case "integer": return random.pick(["1", "2", "1.0", "99", "-0", "1e1"])
        case "number": return random.pick(["1", "0.10", "1.50", "2.5e0"])
        case "string": return random.pick(Self.scalars.filter { $0.hasPrefix("\"") })
        case "boolean": return random.pick(["true", "false"])
        default: return random.pick(Self.scalars)
        }
    }

    private mutating func value(member schema: String, _ definitions: String, _ depth: Int) -> String {
        value(schema, definitions, depth: depth - 1)
    }

    /// A member, sometimes with a key that is escaped or in another case.
    private mutating func member(_ name: String, _ value: String) -> String {
        switch random.below(20) {
        case 0: #""\u006\#(name == "a" ? 1 : 2)":\#(value)"#
        case 1: #""\#(name.uppercased())":\#(value)"#
        case 2: #""\#(name)":\#(value),"\#(name)":\#(value)"#
        default: #""\#(name)":\#(value)"#
        }
    }
}

extension RawJSON {
    fileprivate static func parsed(_ text: String) -> RawJSON { (try? RawJSON(parsing: text)) ?? .null }
}
