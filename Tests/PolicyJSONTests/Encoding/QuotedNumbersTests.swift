import Foundation
import PolicyJSON
import TestSupport
import Testing

/// If no other rule answers about numbers before it, the encoder quotes them without consulting `NumbersAsStrings`. In a scope it is
/// consulted: the text is the same.
@Suite struct QuotedNumbersTests {
    private enum Rank: Int, Encodable {
        case low = -1
        case high = 9
    }

    private struct Sample: Encodable {
        var int: Int, int8: Int8, int16: Int16, int32: Int32, int64: Int64, wide = Int128.max
        var uint: UInt, uint8: UInt8, uint16: UInt16, uint32: UInt32, uint64: UInt64, unsigned = UInt128.max
        var double: Double, float: Float, half: Double?, none: Int?, decimal: Decimal
        var doubles: [Double], floats: [Float], ints: [Int], integers: [UInt64], optionals: [Float?]
        var named: [String: Double], numbered: [Int: Int32], matrix: [[Double]], pairs: [Double: Float]
        var rank = Rank.high, ranks = [Rank.low: "1"], date = Date(timeIntervalSince1970: 1.5), text = "1", isNew = true
        var range = -1.5...2, id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")

        init(_ bits: UInt64) {
            (int, int8, int16) = (
                Int(truncatingIfNeeded: bits), Int8(truncatingIfNeeded: bits), Int16(truncatingIfNeeded: bits)
            )
            (int32, int64, uint) = (Int32(truncatingIfNeeded: bits), Int64(bitPattern: bits), UInt(bits))
            (uint8, uint16) = (UInt8(truncatingIfNeeded: bits), UInt16(truncatingIfNeeded: bits))
            (uint32, uint64, decimal) = (UInt32(truncatingIfNeeded: bits), bits, Decimal(bits))
            let number = Double(bitPattern: bits)
            let real = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
            double = number.isFinite ? number : -0.0
            float = real.isFinite ? real : -0.0
            half = Double(int32) / 2
            doubles = [double, Double(int16), 1e16, .leastNonzeroMagnitude, -0.0]
            (floats, ints, integers, optionals) = ([float, 0.1, 1e10], [int, .min], [bits, .max], [float, nil])
            (named, numbered, matrix, pairs) = (["a": double], [int: int32], [[double], [], [1, 2]], [double: float])
        }
    }

    private static let settings: [@Sendable (PolicyJSONEncoder) -> Void] = [
        { _ in }, { $0.outputFormatting = [.prettyPrinted, .sortedKeys] },
        { $0.dateEncodingStrategy = .millisecondsSince1970 }, { $0.keyEncodingStrategy = .convertToSnakeCase },
        { $0.keyEncodingStrategy = .custom { $0.last ?? AnyKey("") } },
    ]

    private static func encoder(_ settings: Int, _ policy: EncodingPolicy) -> PolicyJSONEncoder {
        let encoder = PolicyJSONEncoder(policy: policy)
        // The order of dictionaries differs from value to value.
        encoder.outputFormatting = .sortedKeys
        Self.settings[settings](encoder)
        return encoder
    }

    @Test(arguments: settings.indices)
    func textIsThatOfTheRule(_ settings: Int) throws {
        let quoting = Self.encoder(settings, EncodingPolicy([NumbersAsStrings(), EnumsAsNames()]))
        let consulting = Self.encoder(settings, EncodingPolicy([At("**") { NumbersAsStrings() }, EnumsAsNames()]))
        var generator = SplitMix64(seed: 7)
        for bits in [0, 1, .max, 1 << 63] + (0..<200).map({ _ in generator.next() }) {
            let sample = Sample(bits)
            let (quoted, consulted) = (try quoting.encode(sample), try consulting.encode(sample))
            #expect(String(decoding: quoted, as: UTF8.self) == String(decoding: consulted, as: UTF8.self))
        }
    }

    private struct Unusual: Encodable {
        var double = Double.infinity, float = -Float.infinity, list = [Double.nan, 1], named = ["a": Float.nan]
    }

    @Test func numbersThatAreNotFiniteAreLeftToTheEncoder() throws {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { NumbersAsStrings() })
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        let text = String(decoding: try encoder.encode(Unusual()), as: UTF8.self)
        #expect(text == #"{"double":"+","float":"-","list":["?","1"],"named":{"a":"?"}}"#)
    }

    @Test func numbersOfDatesAreNotQuoted() throws {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { NumbersAsStrings() })
        for policy in [encoder.policy, EncodingPolicy([At("**") { NumbersAsStrings() }])] {
            encoder.policy = policy
            encoder.dateEncodingStrategy = .custom { date, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(date.timeIntervalSince1970)
            }
            let text = String(decoding: try encoder.encode([Date(timeIntervalSince1970: 2)]), as: UTF8.self)
            #expect(text == "[2]")
        }
    }

    /// Numbers of other rules.
    private static let others: [(policy: EncodingPolicy, text: String)] = [
        (EncodingPolicy([Doubling(), NumbersAsStrings()]), #"[{"a":2.5,"b":"1"},4.0]"#),
        (EncodingPolicy([NumbersAsStrings(), Doubling()]), #"[{"a":"1.25","b":"1"},"2"]"#),
        (
            EncodingPolicy([NumbersAsStrings(), For(Pair.self) { Without(NumbersAsStrings.self) }]),
            #"[{"a":1.25,"b":1},"2"]"#
        ),
        (EncodingPolicy([For(Double.self) { NumbersAsStrings() }]), #"[{"a":"1.25","b":1},"2"]"#),
    ]

    private struct Doubling: EncodingRule {
        let encodingSituations: EncodingSituation = .value

        func represent(_ context: EncodingRuleContext) -> Representation {
            (context.value as? Double).map { .json(.number("\($0 * 2)")) } ?? .decline
        }
    }

    private struct Pair: Encodable { var a = 1.25, b = 1 }

    @Test(arguments: others)
    func otherRulesComeInOrder(policy: EncodingPolicy, text: String) throws {
        let encoded = try PolicyJSONEncoder(policy: policy).encode(
            [Either(pair: Pair()), Either(number: 2)])
        #expect(String(decoding: encoded, as: UTF8.self) == text)
    }

    private struct Either: Encodable {
        var pair: Pair?, number: Double?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if let pair { try container.encode(pair) } else { try container.encode(number ?? 0) }
        }
    }
}
