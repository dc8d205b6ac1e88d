import Foundation
import PolicyJSON
import Testing

@Suite struct DictionaryKeysTests {
    @Test(arguments: DocumentedTable.cases(of: "DictionaryKeys")) func table(row: DocumentedCase) {
        row.check(
            [DictionaryKeys()],
            types: [
                "[Fruit: Int]": [Fruit: Int].self, "[Level: Int]": [Level: Int].self, "[UInt8: Int]": [UInt8: Int].self,
                "[Bool: Int]": [Bool: Int].self,
                "[UUID: Int]": [UUID: Int].self, "[Double: Int]": [Double: Int].self,
                "[CGFloat: Int]": [CGFloat: Int].self,
            ], isOneChange: false)
    }

    @Test func sameTable() { expectSameTable("DictionaryKeys") }

    struct Shelf: Decodable { let counts: [Fruit: Int]? }

    /// Dictionaries that are decoded from arrays are collections like others: rules are consulted about other kinds of value.
    @Test(
        arguments: [
            (DefaultValues(.emptyDictionary), #"{"counts":null}"#, "Stock(counts: [:], shades: nil)", "nil"),
            (
                DefaultValues([Fruit.apple: 1]), #"{"counts":null}"#, "Stock(counts: [Fruit.apple: 1], shades: nil)",
                "nil"
            ),
            (
                EmptyStrings(.asNil), #"{"counts":""}"#,
                "typeMismatch at counts: Expected to decode Array<Any> but found a string instead.", "nil"
            ),
            (Fallbacks(.emptyDictionary), #"{"counts":1}"#, "Stock(counts: [:], shades: nil)", "nil"),
            (
                StringifiedJSON(), #"{"counts":"[\"apple\",1]"}"#, "Stock(counts: [Fruit.apple: 1], shades: nil)",
                "Optional([Fruit.apple: 1])"
            ),
            (
                SingleElementArrays(), #"{"counts":[["apple",1]]}"#, "Stock(counts: [Fruit.apple: 1], shades: nil)",
                "Optional([Fruit.apple: 1])"
            ),
        ] as [(any DecodingRule, String, String, String)])
    func `other kinds of value`(_ rule: any DecodingRule, _ json: String, _ stock: String, _ shelf: String) {
        let policy = DecodingPolicy([rule])
        let decoder = PolicyJSONDecoder(policy: policy)
        let text: String
        do {
            text = "\(try decoder.decode(Stock.self, from: json))"
        } catch DecodingError.typeMismatch(_, let context) {
            text = "typeMismatch at \(DecodingPath(context.codingPath)): \(context.debugDescription)"
        } catch {
            text = "\(error)"
        }
        #expect(text.replacing("DictionaryKeysTests.", with: "").replacing("PolicyJSONTests.", with: "") == stock)
        #expect(
            (try? decoder.decode(Shelf.self, from: json)).map {
                "\($0.counts as Any)".replacing("PolicyJSONTests.", with: "")
            } == shelf)
    }

    /// A rule for keys elsewhere does not keep other rules from objects.
    @Test(arguments: [
        DecodingPolicy { KeyMatching(["counts": "counts.all"]) },
        DecodingPolicy {
            At("other") { DictionaryKeys() }
            KeyMatching(["counts": "counts.all"])
        },
    ])
    func `objects for which other rules answer`(_ policy: DecodingPolicy) throws {
        let json = #"{"counts":{"all":["apple",1]}}"#
        let shelf = try PolicyJSONDecoder(policy: policy).decodeReporting(Shelf.self, from: json)
        #expect(shelf.value.counts == [.apple: 1])
        #expect(shelf.report.entries.map(\.rule) == ["KeyMatching"])
    }

    /// Strictly, and with rules that decline, the errors are Foundation's.
    @Test(arguments: [
        "null", "1", "true", #""a""#, "{}", #"{"apple":1}"#, "[1]", #"["apple"]"#, #"["apple",1,"pear"]"#,
    ])
    func `errors about dictionaries from arrays`(_ value: String) {
        func text(_ decode: () throws -> Any) -> String {
            do { return "\(try decode())" } catch { return "\(error)" }
        }
        let json = Data("[\(value)]".utf8)
        let expected = text { try JSONDecoder().decode([[Fruit: Int]].self, from: json) }
        for policy in [DecodingPolicy.strict, DecodingPolicy { NumbersFromStrings() }] {
            #expect(text { try PolicyJSONDecoder(policy: policy).decode([[Fruit: Int]].self, from: json) } == expected)
        }
    }

    enum Shade: String, Codable, CodingKeyRepresentable, CaseIterable { case light, dark, unknown }
    struct Stock: Decodable { let counts: [Fruit: Int], shades: [Shade: Int]? }

    /// Other rules accept other spellings, replace keys, and drop them.
    @Test(
        arguments: [
            (
                DecodingPolicy {
                    DictionaryKeys()
                    CaseMatching(caseInsensitive: true)
                },
                Row(
                    Stock.self, #"{"counts":{"APPLE":1},"shades":{"Dark":2}}"#,
                    "Stock(counts: [Fruit.apple: 1], shades: Optional([Shade.dark: 2]))",
                    #"DictionaryKeys, converted, 'counts.APPLE' '/counts/APPLE', 1:20+19, Fruit: "APPLE" → "APPLE", Expected to decode Array<Any> but found a dictionary instead."#,
                    #"CaseMatching, case replaced, 'counts.APPLE' '/counts/APPLE', 1:20+19, Fruit: "APPLE" → apple, Cannot initialize Fruit from invalid String value APPLE"#,
                    #"DictionaryKeys, converted, 'shades.Dark' '/shades/Dark', 1:40+39, Shade: "Dark" → "Dark", Could not convert key to type Shade"#,
                    #"CaseMatching, case replaced, 'shades.Dark' '/shades/Dark', 1:40+39, Shade: "Dark" → dark, Cannot initialize Shade from invalid String value Dark"#
                )
            ),
            (
                DecodingPolicy {
                    DictionaryKeys()
                    LossyCollections()
                },
                Row(
                    Stock.self, #"{"counts":{"plum":1,"pear":2},"shades":{"red":1}}"#,
                    "Stock(counts: [Fruit.pear: 2], shades: Optional([:]))",
                    #"LossyCollections, dropped, 'counts.plum' '/counts/plum', 1:19+18, Int: 1 → dropped, Cannot initialize Fruit from invalid String value plum"#,
                    #"DictionaryKeys, converted, 'counts.pear' '/counts/pear', 1:28+27, Fruit: "pear" → "pear", Expected to decode Array<Any> but found a dictionary instead."#,
                    #"LossyCollections, dropped, 'shades.red' '/shades/red', 1:47+46, Int: 1 → dropped, Cannot initialize Shade from invalid String value red"#
                )
            ),
            (
                DecodingPolicy {
                    DictionaryKeys()
                    UnknownCases(.caseNamed("unknown"))
                },
                Row(
                    [Shade: Int].self, #"{"red":1,"blue":2}"#,
                    "dataCorrupted at blue: The dictionary has a value for the key unknown already.",
                    #"DictionaryKeys, converted, 'red' '/red', 1:8+7, Shade: "red" → "red", Could not convert key to type Shade"#,
                    #"UnknownCases, case replaced, 'red' '/red', 1:8+7, Shade: "red" → unknown, Cannot initialize Shade from invalid String value red"#,
                    #"DictionaryKeys, converted, 'blue' '/blue', 1:17+16, Shade: "blue" → "blue", Could not convert key to type Shade"#,
                    #"UnknownCases, case replaced, 'blue' '/blue', 1:17+16, Shade: "blue" → unknown, Cannot initialize Shade from invalid String value blue"#
                )
            ),
            (
                DecodingPolicy { At("other") { DictionaryKeys() } },
                Row(
                    Stock.self, #"{"counts":{"apple":1}}"#,
                    "typeMismatch(Array<Any>) at counts: Expected to decode Array<Any> but found a dictionary instead.")
            ),
        ] as [(DecodingPolicy, Row)])
    func outcomes(policy: DecodingPolicy, row: Row) { row.check(policy) }

    /// Later members with a key that a rule has made are undecodable elements.
    @Test func repeatedKeys() throws {
        let json = #"{"red":1,"blue":2,"unknown":3}"#
        let policy = DecodingPolicy {
            DictionaryKeys()
            UnknownCases(.caseNamed("unknown"))
            LossyCollections()
        }
        let outcome = try PolicyJSONDecoder(policy: policy).decodeReporting([Shade: Int].self, from: json)
        #expect(outcome.value == [.unknown: 1])
        #expect(
            outcome.report.entries.filter { $0.kind == .dropped }.map { "\($0.path): \($0.reason)" } == [
                "blue: The dictionary has a value for the key unknown already.",
                "unknown: The dictionary has a value for the key unknown already.",
            ])
        let last = policy.followed(by: DecodingPolicy { DuplicateKeys(.last) })
        #expect(try PolicyJSONDecoder(policy: last).decode([Shade: Int].self, from: json) == [.unknown: 3])
    }

    @Test func everyWayToDecode() async throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DictionaryKeys() })
        let json = #"{"counts":{"apple":1}}"#
        #expect(try decoder.decode(Stock.self, from: json).counts == [.apple: 1])
        #expect(try decoder.decodeCollectingErrors(Stock.self, from: json).counts == [.apple: 1])
        #expect(decoder.audit(Stock.self, from: json).report.count == 1)
        var streamed: [[Fruit: Int]] = []
        let chunks = Chunks(Array("[\(json),\(json)]".utf8), length: 3)
        for try await stock in decoder.elements(of: Stock.self, from: chunks.async) {
            streamed.append(stock.counts)
        }
        #expect(streamed == [[.apple: 1], [.apple: 1]])
        let problems = #expect(throws: JSONDecodingError.self) {
            try decoder.decodeCollectingErrors(Stock.self, from: #"{"counts":{"plum":1,"apple":"x","fig":1}}"#)
        }
        #expect(
            problems?.problems.map(\.description) == [
                "1:19: counts.plum: Cannot initialize Fruit from invalid String value plum",
                "1:29: counts.apple: Expected to decode Int but found a string instead.",
                "1:39: counts.fig: Cannot initialize Fruit from invalid String value fig",
            ])
    }
}
