import Foundation
import PolicyJSON
import Testing

/// A metatype that is known only at run time: the decoded value is of that type, as in Foundation.
@Suite struct DynamicTypesTests {
    class Base: Decodable, CustomStringConvertible {
        let n: Int
        enum CodingKeys: String, CodingKey { case n }
        required init(from decoder: any Decoder) throws {
            n = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .n)
        }
        var description: String { "Base \(n)" }
    }
    final class Sub: Base {
        override var description: String { "Sub \(n)" }
    }
    static let sub: Base.Type = Sub.self

    /// Requests a value of the type from one of the containers.
    struct Requesting<Position: RequestingPosition>: Decodable, CustomStringConvertible {
        let value: Base?
        init(from decoder: any Decoder) throws { value = try Position.request(decoder) }
        var description: String { value.map { "\($0)" } ?? "nil" }
    }
    protocol RequestingPosition: SendableMetatype { static func request(_ decoder: any Decoder) throws -> Base? }
    enum K: String, CodingKey { case a }
    enum Keyed: RequestingPosition {
        static func request(_ decoder: any Decoder) throws -> Base? {
            try decoder.container(keyedBy: K.self).decode(sub, forKey: .a)
        }
    }
    enum KeyedIfPresent: RequestingPosition {
        static func request(_ decoder: any Decoder) throws -> Base? {
            try decoder.container(keyedBy: K.self).decodeIfPresent(sub, forKey: .a)
        }
    }
    enum Unkeyed: RequestingPosition {
        static func request(_ decoder: any Decoder) throws -> Base? {
            var container = try decoder.unkeyedContainer()
            return try container.decode(sub)
        }
    }
    enum UnkeyedIfPresent: RequestingPosition {
        static func request(_ decoder: any Decoder) throws -> Base? {
            var container = try decoder.unkeyedContainer()
            return try container.decodeIfPresent(sub)
        }
    }
    enum Single: RequestingPosition {
        static func request(_ decoder: any Decoder) throws -> Base? { try decoder.singleValueContainer().decode(sub) }
    }

    static let policies: [DecodingPolicy] = [
        .strict, .lenient,
        DecodingPolicy {
            UnknownKeys()
            Envelope("x", isRequired: false)
            NumbersFromStrings()
        },
    ]

    static let rows = [
        // The standard library's keyed container requests the static type from its decoder.
        Row(Requesting<Keyed>.self, #"{"a":{"n":1}}"#, "Base 1"),
        Row(Requesting<KeyedIfPresent>.self, #"{"a":{"n":1}}"#, "Base 1"),
        Row(Requesting<Unkeyed>.self, #"[{"n":1}]"#, "Sub 1"),
        Row(Requesting<UnkeyedIfPresent>.self, #"[{"n":1}]"#, "Sub 1"),
        Row(Requesting<Single>.self, #"{"n":1}"#, "Sub 1"),
    ]

    @Test(arguments: rows) func containers(row: Row) {
        let (type, json) = (row.type, row.json)
        #expect(JSONDecoder().outcome(of: type, from: json) == row.outcome)
        for policy in Self.policies {
            #expect(PolicyJSONDecoder(policy: policy).outcome(of: type, from: json).text == row.outcome)
        }
        // A value that has to be repaired.
        let repaired = json.replacing("1", with: #""1""#)
        for policy in Self.policies.dropFirst() {
            #expect(PolicyJSONDecoder(policy: policy).outcome(of: type, from: repaired).text == row.outcome)
        }
    }

    @Test(arguments: [#"{"n":1}"#, #"{"n":"1"}"#]) func topLevel(json: String) throws {
        for policy in Self.policies.dropFirst(json.contains(#""1""#) ? 1 : 0) {
            let decoder = PolicyJSONDecoder(policy: policy)
            #expect(try "\(decoder.decode(Self.sub, from: json))" == "Sub 1")
            #expect(try "\(decoder.decodeReporting(Self.sub, from: json).value)" == "Sub 1")
            #expect(try "\(decoder.decodeCollectingErrors(Self.sub, from: json))" == "Sub 1")
        }
    }

    @Test(arguments: [#"{"n":1}"#, #"{"n":"1"}"#]) func streams(json: String) throws {
        for policy in Self.policies.dropFirst(json.contains(#""1""#) ? 1 : 0) {
            let decoder = PolicyJSONDecoder(policy: policy)
            func source(_ text: String) -> InputStream { InputStream(data: Data(text.utf8)) }
            let element = try decoder.elements(of: Self.sub, from: source("[\(json)]")).next()
            #expect(element.map { "\($0)" } == "Sub 1")
            let line = try decoder.elements(of: Self.sub, in: .lines, from: source(json)).results().next()
            #expect(try line.map { try "\($0.get())" } == "Sub 1")
            let member = try decoder.members(of: Self.sub, from: source("{\"a\":\(json)}")).next()
            #expect(member.map { "\($0.value)" } == "Sub 1")
        }
    }

    class Configured: DecodableWithConfiguration, CustomStringConvertible {
        required init(from decoder: any Decoder, configuration: Int) throws {}
        var description: String { "Configured" }
    }
    final class ConfiguredSub: Configured {
        override var description: String { "ConfiguredSub" }
    }

    @Test func configurations() throws {
        let type: Configured.Type = ConfiguredSub.self
        for policy in Self.policies.prefix(2) {
            let value = try PolicyJSONDecoder(policy: policy).decode(type, from: Data("{}".utf8), configuration: 1)
            #expect("\(value)" == "ConfiguredSub")
        }
    }
}
