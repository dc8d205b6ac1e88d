import Foundation
import PolicyJSON
import PolicyJSONData
import Synchronization
import Testing

/// What is counted of samples that are decoded more than once, or not examined.
@Suite struct LearningCountsTests {
    private struct Row: Codable {
        let a: Int
    }

    private static func learn<Sample: Decodable>(
        _ type: Sample.Type, _ samples: [String], _ change: (inout PolicyLearningOptions) -> Void = { _ in }
    ) -> LearnedPolicy {
        var options = PolicyLearningOptions()
        options.heldBack = 0
        change(&options)
        return DecodingPolicy.learned(for: type, from: samples, options: options)
    }

    private static func counts(_ learned: LearnedPolicy) -> [Int?] {
        [
            learned.learning.samples, learned.learning.failing, learned.learning.unrepaired,
            learned.changedCleanSamples,
        ]
    }

    /// A member under another name, which the model needs of some samples, is a wrong value in others.
    private struct Named: Decodable {
        let name: String?

        private enum CodingKeys: CodingKey { case kind, userName }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let isNameNeeded = try container.decode(String.self, forKey: .kind) == "a"
            name =
                isNameNeeded
                ? try container.decode(String.self, forKey: .userName)
                : try container.decodeIfPresent(String.self, forKey: .userName)
        }
    }

    @Test func `clean samples that the policy rejects`() {
        let samples = ["x", "y"].map { #"{"kind":"a","user_name":"\#($0)"}"# }
        let clean = ["5", "6", #""z""#].map { #"{"kind":"b","user_name":\#($0)}"# }
        let learned = Self.learn(Named.self, samples + clean)
        #expect(learned.rules.map { "\($0.scope): \($0.rule) \($0.count)" } == ["userName: KeyMatching(.snakeCase) 2"])
        // Two fail, one gets a name.
        #expect(Self.counts(learned) == [5, 2, 2, 3])
    }

    /// Of a long sample only the start is kept.
    @Test(arguments: [(#""3""#, 0, false), (#""x""#, 1, true)])
    func `samples that are not kept`(_ value: String, _ unrepaired: Int, _ isPartial: Bool) {
        let long = #"{"a":\#(value),"s":"\#(String(repeating: "x", count: 4 << 20))"}"#
        for allowed in [0, 0.5] {
            let samples = [long, #"{"a":1}"#, #"{"a":"4"}"#, #"{"a":"5"}"#]
            let learned = Self.learn(Row.self, samples) { $0.allowedFailures = allowed }
            if allowed == 0 {
                #expect(learned.rules.map { "\($0.scope): \($0.rule) \($0.count)" } == ["a: NumbersFromStrings() 2"])
            }
            #expect(learned.unrepaired.map(\.scope).filter { $0 != "a" } == [])
            #expect(learned.isPartial == isPartial)
            if allowed == 0 { #expect(Self.counts(learned) == [4, 3, unrepaired, 0]) }
        }
    }

    @Test(arguments: [(200, false), (300, true)])
    func `samples of one kind that no rule repairs`(_ count: Int, _ isPartial: Bool) {
        let learned = Self.learn(Row.self, Array(repeating: #"{"a":[]}"#, count: count))
        #expect(learned.isPartial == isPartial)
        #expect(learned.unrepaired.map(\.count) == [count])
        #expect(Self.counts(learned) == [count, count, count, 0])
    }

    @Test func `reports are those of the caller's own calls`() {
        let reports = Atomic<Int>(0)
        let decoder = PolicyJSONDecoder()
        decoder.onReport = { _ in reports.add(1, ordering: .relaxed) }
        let learned = DecodingPolicy.learned(for: Row.self, from: [#"{"a":"1"}"#, #"{"a":"2"}"#], decoder: decoder)
        #expect(learned.changedCleanSamples == 0)
        #expect(reports.load(ordering: .relaxed) == 0)
    }
}
