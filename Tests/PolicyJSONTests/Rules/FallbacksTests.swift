import Foundation
import PolicyJSON
import Testing

@Suite struct FallbacksTests {
    @Test(arguments: DocumentedTable.cases(of: "Fallbacks")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            Fallbacks(), Fallbacks(.zero), Fallbacks([.emptyString, .false]),
            Fallbacks([.emptyArray, .emptyDictionary]), Fallbacks(Fruit.pear), Fallbacks(Shape.dot),
            Fallbacks(Point(x: 1, y: 2)), Fallbacks(json: .document(#"{"x":1,"y":2}"#)),
            Fallbacks(json: .number("9")), Fallbacks(template: Page()),
        ]
        row.check(rules, optionalsDiffer: true, isOneChange: row.type != "Page")
    }

    @Test func sameTable() { expectSameTable("Fallbacks") }

    struct Rejected: Error, CustomStringConvertible { var description: String { "odd" } }
    struct Even: Codable, Sendable {
        let value: Int
        init(value: Int) { self.value = value }
        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Int.self)
            if !value.isMultiple(of: 2) { throw Rejected() }
        }
    }
    struct Cancelled: Decodable {
        init(from decoder: any Decoder) throws { throw CancellationError() }
    }
    struct Order: Decodable { let id: Int, price: Even, tags: [String]?, lines: [[Int]?], note: Point? }

    /// The report has what was lost, and the error.
    @Test func report() {
        Row(
            Order.self, #"{"id":"7","price":3,"tags":["a",5],"lines":[[1],["x"]],"note":{"x":1}}"#,
            "Order(id: 7, price: Even(value: 4), tags: nil, lines: [Optional([1]), nil], note: nil)",
            #"NumbersFromStrings, converted, 'id' '/id', 1:7+6, Int: "7" → 7, Expected to decode Int but found a string instead."#,
            "Fallbacks, failure replaced, 'price' '/price', 1:19+18, Even: 3 → Even(value: 4), odd",
            #"Fallbacks, failure replaced, 'tags' '/tags', 1:28+27, Array<String>?: ["a",5] → nil, [1]: Expected to decode String but found number instead."#,
            #"Fallbacks, failure replaced, 'lines[1]' '/lines/1', 1:49+48, Array<Int>?: ["x"] → nil, [0]: Expected to decode Int but found a string instead."#,
            #"Fallbacks, failure replaced, 'note' '/note', 1:63+62, Point?: {"x":1} → nil, No value associated with key CodingKeys(stringValue: "y", intValue: nil) ("y")."#
        ).check(
            DecodingPolicy {
                Fallbacks()
                Fallbacks(Even(value: 4))
                NumbersFromStrings()
            })
    }

    /// A rule whose JSON cannot be decoded is followed by the fallback.
    @Test func afterAnotherRule() {
        Row(
            OptionalBox<UInt8>.self, #"{"value":"300"}"#, "OptionalBox<UInt8>(value: nil)",
            #"Fallbacks, failure replaced, 'value' '/value', 1:10+9, UInt8?: "300" → nil, Parsed JSON number <300> does not fit in UInt8."#
        ).check(
            DecodingPolicy {
                Fallbacks()
                NumbersFromStrings()
            })
    }

    /// So is one whose value inside the value cannot be decoded.
    @Test func afterSelectedValues() {
        let reason = "[0].a: Expected to decode Int but found a string instead."
        Row(
            OptionalBox<[String: Int]>.self, #"{"value":[{"a":"x"}]}"#,
            "OptionalBox<Dictionary<String, Int>>(value: nil)",
            #"Fallbacks, failure replaced, 'value' '/value', 1:10+9, Dictionary<String, Int>?: [{"a":"x"}] → nil, \#(reason)"#
        ).check(
            DecodingPolicy {
                Fallbacks()
                SingleElementArrays()
            })
        let found = PolicyJSONDecoder(
            policy: DecodingPolicy {
                Envelope("data")
                Fallbacks(.emptyArray)
            }
        ).outcome(of: [Int].self, from: #"{"data":[1,"x"]}"#)
        #expect(found.text == "[]")
        #expect(found.changes.map { $0.prefix { $0 != "," } } == ["Envelope", "Fallbacks"])
    }

    /// Elements that are replaced are not dropped; the others are left to other rules.
    @Test func elements() {
        Row(
            [Int].self, #"[1,"x",null]"#, "[1, 0, 0]",
            #"Fallbacks, failure replaced, '[1]' '/1', 1:4+3, Int: "x" → 0, Expected to decode Int but found a string instead."#,
            "Fallbacks, failure replaced, '[2]' '/2', 1:8+7, Int: null → 0, Cannot get value of type Int -- found null value instead"
        ).check(
            DecodingPolicy {
                LossyCollections()
                Fallbacks(.zero)
            })
        Row(
            [Int].self, #"[1,"x"]"#, "[1]",
            #"LossyCollections, dropped, '[1]' '/1', 1:4+3, Int: "x" → dropped, Expected to decode Int but found a string instead."#
        ).check(
            DecodingPolicy {
                Fallbacks(.emptyArray)
                LossyCollections()
            })
    }

    /// A rule's own value is not replaced by another.
    @Test func invented() {
        Row(
            Box<[Point]>.self, #"{"value":{"error":1}}"#, "Box<Array<Point>>(value: [])",
            #"Fallbacks, failure replaced, 'value' '/value', 1:10+9, Array<Point>: {"error":1} → [], Expected to decode Array<Any> but found a dictionary instead."#
        ).check(
            DecodingPolicy {
                SingleValuesAsArrays()
                Fallbacks(Point(x: 0, y: 0))
                Fallbacks(.emptyArray)
            })
    }

    @Test(arguments: [
        Row(Cancelled?.self, "{}", "CancellationError()"),
        Row(
            Fruit?.self, #""plum""#,
            #"dataCorrupted at the top: Fruit has no case for "plum"; it has: apple, pear. [rejected by UnknownCases]"#),
        Row(
            [Point].self, #"[{"x":1,"y":2}]"#,
            "dataCorrupted at [0]: No value at point in the envelope. [rejected by Envelope]"),
    ])
    func passedThrough(row: Row) {
        row.check(
            DecodingPolicy {
                UnknownCases(.fail)
                For(Point.self) { Envelope("point") }
                LossyCollections()
                Fallbacks()
            })
    }

    @Test func syntaxErrorsAndLimits() {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Fallbacks() })
        let notJSON = decoder.outcome(of: Int?.self, from: #"["x""#).text
        #expect(notJSON.hasPrefix("dataCorrupted at the top: The given data was not valid JSON."))
        decoder.repairLimit = 1
        let limited = decoder.outcome(of: [OptionalBox<Int>].self, from: #"[{"value":"a"},{"value":"b"}]"#).text
        #expect(limited.hasPrefix("dataCorrupted at [1].value: More than 1 repairs."))
    }

    /// Nothing that is replaced is a problem; what is not, is listed by its own paths.
    @Test func collecting() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Fallbacks() })
        let json = #"{"id":"7","price":3,"tags":["a",5],"lines":[[1],["x"]],"note":{"x":1}}"#
        let error = try #require(throws: JSONDecodingError.self) {
            try decoder.decodeCollectingErrors(Order.self, from: json)
        }
        #expect(error.problems.map(\.path.description) == ["id", "price"])
        let strict = try #require(throws: JSONDecodingError.self) {
            try PolicyJSONDecoder().decodeCollectingErrors(Order.self, from: json)
        }
        #expect(
            strict.problems.map(\.path.description) == ["id", "price", "tags[1]", "lines[1][0]", "note.y"])
        decoder.policy = DecodingPolicy { Fallbacks(json: .number("4")) }
        #expect(try decoder.decodeCollectingErrors(Order.self, from: json).id == 4)
    }

    /// A large array is decoded in windows; the rule may replace it as a whole.
    @Test func windows() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Fallbacks(.emptyArray) })
        let json = "[" + String(repeating: #"{"x":1,"y":2},"#, count: 30_000) + #"{"x":1}]"#
        let outcome = try decoder.decodeReporting([Point].self, from: json)
        #expect(outcome.value.isEmpty)
        #expect(
            outcome.report.entries.map(\.reason) == [
                #"[30000]: No value associated with key CodingKeys(stringValue: "y", intValue: nil) ("y")."#
            ])
        #expect(try decoder.decode([Point].self, from: json).isEmpty)
        #expect(throws: DecodingError.self) { try decoder.decode([Point].self, from: json.dropLast() + "x") }
    }

    /// The time is linear in the depth of failing models.
    @Test func deepModels() throws {
        final class Nested: Decodable {
            let inner: [Nested]
            let value: Int
        }
        let depth = 200
        let json = String(repeating: #"{"inner":["#, count: depth) + String(repeating: #"],"value":"x"}"#, count: depth)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { At("nothing") { Fallbacks(.zero) } })
        #expect(throws: DecodingError.self) { try decoder.decode(Nested.self, from: json) }
        decoder.policy = DecodingPolicy { Fallbacks(.zero) }
        #expect(try decoder.decodeReporting(Nested.self, from: json).report.count == depth)
    }
}
