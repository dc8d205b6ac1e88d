import Foundation
import PolicyJSON
import Testing

/// Rules written with only the public interface of the library.
@Suite struct CustomRuleTests {
    struct CurrencyAmounts: DecodingRule {
        let situations: RepairSituation = .mismatch

        func repair(_ context: DecodingRuleContext) -> Repair {
            guard context.requestedType == Decimal.self, let text = context.string, text.hasPrefix("$") else {
                return .decline
            }
            return .replace(with: .unchecked(text.dropFirst().replacing(",", with: "")))
        }
    }

    struct Price: Decodable { let amount: Decimal }

    @Test(arguments: [
        Row(
            Decimal.self, #""$1,234.50""#, "1234.5",
            #"CurrencyAmounts, converted, '' '', 1:1+0, Decimal: "$1,234.50" → 1234.50, \#(otherKind)"#),
        Row(
            Decimal.self, #""\u00241""#, "1",
            #"CurrencyAmounts, converted, '' '', 1:1+0, Decimal: "\u00241" → 1, \#(otherKind)"#),
        Row(Decimal.self, "3.25", "3.25"),
        Row(
            Price.self, #"{"amount":"$0.10"}"#, "Price(amount: 0.1)",
            #"CurrencyAmounts, converted, 'amount' '/amount', 1:11+10, Decimal: "$0.10" → 0.10, \#(otherKind)"#),
        Row(
            [Decimal?].self, #"["$1",null]"#, "[Optional(1), nil]",
            #"CurrencyAmounts, converted, '[0]' '/0', 1:2+1, Decimal?: "$1" → 1, \#(otherKind)"#),
        Row(
            [Decimal].self, #"["$x"]"#,
            "dataCorrupted at [0]: The replacement x is not valid JSON. [line 1, column 1: unexpected 'x'\nx\n^]"),
        Row(Decimal.self, #""1""#, "typeMismatch(Decimal) at the top: "),
        Row(
            Decimal.self, #""$""#,
            "dataCorrupted at the top: The replacement  is not valid JSON. [line 1, column 1: unexpected end of document, expected a value]"
        ),
        Row(Int.self, #""$1""#, "typeMismatch(Int) at the top: Expected to decode Int but found a string instead."),
    ])
    func currency(row: Row) {
        row.check(DecodingPolicy { CurrencyAmounts() })
        row.checkStrict()
    }

    /// Gives the same answer in three situations.
    struct Answer: DecodingRule {
        let name: String
        let make: @Sendable (DecodingRuleContext) -> Repair

        init(_ name: String = "Answer", _ make: @escaping @Sendable (DecodingRuleContext) -> Repair) {
            self.name = name
            self.make = make
        }

        let situations: RepairSituation = [.mismatch, .null, .missingKey]

        func repair(_ context: DecodingRuleContext) -> Repair { make(context) }
    }

    struct Place: Decodable { let city: String, floor: Int? }

    @Test(arguments: [
        Row(
            Int.self, "true", "5",
            "Answer, converted, '' '', 1:1+0, Int: true → 5, Expected to decode Int but found bool instead."),
        Row(
            Int.self, "null", "5",
            "Answer, null replaced, '' '', 1:1+0, Int: null → 5, Cannot get value of type Int -- found null value instead"
        ),
        Row(
            [Int?].self, #"[1,"x",null]"#, "[Optional(1), Optional(5), nil]",
            #"Answer, converted, '[1]' '/1', 1:4+3, Int?: "x" → 5, Expected to decode Int but found a string instead."#),
        Row(
            String.self, "1", "Paris",
            "Answer, converted, '' '', 1:1+0, String: 1 → Paris, Expected to decode String but found number instead."),
    ])
    func useValue(row: Row) {
        row.check(DecodingPolicy { Answer { $0.requestedType == Int.self ? .use(5) : .use("Paris") } })
    }

    @Test func useValueForMissingKey() {
        Row(
            Place.self, #"{ "floor": {} }"#, #"Place(city: "Paris", floor: Optional(5))"#,
            #"Answer, key supplied, 'city' '/city', 1:1+0, String: nothing → Paris, No value associated with key CodingKeys(stringValue: "city", intValue: nil) ("city")."#,
            "Answer, converted, 'floor' '/floor', 1:12+11, Int?: {} → 5, Expected to decode Int but found a dictionary instead."
        )
        .check(DecodingPolicy { Answer { $0.requestedType == Int.self ? .use(5) : .use("Paris") } })
    }

    @Test(arguments: [
        Row(
            Int.self, "{}",
            "dataCorrupted at the top: Found {}. [rejected by Answer]"
        ),
        Row(
            Place.self, "{}",
            #"dataCorrupted at city: Found nothing. [rejected by Answer]"#
        ),
        Row(
            Place.self, #"{"city":null}"#,
            "dataCorrupted at city: Found null. [rejected by Answer]"
        ),
        Row(
            [Place].self, #"[{"city":"a","floor":[]}]"#,
            "dataCorrupted at [0].floor: Found []. [rejected by Answer]"
        ),
    ])
    func fail(row: Row) {
        row.check(DecodingPolicy { Answer { .fail("Found \($0.sourceText.isEmpty ? "nothing" : $0.sourceText).") } })
    }

    @Test(arguments: [
        Row(
            Int.self, #""1""#,
            "dataCorrupted at the top: Confused answered with a value of type Double where Int was requested. [typeMismatch(Int) at the top: Expected to decode Int but found a string instead.]"
        ),
        Row(
            Int.self, "null",
            "dataCorrupted at the top: Confused answered with a value of type Double where Int was requested. [valueNotFound(Int) at the top: Cannot get value of type Int -- found null value instead]"
        ),
        Row(
            Place.self, "{}",
            #"dataCorrupted at city: Confused answered with a value of type Double where String was requested. [keyNotFound(city) at the top: No value associated with key CodingKeys(stringValue: "city", intValue: nil) ("city").]"#
        ),
        Row(
            [Place].self, #"[{"city":"a"},{"city":"b","floor":"1"}]"#,
            "dataCorrupted at [1].floor: Confused answered with a value of type Double where Int was requested. [typeMismatch(Int) at [1].floor: Expected to decode Int but found a string instead.]"
        ),
    ])
    func wrongType(row: Row) {
        row.check(DecodingPolicy { Answer("Confused") { _ in .use(1.5) } })
    }

    @Test(arguments: [
        Row(
            [Int].self, #"{"a":1}"#,
            "typeMismatch(Array<Any>) at the top: Expected to decode Array<Any> but found a dictionary instead."),
        Row(
            Int.self, "null",
            "valueNotFound(Int) at the top: Cannot get value of type Int -- found null value instead"),
        Row(
            Int?.self, "{}", "nil",
            "Nil, converted, '' '', 1:1+0, Int?: {} → nil, Expected to decode Int but found a dictionary instead."),
    ])
    func nilThatIsNotAccepted(row: Row) {
        row.check(DecodingPolicy { Answer("Nil") { _ in .useNil } })
    }

    static var invalidAnswers: [(Repair, String)] {
        [
            (.drop, ".drop"), (.drop(within: LossBounds(count: 1)), ".drop(within:)"), (.nestedNil, ".nestedNil"),
            (.useRepeated, ".useRepeated"), (.useNil(within: LossBounds(percent: 1)), ".useNil(within:)"),
        ]
    }

    /// An answer that is not valid in the situation is an error, as is a value of the wrong type.
    @Test(arguments: invalidAnswers.indices) func invalidAnswer(index: Int) {
        let (repair, spelling) = Self.invalidAnswers[index]
        let answer = UncheckedTransfer(value: repair)
        let policy = DecodingPolicy { Answer("Misfit") { _ in answer.value } }
        Row(
            [Int].self, "[true]",
            "dataCorrupted at [0]: Misfit answered \(spelling) in the situation .mismatch, which does not accept it. "
                + "[typeMismatch(Int) at [0]: Expected to decode Int but found bool instead.]"
        )
        .check(policy)
    }

    @Test func invalidAnswersAboutMembers() {
        struct Member: DecodingRule {
            let situations: RepairSituation
            func repair(_ context: DecodingRuleContext) -> Repair { .useNil }
        }
        Row(
            [String: Int].self, #"{"a":1,"a":2}"#,
            "dataCorrupted at a: Member answered .useNil in the situation .repeatedKey, which does not accept it. "
                + "[dataCorrupted at a: The key occurs more than once.]"
        )
        .check(DecodingPolicy { Member(situations: .repeatedKey) })
        Row(
            Place.self, #"{"city":"a","x":2}"#,
            "dataCorrupted at x: Member answered .useNil in the situation .unknownKey, which does not accept it. "
                + "[dataCorrupted at x: Place has no such key.]"
        )
        .check(DecodingPolicy { Member(situations: .unknownKey) })
    }

    /// Decodes the JSON inside a string.
    struct JSONInStrings: DecodingRule {
        let situations: RepairSituation = .mismatch

        func repair(_ context: DecodingRuleContext) -> Repair {
            guard context.requestedType != String.self, let text = context.string,
                text.first == "{" || text.first == "["
            else { return .decline }
            return .replace(with: .unchecked(text))
        }
    }

    @Test(arguments: [
        Row(
            Place.self, #""{\"city\":7}""#, #"Place(city: "7", floor: nil)"#,
            #"JSONInStrings, converted, '' '', 1:1+0, Place: "{\"city\":7}" → {"city":7}, Expected to decode Dictionary<String, Any> but found a string instead."#,
            #"StringsFromScalars, converted, 'city' '/city', 1:1+0, String: 7 → "7", Expected to decode String but found number instead."#
        ),
        Row(
            [[Int]].self, #"[[1],"[2,\"3\"]"]"#, "[[1], [2, 3]]",
            #"JSONInStrings, converted, '[1]' '/1', 1:6+5, Array<Int>: "[2,\"3\"]" → [2,"3"], Expected to decode Array<Any> but found a string instead."#,
            #"NumbersFromStrings, converted, '[1][1]' '/1/1', 1:6+5, Int: "3" → 3, Expected to decode Int but found a string instead."#
        ),
        Row(
            [[Int]].self, #"["[1,{}]"]"#,
            "typeMismatch(Int) at [0][1]: Expected to decode Int but found a dictionary instead."),
        Row(
            Place.self, #""{\"city\":}""#,
            #"dataCorrupted at the top: The replacement {"city":} is not valid JSON. [line 1, column 9: unexpected '}', expected a value\#n{"city":}\#n        ^]"#
        ),
        Row(
            [Place].self, #"[ "{\"city\":\"a\",\"floor\":true}" ]"#,
            "typeMismatch(Int) at [0].floor: Expected to decode Int but found bool instead."),
    ])
    func documentUnderTheSamePolicy(row: Row) {
        row.check(
            DecodingPolicy {
                JSONInStrings()
                NumbersFromStrings()
                StringsFromScalars()
            })
    }

    @Test(arguments: [
        Row(Int.self, #""1""#, "dataCorrupted at the top: JSON replaced more than 16 times."),
        Row(Place.self, #"{"city":"a","floor":"1"}"#, "dataCorrupted at floor: JSON replaced more than 16 times."),
    ])
    func endlessReplacement(row: Row) {
        row.check(DecodingPolicy { Answer { .replace(with: .unchecked("[\($0.sourceText)]")) } })
    }

    @Test func endlessAttemptDeclines() {
        Row(Int.self, #""1""#, "typeMismatch(Int) at the top: Expected to decode Int but found a string instead.")
            .check(DecodingPolicy { Answer { .replaceIfDecodable(with: .unchecked($0.sourceText)) } })
    }

    @Test(arguments: [
        Row(
            Int.self, "[]",
            "dataCorrupted at the top: The replacement 0x1 is not valid JSON. [line 1, column 2: unexpected 'x'\n0x1\n ^]"
        )
    ])
    func invalidNumber(row: Row) {
        row.check(DecodingPolicy { Answer { _ in .replace(with: .unchecked("0x1")) } })
    }

    @Test func failedAttemptHasNoEffect() {
        let policy = DecodingPolicy {
            NumbersFromStrings()
            Answer("First") {
                $0.requestedType == [Int].self ? .replaceIfDecodable(with: .document(#"["1",{}]"#)) : .decline
            }
            Answer("Second") { $0.requestedType == [Int].self ? .replace(with: .document("[]")) : .decline }
        }
        Row(
            [Int].self, #""x""#, "[]",
            #"Second, converted, '' '', 1:1+0, Array<Int>: "x" → [], Expected to decode Array<Any> but found a string instead."#
        )
        .check(policy)
    }
}
