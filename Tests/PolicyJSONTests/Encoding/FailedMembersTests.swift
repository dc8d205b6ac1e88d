import Foundation
import PolicyJSON
import Testing

/// Members whose encoding fails, in objects with more members than are compared one by one.
@Suite struct FailedMembersTests {
    /// Encodes numbers under the names `c0`, `c1`, …; after each of them attempts one that fails.
    private struct Rows: Encodable {
        let count: Int
        let failing: Set<Int>

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for index in 0..<count {
                try container.encode(index, forKey: AnyKey("c\(index)"))
                guard failing.contains(index) else { continue }
                #expect(throws: EncodingError.self) {
                    try container.encode([[Double.nan]], forKey: AnyKey("failed \(index)"))
                }
                #expect(throws: EncodingError.self) {
                    try container.encode(["a": Double.nan], forKey: AnyKey("c\(index + 1)"))
                }
            }
        }
    }

    @Test("a failed member is withdrawn", arguments: [1, 127, 128, 129, 300]) func withdrawn(_ count: Int) throws {
        let expected = "{\((0..<count).map { "\"c\($0)\":\($0)" }.joined(separator: ","))}"
        for policy in [EncodingPolicy {}, EncodingPolicy { NilValues(.null) }] {
            for formatting in [JSONEncoder.OutputFormatting(), .prettyPrinted] {
                let encoder = PolicyJSONEncoder(policy: policy)
                encoder.outputFormatting = formatting
                let rows = Rows(count: count, failing: [0, 126, 127, 128, 250])
                let text = String(decoding: try encoder.encode(rows), as: UTF8.self)
                #expect(text.filter { !$0.isWhitespace } == expected)
            }
        }
    }

    private struct ID: Hashable, Encodable, CodingKeyRepresentable {
        let number: Int
        var codingKey: any CodingKey { AnyKey("id \(number)") }
        init(_ number: Int) { self.number = number }
        init?(codingKey: some CodingKey) { nil }
    }

    @Test func dictionaries() {
        let values = Dictionary(uniqueKeysWithValues: (0..<400).map { (ID($0), [$0 % 100 == 7 ? Double.nan : 1]) })
        for encode in [{ try JSONEncoder().encode(values) }, { try PolicyJSONEncoder().encode(values) }] {
            let error = #expect(throws: EncodingError.self) { _ = try encode() }
            guard case .invalidValue(_, let context)? = error else { continue }
            #expect(context.debugDescription == "Unable to encode Double.nan directly in JSON.")
        }
    }

    /// Values that fail after they have written something.
    private static let failing: [@Sendable (inout any SingleValueEncodingContainer) throws -> Void] = [
        { try $0.encode(["a": 1, "b": Double.nan]) }, { try $0.encode([1: [Double.nan]]) },
        { try $0.encode([1, Double.nan]) }, { try $0.encode([["a"], ["b"]].map { FailingAtTheEnd(texts: $0) }) },
        { try $0.encode(FailingAtTheEnd(texts: (0..<200).map { "n\($0)" })) },
        { try $0.encode(Optional(["x": Double.nan])) },
        { try $0.encode([FailingAtTheEnd(texts: ["a"])]) }, { try $0.encode(Double.nan) },
    ]

    private struct FailingAtTheEnd: Encodable {
        let texts: [String]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for text in texts { try container.encode(1, forKey: AnyKey(text)) }
            var nested = container.nestedUnkeyedContainer(forKey: AnyKey("nested"))
            try nested.encode(Double.nan)
        }
    }

    /// Attempts a value, then encodes another one in the same place.
    private struct Attempt: Encodable {
        enum Then { case nothing, text, object, array }
        let index: Int
        let then: Then

        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            #expect(throws: EncodingError.self) { try FailedMembersTests.failing[index](&single) }
            switch then {
            case .nothing: break
            case .text: try single.encode("then")
            case .object:
                var container = encoder.container(keyedBy: AnyKey.self)
                for name in ["n1", "a", "n1"] { try container.encode(2, forKey: AnyKey(name)) }
            case .array:
                var container = encoder.unkeyedContainer()
                try container.encode(2)
            }
        }
    }

    @Test("a failed single value is discarded", arguments: failing.indices) func single(_ index: Int) throws {
        let rows: [(then: Attempt.Then, expected: String)] = [
            (.nothing, "{}"), (.text, #""then""#), (.object, #"{"n1":2,"a":2}"#), (.array, "[2]"),
        ]
        for row in rows {
            for formatting in [JSONEncoder.OutputFormatting(), .prettyPrinted, .sortedKeys] {
                for policy in [EncodingPolicy {}, EncodingPolicy { NumbersAsStrings() }] {
                    let encoder = PolicyJSONEncoder(policy: policy)
                    encoder.outputFormatting = formatting
                    let attempt = Attempt(index: index, then: row.then)
                    let text = String(decoding: try encoder.encode([[attempt], [attempt, attempt]]), as: UTF8.self)
                    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSArray
                    let single = policy.rules.isEmpty ? row.expected : row.expected.replacing("2", with: #""2""#)
                    let expected = "[[\(single)],[\(single),\(single)]]"
                    #expect(document == (try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSArray))
                    // Names are written once.
                    #expect(text.filter { !$0.isWhitespace }.utf8.count == expected.utf8.count, "\(text)")
                }
            }
        }
    }

    /// A rule is asked about what follows a value for which its answer failed.
    @Test func rules() throws {
        struct First: Encodable {}
        struct Second: Encodable {}
        struct Either: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                do { try container.encode(First()) } catch { try container.encode(Second()) }
            }
        }
        struct Answers: EncodingRule {
            let encodingSituations: EncodingSituation = .value
            func represent(_ context: EncodingRuleContext) -> Representation {
                if context.value is First { return .encode { try [Double.nan].encode(to: $0) } }
                return context.value is Second ? .json(.string("second")) : .decline
            }
        }
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { Answers() })
        #expect(String(decoding: try encoder.encode([Either()]), as: UTF8.self) == #"["second"]"#)
    }

    /// What is not JSON is an error, also among the members that a model keeps.
    @Test(arguments: ["{", "0x7", "0x00000000", "", "1 2", "\"a"]) func uncheckedMembers(_ text: String) throws {
        struct Model: Codable {
            var date = Date(timeIntervalSinceReferenceDate: 0.1)
            var extra = ExtraMembers()
        }
        var model = Model()
        model.extra["a"] = .number("1")
        model.extra["x"] = .unchecked(text)
        for encoder in [PolicyJSONEncoder(), PolicyJSONEncoder(policy: EncodingPolicy { UnknownKeys(.keep) })] {
            let error = #expect(throws: EncodingError.self) { _ = try encoder.encode(model) }
            guard case .invalidValue(_, let context)? = error else { continue }
            #expect(context.debugDescription == "The value is not JSON.")
        }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { UnknownKeys(.keep) })
        #expect(throws: (any Error).self) { try decoder.applyMergePatch(Data("{}".utf8), to: &model) }
        model.extra["x"] = .unchecked("[1]")
        #expect(throws: Never.self) { try decoder.applyMergePatch(Data(#"{"y":2}"#.utf8), to: &model) }
        #expect(model.date == Date(timeIntervalSinceReferenceDate: 0.1))
        #expect(model.extra.description == #"{"a":1,"x":[1],"y":2}"#)
    }

    /// A rule may keep what it is asked about.
    @Test func keptContexts() throws {
        // Used on one thread.
        final class Kept: EncodingRule, @unchecked Sendable {
            let encodingSituations: EncodingSituation = [.key, .value, .nilValue]
            var contexts: [EncodingRuleContext] = []
            func represent(_ context: EncodingRuleContext) -> Representation {
                contexts.append(context)
                return .decline
            }
        }
        let rule = Kept()
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { rule })
        struct Point: Encodable { let x: Int, y: [String: Int]? }
        #expect(try encoder.encode(Point(x: 1, y: nil)).count > 0)
        #expect(rule.contexts.contains { $0.key == "x" })
        // Their paths are those of values that have ended.
        #expect(rule.contexts.allSatisfy { $0.codingPath.count <= 1 })
    }

    /// A date in a value that is continued.
    @Test func exactValuesOfParts() throws {
        struct Parts: Codable, Equatable {
            var date = Date(timeIntervalSinceReferenceDate: 0.1)
            var number = 1

            enum CodingKeys: CodingKey { case part }
            enum Keys: CodingKey { case date, number }
            struct Inner: Codable { let date: Date }

            init() {}

            init(from decoder: any Decoder) throws {
                let part = try decoder.container(keyedBy: CodingKeys.self).nestedContainer(
                    keyedBy: Keys.self, forKey: .part)
                date = try part.decode(Date.self, forKey: .date)
                number = try part.decode(Int.self, forKey: .number)
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(Inner(date: date), forKey: .part)
                var part = container.nestedContainer(keyedBy: Keys.self, forKey: .part)
                try part.encode(number, forKey: .number)
            }
        }
        var value = Parts()
        try PolicyJSONDecoder().applyMergePatch(Data(#"{"part":{"number":2}}"#.utf8), to: &value)
        #expect(value.number == 2 && value.date == Parts().date)
    }
}
