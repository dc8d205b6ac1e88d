import Foundation
import PolicyJSON
import PolicyJSONData
import Synchronization
import Testing

@Suite struct LearningFromLargeSamplesTests {
    /// A model of which many members fail.
    private struct Wide: Decodable {
        static let count = Atomic<Int>(0)

        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            Self.count.add(1, ordering: .relaxed)
            let container = try decoder.container(keyedBy: Name.self)
            for number in 0..<60 { _ = try container.decode(Int.self, forKey: Name(stringValue: "k\(number)")) }
        }
    }

    /// A rule is tried for all members that fail at the same time, and rules of different members are left out together.
    @Test func manyFailingMembers() {
        let sample = "{\((0..<60).map { "\"k\($0)\":\"\($0)\"" }.joined(separator: ","))}"
        let learned = DecodingPolicy.learned(for: Wide.self, from: [sample])
        #expect(
            learned.rules.map { "\($0.scope) \($0.rule) \($0.count) \($0.needed)" }
                == (0..<60).map { "k\($0) NumbersFromStrings() 1 1" }.sorted())
        #expect(Wide.count.load(ordering: .relaxed) < 1_000)
    }

    /// Counts how often it is decoded.
    private struct Prices: Decodable {
        final class Attempts: Sendable { let count = Mutex(0) }
        static let attempts = CodingUserInfoKey(rawValue: "attempts")!

        let list: [String: Int], sets: [String: [Int]]?, nested: [Int: [String: Bool]]

        private enum CodingKeys: CodingKey { case list, sets, nested }

        init(from decoder: any Decoder) throws {
            (decoder.userInfo[Self.attempts] as? Attempts)?.count.withLock { $0 += 1 }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            list = try container.decode([String: Int].self, forKey: .list)
            sets = try container.decodeIfPresent([String: [Int]].self, forKey: .sets)
            nested = try container.decode([Int: [String: Bool]].self, forKey: .nested)
        }
    }

    /// The keys of dictionaries are data: one rule is learned for all of them, in as many attempts for many as for few.
    @Test func `keys of dictionaries`() {
        func learn(_ count: Int) -> Int {
            let members = { (value: String) in
                "{\((0..<count).map { "\"\($0)\":\(value)" }.joined(separator: ","))}"
            }
            let sample =
                #"{"list":\#(members(#""1""#)),"sets":\#(members(#"["1","x"]"#)),"nested":\#(members(#"{"a b":1}"#))}"#
            let decoder = PolicyJSONDecoder()
            let attempts = Prices.Attempts()
            decoder.userInfo = [Prices.attempts: attempts]
            var options = PolicyLearningOptions()
            options.heldBack = 0
            let learned = DecodingPolicy.learned(for: Prices.self, from: [sample], decoder: decoder, options: options)
            #expect(
                learned.rules.map { "\($0.scope): \($0.rule), \($0.count)" } == [
                    "list.*: NumbersFromStrings(), \(count)", "nested.*.*: BooleansFromScalars(.zeroAndOne), \(count)",
                    "sets.*[*]: NumbersFromStrings(), \(count)",
                ])
            #expect(learned.unrepaired.map { "\($0.scope): \($0.count)" } == ["sets.*[*]: \(count)"])
            return attempts.count.withLock { $0 }
        }
        let attempts = learn(3)
        #expect(learn(40) == attempts)
    }

    /// Problems at members that the model has under other names, far inside large containers: they are found by their locations.
    @Test func lateProblemsUnderOtherNames() {
        struct Sample: Codable {
            struct Element: Codable { let itemCount: Int }
            let theList: [Element]
        }
        let elements = (0..<500).map {
            "{\"x\":[0],\n\"item_count\":\($0 < 400 ? "1" : $0 < 450 ? "\"\($0)\"" : "{}")}"
        }
        let others = (0..<100).map { "\"k\($0)\":[]" }.joined(separator: ",")
        let decoder = PolicyJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        var options = PolicyLearningOptions()
        options.heldBack = 0
        let sample = "{\(others),\"the_list\":[\(elements.joined(separator: ","))]}"
        let learned = DecodingPolicy.learned(for: Sample.self, from: [sample], decoder: decoder, options: options)
        #expect(
            learned.rules.map { "\($0.scope) \($0.rule) \($0.count) \($0.example?.found ?? "")" }
                == ["theList[*].itemCount NumbersFromStrings() 50 \"400\""])
        #expect(
            learned.unrepaired.map { "\($0.scope) \($0.count) \($0.example.found)" } == ["theList[*].itemCount 50 {}"])
    }

    /// Problems far inside large containers, at repeated names, and in JSON inside strings.
    @Test func lateProblems() throws {
        let numbers = (0..<200).map { "\"k\($0)\":\($0 == 150 ? "\"7\"" : "0")" }.joined(separator: ",")
        let sample =
            "{\"a\":[\(String(repeating: "{},", count: 300)){\(numbers),\"k150\":1},\"x\"],\"b\":\"[\\\"1\\\"]\"}"
        struct Sample: Codable {
            struct Element: Codable {
                init(from decoder: any Decoder) throws {
                    _ = try decoder.singleValueContainer().decode([String: Int].self)
                }
            }
            let a: [Element]
        }
        var options = PolicyLearningOptions()
        options.heldBack = 0
        let learned = DecodingPolicy.learned(for: Sample.self, from: [sample], options: options)
        #expect(learned.rules.map { "\($0.scope) \($0.rule)" } == ["a[*].* NumbersFromStrings()"])
        #expect(learned.unrepaired.map { "\($0.scope) \($0.example.found)" } == ["a[*] \"x\""])
    }

    /// Counts how often it is decoded.
    private struct Counted: Decodable {
        static let count = Atomic<Int>(0)
        let number: Int

        enum CodingKeys: CodingKey {
            case number
        }

        init(from decoder: any Decoder) throws {
            Self.count.add(1, ordering: .relaxed)
            number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
        }
    }

    /// Rules that are tried on a sample that they do not repair only list what is wrong: that takes five attempts, and a report
    /// two more.
    @Test func attempts() {
        let samples = (0..<10).map { #"{"number":"\#($0)"}"# }
        _ = DecodingPolicy.learned(for: Counted.self, from: samples)
        #expect(Counted.count.load(ordering: .relaxed) < 3_000)
    }
}
