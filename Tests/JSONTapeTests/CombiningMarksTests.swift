import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Long runs of combining marks in canonical order, which are hashed and compared in linear time.
@Suite struct CombiningMarksTests {
    /// Marks of several combining classes, and one that is made of two (U+0344).
    private static let marks: [Unicode.Scalar] = [
        "\u{300}", "\u{316}", "\u{327}", "\u{345}", "\u{5B0}", "\u{344}", "\u{1D165}",
    ]

    private static func text(_ runs: [Int], _ random: inout SplitMix64) -> String {
        var scalars = String.UnicodeScalarView()
        for count in runs {
            scalars.append(["a", "é", "क", "각", "\u{F73}"].randomElement(using: &random) ?? "a")
            for _ in 0..<count { scalars.append(marks.randomElement(using: &random) ?? "\u{300}") }
        }
        return String(scalars)
    }

    private static func classes(_ text: String) -> [[UInt8]] {
        text.unicodeScalars.map(\.properties.canonicalCombiningClass.rawValue).split(separator: 0).map(Array.init)
    }

    @Test func equalTexts() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let runs = (0..<1 + random.below(4)).map { _ in random.below(301) }
            let text = Self.text(runs, &random)
            let ordered = text.withOrderedMarks()
            #expect(ordered == text && ordered.hashValue == text.hashValue)
            #expect(ordered.unicodeScalars.count == text.unicodeScalars.count)
            for (run, original) in zip(Self.classes(ordered), Self.classes(text)) {
                #expect(run == (original.count > 128 ? original.sorted() : original))
            }
        }
    }

    @Test(arguments: ["", "a", String(repeating: "é\u{301}\u{316}", count: 500), String(repeating: "x", count: 1000)])
    func unchanged(_ text: String) {
        #expect(text.withOrderedMarks().unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    /// As written, and by escapes.
    @Test(arguments: [false, true])
    func keys(_ isEscaped: Bool) throws {
        let key = "é" + String(repeating: "\u{300}\u{316}\u{327}", count: 200)
        let written =
            isEscaped
            ? key.utf16.map { #"\u"# + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined() : key
        let value = try JSONValue(parsing: "{\"\(written)\":1,\"a\":2}")
        #expect(value["a"].int == 2 && value[key].int == 1)
        let names = value.members.map(\.name)
        #expect(names == [key, "a"])
        #expect(Self.classes(names[0]).allSatisfy { $0 == $0.sorted() })
    }
}
