import Foundation
import PolicyJSON
import Testing

/// Rules and `userInfo` for one call.
@Suite struct OverridingTests {
    static let key = CodingUserInfoKey(rawValue: "tenant")!
    static let other = CodingUserInfoKey(rawValue: "other")!

    struct Tenant: Decodable {
        let names: [String]
        init(from decoder: any Decoder) throws {
            names = [OverridingTests.key, OverridingTests.other].map { "\(decoder.userInfo[$0] ?? "-")" }
        }
    }

    @Test func rulesOfTheCallComeFirst() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                At("value") { ClosureRule("Path") { _ in .use(1) } }
                ClosureRule("Everywhere") { _ in .use(2) }
            })
        let json = Data(#"{"value":"x"}"#.utf8)
        let call = DecodingPolicy { ClosureRule("Call") { _ in .use(3) } }
        #expect(try decoder.decode(Box<Int>.self, from: json).value == 1)
        #expect(try decoder.decode(Box<Int>.self, from: json, policy: call).value == 3)
        #expect(
            try decoder.overriding(policy: call).decodeReporting(Box<Int>.self, from: json).report.entries[0].rule
                == "Call")
        // Later changes to the decoder do not affect the overriding one, and vice versa.
        let overriding = decoder.overriding(policy: call)
        decoder.policy = .strict
        #expect(try overriding.decode(Box<Int>.self, from: json).value == 3)
        #expect(throws: DecodingError.self) { try decoder.decode(Box<Int>.self, from: json) }
        // Rules of the later `overriding` come first; setting the policy replaces only that of the decoder.
        let twice = overriding.overriding(policy: DecodingPolicy { ClosureRule("Later") { _ in .use(4) } })
        twice.policy = .lenient
        #expect(try twice.decode(Box<Int>.self, from: json).value == 4)
    }

    @Test func aCallCanTurnRulesOff() {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        #expect(decoder.outcome(of: [Int].self, from: #"["1","x"]"#).text == "[1]")
        let strict = decoder.overriding(policy: DecodingPolicy { Without(LossyCollections.self) })
        #expect(
            strict.outcome(of: [Int].self, from: #"["1","x"]"#).text
                == "typeMismatch(Int) at [1]: Expected to decode Int but found a string instead.")
    }

    @Test func userInfo() throws {
        let decoder = PolicyJSONDecoder()
        decoder.userInfo = [Self.key: "a", Self.other: "b"]
        let json = Data("{}".utf8)
        #expect(try decoder.decode(Tenant.self, from: json, userInfo: [Self.key: "c"]).names == ["c", "b"])
        #expect(try decoder.decode(Tenant.self, from: json).names == ["a", "b"])
        #expect(try PolicyJSONDecoder().decode(Tenant.self, from: json, userInfo: [Self.other: 1]).names == ["-", "1"])
    }
}
