import FoundationImport
import PolicyJSON

/// A type and a document about which a rule is consulted.
struct RuleProbe: Sendable {
    let type: any (Decodable & SendableMetatype).Type
    let json: String
    /// Whether values may print in ways that do not tell them apart, as those of samples, dates and `Data`.
    let printsAlike: Bool

    init(type: any (Decodable & SendableMetatype).Type, json: String, isSample: Bool = false) {
        (self.type, self.json) = (type, json)
        printsAlike = isSample || ["Date", "Data"].contains { "\(type)".contains($0) }
    }

    /// Every kind of JSON for every kind of type, in all positions.
    static let all: [RuleProbe] = types.flatMap { $0 } + special

    /// The probes that request a date.
    static let withDates = all.filter { "\($0.type)".contains("Date") }

    /// Decodes the document and ignores the result.
    func decode(with decoder: PolicyJSONDecoder) {
        func open<T: Decodable>(_ type: T.Type) { _ = try? decoder.decode(type, from: json) }
        let type: any Decodable.Type = type
        open(type)
    }

    /// The results of strict decoding, which are the same for each rule.
    static let clean: [Transcript] = {
        let strict = PolicyJSONDecoder()
        return all.map { Transcript(strict, $0) }
    }()

    /// JSON of each kind, boundary values, and values that rules typically repair.
    private static let texts = [
        "null", "true", "false", "0", "-0", "1", "-1", "1.0", "1.5", "256", "1e2", "1E-400", "1e400",
        "9223372036854775807", "9223372036854775808", "-170141183460469231731687303715884105729",
        "0.1234567890123456789012345678901234567890", #""""#, #"" ""#, #""0""#, #""1.5""#, #"" 12 ""#, #""true""#,
        #""no""#,
        #""null""#, #""a""#, #""A""#, #""zzz""#, #""\u0000""#, #""\ud83d\ude00é""#, #""١""#, #""$1""#, #""NaN""#,
        #""2024-02-30T00:00:00Z""#, #""[1]""#, #""{""#, "\"\(String(repeating: "x", count: 5_000))\"", "[]", "[null]",
        "[1]",
        #"["1",{}]"#, "[[[]]]", "{}", #"{"a":null}"#, #"{"a":1,"a":"2"}"#, #"{"b":{"a":[{}]}}"#,
        String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
    ]

    private static let types: [[RuleProbe]] = [
        places(Bool.self, 1), places(String.self, 2), places(Int.self, 3), places(Int8.self, 4), places(UInt64.self, 5),
        places(Int128.self, 6), places(Double.self, 7), places(Float.self, 8), places(Decimal.self, 9),
        places(Date.self, 10),
        places(Data.self, 11), places(URL.self, 12), places(UUID.self, 13), places(Letter.self, 14),
        places(Digit.self, 15),
        places(Choice.self, 16), places(Model.self, 17), places(Wrapped<Int?>.self, 18), places([Int].self, 19),
        places([String?].self, 20),
        places(Set<Int>.self, 21), places([String: Int].self, 22), places([Int: Bool].self, 23),
        places([Letter: Int].self, 24),
        places(Int?.self, 25), places(Letter?.self, 26), places(Tree.self, 27),
    ]

    /// Probes for particular kinds of rules: dates, blank strings, other spellings of names,
    /// members that a model keeps, strings inside objects.
    private static let special: [RuleProbe] = dates + blanks + names + extras + enveloped

    private static let enveloped = [RuleProbe(type: Model.self, json: #"{"a":1,"b":{"b":{"a":"x"}}}"#)]

    private static let extras = [#"{"a":1}"#, #"{"a":1,"x":[1.50],"b":null}"#, #"{"extra":{"a":1}}"#].map {
        RuleProbe(type: Open.self, json: $0)
    }

    private static let dates = [
        #""2024-01-02T03:04:05Z""#, #""2024-01-02T03:04:05.678+01:00""#, #""2024-01-02""#, #""1700000000""#,
        "1700000000",
    ].flatMap { text in
        [
            RuleProbe(type: Date.self, json: text),
            RuleProbe(type: OptionalProperty<Date>.self, json: #"{"a":\#(text)}"#),
        ]
    }

    private static let blanks = [#""""#, #"" ""#, #""\t\n""#, #"" a""#].flatMap { text in
        [
            RuleProbe(type: OptionalProperty<String>.self, json: #"{"a":\#(text)}"#),
            RuleProbe(type: [String?].self, json: "[\(text)]"),
        ]
    }

    private static let names = [
        "some_key", "someKey", "somekey", "SOME_KEY", "some-key", "some.key", " someKey", "other",
    ].flatMap { name in
        [
            RuleProbe(type: Spelled.self, json: #"{"\#(name)":1}"#),
            RuleProbe(type: [Spelled].self, json: #"[{"\#(name)":1,"\#(name)":2}]"#),
        ]
    }

    private static func places<T: Decodable & SendableMetatype>(_ type: T.Type, _ number: Int) -> [RuleProbe] {
        [
            RuleProbe(type: Property<T>.self, json: "{}"), RuleProbe(type: OptionalProperty<T>.self, json: "{}"),
            RuleProbe(type: DoubleProperty<T>.self, json: "{}"),
        ]
            + texts.enumerated().flatMap { index, text in
                // Each text at the top level and in one other position, each position with every fifth text: enough to
                // show what a rule does there.
                let places = [
                    RuleProbe(type: Property<T>.self, json: #"{"a":\#(text)}"#),
                    RuleProbe(type: OptionalProperty<T>.self, json: #"{"a":\#(text),"c":0}"#),
                    RuleProbe(type: DoubleProperty<T>.self, json: #"{"a":\#(text)}"#),
                    RuleProbe(type: [T].self, json: "[\(text)]"),
                    RuleProbe(type: [String: T?].self, json: #"{"a":\#(text)}"#),
                ]
                return [RuleProbe(type: T.self, json: text), places[(index + number) % places.count]]
            }
    }
}

// The requested types. Values have descriptions, which transcripts compare.

private enum Letter: String, Decodable, CaseIterable, CodingKeyRepresentable { case a, b }
private enum Digit: Int, Decodable, CaseIterable {
    case one = 1
    case two
}
private enum Choice: Decodable {
    case a(Int)
    case b
}
private struct Model: Decodable { let a: Int, b: String? }
private struct Open: Decodable { let a: Int?, extra: ExtraMembers }
private struct Property<Value: Decodable>: Decodable { let a: Value }
private struct OptionalProperty<Value: Decodable>: Decodable { let a: Value? }
private struct DoubleProperty<Value: Decodable>: Decodable { let a: Value?? }
private struct Spelled: Decodable { let someKey: Int }
private struct Tree: Decodable { let a: [Tree]?, b: [String: Tree]? }
@propertyWrapper private struct Wrapped<Value: Decodable>: Decodable {
    let wrappedValue: Value
    init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
}
