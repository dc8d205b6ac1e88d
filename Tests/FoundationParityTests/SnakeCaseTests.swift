import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Conversions of keys, compared with Foundation scalar by scalar, because strings are equal regardless of the order of
/// combining marks.
@Suite struct SnakeCaseTests {
    static let camelCase =
        KeyConversionTests.keys + [
            "monE\u{301}cole", "monÉcole", "myU\u{308}berURL", "myÜberURL", "URLE\u{301}cole", "aE\u{301}", "E\u{301}a",
            "AE\u{301}B", "AE\u{301}Bc", "aBE\u{301}c", "E\u{301}E\u{301}e\u{301}", "e\u{301}E\u{301}e",
            "A\u{301}\u{345}b",
            "a\u{301}B", "\u{301}B", "\u{301}Ab", "B\u{301}", "oneTwoThree", "myURLProperty", "URL", "URLSession",
            "aURL",
            "_aB_", "__aB__", "_AB", "A_", "a_B", "address2Line", "line2", "2ndLine", "a1B2C3", "UTF8Text", "😀Big",
            "big😀Small", "👩‍👩‍👧Family", "aA👩‍👩‍👧b", "\u{1F1E9}\u{1F1EA}Land", "straßeGroß", "GROẞ", "ẞa", "aẞb",
            "İstanbul", "İİa", "aİb", "iİ", "ISTANBUL", "ıI", "dIı", "ǅungla", "aǅungla", "aǅǆ", "ΑΣ", "ΑΣα",
            "ὈΔΥΣΣΕΎΣ",
            "ﬁFi", "日本Go", "aº", "ªB", "ⅠⅡ", "ⓐⒷ", "𝐀𝐛𝐂", "a\u{200D}B", "A\u{FE0F}b", "a\r\nB", "A\u{0}b", "Ǳa", "aDž",
            "x\u{20E3}Y", "AB\u{301}c", "ABC\u{301}\u{302}d", "AbC\u{301}",
            "\u{600}Ab", "\u{600}A\u{600}b", "a\u{600}BC\u{600}d", "\u{600}AbC", "aB\u{600}c",
        ]

    static let snakeCase =
        KeyConversionTests.keys + camelCase + [
            "\u{345}\u{301}", "\u{301}\u{345}", "\u{345}\u{301}_a", "a_\u{345}\u{301}", "_\u{345}\u{301}_",
            "a\u{345}\u{301}_b", "a_b\u{345}\u{301}", "__\u{345}\u{301}", "\u{345}\u{301}__", "_\u{345}_\u{301}_",
            "e\u{301}_é", "é_e\u{301}", "o\u{323}\u{307}_o\u{307}\u{323}", "q\u{307}\u{323}", "q\u{323}\u{307}",
        ]

    private static let alphabet: [String] = [
        "a", "b", "c", "A", "B", "C", "é", "É", "e", "E", "\u{301}", "\u{308}", "\u{345}", "\u{315}", "\u{323}", "_",
        "_",
        "1", "2", "ß", "ẞ", "İ", "ı", "i", "I", "ǅ", "ǆ", "Σ", "ς", "ﬁ", "日", "😀", "👩‍👩‍👧", "\u{200D}", "\u{FE0F}",
        "\u{1F1E9}", "\u{1F1EA}", "\r", "\n", "\u{0}", "ΐ", "ᾳ", "ᾼ", "ŉ", "º", "Ⅰ", "ⓑ", "Ⓑ", "𝐀", "𝐛", " ", "-", "'",
        "\u{1100}", "\u{1161}", "\u{11A8}", "가",
    ]
    private static let marks = ["\u{345}", "\u{301}", "\u{315}", "\u{323}", "\u{308}", "_", "_", "a", "B"]

    private static func random(_ count: Int, of pieces: [String], seed: UInt64) -> [String] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            (0..<1 + generator.below(9)).map { _ in generator.pick(pieces) }.joined()
        }
    }

    private func scalars(_ texts: [String]) -> [[UInt32]] { texts.map { $0.unicodeScalars.map(\.value) } }

    private func describe(_ text: String) -> String {
        "\"\(text)\" " + text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }

    // MARK: Encoding

    /// An object with a single member.
    struct Member: Encodable {
        let name: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(1, forKey: AnyKey(name))
        }
    }

    private func compareEncoding(_ keys: [String]) throws {
        let foundation = JSONEncoder()
        foundation.keyEncodingStrategy = .convertToSnakeCase
        let policyJSON = PolicyJSONEncoder()
        policyJSON.keyEncodingStrategy = .convertToSnakeCase
        for key in keys where try policyJSON.encode(Member(name: key)) != foundation.encode(Member(name: key)) {
            let found = String(decoding: try policyJSON.encode(Member(name: key)), as: UTF8.self)
            Issue.record("\(describe(key)) becomes \(describe(found))")
        }
        // All in one array, so that canonically equivalent keys follow each other.
        let members = keys.flatMap { [Member(name: $0), Member(name: $0.decomposedStringWithCanonicalMapping)] }
        #expect(try policyJSON.encode(members) == foundation.encode(members))
    }

    @Test func convertToSnakeCase() throws {
        try compareEncoding(Self.camelCase)
        let encoder = PolicyJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        for (key, expected) in [
            ("monE\u{301}cole", "mon_e\u{301}cole"), ("myU\u{308}berURL", "my_u\u{308}ber_url"),
            ("İstanbul", "i̇stanbul"),
        ] {
            #expect(try encoder.encode(Member(name: key)) == Data("{\"\(expected)\":1}".utf8))
        }
    }

    /// Foundation traps: the grapheme cluster before the lowercase letter begins with a mark that precedes the
    /// uppercase letter.
    @Test func capitalInsideCharacter() throws {
        let encoder = PolicyJSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let member = Member(name: "xy\u{600}A\u{600}b")
        #expect(try encoder.encode(member) == Data("{\"xy\u{600}_a\u{600}b\":1}".utf8))
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func convertRandomToSnakeCase(seed: UInt64) throws {
        try compareEncoding(Self.random(3000, of: Self.alphabet, seed: seed))
        try compareEncoding(Self.random(1000, of: Self.marks + ["E", "U", "e"], seed: seed + 100))
    }

    // MARK: Decoding

    /// The names of all members of all objects of an array.
    struct Names: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        }
    }

    private func compareDecoding(_ keys: [String]) throws {
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .convertFromSnakeCase
        let policyJSON = PolicyJSONDecoder()
        policyJSON.keyDecodingStrategy = .convertFromSnakeCase
        for key in keys {
            let data = try JSONEncoder().encode([key: 1])
            let expected = try foundation.decode(Names.self, from: data).names
            let found = try policyJSON.decode(Names.self, from: data).names
            if scalars(found) != scalars(expected) { Issue.record("\(describe(key)) becomes \(describe(found[0]))") }
        }
        let objects = keys.flatMap { [[$0: 1], [$0.decomposedStringWithCanonicalMapping: 1]] }
        let data = try JSONEncoder().encode(objects)
        let expected = try foundation.decode([Names].self, from: data).flatMap(\.names)
        #expect(scalars(try policyJSON.decode([Names].self, from: data).flatMap(\.names)) == scalars(expected))
    }

    @Test func convertFromSnakeCase() throws { try compareDecoding(Self.snakeCase) }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func convertRandomFromSnakeCase(seed: UInt64) throws {
        try compareDecoding(Self.random(1000, of: Self.alphabet, seed: seed))
        try compareDecoding(Self.random(1000, of: Self.marks, seed: seed + 100))
    }
}
