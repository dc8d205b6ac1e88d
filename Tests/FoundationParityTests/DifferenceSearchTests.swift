import Foundation
import Testing

/// Searches for differences from Foundation that are not in the table: all texts of a few characters, and all
/// combinations of a few parts.
@Suite struct DifferenceSearchTests {
    // MARK: Numbers

    /// All texts of up to `length` characters.
    private static func texts(of characters: String, upTo length: Int) -> [String] {
        var all: [String] = []
        var last = [""]
        for _ in 0..<length {
            last = last.flatMap { text in characters.map { text + String($0) } }
            all += last
        }
        return all
    }

    @Test func shortNumbers() {
        var tally = Tally()
        let subjects = [Subject([Int].self), Subject([Double].self), Subject([Decimal].self)]
        for text in Self.texts(of: "05.eE+-", upTo: 3) + Self.texts(of: "05.e-", upTo: 4) {
            for subject in subjects { tally.add(subject.trial("[\(text)]")) }
        }
        tally.expectParity(minimumValues: 200)
    }

    @Test func shortNumbersOfJSON5() {
        var tally = Tally()
        let options = Options(name: "JSON5", allowsJSON5: true)
        let subjects = [
            Subject([Int].self), Subject([UInt8].self), Subject([Decimal].self), Subject([Double].self),
            Subject([TriedSingle<Int>].self), Subject([TriedSingle<Double>].self),
        ]
        let spellings =
            Self.texts(of: "05.e+-x", upTo: 3) + Self.texts(of: "05.ex+", upTo: 4)
            + Self.texts(of: "18.pa-", upTo: 3).flatMap { ["0x\($0)", "-0x\($0)", "+0X\($0)"] }
        for text in spellings {
            // Foundation crashes.
            let isTruncatedExponent = text.contains(/[eE][-+]$/)
            let isBrokenHexadecimal =
                text.contains(/^[-+]?0[xX]/) && !text.contains(/^[^xX]*[xX][0-9a-fA-F]*\.?[0-9a-f]*$/)
            for subject in subjects {
                if isTruncatedExponent, subject.name.contains("Double") { continue }
                if isBrokenHexadecimal, subject.name.contains("Int") { continue }
                tally.add(subject.trial("[\(text)]", options))
            }
        }
        tally.expectParity(minimumValues: 500)
    }

    private static let signs = ["", "-"]
    private static let integers = ["", "0", "1", "256", "00", "9007199254740993", "18446744073709551616"]
    private static let fractions = ["", ".0", ".00", ".5", "."]
    private static let exponents = ["", "e0", "E1", "e+1", "e-1", "e400", "e-400", "e+"]

    static let types: [Contexts] = [
        Contexts(tried: Int.self), Contexts(tried: UInt8.self), Contexts(tried: Int128.self),
        Contexts(tried: Double.self), Contexts(tried: Float.self), Contexts(tried: Decimal.self),
        Contexts(tried: Bool.self), Contexts(tried: String.self), Contexts(tried: Date.self),
        Contexts(tried: Figure.self), Contexts(tried: Ratio.self),
    ]

    /// Each number in some contexts, and many numbers in each context.
    @Test(arguments: types)
    func numbersInContexts(_ contexts: Contexts) {
        var tally = Tally()
        var number = 0
        for sign in Self.signs {
            for integer in Self.integers {
                for fraction in Self.fractions {
                    for exponent in Self.exponents {
                        let text = sign + integer + fraction + exponent
                        for _ in 0..<2 {
                            let context = contexts.all[number % contexts.all.count]
                            tally.add(context.subject.trial(context.wrap(text)))
                            number += 1
                        }
                        // Not a multiple of the number of contexts.
                        number += number.isMultiple(of: 7) ? 1 : 0
                    }
                }
            }
        }
        tally.expectParity(minimumValues: 100)
    }

    // MARK: Encodings

    private static let marks: [[UInt8]] = [
        [], [0xEF, 0xBB, 0xBF], [0xEF, 0xBB], [0xEF], [0xFE, 0xFF], [0xFF, 0xFE], [0xFF, 0xFE, 0, 0],
        [0, 0, 0xFE, 0xFF], [0xFE, 0xFF, 0, 0], [0, 0, 0xFF, 0xFE], [0xFE], [0xFF], [0, 0], [0],
        [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF],
        [0xFE, 0xFF, 0xFE, 0xFF], [0xFF, 0xFE, 0xFE, 0xFF], [0xEF, 0xBB, 0xBF, 0xFF, 0xFE], [0x2B, 0x2F, 0x76, 0x38],
    ]

    private static let documents = [
        "", "1", "12", "123", " 1", "[1]", "{}", #""é""#, #"["日😀"]"#, "null", "[1,]", "\u{0}", "[1", "1 2",
    ]

    private static let ends: [[UInt8]] = [
        [], [0], [0, 0], [0, 0, 0], [0x20], [0, 0x20], [0x20, 0], [0xD8, 0], [0, 0xD8], [0, 0xDC, 0, 0],
        [0, 0x11, 0, 0], [0xFF], [0xFE, 0xFF], [0xFF, 0xFE],
    ]

    /// Each mark before each encoding, with text after the document or a part of the document missing.
    @Test(arguments: marks)
    func encodings(_ mark: [UInt8]) {
        var tally = Tally()
        for encoding in GrammarBytes.encodings where !encoding.description.contains("marked") {
            for document in Self.documents {
                let bytes = mark + encoding.encode(document)
                let cut = (1...3).filter { $0 <= bytes.count }.map { Data(bytes.dropLast($0)) }
                for data in Self.ends.map({ Data(bytes + $0) }) + cut {
                    for subject in [Subject(Everything.self), Subject([Int].self)] { tally.add(subject.trial(data)) }
                }
            }
        }
        tally.expectParity(minimumValues: 0)
    }

    // MARK: Strings of JSON5

    private static let escapes: [String] = {
        let ascii = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
        let characters = ascii + ["\u{2028}", "\u{2029}", "\u{85}", "é", "😀"]
        let codes = [
            "00", "0", "41", "7f", "80", "ff", "g0", "22", "27", "5c", "0000", "000", "0041", "00e9", "2028", "feff",
            "FFFF", "d800", "dc00", #"d83d\ude00"#, #"d83d\u0000"#, #"D83D\xde00"#, #"0065\u0301"#, "{41}",
        ]
        return characters.map { #"\"# + $0 } + codes.flatMap { [#"\x"# + $0, #"\u"# + $0, #"\X"# + $0] }
            + ascii.prefix(32)
            + ["\"", "'", "`", "/", "\u{7F}", "\u{2028}", #"\\#r\#n"#, #"\\\#n"#, #"\0\0"#, #"\00"#, #"\08"#, #"\0a"#]
    }()

    @Test(arguments: [
        Subject([String].self), Subject([String: String].self), Subject(Empty.self),
        Subject([TriedSingle<String>].self), Subject([Caught<String>].self),
    ])
    func stringsOfJSON5(as subject: Subject) {
        var tally = Tally()
        let options = Options(name: "JSON5", allowsJSON5: true)
        for escape in Self.escapes {
            for text in [escape, "a\(escape)b"] {
                for document in [
                    #"["\#(text)"]"#, "['\(text)']", #"{"\#(text)":"x"}"#, "{'\(text)':'x'}", "{\(text):'x'}",
                ] { tally.add(subject.trial(document, options)) }
            }
        }
        tally.expectParity(minimumValues: 0)
    }
}

extension Contexts {
    /// A type in every context, including those in which a model tries to decode it.
    init<T: Decodable & Hashable>(tried type: T.Type) {
        let more = [
            Context(subject: Subject(TriedMember<T>.self)) { #"{"value":\#($0)}"# },
            Context(subject: Subject(TriedElements<T>.self)) { "[\($0),1]" },
            Context(subject: Subject(TriedSingle<T>.self)) { $0 },
            Context(subject: Subject([TriedSingle<T>].self)) { "[\($0)]" },
            Context(subject: Subject([Caught<T>].self)) { "[\($0)]" },
            Context(subject: Subject([LetterKey: T].self)) { #"{"a":\#($0)}"# },
            Context(subject: Subject([Tag: T].self)) { #"{"a":\#($0)}"# },
            Context(subject: Subject([Letter: T].self)) { #"["a",\#($0)]"# },
            Context(subject: Subject([T: Bool].self)) { "[\($0),true]" },
            Context(subject: Subject([T: Bool].self)) { #"{"\#($0)":true}"# },
            Context(subject: Subject(Set<T>.self)) { "[\($0)]" },
            Context(subject: Subject([T??].self)) { "[\($0)]" },
        ]
        self.init(testDescription: "\(type)", all: Contexts(type).all + more)
    }
}
