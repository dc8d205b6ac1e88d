import Foundation
import PolicyJSON
import Testing

/// Changes are in the order of their causes; an audit lists the same ones, and so does a stream.
@Suite struct ReportOrderTests {
    struct List: Decodable, Sendable { let value: [Int] }

    private static let internally = Variants(of: Figure.self, .internally(by: "type"))
    private static let externally = Variants(of: Figure.self, .externally)

    static let rows: [(policy: DecodingPolicy, row: Row)] = [
        // What a rule has decoded instead comes before the changes in it.
        (
            DecodingPolicy {
                StringifiedJSON()
                NumbersFromStrings()
                LossyCollections()
            },
            Row(
                Box<[[Int]]>.self, #"{"value":["[\"1\",{}]",["2"]]}"#, "Box<Array<Array<Int>>>(value: [[1], [2]])",
                #"StringifiedJSON, converted, 'value[0]' '/value/0', 1:11+10, Array<Int>: "[\"1\",{}]" → ["1",{}], Expected to decode Array<Any> but found a string instead."#,
                #"NumbersFromStrings, converted, 'value[0][0]' '/value/0/0', 1:11+10, Int: "1" → 1, Expected to decode Int but found a string instead."#,
                "LossyCollections, dropped, 'value[0][1]' '/value/0/1', 1:11+10, Int: {} → dropped, Expected to decode Int but found a dictionary instead.",
                #"NumbersFromStrings, converted, 'value[1][0]' '/value/1/0', 1:25+24, Int: "2" → 2, Expected to decode Int but found a string instead."#
            )
        ),
        (
            DecodingPolicy {
                SingleValuesAsArrays()
                NumbersFromStrings()
            },
            Row(
                Box<[Int]>.self, #"{"value":"1"}"#, "Box<Array<Int>>(value: [1])",
                #"SingleValuesAsArrays, converted, 'value' '/value', 1:10+9, Array<Int>: "1" → ["1"], Expected to decode Array<Any> but found a string instead."#,
                #"NumbersFromStrings, converted, 'value[0]' '/value/0', 1:10+9, Int: "1" → 1, Expected to decode Int but found a string instead."#
            )
        ),
        (
            DecodingPolicy {
                Envelope("data")
                NumbersFromStrings()
            },
            Row(
                [Int].self, #"{"data":["1"]}"#, "[1]",
                #"Envelope, unwrapped, '' '', 1:1+0, Array<Int>: {"data":["1"]} → ["1"], "#,
                #"NumbersFromStrings, converted, 'data[0]' '/data/0', 1:10+9, Int: "1" → 1, Expected to decode Int but found a string instead."#
            )
        ),
        // What a rule made of a value follows the changes in the value.
        (
            DecodingPolicy {
                Validate { (point: inout Point) in point.x = min(point.x, 100) }
                NumbersFromStrings()
            },
            Row(
                [Point].self, #"[{"x":"300","y":1}]"#, "[Point(x: 100, y: 1)]",
                #"NumbersFromStrings, converted, '[0].x' '/0/x', 1:7+6, Int: "300" → 300, Expected to decode Int but found a string instead."#,
                #"Validate, normalized, '[0]' '/0', 1:2+1, Point: {"x":"300","y":1} → Point(x: 100, y: 1), "#)
        ),
        (
            DecodingPolicy {
                internally
                NumbersFromStrings()
            },
            Row(
                [Figure].self, #"[{"type":"spot","x":"1","y":2},{"type":"none"}]"#,
                "[Figure.spot(Point(x: 1, y: 2)), Figure.none]",
                #"Variants, variant selected, '[0]' '/0', 1:2+1, Figure: {"type":"spot","x":"1","y":2} → spot, "#,
                #"NumbersFromStrings, converted, '[0].x' '/0/x', 1:21+20, Int: "1" → 1, Expected to decode Int but found a string instead."#,
                #"Variants, variant selected, '[1]' '/1', 1:32+31, Figure: {"type":"none"} → none, "#)
        ),
        (
            DecodingPolicy { externally },
            Row(
                [Figure].self, "[\n  {\"note\":\"a\"},\n  {\"none\":{}}, \"none\"]",
                #"[Figure.note("a"), Figure.none, Figure.none]"#,
                #"Variants, variant selected, '[0]' '/0', 2:3+4, Figure: {"note":"a"} → note, "#,
                #"Variants, variant selected, '[2]' '/2', 3:16+33, Figure: "none" → none, "#)
        ),
        (
            DecodingPolicy {
                DictionaryKeys()
                CaseMatching(caseInsensitive: true)
                NumbersFromStrings()
                LossyCollections()
            },
            Row(
                [[Fruit: Int]].self, "[{\"Pear\":\"1\",\n \"plum\":2}]", "[[Fruit.pear: 1]]",
                #"DictionaryKeys, converted, '[0].Pear' '/0/Pear', 1:10+9, Fruit: "Pear" → "Pear", Expected to decode Array<Any> but found a dictionary instead."#,
                #"CaseMatching, case replaced, '[0].Pear' '/0/Pear', 1:10+9, Fruit: "Pear" → pear, Cannot initialize Fruit from invalid String value Pear"#,
                #"NumbersFromStrings, converted, '[0].Pear' '/0/Pear', 1:10+9, Int: "1" → 1, Expected to decode Int but found a string instead."#,
                "LossyCollections, dropped, '[0].plum' '/0/plum', 2:9+22, Int: 2 → dropped, Cannot initialize Fruit from invalid String value plum"
            )
        ),
        (
            DecodingPolicy { Fallbacks([.zero, .emptyArray]) },
            Row(
                [List].self, "[{\"value\":[1,\"2\",\n[]]},\n{}]", "[List(value: [1, 0, 0]), List(value: [])]",
                #"Fallbacks, failure replaced, '[0].value[1]' '/0/value/1', 1:14+13, Int: "2" → 0, Expected to decode Int but found a string instead."#,
                #"Fallbacks, failure replaced, '[0].value[2]' '/0/value/2', 2:1+18, Int: [] → 0, Expected to decode Int but found an array instead."#,
                #"Fallbacks, failure replaced, '[1].value' '/1/value', 3:1+24, Array<Int>: nothing → [], No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#
            )
        ),
    ]

    @Test(arguments: rows.indices) func reports(index: Int) {
        let (policy, row) = Self.rows[index]
        row.check(policy)
        func open<T: Decodable>(_ type: T.Type) {
            let audit = PolicyJSONDecoder().audit(type, from: row.json, policy: policy)
            #expect(audit.report.entries.map(text(of:)) == row.changes)
        }
        open(row.type)
    }

    /// As elements of a stream, with the same paths and locations.
    @Test(arguments: StreamForm.allCases) func streams(form: StreamForm) async {
        for (policy, row) in Self.rows where row.json.hasPrefix("[") {
            let decoder = PolicyJSONDecoder(policy: policy)
            let log = EventLog()
            decoder.reportInterval = 1
            decoder.onReport = { $0.entries.map(text(of:)).forEach(log.add) }
            func open<E: Decodable & Sendable>(_ type: E.Type) async {
                await form.read(type, .elements(""), of: Chunks(Array(row.json.utf8), length: 3), decoder, log)
            }
            switch row.type {
            case is [Point].Type: await open(Point.self)
            case is [Figure].Type: await open(Figure.self)
            case is [[Fruit: Int]].Type: await open([Fruit: Int].self)
            default: await open(List.self)
            }
            #expect(log.events.filter { !$0.hasPrefix("> ") } == row.changes)
        }
    }

    /// Changes that are undone leave no gap, and a full list keeps the first.
    @Test func limits() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                StringifiedJSON()
                NumbersFromStrings()
                LossyCollections()
            })
        let json = #"["[\"1\"]","[\"1\",{},\"2\"]",["3"]]"#
        for limit in 0...8 {
            decoder.reportLimit = limit
            let report = try decoder.decodeReporting([[Int]].self, from: json).report
            #expect(report.count == 7)
            #expect(report.entries.count == min(limit, 7))
            #expect(report.entries.map(\.path.description).first == (limit == 0 ? nil : "[0]"))
        }
    }

    struct Shelf: Decodable, Equatable, Sendable {
        var places: [String: Set<Int>]
        var box: [Int: [String: Int]?]
    }

    private static func result<T: Decodable & Equatable & Sendable & SendableMetatype>(
        _ json: String, _ change: @escaping @Sendable (inout T) -> Void
    ) throws -> String {
        let rule = Validate(change)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
        let entries = try decoder.decodeReporting(T.self, from: json).report.entries
        return entries.map { $0.result }.joined(separator: "; ")
    }

    struct Rows: Decodable, Equatable, Sendable { var v: [[String: Int]] }

    /// The parts of dictionaries and sets in a result are in the order of their texts, wherever they are in it.
    @Test func partsOfResults() throws {
        for _ in 0..<8 {
            let elements = try Self.result(#"{"v":[{"b":1,"a":2,"c":3}]}"#) { (value: inout Rows) in
                value.v.append([:])
            }
            #expect(elements == #"Rows(v: [["a": 2, "b": 1, "c": 3], [:]])"#)
            let model = try Self.result(#"{"places":{"b":[3,1,2],"a":[]},"box":{}}"#) { (value: inout Shelf) in
                value.box[1] = ["d": 1, "c": 2]
            }
            #expect(model == #"Shelf(places: ["a": [], "b": [1, 2, 3]], box: [1: Optional(["c":…"#)
        }
    }
}
