import Foundation
import PolicyJSON
import Testing

/// The encoder consults rules of the library only about types and keys that may concern them. The text is that which they give
/// beside a rule that has to be consulted about everything, and, unless a scope matters, inside `At("**")`.
@Suite struct ConsultedEncodingRulesTests {
    private struct Declining: EncodingRule {
        let encodingSituations: EncodingSituation

        func represent(_ context: EncodingRuleContext) -> Representation {
            _ = (context.codingPath, context.key)
            return .decline
        }
    }

    private static let rules: [any EncodingRule] = [
        NilValues(.null), NumbersAsStrings(), EnumsAsNames(), DatesAs(.iso8601), SeparatedStrings(), UnknownKeys(.keep),
        OmittedValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary]),
        KeyMatching(.kebabCase), KeyMatching(["dayOne": "numbers", "numbers": "dayOne"]),
        KeyMatching(["dayOne": "both", "day_one": "both"]),
        KeyMatching(["dayOne": "deep.day", "matrix": "deep.matrix"]),
        Variants(of: Figure.self, .internally(by: "type")), Variants(of: Figure.self, .untagged),
        Variants(of: Vehicle.self, .adjacently(by: "type", in: "it"), types: ["car": Car.self]),
        For(Double.self) { NumbersAsStrings() }, For(Everything.self) { NumbersAsStrings() },
        For([Double].self) { NumbersAsStrings() }, For(Everything.self) { KeyMatching(.snakeCase) },
        At("**.matrix[*]") { NumbersAsStrings() },
    ]

    private enum Day: Int, Codable, CodingKeyRepresentable {
        case first = 1
        case second
    }

    /// Days under keys that rules may give the same name.
    private struct Days: Encodable {
        var dayOne: Int?
        var other: Day?

        private enum CodingKeys: String, CodingKey {
            case dayOne
            case other = "day_one"
        }
    }

    private struct Single<Value: Encodable>: Encodable {
        var value: Value

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    private struct Everything: Encodable {
        var numbers = [1, 0], doubles = [1.5], matrix = [[1.5, 2], [], [0.0]], texts = ["a", ""], days = [Day.first]
        var dayOne = Day.second, int8: Int8 = 0, text = "t/",
            id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        var decimal: Decimal = 1.5, created = Date(timeIntervalSince1970: 0), dates: [Date?] = [Date.distantPast, nil]
        var missing: Int?, list: [Int]?, nested: Int?? = .some(nil), presence: Presence<Double> = .null
        var named = ["dayOne": 1.5], namedMatrix = ["matrix": [[1.5]]], byDay = [Day.first: 1], pairs = [1.5: 2]
        var single = Single(value: Single(value: [[1.5]])), singleDay = Single(value: Day.first), range = 1.0..<2
        var figures: [Figure] = [.none, .disc(radius: 1, label: nil), .note("n"), .group([.spot(Point(x: 1, y: 2))])]
        var vehicle: Vehicle = Car(name: "c", wheels: 0), car = Car(name: "d", wheels: 4)
        var hand = ByHand(), extra: ExtraMembers = ["numbers": 3, "other": .number("1.50")]
    }

    /// Uses containers of all kinds, and catches errors.
    private struct ByHand: Encodable {
        private enum Key: CodingKey { case dayOne, numbers, other, failing, matrix }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encodeNil(forKey: .failing)
            try? container.encode([["a": Double.nan]], forKey: .failing)
            try container.encode(1, forKey: .dayOne)
            try container.encode(Day.first, forKey: .dayOne)
            var list = container.nestedUnkeyedContainer(forKey: .numbers)
            try list.encode(contentsOf: [1.5, 2])
            try? list.encode(Double.nan)
            try list.encode([[1.5]])
            var object = list.nestedContainer(keyedBy: Key.self)
            try object.encode([[1.5]], forKey: .matrix)
            try object.encode("x", forKey: .dayOne)
            try Single(value: Day.first).encode(to: container.superEncoder())
            try Single(value: [0.5]).encode(to: container.superEncoder(forKey: .other))
            var other = encoder.container(keyedBy: AnyKey.self)
            try other.encode(2.5, forKey: AnyKey("dayOne"))
            try other.encode([[2.5]], forKey: AnyKey("matrix"))
        }
    }

    /// Adds a member to the object of a dictionary that it encodes.
    private struct Adding: Encodable {
        private enum Key: CodingKey { case dayOne, matrix }

        func encode(to encoder: any Encoder) throws {
            var value = encoder.singleValueContainer()
            try value.encode([Day.first: 1])
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1.5, forKey: .dayOne)
        }
    }

    private static var values: [any Encodable] {
        [
            Everything(), ByHand(), Adding(), [[1.5], []], [[[1.5]]], [Double.nan], [[1, Double.infinity]], Day.second,
            [Day.first: [[0.5]]],
            [
                Days(dayOne: 1), Days(other: .first), Days(dayOne: 1, other: .second), Days(),
                Days(other: .second),
                Days(dayOne: 0, other: .first),
            ],
        ]
    }

    /// The texts or errors of all values, of an encoder that is used twice.
    private static func texts(_ policy: EncodingPolicy, _ set: (PolicyJSONEncoder) -> Void) -> [String] {
        let encoder = PolicyJSONEncoder(policy: policy)
        set(encoder)
        return (values + values).map { value in
            do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch { return "\(error)" }
        }
    }

    @Test(arguments: rules.indices) func consulted(_ index: Int) {
        let rule = Self.rules[index]
        let settings: [(PolicyJSONEncoder) -> Void] = [
            { _ in }, { $0.outputFormatting = .sortedKeys }, { $0.outputFormatting = .prettyPrinted },
            { $0.keyEncodingStrategy = .convertToSnakeCase },
            { $0.keyEncodingStrategy = .custom { AnyKey("\($0.count)\($0.last?.stringValue ?? "")") } },
        ]
        for set in settings {
            let fast = Self.texts(EncodingPolicy { rule }, set)
            for situations in [.value, .key, [.value, .key, .nilValue, .extraMembers]] as [EncodingSituation] {
                let beside = EncodingPolicy {
                    rule
                    Declining(encodingSituations: situations)
                }
                #expect(Self.texts(beside, set) == fast)
            }
            if !"\(rule)".hasPrefix("For"), !"\(rule)".hasPrefix("At") {
                #expect(Self.texts(EncodingPolicy { At("**") { rule } }, set) == fast)
            }
        }
    }

    @Test func matrices() throws {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { NumbersAsStrings() })
        let text = String(decoding: try encoder.encode([[1.5, 2], []]), as: UTF8.self)
        #expect(text == #"[["1.5","2"],[]]"#)
    }

    @Test func addedMembers() throws {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { KeyMatching(.kebabCase) })
        #expect(String(decoding: try encoder.encode(Adding()), as: UTF8.self) == #"{"1":1,"day-one":1.5}"#)
        let beside = PolicyJSONEncoder(
            policy: encoder.policy.followed(by: EncodingPolicy { Declining(encodingSituations: .key) }))
        #expect(String(decoding: try beside.encode(Adding()), as: UTF8.self) == #"{"1":1,"day-one":1.5}"#)
    }
}
