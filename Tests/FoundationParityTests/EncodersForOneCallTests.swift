import Foundation
import PolicyJSON
import Testing

/// Encoders that are made for one call use the memory of others with the same settings, and nothing else of theirs.
@Suite struct EncodersForOneCallTests {
    struct Item: Encodable {
        var someName = "a/b", count = 1.5
        var date = Date(timeIntervalSince1970: 60), data = Data([1, 2])
        var children: [Item]?
    }

    struct Failing: Encodable {
        enum CodingKeys: CodingKey { case name, other }
        struct Refused: Error {}

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("kept back", forKey: .name)
            var nested = container.nestedUnkeyedContainer(forKey: .other)
            try nested.encode(1)
            throw Refused()
        }
    }

    /// Settings: those that are compared with others, and those that are not. Without `.sortedKeys`, members are in another order in
    /// Foundation.
    static let settings: [EncodingSettings] = {
        let all =
            EncodingSettings.formats + EncodingSettings.keys + EncodingSettings.dates + EncodingSettings.data
            + EncodingSettings.floats + [
                EncodingSettings(
                    name: "several", formatting: .withoutEscapingSlashes, dates: .iso8601, keys: .convertToSnakeCase)
            ]
        return all.filter { !$0.name.hasSuffix("error") }.map { settings in
            var settings = settings
            settings.formatting.insert(.sortedKeys)
            return settings
        }
    }()

    private static func text(_ settings: EncodingSettings, _ value: some Encodable) throws -> (
        own: String, foundation: String
    ) {
        try (
            String(decoding: settings.policyJSON.encode(value), as: UTF8.self),
            String(decoding: settings.foundation.encode(value), as: UTF8.self)
        )
    }

    @Test func eachHasItsSettings() throws {
        let value = Item(children: [Item(), Item(someName: "é", children: [])])
        for first in Self.settings {
            for second in Self.settings {
                for settings in [first, second, first] {
                    let texts = try Self.text(settings, value)
                    #expect(texts.own == texts.foundation, "\(first), \(second)")
                }
            }
        }
    }

    @Test func errorsLeaveNothing() throws {
        for settings in Self.settings {
            #expect(throws: Failing.Refused.self) { try settings.policyJSON.encode([Failing()]) }
            let texts = try Self.text(settings, [Item()])
            #expect(texts.own == texts.foundation, "\(settings)")
        }
    }

    @Test func onManyThreads() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        let texts = try Self.text(
                            Self.settings[(task + round) % Self.settings.count], Item(someName: "\(task) \(round)"))
                        if texts.own != texts.foundation { return false }
                    }
                    return true
                }
            }
            for try await isEqual in group { #expect(isEqual) }
        }
    }
}
