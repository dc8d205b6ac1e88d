import Foundation
import PolicyJSON
import Testing

/// ``At`` and ``For``: the values to which they apply, and the order of rules.
@Suite struct ScopeTests {
    enum Kind: Int, Decodable, CaseIterable {
        case a = 1
        case b = 2
    }
    struct Item: Decodable {
        let price: Decimal
        let count: Int
        let kind: Kind?
    }
    struct Part: Decodable { let id: Int }
    struct Order: Decodable {
        let items: [Item]
        let count: Int
    }

    static func answering(_ value: Int) -> ClosureRule {
        ClosureRule("Answer\(value)") { $0.requestedType == Int.self ? .use(value) : .decline }
    }

    @Test(arguments: [
        ("items[*].count", "[7], 0"), ("items[0].count", "[7], 0"), ("items[1].count", "[0], 0"), ("count", "[0], 7"),
        ("**.count", "[7], 7"), ("*.count", "[0], 0"), ("", "[0], 0"), ("items[*].*", "[7], 0"), ("**", "[7], 7"),
    ])
    func atPath(pattern: String, expected: String) throws {
        let pattern = try PathPattern(pattern)
        let policy = DecodingPolicy {
            Self.answering(0)
            At(pattern) { Self.answering(7) }
        }
        let order = try PolicyJSONDecoder(policy: policy)
            .decode(Order.self, from: #"{"items":[{"price":1,"count":"x"}],"count":"x"}"#)
        #expect("\(order.items.map(\.count)), \(order.count)" == expected)
    }

    @Test func atMissingKey() throws {
        let policy = DecodingPolicy { At("items[1].count") { Self.answering(7) } }
        let json = #"{"items":[{"price":1,"count":1},{"price":1}],"count":1}"#
        let order = try PolicyJSONDecoder(policy: policy).decode(Order.self, from: json)
        #expect(order.items.map(\.count) == [1, 7])
        let (error, _) = PolicyJSONDecoder(policy: policy).outcome(of: Order.self, from: #"{"items":[]}"#)
        #expect(
            error
                == #"keyNotFound(count) at the top: No value associated with key CodingKeys(stringValue: "count", intValue: nil) ("count")."#
        )
    }

    /// An element is requested as its optional.
    @Test(arguments: ["[Optional(1), nil]", "[1]", "[1, 0]"]) func forTypeOfElements(expected: String) {
        let policy = DecodingPolicy {
            For(Int.self) {
                LossyCollections()
                if expected == "[1, 0]" { DefaultValues(.zero) }
            }
        }
        let decoder = PolicyJSONDecoder(policy: policy)
        let isOptional = expected.hasPrefix("[O")
        let json = expected == "[1, 0]" ? "[1,null]" : #"[1,"x"]"#
        #expect(
            (isOptional ? decoder.outcome(of: [Int?].self, from: json) : decoder.outcome(of: [Int].self, from: json))
                .text == expected)
    }

    @Test func forModelsAsOptionalElements() {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { For(Part.self) { LossyCollections() } })
        let row = #"{"a":{"id":1},"b":{"id":"x"}}"#
        #expect(
            decoder.outcome(of: [Part?].self, from: #"[{"id":1},{"id":"x"},7]"#).text
                == "[Optional(Part(id: 1)), nil, nil]")
        #expect(decoder.outcome(of: [Part].self, from: #"[{"id":1},{"id":"x"},7]"#).text == "[Part(id: 1)]")
        #expect(
            decoder.outcome(of: [Part??].self, from: #"[{"id":1},{"id":"x"}]"#).text
                == "[Optional(Optional(Part(id: 1))), nil]")
        #expect(decoder.outcome(of: [String: Part?].self, from: row).text == #"["a": Optional(Part(id: 1)), "b": nil]"#)
        #expect(
            decoder.outcome(of: [Int?].self, from: #"["x"]"#).text
                == "typeMismatch(Int) at [0]: Expected to decode Int but found a string instead.")
    }

    @Test func forTypeOfTheValue() {
        let policy = DecodingPolicy { For(Int8.self) { NumbersFromStrings() } }
        let decoder = PolicyJSONDecoder(policy: policy)
        #expect(decoder.outcome(of: [Int8].self, from: #"["1"]"#).text == "[1]")
        #expect(
            decoder.outcome(of: [Int].self, from: #"["1"]"#).text
                == "typeMismatch(Int) at [0]: Expected to decode Int but found a string instead.")
        #expect(decoder.outcome(of: [Int8?].self, from: #"["1"]"#).text == "[Optional(1)]")
    }

    @Test func forModel() {
        let policy = DecodingPolicy { For(Order.self) { NumbersFromStrings() } }
        let decoder = PolicyJSONDecoder(policy: policy)
        #expect(
            decoder.outcome(of: Order.self, from: #"{"items":[],"count":"1"}"#).text == "Order(items: [], count: 1)")
        // Values that other types request are not affected.
        #expect(
            decoder.outcome(of: Order.self, from: #"{"items":[{"price":1,"count":"1"}],"count":1}"#).text
                == "typeMismatch(Int) at items[0].count: Expected to decode Int but found a string instead.")
    }

    @Test func forEnumAppliesToRawValueAndCases() {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                For(Kind.self) {
                    NumbersFromStrings()
                    UnknownCases(.last)
                }
            })
        #expect(decoder.outcome(of: [Kind].self, from: #"["1",3,"4"]"#).text == "[Kind.a, Kind.b, Kind.b]")
        #expect(decoder.outcome(of: [Int].self, from: #"["1"]"#).text.hasPrefix("typeMismatch(Int) at [0]: "))
    }

    @Test func innerBeforeOuter() {
        let policy = DecodingPolicy {
            ClosureRule("Everywhere") { _ in .use(0) }
            For(Box<Int>.self) { ClosureRule("Type") { _ in .use(1) } }
            At("a.value") { ClosureRule("Path") { _ in .use(2) } }
            At("b") { For(Int.self) { ClosureRule("PathAndType") { _ in .use(3) } } }
            For(Int.self) { At("b") { ClosureRule("TypeAndPath") { _ in .use(4) } } }
        }
        let outcome = PolicyJSONDecoder(policy: policy)
            .outcome(of: Several.self, from: #"{"a":{"value":"x"},"b":"x","c":{"value":"x"},"d":"x"}"#)
        #expect(outcome.text == "Several(a: Box<Swift.Int>(value: 2), b: 3, c: Box<Swift.Int>(value: 1), d: 0)")
        #expect(
            outcome.changes == [
                #"Path, converted, 'a.value' '/a/value', 1:15+14, Int: "x" → 2, Expected to decode Int but found a string instead."#,
                #"PathAndType, converted, 'b' '/b', 1:24+23, Int: "x" → 3, Expected to decode Int but found a string instead."#,
                #"Type, converted, 'c.value' '/c/value', 1:41+40, Int: "x" → 1, Expected to decode Int but found a string instead."#,
                #"Everywhere, converted, 'd' '/d', 1:50+49, Int: "x" → 0, Expected to decode Int but found a string instead."#,
            ])
    }
    struct Several: Decodable { let a: Box<Int>, b: Int, c: Box<Int>, d: Int }

    @Test func outerRulesFollowInnerOnes() {
        let log = EventLog()
        let policy = DecodingPolicy {
            RecordingRule("E1", in: log)
            For(Int.self) { RecordingRule("T1", in: log) }
            At("value") {
                RecordingRule("P1", in: log)
                RecordingRule("P2", in: log)
            }
            At("other") { RecordingRule("Never", in: log) }
            RecordingRule("E2", in: log) { _ in .use(5) }
            For(Box<Int>.self) { RecordingRule("T2", in: log) }
        }
        #expect(
            PolicyJSONDecoder(policy: policy).outcome(of: Box<Int>.self, from: #"{"value":"x"}"#).text
                == "Box<Int>(value: 5)")
        #expect(log.events == ["P1", "P2", "T1", "T2", "E1", "E2"].map { "\($0): .mismatch Int at 'value'" })
    }

    @Test func nestedScopesMustBothApply() {
        let policy = DecodingPolicy { At("items[*].count") { At("items[1].**") { Self.answering(7) } } }
        let outcome = PolicyJSONDecoder(policy: policy).outcome(
            of: Order.self, from: #"{"items":[{"price":1,"count":1},{"price":1,"count":"x"}],"count":1}"#)
        #expect(outcome.changes.count == 1)
        #expect(outcome.changes.first?.hasPrefix("Answer7, converted, 'items[1].count'") == true)
        #expect(
            PolicyJSONDecoder(policy: policy).outcome(
                of: Order.self, from: #"{"items":[{"price":1,"count":"x"}],"count":1}"#
            ).text == "typeMismatch(Int) at items[0].count: Expected to decode Int but found a string instead.")
    }

    @Test func propertiesOfScopes() {
        let at = At("a[*]") { NumbersFromStrings() }
        #expect(at.pattern == "a[*]")
        #expect(at.rules.map(\.name) == ["NumbersFromStrings"])
        #expect(at.name == "At")
        let scope = For(Kind.self) { BooleansFromScalars() }
        #expect(ObjectIdentifier(scope.type) == ObjectIdentifier(Kind.self))
        #expect(scope.rules.map(\.name) == ["BooleansFromScalars"])
        #expect(scope.description == "For(Kind.self) { BooleansFromScalars(.zeroAndOne) }")
    }
}
