import Foundation
import TestSupport
import Testing

/// Documents from a seeded generator: the same in every run.
@Suite struct GeneratedTests {
    /// Numbers of all lengths, with and without fraction and exponent.
    @Test(arguments: UInt64(0)..<4)
    func numbers(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var tally = Tally()
        let subjects = [
            Subject(Double.self), Subject(Float.self), Subject(Decimal.self), Subject(Int.self), Subject(UInt64.self),
            Subject(Int128.self), Subject(UInt8.self),
        ]
        for _ in 0..<400 {
            let text = Self.number(&generator)
            for subject in subjects { tally.add(subject.trial(text)) }
        }
        tally.expectParity(minimumValues: 1_000)
    }

    private static func number(_ generator: inout SplitMix64) -> String {
        func digits(_ range: ClosedRange<Int>) -> String {
            let count = Int.random(in: range, using: &generator)
            return String((0..<count).map { _ in Character("\(Int.random(in: 0...9, using: &generator))") })
        }
        // Half of the numbers are short.
        let longest = Bool.random(using: &generator) ? 4 : 40
        var text = Bool.random(using: &generator) ? "-" : ""
        let integer = digits(1...longest).drop { $0 == "0" }
        text += integer.isEmpty ? "0" : String(integer)
        if Bool.random(using: &generator) { text += "." + digits(1...longest) }
        if Bool.random(using: &generator) {
            let limit = Bool.random(using: &generator) ? 20 : 340
            text += ["e", "E"].randomElement(using: &generator) ?? "e"
            let exponent = Int.random(in: -limit...limit, using: &generator)
            text += exponent > 0 && Bool.random(using: &generator) ? "+\(exponent)" : "\(exponent)"
        }
        return text
    }

    /// Valid documents, and the same documents with a few bytes changed, inserted or removed.
    @Test(arguments: UInt64(0)..<8)
    func mutations(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var tally = Tally()
        let subjects = [
            Subject(Everything.self), Subject(JSONValue.self), Subject(Optional<[String: Everything]>.self),
        ]
        for _ in 0..<100 {
            let document = Array(Self.document(&generator, depth: 0).utf8)
            for subject in subjects { tally.add(subject.trial(Data(document))) }
            for _ in 0..<6 {
                var bytes = document
                for _ in 0..<Int.random(in: 1...2, using: &generator) { Self.mutate(&bytes, &generator) }
                for subject in subjects.prefix(2) { tally.add(subject.trial(Data(bytes))) }
            }
        }
        tally.expectParity(minimumValues: 300)
    }

    private static func document(_ generator: inout SplitMix64, depth: Int) -> String {
        let space = ["", "", "", " ", "\n", "\t "].randomElement(using: &generator) ?? ""
        let value: String
        switch Int.random(in: 0..<(depth > 4 ? 5 : 9), using: &generator) {
        case 0: value = ["true", "false", "null"].randomElement(using: &generator) ?? "null"
        case 1, 2: value = "\(Int.random(in: -1000...1000, using: &generator))"
        case 3: value = "\(Double(Int.random(in: -1000...1000, using: &generator)) / 8)"
        case 4: value = string(&generator)
        case 5, 6:
            let count = Int.random(in: 0...4, using: &generator)
            value =
                "[" + (0..<count).map { _ in document(&generator, depth: depth + 1) }.joined(separator: ",") + space
                + "]"
        default:
            let count = Int.random(in: 0...4, using: &generator)
            // No repeated keys: Foundation does not check the second value.
            let members = (0..<count).map { number in
                #""\#(number)"# + string(&generator).dropFirst() + space + ":" + document(&generator, depth: depth + 1)
            }
            value = "{" + members.joined(separator: ",") + space + "}"
        }
        return space + value + space
    }

    private static func string(_ generator: inout SplitMix64) -> String {
        let pieces = [
            "a", "b", "key", " ", "é", "日本", "😀", #"\n"#, #"\""#, #"\\"#, #"\u0041"#, #"\ud83d\ude00"#,
            "0123456789abcdef",
        ]
        let count = Int.random(in: 0...4, using: &generator)
        return #"""# + (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined() + #"""#
    }

    private static func mutate(_ bytes: inout [UInt8], _ generator: inout SplitMix64) {
        let interesting =
            Array(#"{}[]:,"\ 0123456789-+.eEtrufalsn\#u{0}\#u{1F}\#u{7F}é/"#.utf8) + [0x80, 0xC0, 0xED, 0xF4, 0xFF]
        let index = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
        let byte = interesting.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where !bytes.isEmpty: bytes[index] = byte
        case 1 where !bytes.isEmpty: bytes.remove(at: index)
        case 2 where !bytes.isEmpty: bytes.removeLast(bytes.count - index)
        default: bytes.insert(byte, at: min(index, bytes.count))
        }
    }

    /// A special character at every offset of a string, to cover all block boundaries of a scanner that reads many
    /// bytes at a time.
    @Test(arguments: [
        #"\n"#, #"\""#, #"\\"#, #"\u00e9"#, #"\ud83d\ude00"#, #"\ud83d"#, "é", "😀", "\u{1}", "\n", #"\x"#, "\u{7F}",
        "\u{2028}", "/", #"""#, #"\"#,
    ])
    func offsets(_ special: String) {
        var tally = Tally()
        let subject = Subject([String: String].self)
        for offset in 0...70 {
            let before = String(repeating: "x", count: offset)
            for after in ["", "y", String(repeating: "z", count: 40)] {
                tally.add(subject.trial(#"{"\#(before)\#(special)\#(after)":"\#(before)\#(special)\#(after)"}"#))
                tally.add(Subject(String.self).trial(#""\#(before)\#(special)\#(after)""#))
            }
        }
        // Whether it is allowed in strings does not depend on its position.
        tally.expectParity(minimumValues: 0)
        #expect(tally.values == 0 || tally.values == tally.trials)
    }

    /// Bytes that are invalid UTF-8, and some that are valid, at every offset.
    @Test func byteOffsets() {
        var tally = Tally()
        for offset in 0...70 {
            let before = [0x22] + Array(repeating: UInt8(ascii: "x"), count: offset)
            for bytes in GrammarBytes.strings { tally.add(Subject(String.self).trial(Data(before + bytes + [0x22]))) }
        }
        tally.expectParity()
    }

    /// Objects of every size, whose members are requested in forward, reverse and random order, with repeated and
    /// escaped keys.
    @Test(arguments: [1, 2, 8, 31, 32, 33, 100, 300])
    func largeObjects(_ size: Int) throws {
        let seedKey = try #require(Lookups.seed)
        var tally = Tally()
        let plain = (0..<size).map { #""key\#($0)":\#($0)"# }
        let repeated = plain + (0..<size).map { #""key\#($0)":"other""# }
        let escaped = (0..<size).map { #""\#($0 % 3 == 0 ? "\\u006bey" : "key")\#($0)":\#($0)"# }
        let accented = (0..<size).map { #""\#($0 % 3 == 0 ? "é" : "e\u{301}")\#($0)":\#($0),"key\#($0)":\#($0)"# }
        let snake = (0..<size).map { #""some_key_\#($0)":\#($0),"someKey\#($0)":true"# }
        for seed in UInt64(0)..<2 {
            for keys in [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase] {
                let options = Options(name: "look-ups \(seed)", keys: keys, userInfo: [seedKey: seed])
                for members in [plain, repeated, escaped, accented, snake] {
                    tally.add(
                        Subject([Lookups].self).trial(#"[{\#(members.joined(separator: ","))},{"key0":null}]"#, options)
                    )
                }
            }
        }
        tally.expectParity(minimumValues: 20)
    }
}

/// Looks up members in several orders, some of them twice, and some that do not exist.
struct Lookups: Decodable {
    static let seed = CodingUserInfoKey(rawValue: "look-ups")

    private(set) var found: [String] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        let seed = Self.seed.flatMap { decoder.userInfo[$0] as? UInt64 } ?? 0
        var generator = SplitMix64(seed: seed)
        // `<` of strings is not a total order if parts of them are canonically equivalent.
        let keys = container.allKeys.sorted { $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8) }
        let orders = [
            keys, keys.reversed(), keys.shuffled(using: &generator),
            [AnyKey("missing"), AnyKey("key"), AnyKey("key01")],
        ]
        for key in orders.joined() {
            found.append(
                "\(key.stringValue) \(container.contains(key)) \(Outcome { try container.decode(Int.self, forKey: key) })"
            )
        }
        found.append("\(Outcome { try container.decodeIfPresent(Int.self, forKey: AnyKey("e\u{301}0")) as Any })")
        found.append("\(Outcome { try container.decodeIfPresent(Int.self, forKey: AnyKey("é1")) as Any })")
    }
}
