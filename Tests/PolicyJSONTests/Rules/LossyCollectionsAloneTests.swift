import PolicyJSON
import TestSupport
import Testing

/// A policy of `LossyCollections` alone drops models at once. Beside a rule that never answers, it decodes them again before they are
/// dropped: values, reports and errors must be the same.
@Suite struct LossyCollectionsAloneTests {
    /// Is consulted in all situations of failures, and never answers.
    struct Silent: DecodingRule {
        let situations: RepairSituation = [.mismatch, .null, .missingKey, .unknownCase, .undecodableElement]
        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
    }

    struct Leaf: Codable, Equatable { let n: Int }
    enum Tint: String, Codable { case red, blue }
    struct Mixed: Codable, Equatable {
        var leaf: Leaf?
        var leaves: [Leaf]?
        var byName: [String: Leaf]?
        var numbers: [Int]?
        var grid: [[Int]]?
        var tints: [Tint]?
        var spare: [Leaf?]?
        var pairs: [Int: Int]?
        var some: Set<Int>?
        let id: Int
    }
    /// Opens its containers by hand, and tries several types.
    struct ByHand: Codable, Equatable {
        var numbers: [Int] = []
        init(from decoder: any Decoder) throws {
            if let single = try? decoder.singleValueContainer().decode(Int.self) {
                numbers = [single]
                return
            }
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                if let leaf = try? container.decode(Leaf.self) {
                    numbers.append(leaf.n)
                } else {
                    numbers += try container.decode([Int].self)
                }
            }
        }
    }

    /// Decodes another document, whose rules refuse what is not a number.
    struct Embedded: Codable, Equatable {
        struct Refusing: DecodingRule {
            let situations: RepairSituation = .mismatch
            func repair(_ context: DecodingRuleContext) -> Repair { .fail("refused") }
        }

        let n: Int
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            n = try PolicyJSONDecoder(policy: DecodingPolicy { Refusing() }).decode(Int.self, from: text)
        }
    }

    static let mixed: [String] = [
        #"{"id":1}"#, #"{"id":"x"}"#, "{}", "3", "null", "[]", #"{"id":1,"leaf":{}}"#, #"{"id":1,"leaf":{"n":"x"}}"#,
        #"{"id":1,"leaves":[{"n":1},{"n":"x"},{"n":2}]}"#, #"{"id":1,"leaves":[{"n":1},3,{}]}"#,
        #"{"id":"x","leaves":[{"n":1},{"n":"x"}]}"#, #"{"leaves":[{"n":"x"}]}"#, #"{"id":1,"leaves":{}}"#,
        #"{"id":1,"byName":{"a":{"n":1},"b":{"n":[]},"c":{}}}"#, #"{"id":1,"byName":{"b":1},"leaf":{}}"#,
        #"{"id":1,"numbers":[1,"x",null,2]}"#, #"{"id":1,"numbers":"x"}"#, #"{"id":1,"grid":[[1,"x"],[2],3,[[]]]}"#,
        #"{"id":1,"tints":["red","green","blue",1]}"#, #"{"id":1,"tints":["green"],"leaf":3}"#,
        #"{"id":1,"spare":[{"n":1},null,{"n":"x"},4]}"#, #"{"id":1,"pairs":{"1":1,"2":"x","z":3}}"#,
        #"{"id":1,"some":[1,1,"x",2]}"#, #"{"id":1,"some":[1],"id":null}"#,
    ]
    static let byHand: [String] = [
        "1", "[]", #"[{"n":1}]"#, #"[{"n":1},[1,2]]"#, #"[{"n":1},[1,"x"]]"#, #"[{"n":"x"}]"#, #"["x"]"#, "{}",
        #"[[{"n":1}]]"#,
    ]

    private struct Outcome<T: Equatable>: Equatable {
        var value: T?
        var report: String
        var error: String?
    }

    private func outcome<T: Decodable & Equatable>(_ type: T.Type, _ json: String, _ policy: DecodingPolicy) -> Outcome<
        T
    > {
        let decoder = PolicyJSONDecoder(policy: policy)
        do {
            let read = try decoder.decodeReporting(type, from: json)
            return Outcome(value: read.value, report: "\(read.report)")
        } catch {
            return Outcome(report: "\(error.report)", error: "\(error.underlyingError)")
        }
    }

    private func compare<T: Decodable & Equatable>(_ type: T.Type, _ json: String) {
        for bounds in [nil, 0, 1] {
            let alone = DecodingPolicy { LossyCollections(maxDropped: bounds) }
            let beside = DecodingPolicy {
                LossyCollections(maxDropped: bounds)
                Silent()
            }
            #expect(outcome(type, json, alone) == outcome(type, json, beside), "\(json)")
            let plain = try? PolicyJSONDecoder(policy: alone).decode(type, from: json)
            #expect((plain == nil) == (outcome(type, json, alone).error != nil), "\(json)")
        }
    }

    @Test(arguments: Self.mixed) func `models in collections`(_ json: String) {
        compare(Mixed.self, json)
        compare([Mixed].self, "[\(json)]")
        compare([Mixed].self, #"[{"id":1},\#(json),{"id":2},\#(json)]"#)
        compare([[Mixed]].self, #"[[{"id":1},\#(json)],[\#(json)]]"#)
        compare([String: Mixed].self, #"{"a":\#(json),"b":{"id":2}}"#)
        compare([Mixed?].self, #"[\#(json),{"id":2}]"#)
    }

    @Test(arguments: Self.byHand) func `models that try several types`(_ json: String) {
        compare(ByHand.self, json)
        compare([ByHand].self, "[\(json),2,\(json)]")
        compare([String: [ByHand]].self, #"{"a":[\#(json)],"b":\#(json)}"#)
    }

    @Test(arguments: [#""1""#, #""true""#, #""[""#, "1", "null"])
    func `models that are refused by rules of their own`(_ json: String) {
        compare(Embedded.self, json)
        compare([Embedded].self, #"["1",\#(json),"2"]"#)
        compare([[Embedded?]].self, #"[["1",\#(json)],["2"]]"#)
        compare([String: Embedded].self, #"{"a":\#(json)}"#)
    }

    /// All pairs: what one element has left behind must not change the next.
    @Test func pairs() {
        for first in Self.mixed { for second in Self.mixed { compare([Mixed].self, "[\(first),\(second)]") } }
    }

    @Test func `what is dropped`() throws {
        let json = #"[{"id":1},{"id":"x"},{"leaf":{}},{"id":2,"leaves":[{"n":1},{"n":"x"}]},7]"#
        let read = try PolicyJSONDecoder(policy: DecodingPolicy { LossyCollections() })
            .decodeReporting([Mixed].self, from: json)
        #expect(read.value == [try plain(#"{"id":1}"#), try plain(#"{"id":2,"leaves":[{"n":1}]}"#)])
        #expect(
            read.report.entries.map { "\($0.path): \($0.kind)" } == [
                "[1]: dropped", "[2]: dropped", "[3].leaves[1]: dropped", "[4]: dropped",
            ])
    }

    private func plain(_ json: String) throws -> Mixed { try PolicyJSONDecoder().decode(Mixed.self, from: json) }
}
