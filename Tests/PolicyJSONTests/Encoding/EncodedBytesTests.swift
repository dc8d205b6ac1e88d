import Foundation
import PolicyJSON
import Testing

@Suite struct EncodedBytesTests {
    private static func paragraphs(_ count: Int) -> [String] {
        (0..<count).map { "paragraph \($0) \"\(String(repeating: "text ", count: $0 % 50))\"" }
    }

    @Test("bytes are those of Data, whether texts become longer or shorter")
    func lengths() throws {
        let (encoder, other) = (PolicyJSONEncoder(), PolicyJSONEncoder())
        for count in [0, 10, 1_000, 1_001, 1_040, 5_000, 4_990, 100, 5_000, 0, 20_000] {
            let value = Self.paragraphs(count)
            let bytes = try encoder.encodeBytes(value)
            #expect(bytes == Array(try other.encode(value)))
            // Memory that is not needed is not kept.
            #expect(bytes.capacity <= max(2 * bytes.count, 64))
        }
    }

    @Test("a value that cannot be encoded leaves the encoder as it was")
    func failures() throws {
        struct Failing: Encodable {
            let lines: [String]
            let number: Double
        }
        let encoder = PolicyJSONEncoder()
        for count in [5_000, 5_000, 20_000, 5_000] {
            let lines = Self.paragraphs(count)
            #expect(throws: EncodingError.self) {
                try encoder.encodeBytes(Failing(lines: lines, number: .infinity))
            }
            let bytes = try encoder.encodeBytes(Failing(lines: lines, number: 1))
            #expect(bytes == Array(try PolicyJSONEncoder().encode(Failing(lines: lines, number: 1))))
        }
    }

    @Test("dictionaries of scalars are those of Foundation")
    func dictionaries() throws {
        func check<Value: Codable & Equatable>(_ value: Value) throws {
            for formatting: PolicyJSONEncoder.OutputFormatting in [
                [.sortedKeys], [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
            ] {
                let (encoder, foundation) = (PolicyJSONEncoder(), JSONEncoder())
                encoder.outputFormatting = formatting
                foundation.outputFormatting = formatting
                #expect(try encoder.encode(value) == foundation.encode(value))
            }
            for formatting: PolicyJSONEncoder.OutputFormatting in [[], .withoutEscapingSlashes] {
                let encoder = PolicyJSONEncoder()
                encoder.outputFormatting = formatting
                #expect(try JSONDecoder().decode(Value.self, from: encoder.encode(value)) == value)
            }
        }
        try check(["a": 1, "b/\"": -2, "": Int.min, "ä": Int.max])
        try check(["a": 1.5, "b": -0.0, "c": 1e300, "d": .leastNonzeroMagnitude])
        try check(["a": "x/y", "b\n": "\"\\"])
        try check(["a": true, "b": false])
        try check([[String: Int](), ["a": 1]])
        try check(["outer": ["inner": 1.25]])
        #expect(throws: EncodingError.self) { try PolicyJSONEncoder().encode(["a": 1, "b": Double.infinity]) }
        let encoder = PolicyJSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        #expect(try encoder.encode(["a": Double.infinity]) == Data(#"{"a":"+"}"#.utf8))
    }
}
