import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Where the members of a model are written to the object of another one, rules for the model apply in both directions.
@Suite struct ScopesOfMembersTests {
    struct Payment: Codable, Equatable, Sendable {
        var someAmount: Int
        var extra = ExtraMembers()
    }

    enum Event: Codable, Equatable, Sendable {
        case payment(Payment)
        case other(someName: Int)
    }

    struct Head: Codable, Equatable { var firstPart: Int }
    struct Body: Codable, Equatable { var secondPart: Int }

    private static func check<T: Codable & Equatable>(
        _ value: T, _ expected: String, _ encoding: [any EncodingRule], _ decoding: [any DecodingRule]
    ) throws {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy(encoding))
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        #expect(text == expected)
        #expect(try PolicyJSONDecoder(policy: DecodingPolicy(decoding)).decode(T.self, from: text) == value)
    }

    @Test func variants() throws {
        let kinds = Variants(of: Event.self, .internally(by: "type"))
        let keys = KeyMatching(.snakeCase)
        let unknown = UnknownKeys(.keep)
        var payment = Payment(someAmount: 1)
        payment.extra = try PolicyJSONDecoder(policy: DecodingPolicy { unknown }).decode(
            Payment.self, from: #"{"someAmount":1,"q":5}"#
        ).extra
        #expect(!payment.extra.isEmpty)
        try Self.check(
            Event.payment(payment), #"{"q":5,"some_amount":1,"type":"payment"}"#,
            [kinds, For(Payment.self) { EncodingPolicy([keys, unknown]) }],
            [kinds, For(Payment.self) { DecodingPolicy([keys, unknown]) }])
        // Those for the enumeration do not apply to the model in it.
        try Self.check(
            Event.payment(payment), #"{"q":5,"someAmount":1,"type":"payment"}"#,
            [kinds, For(Event.self) { EncodingPolicy([keys]) }, unknown],
            [kinds, For(Event.self) { DecodingPolicy([keys]) }, unknown])
        try Self.check(
            Event.other(someName: 2), #"{"some_name":2,"type":"other"}"#, [kinds, keys], [kinds, keys])
    }

    class Vehicle: Codable {
        var baseName = "a"

        init() {}
    }

    final class Car: Vehicle {
        var wheelCount = 4

        private enum CodingKeys: CodingKey { case wheelCount }

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder)
            wheelCount = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .wheelCount)
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(wheelCount, forKey: .wheelCount)
        }
    }

    @Test(
        arguments: [
            (.internally(by: "type"), #"{"base_name":"a","type":"car","wheel_count":4}"#),
            (.adjacently(by: "t", in: "c"), #"{"c":{"base_name":"a","wheel_count":4},"t":"car"}"#),
            (.externally, #"{"car":{"base_name":"a","wheel_count":4}}"#),
        ] as [(Variants.Tagging, String)])
    func classes(_ tagging: Variants.Tagging, _ expected: String) throws {
        let kinds = Variants(of: Vehicle.self, tagging, types: ["car": Car.self])
        let keys = KeyMatching(.snakeCase)
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy([kinds, For(Car.self) { EncodingPolicy([keys]) }]))
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(Car() as Vehicle), as: UTF8.self)
        #expect(text == expected)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy([kinds, For(Car.self) { DecodingPolicy([keys]) }]))
        #expect(try (decoder.decode(Vehicle.self, from: text) as? Car)?.wheelCount == 4)
    }

    @Test func flattened() throws {
        let keys = KeyMatching(.snakeCase)
        let value = Flattened(shared: Head(firstPart: 1), body: Body(secondPart: 2))
        try Self.check(
            value, #"{"first_part":1,"secondPart":2}"#, [For(Head.self) { EncodingPolicy([keys]) }],
            [For(Head.self) { DecodingPolicy([keys]) }])
        try Self.check(
            value, #"{"firstPart":1,"second_part":2}"#, [For(Body.self) { EncodingPolicy([keys]) }],
            [For(Body.self) { DecodingPolicy([keys]) }])
        try Self.check(
            [Flattened(shared: Optional(Head(firstPart: 1)), body: Optional(Body(secondPart: 3)))],
            #"[{"first_part":1,"second_part":3}]"#,
            [For(Head.self) { EncodingPolicy([keys]) }, For(Body.self) { EncodingPolicy([keys]) }],
            [For(Head.self) { DecodingPolicy([keys]) }, For(Body.self) { DecodingPolicy([keys]) }])
    }
}
