import Foundation
import PolicyJSON
import Testing

/// A number that is a string in JSON.
private struct Money: Numeric, Hashable, Codable {
    var value: Int
    var magnitude: Int { value }

    init(value: Int) { self.value = value }
    init(integerLiteral value: Int) { self.value = value }
    init?(exactly source: some BinaryInteger) { value = Int(source) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Int(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no amount")
        }
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(value)")
    }

    static func + (left: Self, right: Self) -> Self { Self(value: left.value + right.value) }
    static func - (left: Self, right: Self) -> Self { Self(value: left.value - right.value) }
    static func * (left: Self, right: Self) -> Self { Self(value: left.value * right.value) }
    static func *= (left: inout Self, right: Self) { left.value *= right.value }
}

@Suite struct SeparatedStringsTests {
    struct Post: Codable, Equatable {
        var tags = ["a", "b"], scores = [1, 2], fruits = [Fruit.pear], levels: Set<Level> = [.high]
    }

    @Test(arguments: DocumentedTable.cases(of: "SeparatedStrings")) func table(row: DocumentedCase) {
        row.check(
            [SeparatedStrings(), SeparatedStrings(by: "; "), SeparatedStrings(trimmingWhitespace: true)],
            types: [
                "ContiguousArray<String>": ContiguousArray<String>.self, "[Double]": [Double].self,
                "[CGFloat]": [CGFloat].self, "[Bool]": [Bool].self,
                "[Fruit]": [Fruit].self, "Set<Fruit>": Set<Fruit>.self, "[Level]": [Level].self,
                "[[String]]": [[String]].self, "[[String]?]": [[String]?].self,
            ])
    }

    @Test func sameTable() { expectSameTable("SeparatedStrings") }

    /// Elements have paths of their own, and other rules repair them, but drop none. What was found is the string.
    @Test(arguments: [
        Row(
            Box<[Int]>.self, #"{"value":"1,2.5,x"}"#, "Box<Array<Int>>(value: [1, 2, 7])",
            #"SeparatedStrings, converted, 'value' '/value', 1:10+9, Array<Int>: "1,2.5,x" → [1,2.5,"x"], Expected to decode Array<Any> but found a string instead."#,
            #"Rounding, converted, 'value[1]' '/value/1', 1:10+9, Int: "1,2.5,x" → 2, Parsed JSON number <2.5> does not fit in Int."#,
            #"Custom, converted, 'value[2]' '/value/2', 1:10+9, Int: "1,2.5,x" → 7, Expected to decode Int but found a string instead."#
        ),
        Row(
            Box<[Fruit]>.self, #"{"value":"apple,plum"}"#, "Box<Array<Fruit>>(value: [Fruit.apple, Fruit.pear])",
            #"SeparatedStrings, converted, 'value' '/value', 1:10+9, Array<Fruit>: "apple,plum" → ["apple","plum"], Expected to decode Array<Any> but found a string instead."#,
            #"UnknownCases, case replaced, 'value[1]' '/value/1', 1:10+9, Fruit: "apple,plum" → pear, Cannot initialize Fruit from invalid String value plum"#
        ),
        Row(
            Box<[Double]>.self, #"{"value":"1,y"}"#,
            "typeMismatch(Array<Any>) at value: Expected to decode Array<Any> but found a string instead."),
    ])
    func elements(row: Row) {
        row.check(
            DecodingPolicy {
                SeparatedStrings()
                Rounding(.down)
                ClosureRule("Custom") { $0.string == "x" ? .replace(with: 7) : .decline }
                UnknownCases(.last)
                LossyCollections()
            })
    }

    @Test(arguments: [",", "e\u{301}", "::"]) func texts(separator: String) throws {
        let texts = ["", "a:b", "\u{301}", "\"\\\n", "\u{1F600}", " x "]
        let rule = SeparatedStrings(by: separator)
        let text = try PolicyJSONEncoder(policy: EncodingPolicy { rule }).encode(texts)
        #expect(try PolicyJSONDecoder().decode(String.self, from: text) == texts.joined(separator: separator))
        #expect(try PolicyJSONDecoder(policy: DecodingPolicy { rule }).decode([String].self, from: text) == texts)
    }

    /// Numeric types of others need not be numbers in JSON.
    @Test func numericTypes() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                SeparatedStrings()
                DictionaryKeys()
            })
        #expect(try decoder.decode([Money].self, from: #""1,2""#) == [Money(value: 1), Money(value: 2)])
        #expect(try decoder.decode([Money: Int].self, from: #"{"7":1}"#) == [Money(value: 7): 1])
    }

    @Test func encoding() throws {
        let rule = SeparatedStrings(by: ";")
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { rule })
        let text = String(decoding: try encoder.encode(Post()), as: UTF8.self)
        #expect(text == #"{"tags":"a;b","scores":"1;2","fruits":"pear","levels":"2"}"#)
        #expect(try PolicyJSONDecoder(policy: DecodingPolicy { rule }).decode(Post.self, from: text) == Post())
        func encode(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        #expect(try encode([1.5, 2, .pi / 1e9] as [Double]) == #""1.5;2;3.141592653589793e-09""#)
        #expect(try encode([1.5, 2] as [CGFloat]) == #""1.5;2""#)
        #expect(try encode([true, false]) == #""true;false""#)
        #expect(try encode([] as [CGFloat]) == #""""#)
        #expect(try encode([] as [Int]) == #""""#)
        #expect(try encode([] as [Int8?]) == #""""#)
        #expect(try encode([] as [Bool]) == #""""#)
        #expect(try encode([] as Set<Level>) == #""""#)
        // Those that are written as arrays if they have elements are also written so if they have none.
        #expect(try encode([] as [Point]) == "[]")
        #expect(try encode([] as [Date]) == "[]")
        #expect(try encode([] as [Money]) == "[]")
        #expect(try encode([Money(value: 1)]) == #"["1"]"#)
        #expect(try encode([] as [[String]]) == "[]")
        #expect(try encode([Point(x: 1, y: 2)]) == #"[{"x":1,"y":2}]"#)
        #expect(try encode([1, nil]) == "[1,null]")
        #expect(try encode([["a", "b"], []]) == #"["a;b",""]"#)
        #expect(try encode("a") == #""a""#)
    }

    @Test(arguments: [["a;b"], [""]]) func encodingFails(elements: [String]) {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { SeparatedStrings(by: ";") })
        let error = #expect(throws: EncodingError.self) { try encoder.encode(["x": elements]) }
        guard case .invalidValue(_, let context) = error else { return }
        #expect(
            context.debugDescription
                == #"Rejected by SeparatedStrings: The elements cannot be read from a string with the separator ";"."#)
        #expect(context.codingPath.map(\.stringValue) == ["x"])
    }
}
