import Foundation
import PolicyJSON
import Testing

/// The table of Docs/TolerantEnums.md, both directions.
@Suite struct TolerantEnumsTests {
    enum PaymentType: Int, Codable, CaseIterable {
        case cash = 1
        case card = 2
    }
    struct Bill: Codable {
        var payment: PaymentType?
        var subtotal: Int
    }

    enum PreservingType: RawValuePreserving {
        case cash, card
        case unknown(Int)
        static let rawValues: KeyValuePairs<Int, PreservingType> = [1: .cash, 2: .card]
    }

    struct PreservingBill: Codable {
        var payment: PreservingType?
        var subtotal: Int
    }
    struct Distinguishing: Codable { var payment: Presence<PaymentType>, subtotal: Int }

    private static func roundTrip<T: Codable>(
        _ type: T.Type, _ text: String, _ decoding: DecodingPolicy = .strict, _ encoding: EncodingPolicy = .default
    ) throws -> String {
        let value = try PolicyJSONDecoder(policy: decoding).decode(type, from: text)
        return String(decoding: try PolicyJSONEncoder(policy: encoding).encode(value), as: UTF8.self)
    }

    @Test func rows() throws {
        let null = EncodingPolicy { NilValues(.null) }
        let unknown = #"{"payment":7,"subtotal":1}"#
        let withNull = #"{"payment":null,"subtotal":1}"#
        let without = #"{"subtotal":1}"#
        let card = #"{"payment":2,"subtotal":1}"#
        let text = #"{"payment":"2","subtotal":1}"#
        #expect(try Self.roundTrip(Bill.self, unknown, DecodingPolicy { UnknownCases(.useNil) }) == without)
        #expect(try Self.roundTrip(Bill.self, unknown, DecodingPolicy { UnknownCases(.caseNamed("card")) }) == card)
        #expect(try Self.roundTrip(Bill.self, withNull) == without)
        #expect(try Self.roundTrip(Bill.self, withNull, .strict, null) == withNull)
        #expect(try Self.roundTrip(Bill.self, without) == without)
        for presence in [withNull, without, card] {
            #expect(try Self.roundTrip(Distinguishing.self, presence) == presence)
        }
        #expect(try Self.roundTrip(Bill.self, text, DecodingPolicy { NumbersFromStrings() }) == card)
        let strings = EncodingPolicy { At("payment") { NumbersAsStrings() } }
        #expect(try Self.roundTrip(Bill.self, text, DecodingPolicy { NumbersFromStrings() }, strings) == text)
        #expect(try Self.roundTrip([PaymentType].self, "[1,7,2]", DecodingPolicy { LossyCollections() }) == "[1,2]")
        #expect(try Self.roundTrip(PreservingBill.self, unknown) == unknown)
    }
}
