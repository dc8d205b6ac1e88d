import Foundation
import PolicyJSON
import Testing

/// A policy, rules or `userInfo` for one call.
@Suite struct OverridingTests {
    static let key = CodingUserInfoKey(rawValue: "tenant")!
    static let other = CodingUserInfoKey(rawValue: "other")!

    struct Tenant: Decodable {
        let names: [String]
        init(from decoder: any Decoder) throws {
            names = [OverridingTests.key, OverridingTests.other].map { "\(decoder.userInfo[$0] ?? "-")" }
        }
    }

    @Test func aPolicyForACallReplacesTheDecoders() throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let json = Data(#"{"value":"1"}"#.utf8)
        let mismatch = "typeMismatch(Int) at value: Expected to decode Int but found a string instead."
        func error(_ decode: () throws -> Box<Int>) -> String? {
            do { return try "\(decode().value)" } catch { return text(of: error) }
        }
        #expect(try decoder.decode(Box<Int>.self, from: json).value == 1)
        #expect(error { try decoder.decode(Box<Int>.self, from: json, policy: .strict) } == mismatch)
        #expect(error { try decoder.overriding(policy: .strict).decode(Box<Int>.self, from: json) } == mismatch)
        #expect(error { try decoder.overriding(userInfo: [:]).decode(Box<Int>.self, from: json) } == "1")
        #expect(error { try decoder.decode(Box<Int>.self, from: json, userInfo: [:]) } == "1")
        let two = DecodingPolicy { ClosureRule("Two") { _ in .use(2) } }
        #expect(error { try decoder.decode(Box<Int>.self, from: json, policy: two) } == "2")
        // It also replaces rules that come before those of the decoder.
        let three = decoder.prepending(DecodingPolicy { ClosureRule("Three") { _ in .use(3) } })
        #expect(error { try three.decode(Box<Int>.self, from: json) } == "3")
        #expect(error { try three.decode(Box<Int>.self, from: json, policy: two) } == "2")
        #expect(error { try three.overriding(policy: .strict).decode(Box<Int>.self, from: json) } == mismatch)
        #expect(three.audit(Box<Int>.self, from: json, policy: two).report.entries.map(\.rule) == ["Two"])
        #expect(error { try three.audit(Box<Int>.self, from: json).value } == mismatch)
    }

    @Test func prependedRulesComeFirst() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                At("value") { ClosureRule("Path") { _ in .use(1) } }
                ClosureRule("Everywhere") { _ in .use(2) }
            })
        let json = Data(#"{"value":"x"}"#.utf8)
        let call = DecodingPolicy { ClosureRule("Call") { _ in .use(3) } }
        #expect(try decoder.decode(Box<Int>.self, from: json).value == 1)
        #expect(
            try decoder.prepending(call).decodeReporting(Box<Int>.self, from: json).report.entries[0].rule == "Call")
        // Later changes to the decoder do not affect the other one, and vice versa.
        let prepending = decoder.prepending(call)
        decoder.policy = .strict
        #expect(try prepending.decode(Box<Int>.self, from: json).value == 3)
        #expect(throws: DecodingError.self) { try decoder.decode(Box<Int>.self, from: json) }
        // Rules that are prepended later come first; setting the policy replaces only that of the decoder.
        let twice = prepending.prepending(DecodingPolicy { ClosureRule("Later") { _ in .use(4) } })
        twice.policy = .lenient
        #expect(try twice.decode(Box<Int>.self, from: json).value == 4)
    }

    @Test func prependedRulesCanTurnRulesOff() {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        #expect(decoder.outcome(of: [Int].self, from: #"["1","x"]"#).text == "[1]")
        let strict = decoder.prepending(DecodingPolicy { Without(LossyCollections.self) })
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
