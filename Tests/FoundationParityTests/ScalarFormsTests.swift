import Foundation
import PolicyJSON
import TestSupport
import Testing

/// `Decimal`, `UUID` and `Data` in their usual forms, which are read and written without Foundation's parsers, and in all others:
/// values, representations, texts and errors are Foundation's.
@Suite struct ScalarFormsTests {
    private struct Box<Value: Codable & Equatable>: Codable, Equatable {
        let value: Value
    }

    /// What a decoder makes of a document: the value with its bytes in memory, or the whole error.
    private static func outcome<T>(_ decode: () throws -> T, _ shown: (T) -> String) -> String {
        do { return shown(try decode()) } catch { return "\(error)" }
    }

    private static func expectSame<T: Codable & Hashable>(
        _ type: T.Type, _ json: String, allowsJSON5: Bool = false, _ shown: (T) -> String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let foundation = JSONDecoder()
        let decoders = [PolicyJSONDecoder(), PolicyJSONDecoder(policy: .lenient)]
        foundation.allowsJSON5 = allowsJSON5
        for decoder in decoders { decoder.allowsJSON5 = allowsJSON5 }
        let single = Data(json.utf8)
        let element = Data("[\(json)]".utf8)
        let member = Data("{\"value\":\(json)}".utf8)
        let value = try? foundation.decode(T.self, from: single)

        func compare<Document: Decodable>(_ document: Document.Type, _ data: Data, _ shown: (Document) -> String) {
            let expected = outcome({ try foundation.decode(document, from: data) }, shown)
            // `.lenient` repairs what strict decoding rejects.
            for decoder in value == nil ? decoders.prefix(1) : decoders[...] {
                let found = outcome({ try decoder.decode(document, from: data) }, shown)
                // Docs/DifferencesFromFoundation.md: the error for a number that does not fit.
                let isUnfit =
                    T.self == Decimal.self && expected.hasSuffix("The given data was not valid JSON.")
                    && found.hasSuffix("> does not fit in Decimal.")
                #expect(found == expected || isUnfit, "\(json)", sourceLocation: sourceLocation)
            }
        }
        compare(T.self, single, shown)
        compare([T].self, element) { $0.map(shown).joined() }
        compare(Box<T>.self, member) { shown($0.value) }
        compare(Box<T?>.self, member) { $0.value.map(shown) ?? "nil" }
        if let value { expectSameText(value, sourceLocation) }
    }

    private static func expectSameText<T: Codable & Equatable>(_ value: T, _ sourceLocation: SourceLocation) {
        func text(_ encode: () throws -> Data) -> String {
            outcome(encode) { String(decoding: $0, as: UTF8.self) }
        }
        let foundation = JSONEncoder()
        let encoder = PolicyJSONEncoder()
        #expect(
            text { try encoder.encode(value) } == text { try foundation.encode(value) }, sourceLocation: sourceLocation)
        #expect(
            text { try encoder.encode([value, value]) } == text { try foundation.encode([value, value]) },
            sourceLocation: sourceLocation)
        #expect(
            text { try encoder.encode(Box(value: value)) } == text { try foundation.encode(Box(value: value)) },
            sourceLocation: sourceLocation)
    }

    // MARK: Decimal

    private static func shown(_ decimal: Decimal) -> String {
        let bytes = unsafe withUnsafeBytes(of: decimal) { unsafe Array($0) }
        return "\(decimal) \(decimal.exponent) \(decimal.hashValue) \(bytes)"
    }

    @Test(arguments: [
        "0", "-0", "0.0", "-0.0", "0.00", "0e5", "0e-5", "-0e5", "0E+3", "1", "-1", "10", "100", "1e3", "1E3", "1e+3",
        "1e-3",
        "1.50", "-1.50", "1.500e1", "15e-1", "0.1", "0.10", "0.001", "-0.001", "12000e-3", "12000e-4",
        "9223372036854775807",
        "9223372036854775808", "9999999999999999999", "18446744073709551615", "18446744073709551616",
        "1000000000000000000", "10000000000000000000", "100000000000000000000", "0.1234567890123456789",
        "0.12345678901234567890", "1234567890.1234567890", "123456789012345678901234567890.123456789",
        "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
        "1e60", "1e61", "1e-60", "1e-61", "123e60", "123e-63", "1e126", "1e127", "1e128", "10e126", "10e127",
        "1000e125",
        "1e-127", "1e-128", "1e-129", "0.1e-127", "1e254", "1e255", "1e1000", "1e-1000", "0e1000", "1e40000",
        "1e-40000",
        "1e0000000000000000000000000000000000005", "1e-000000000000000000000000000000000000005", "null", "true",
        "\"1\"", "[]",
        "1.0000000000000000000000000000000000000000000000000000001",
    ])
    func decimals(_ json: String) { Self.expectSame(Decimal.self, json, Self.shown) }

    /// Zeros and an exponent that make up for each other.
    @Test func decimalsWithManyZeros() {
        for zeros in [1, 17, 18, 19, 20, 30, 36, 37, 38, 39, 60, 120, 127, 128, 129, 200, 300] {
            let run = String(repeating: "0", count: zeros)
            for json in [
                "1\(run)", "1\(run)e-\(zeros)", "0.\(run)1", "0.\(run)1e\(zeros)", "0.\(run)1e\(zeros + 1)", "1.\(run)",
                "1.\(run)e1", "1.5\(run)", "0.\(run)", "-0.\(run)", "1\(run).\(run)", "-12\(run).\(run)5e-\(zeros)",
            ] {
                Self.expectSame(Decimal.self, json, Self.shown)
            }
        }
    }

    @Test func randomDecimals() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<6_000 {
            var json = random.oneIn(3) ? "-" : ""
            let whole = random.oneIn(4) ? "0" : String(random.next() >> UInt64(random.below(64)))
            json += String(whole.prefix(1 + random.below(20)))
            if random.oneIn(2) {
                json += "." + String(repeating: "0", count: random.oneIn(3) ? random.below(12) : 0)
                json += String(random.next()).prefix(1 + random.below(20))
                if random.oneIn(3) { json += String(repeating: "0", count: random.below(25)) }
            } else if random.oneIn(4) {
                json += whole == "0" ? "" : String(repeating: "0", count: random.below(40))
            }
            if random.oneIn(3) { json += "e\(random.below(random.oneIn(4) ? 300 : 70) - 35)" }
            Self.expectSame(Decimal.self, json, Self.shown)
        }
    }

    @Test(arguments: [
        "+1", "+0", "-0", ".5", "5.", "-.5", "+5.e1", "0x1F", "-0x1F", "+0x10", "0xFFFFFFFFFFFFFFFF", "0x0",
    ])
    func decimalsOfJSON5(_ json: String) { Self.expectSame(Decimal.self, json, allowsJSON5: true, Self.shown) }

    /// Representations that no parser makes.
    @Test func writtenDecimals() {
        var values: [Decimal] = [
            .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNormalMagnitude, .pi, Decimal(), 0.1, 1e30,
        ]
        var random = SplitMix64(seed: 12)
        for _ in 0..<4_000 {
            let digits = Decimal(random.next() >> UInt64(random.below(64)))
            let value = Decimal(
                sign: random.oneIn(2) ? .plus : .minus, exponent: random.below(random.oneIn(5) ? 300 : 60) - 30,
                significand: digits)
            values += [value, value * digits, value + 1, value / 7, value - value, value.significand]
        }
        for value in values where !value.isNaN { Self.expectSameText(value, #_sourceLocation) }
    }

    // MARK: UUID

    @Test func uuids() {
        let usual = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        var texts = [
            usual, usual.lowercased(), "e621E1f8-c36c-495A-93fc-0c247a3e6e5f", "00000000-0000-0000-0000-000000000000",
            "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "", "{\(usual)}", " \(usual)", "\(usual) ", "\(usual)0",
            "urn:uuid:\(usual)",
            usual.replacing("-", with: ""), usual.replacing("-", with: "_"), "+621E1F8-C36C-495A-93FC-0C247A3E6E5F",
            "0x21E1F8-C36C-495A-93FC-0C247A3E6E5F", "E621E1F8C-36C-495A-93FC-0C247A3E6E5F", "\(usual)\\u0000",
            "\\u0045621E1F8-C36C-495A-93FC-0C247A3E6E5F", "É21E1F8-C36C-495A-93FC-0C247A3E6E5F",
            "\u{FF25}1E1F8-C36C-495A-93FC-0C247A3E6E5F",
        ]
        // Each byte in turn is another character.
        for index in usual.indices {
            for character in ["G", "-", "0", "/", ":", "@", "`", "g", " ", "é", "\\u0041", "\\/"] {
                var text = usual
                text.replaceSubrange(index...index, with: character)
                texts.append(text)
            }
            texts.append(String(usual[..<index]))
        }
        var random = SplitMix64(seed: 13)
        for _ in 0..<1_000 {
            let text = Self.uuid(&random).uuidString
            texts += [text, text.lowercased()]
        }
        for text in texts { Self.expectSame(UUID.self, "\"\(text)\"") { "\($0)" } }
        for json in ["null", "1", "true", "[]", "{}"] { Self.expectSame(UUID.self, json) { "\($0)" } }
    }

    private static func uuid(_ random: inout SplitMix64) -> UUID {
        let bytes = (0..<16).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9],
                bytes[10],
                bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }

    /// Types that encode a `UUID` in other ways than as a member or an element.
    @Test func nestedUUIDs() throws {
        struct Single: Codable, Hashable {
            let id: UUID
            init(id: UUID) { self.id = id }
            init(from decoder: any Decoder) throws { id = try decoder.singleValueContainer().decode(UUID.self) }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(id)
            }
        }
        struct Direct: Codable, Hashable {
            let id: UUID
            init(id: UUID) { self.id = id }
            init(from decoder: any Decoder) throws { id = try UUID(from: decoder) }
            func encode(to encoder: any Encoder) throws { try id.encode(to: encoder) }
        }
        var random = SplitMix64(seed: 14)
        let id = Self.uuid(&random)
        Self.expectSameText(id, #_sourceLocation)
        Self.expectSameText(Single(id: id), #_sourceLocation)
        Self.expectSameText(Direct(id: id), #_sourceLocation)
        Self.expectSameText([id: 1], #_sourceLocation)
        Self.expectSameText(["a": id], #_sourceLocation)
        for text in ["\"\(id)\"", "\"\(id)0\"", "1", "null"] {
            Self.expectSame(Single.self, text) { "\($0)" }
            Self.expectSame(Direct.self, text) { "\($0)" }
            Self.expectSame([UUID: Int].self, "[\(text),1]") { "\($0)" }
            Self.expectSame([String: UUID].self, "{\"a\":\(text)}") { "\($0)" }
            Self.expectSame(UUID?.self, text) { "\($0 as Any)" }
        }
    }

    // MARK: Data

    @Test func base64() {
        var texts = [
            "", "=", "==", "====", "A", "AA", "AAA", "AAAA", "A===", "AA==", "AAA=", "AA=A", "A=AA", "=AAA", "YQ==",
            "YR==", "YWJ=",
            "YQ==YQ==", "YWJj====", "YWJj==", "YWJj\\n", "\\nYWJj", "YW Jj", "YWJj ", "-_==", "+/+=", "\\/\\/\\/\\/",
            "+\\/+=",
            "\\u0059WJj", "YWJj\\u003d\\u003d\\u003d\\u003d", "YWé=", "éééé", "YWJj\\u0000", "YWJ\\u0000", "Y\\u0000==",
        ]
        var random = SplitMix64(seed: 15)
        for count in [0, 1, 2, 3, 4, 5, 6, 30, 59, 60, 61, 62, 765, 766, 767, 768, 769, 770, 771, 1_000, 5_000] {
            let text = Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }).base64EncodedString()
            texts += [
                text, text.replacing("/", with: "\\/"), text.replacing("=", with: ""), text + "=", text + "\\r\\n",
            ]
            for _ in 0..<12 where !text.isEmpty {
                var other = Array(text)
                other[random.below(other.count)] = random.pick(["=", "-", "_", " ", "A", "é", "\u{7F}", "/", "*"])
                texts.append(String(other))
            }
        }
        for text in texts { Self.expectSame(Data.self, "\"\(text)\"") { "\(Array($0))" } }
        for json in ["null", "1", "true", "[]", "[1,2]", "{}"] { Self.expectSame(Data.self, json) { "\(Array($0))" } }
    }
}
