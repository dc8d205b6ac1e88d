import Foundation
import TestSupport
import Testing

@Suite struct ISO8601Tests {
    private static let options = Options(name: "iso8601", dates: .iso8601)
    private static let subjects = [Subject(Date.self), Subject([Date].self), Subject(OptionalMember<Date>.self)]

    private static func literal(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    /// The decoders agree on more than 200 texts, both dates and others. The rest are listed differences.
    @Test func enoughTextsAreTheSame() throws {
        let trials = try Set(ISO8601Texts.all).map { Self.subjects[0].trial(try Self.literal($0), Self.options) }
        let same = trials.filter(\.agrees)
        #expect(same.count >= 400)
        #expect(same.count { $0.foundation.isValue } >= 200)
    }

    @Test(arguments: ISO8601Texts.all)
    func dates(_ text: String) throws {
        let literal = try Self.literal(text)
        let documents = [literal, "[\(literal)]", #"{"value":\#(literal)}"#]
        for (subject, document) in zip(Self.subjects, documents) {
            let trial = subject.trial(document, Self.options)
            let isKnown = trial.agrees || Difference.covering(trial) != nil
            #expect(isKnown, "\(trial)")
        }
    }

    /// Random combinations of parts of dates.
    @Test(arguments: UInt64(0)..<6)
    func generated(_ seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        func pick(_ parts: [String]) -> String { parts.randomElement(using: &generator) ?? "" }
        func field(_ bound: Int) -> String {
            let value = Int.random(in: 0...bound, using: &generator)
            return pick(["", "0", "", "", "00"]).prefix(value < 10 ? 2 : 1) + "\(value)"
        }
        var dates = 0
        for _ in 0..<400 {
            let date = pick(["2024", "1999", "0004", "12024", "1582", field(3000)]) + "-" + field(13) + "-" + field(32)
            let time = field(25) + ":" + field(61) + ":" + field(61)
            let offset =
                pick(["+", "-"]) + field(19)
                + pick(["", ":" + field(61), field(61), ":" + field(61) + ":" + field(61)])
            let zone = pick(["Z", "z", "GMT", "utc", offset, offset, "UTC" + offset, "Zx", ""])
            let text = date + "T" + time + pick(["", "", ".5", ".125", "." + field(999_999_999)]) + zone
            let trial = Self.subjects[0].trial(try Self.literal(text), Self.options)
            #expect(trial.agrees || Difference.covering(trial) != nil, "\(trial)")
            if trial.agrees, trial.foundation.isValue { dates += 1 }
        }
        #expect(dates > 100)
    }
}
