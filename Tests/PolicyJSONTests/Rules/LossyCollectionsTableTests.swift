import Foundation
import PolicyJSON
import Testing

@Suite struct LossyCollectionsTableTests {
    enum Side: String, Decodable, CodingKeyRepresentable { case left, right }

    @Test(arguments: DocumentedTable.cases(of: "LossyCollections")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            LossyCollections(), LossyCollections(maxDropped: 2), LossyCollections(maxDropped: 1),
            LossyCollections(maxDropped: 0),
            LossyCollections(maxDroppedPercent: 50), LossyCollections(nullsOnly: true),
        ]
        row.check(
            rules, types: ["[Side: Int]": [Side: Int].self, "[Fruit: Int]": [Fruit: Int].self],
            collectionsDiffer: true, isOneChange: false)
    }

    @Test func sameTable() { expectSameTable("LossyCollections") }

    /// Elements within the bounds are dropped; one more is an error with up to ten reasons.
    @Test(arguments: [0, 1, 9, 10, 11, 50]) func bounds(count: Int) throws {
        let json = "[" + (["1"] + Array(repeating: #""x""#, count: count)).joined(separator: ",") + "]"
        let kept = try PolicyJSONDecoder(policy: DecodingPolicy { LossyCollections(maxDropped: count) })
            .decodeReporting([Int].self, from: json)
        #expect(kept.value == [1])
        #expect(kept.report.count == count)
        guard count > 0 else { return }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { LossyCollections(maxDropped: count - 1) })
        let error = #expect(throws: JSONDecodingError.self) { try decoder.decodeReporting([Int].self, from: json) }
        let context = try context(of: #require(error?.underlyingError as? DecodingError))
        let losses = try #require(context.underlyingError as? ElementLosses)
        let reason = "Expected to decode Int but found a string instead."
        #expect(losses.rule == "LossyCollections(maxDropped: \(count - 1))")
        #expect(losses.count == count)
        #expect(losses.total == count + 1)
        #expect(losses.examples.map(\.path.description) == (1...count).prefix(10).map { "[\($0)]" })
        #expect(losses.examples.allSatisfy { $0.reason == reason })
        let more = count > 10 ? "; and \(count - 10) more" : ""
        let listed = (1...count).prefix(10).map { "[\($0)]: \(reason)" }.joined(separator: "; ")
        #expect(
            context.debugDescription
                == "\(count) of \(count + 1) elements are undecodable, more than LossyCollections(maxDropped: \(count - 1)) allows. \(listed)\(more)"
        )
        #expect(error?.report.count == count)
    }

    @Test(arguments: [(0.0, 0), (1.0, 2), (0.5, 1), (99.5, 199), (100.0, 200), (-1.0, -1), (Double.nan, -1)])
    func percent(percent: Double, maximum: Int) {
        let bounds = LossBounds(percent: percent)
        if maximum >= 0 { #expect(bounds.allow(maximum, of: 200)) }
        #expect(!bounds.allow(maximum + 1, of: 200) || maximum == 200)
    }

    @Test func `exactly the percentage`() {
        let bounds = LossBounds(percent: 0.57)
        #expect(bounds.allow(57, of: 10_000))
        #expect(!bounds.allow(58, of: 10_000))
        #expect(LossBounds(percent: 0).allow(0, of: 0))
    }

    @Test func descriptions() {
        #expect(
            LossyCollections(maxDropped: 3, maxDroppedPercent: 0.5).description
                == "LossyCollections(maxDropped: 3, maxDroppedPercent: 0.5)")
        #expect(
            LossyCollections(maxDroppedPercent: .infinity).description == "LossyCollections(maxDroppedPercent: inf)")
        #expect(LossyCollections(maxDroppedPercent: .nan).description == "LossyCollections(maxDroppedPercent: nan)")
    }

    /// The bounds of a rule apply to the elements that it has dropped itself.
    @Test func boundsOfTwoRules() {
        struct Model: Decodable { let a: [Int], b: [Int] }
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                LossyCollections(maxDropped: 1)
                At("b[*]") { LossyCollections() }
            })
        #expect(
            decoder.outcome(of: Model.self, from: #"{"a":["x"],"b":["x","y"]}"#).text == "Model(a: [], b: [])")
        #expect(
            decoder.outcome(of: Model.self, from: #"{"a":["x",{}],"b":[]}"#).text.hasPrefix(
                "dataCorrupted at a: 2 of 2 elements are undecodable, more than LossyCollections(maxDropped: 1) allows."
            ))
    }

    /// Scalars, models, sets, dictionaries of each kind of key, and arrays of keys and values.
    @Test(arguments: [
        Row([Int].self, #"["x"]"#, "[0]"), Row([String].self, "[1]", "[0]"), Row([Box<Int>].self, "[{}]", "[0]"),
        Row(ContiguousArray<Int>.self, "[true]", "[0]"), Row(Set<Int>.self, "[{}]", "[0]"),
        Row([String: Int].self, #"{"a":"x"}"#, "a"), Row([Int: Int].self, #"{"a":1}"#, "a"),
        Row([Side: Int].self, #"{"up":1}"#, "up"), Row([Fruit: Int].self, #"["plum",1]"#, "[0]"),
        Row([Fruit: Int].self, #"["pear",{}]"#, "[1]"), Row([Int?].self, #"["x"]"#, "[0]"),
        Row([Int: Int?].self, #"{"a":1}"#, "a"),
    ])
    func everyKind(row: Row) throws {
        let (json, path) = (row.json, row.outcome)
        func open<T: Decodable>(_ type: T.Type) throws {
            let lossy = PolicyJSONDecoder(policy: DecodingPolicy { LossyCollections(maxDropped: 1) })
            #expect(try lossy.decodeReporting(type, from: json).report.entries.map(\.path.description) == [path])
            let bounded = PolicyJSONDecoder(policy: DecodingPolicy { LossyCollections(maxDroppedPercent: 0) })
            let error = #expect(throws: DecodingError.self) { try bounded.decode(type, from: json) }
            let losses = try #require(error.map(context(of:))?.underlyingError as? ElementLosses)
            #expect(losses.examples.map(\.path.description) == [path])
            // Inside another collection, it is an undecodable element of that.
            let outer = PolicyJSONDecoder(
                policy: DecodingPolicy {
                    At("[*]") { LossyCollections() }
                    LossyCollections(maxDropped: 0)
                })
            let report = try outer.decodeReporting([T].self, from: "[\(json)]").report
            #expect(report.entries.map(\.path.description) == ["[0]"])
        }
        try open(row.type)
    }
}
