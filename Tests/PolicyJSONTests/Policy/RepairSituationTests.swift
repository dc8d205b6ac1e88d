import Foundation
import PolicyJSON
import Testing

/// When rules are consulted: never about clean JSON.
@Suite struct RepairSituationTests {
    enum Kind: String, Decodable, CaseIterable { case a, b }
    enum Payload: Decodable {
        case one(Int)
        case two
    }
    struct Everything: Decodable {
        let bool: Bool, int: Int, int8: Int8, big: Int128, double: Double, float: Float, decimal: Decimal
        let string: String, url: URL, date: Date, data: Data, kind: Kind, payload: [Payload], array: [Int],
            set: Set<String>
        let contiguous: ContiguousArray<Double>, dictionary: [String: [Int]], numbers: [Int: Bool], nested: Box<Kind?>
        let none: Int?, null: Int?, absent: [Int]?, twice: Int??, absentTwice: Int??, optionals: [Int?]
        @Wrapped var wrapped: Int?
    }
    static let clean = #"""
        {"bool":true,"int":1,"int8":-1,"big":1,"double":1.5,"float":1,"decimal":1.5,"string":"s","url":"https://a.example",
         "date":0,"data":"AA==","kind":"a","payload":[{"one":{"_0":1}},{"two":{}}],"array":[1,2],"set":["a"],"contiguous":[1],
         "dictionary":{"a":[1]},"numbers":{"1":true},"nested":{"value":null},"none":1,"null":null,"twice":1,
         "optionals":[1,null],"wrapped":null,"unknown":{"x":[1,"2"]}}
        """#

    @Test(arguments: [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase])
    func noRuleIsConsultedAboutCleanJSON(keys: JSONDecoder.KeyDecodingStrategy) throws {
        let log = EventLog()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { RecordingRule(in: log) { _ in .use(0) } })
        decoder.keyDecodingStrategy = keys
        let outcome = try decoder.decodeReporting(Everything.self, from: Self.clean)
        #expect(outcome.value.int == 1)
        #expect(outcome.value.nested.value == nil)
        #expect(outcome.report.count == 0)
        #expect(log.events == [])
    }

    /// A rule that lists all repairs is consulted once about a value; it lists the last question separately.
    @Test(
        arguments: [
            (RepairSituation.repairs, [".mismatch", ".missingKey"]),
            ([.repairs, .unrepaired], [".mismatch", ".unrepaired", ".missingKey", ".unrepaired"]),
        ] as [(RepairSituation, [String])])
    func oneQuestionForEachValue(situations: RepairSituation, expected: [String]) {
        struct Listing: DecodingRule {
            let situations: RepairSituation
            let log: EventLog
            func repair(_ context: DecodingRuleContext) -> Repair {
                if context.requestedType == Int.self { log.add("\(context.situation)") }
                return .decline
            }
        }
        let log = EventLog()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Listing(situations: situations, log: log) })
        #expect(throws: DecodingError.self) { try decoder.decode(Box<Int>.self, from: #"{"value":"x"}"#) }
        #expect(throws: DecodingError.self) { try decoder.decode(Box<Int>.self, from: "{}") }
        #expect(log.events == expected)
    }

    @Test func nestedNullOccursInCleanJSON() throws {
        let log = EventLog()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { RecordingRule(in: log) })
        let values = try decoder.decode([DoubleBox<Int>].self, from: #"[{"value":null},{},{"value":1}]"#)
        #expect("\(values.map(\.value))" == "[nil, nil, Optional(Optional(1))]")
        #expect(log.events == ["Recording: .nestedNull Optional<Int> at '[0].value'"])
    }

    @Test(arguments: [
        (#"{"value":"x"}"#, [".mismatch Int at 'value'"]),
        (#"{"value":1.5}"#, [".mismatch Int at 'value'"]),
        (#"{"value":null}"#, [".null Int at 'value'"]),
        (#"{}"#, [".missingKey Int at 'value'"]),
        (#"[]"#, [".mismatch Box<Int> at ''"]),
        (#"null"#, [".null Box<Int> at ''"]),
    ])
    func scalar(json: String, expected: [String]) {
        let log = EventLog()
        _ = PolicyJSONDecoder(policy: DecodingPolicy { RecordingRule(in: log) }).outcome(of: Box<Int>.self, from: json)
        #expect(log.events == expected.map { "Recording: \($0)" })
    }

    @Test(arguments: [
        (#"{"value":"x"}"#, [".mismatch Int at 'value'"]),
        (#"{"value":null}"#, []),
        (#"{}"#, []),
    ])
    func optionalScalar(json: String, expected: [String]) {
        let log = EventLog()
        _ = PolicyJSONDecoder(policy: DecodingPolicy { RecordingRule(in: log) }).outcome(
            of: OptionalBox<Int>.self, from: json)
        #expect(log.events == expected.map { "Recording: \($0)" })
    }

    @Test(arguments: [
        (#"{"value":"c"}"#, [".unknownCase Kind at 'value'"]),
        (#"{"value":1}"#, [".mismatch String at 'value'", ".mismatch Kind at 'value'"]),
        (#"{"value":null}"#, [".null String at 'value'", ".null Kind at 'value'"]),
        (#"{}"#, [".missingKey Kind at 'value'"]),
    ])
    func enumeration(json: String, expected: [String]) {
        let log = EventLog()
        _ = PolicyJSONDecoder(policy: DecodingPolicy { RecordingRule(in: log) }).outcome(of: Box<Kind>.self, from: json)
        #expect(log.events == expected.map { "Recording: \($0)" })
    }

    @Test(arguments: [
        (#"{"value":["x"]}"#, [".mismatch Int at 'value[0]'", ".undecodableElement Int at 'value[0]'"]),
        (#"{"value":[1,null]}"#, [".null Int at 'value[1]'", ".undecodableElement Int at 'value[1]'"]),
        (#"{"value":{}}"#, [".mismatch Array<Int> at 'value'"]),
        (#"{"value":null}"#, [".null Array<Int> at 'value'"]),
        (#"{}"#, [".missingKey Array<Int> at 'value'"]),
    ])
    func array(json: String, expected: [String]) {
        let log = EventLog()
        _ = PolicyJSONDecoder(policy: DecodingPolicy { RecordingRule(in: log) }).outcome(
            of: Box<[Int]>.self, from: json)
        #expect(log.events == expected.map { "Recording: \($0)" })
    }

    @Test func datesWithAllStrategies() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                ClosureRule("FallbackDateFormats") {
                    $0.requestedType == Date.self ? .use(Date(timeIntervalSince1970: 0)) : .decline
                }
            })
        for strategy in [
            PolicyJSONDecoder.DateDecodingStrategy.deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601,
        ] {
            decoder.dateDecodingStrategy = strategy
            #expect(try decoder.decode(Date.self, from: #""2024-01-01""#) == Date(timeIntervalSince1970: 0))
        }
    }

    @Test func noRuleIsConsultedAboutSyntaxErrors() {
        let log = EventLog()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { RecordingRule(in: log) { _ in .use(0) } })
        #expect(
            decoder.outcome(of: Int.self, from: "[1,").text.hasPrefix(
                "dataCorrupted at the top: The given data was not valid JSON."))
        #expect(log.events == [])
    }
}
