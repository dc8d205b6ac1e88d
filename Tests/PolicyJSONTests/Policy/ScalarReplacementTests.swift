import Foundation
import Testing

@testable import PolicyJSON

/// Scalar replacements have the same outcome as the same value in a document.
@Suite struct ScalarReplacementTests {
    private static let types: [any (Decodable & SendableMetatype).Type] = [
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self,
        UInt32.self, UInt64.self, UInt128.self, Double.self, Float.self, CGFloat.self, Decimal.self, String.self,
        Bool.self, Date.self, Data.self, URL.self, UUID.self, Fruit.self, Level.self, [Int].self, Int?.self,
    ]

    private static let replacements: [RawJSON] =
        [
            "0", "-0", "1", "12", "-3", "127", "128", "255", "256", "1.0", "1.5", "1e2", "1e-2", "100e-2", "-0.25",
            "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
            "-9223372036854775808", "-9223372036854775809", "170141183460469231731687303715884105727",
            "-170141183460469231731687303715884105728", "340282366920938463463374607431768211455",
            "340282366920938463463374607431768211456", "1e400", "-1e400", "1e-400", "3.4028235e38", "3.5e38", "1e-50",
            "0.1", "12345678901234567890.123456789", "1e-128", String(repeating: "7", count: 400),
        ].map { .number($0) }
        + ["", "a", "1", "Infinity", "é\u{0}\"", "pear", "2024-05-01T00:00:00Z", "AQID"].map { .string($0) }
        + [.bool(true), .bool(false)]

    private static func decoder(_ replacement: RawJSON, isAttempt: Bool) -> PolicyJSONDecoder {
        // Answers only for the object: the replacement is decoded strictly.
        let policy = DecodingPolicy {
            ClosureRule("S") { context in
                guard context.sourceText == #"{"replaced":[]}"# else { return .decline }
                return isAttempt ? .replaceIfDecodable(with: replacement) : .replace(with: replacement)
            }
        }
        return PolicyJSONDecoder(policy: policy)
    }

    @Test(arguments: replacements)
    func asInADocument(replacement: RawJSON) {
        let document = RawJSON.document(replacement.text)
        for type in Self.types {
            for isAttempt in [false, true] {
                for configure in Self.settings {
                    let (short, long) = (
                        Self.decoder(replacement, isAttempt: isAttempt), Self.decoder(document, isAttempt: isAttempt)
                    )
                    configure(short)
                    configure(long)
                    let found = short.outcome(of: type, from: #"{"replaced":[]}"#)
                    let expected = long.outcome(of: type, from: #"{"replaced":[]}"#)
                    #expect(found.text == expected.text, "\(type)")
                    #expect(found.changes == expected.changes, "\(type)")
                }
            }
        }
    }

    private static let settings: [@Sendable (PolicyJSONDecoder) -> Void] = [
        { _ in },
        { $0.limits.numberBytes = 18 },
        { $0.limits.stringBytes = 3 },
        {
            $0.dateDecodingStrategy = .iso8601
            $0.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "Infinity", negativeInfinity: "-", nan: "a")
        },
    ]
}
