import Foundation
import PolicyJSON
import Testing

/// `allowsJSON5`, and `allowsTrailingCommas`, which makes PolicyJSON take what Foundation always takes.
@Suite struct JSON5Tests {
    private static let json5 = Options(name: "JSON5", allowsJSON5: true)
    private static let trailingCommas = Options(name: "trailing commas", allowsTrailingCommas: true)

    private static let subjects = [
        Subject(Everything.self), Subject(Int.self), Subject(UInt8.self), Subject(Double.self),
        Subject(Float.self),
        Subject(Decimal.self), Subject(String.self), Subject(Bool?.self), Subject([Int].self), Subject([Double].self),
        Subject([String: Int].self),
        Subject(Member<Int>.self), Subject(Member<Double>.self), Subject(Empty.self), Subject([Float].self),
        Subject([Decimal].self),
        Subject([Int128].self), Subject([UInt64].self), Subject([String: Everything].self), Subject([String].self),
    ]

    @Test(arguments: subjects)
    func documents(as subject: Subject) {
        var tally = Tally()
        for text in JSON5Texts.all { tally.add(subject.trial(text, Self.json5)) }
        tally.expectParity()
    }

    /// JSON is JSON5.
    @Test func plainJSON() {
        var tally = Tally()
        for subject in Self.subjects {
            for text in ValueTexts.all { tally.add(subject.trial(text + "\n", Self.json5)) }
            for text in NumberTexts.valid { tally.add(subject.trial("[\(text)]", Self.json5)) }
        }
        tally.expectParity(minimumValues: 500)
    }

    @Test func brokenStrings() {
        var tally = Tally()
        for contents in GrammarTexts.strings.map({ Array($0.utf8) }) + GrammarBytes.strings {
            for quote in [UInt8(ascii: #"""#), UInt8(ascii: "'")] {
                let quoted = [quote] + contents + [quote]
                tally.add(Subject(String.self).trial(Data(quoted), Self.json5))
                tally.add(
                    Subject([String: String].self).trial(
                        Data("{".utf8 + quoted + Array(":".utf8) + quoted + Array("}".utf8)), Self.json5))
            }
        }
        tally.expectParity()
    }

    @Test(arguments: GrammarBytes.encodings)
    func encodings(_ encoding: GrammarBytes.Encoding) {
        var tally = Tally()
        for text in JSON5Texts.mixed + JSON5Texts.comments {
            tally.add(Subject(Everything.self).trial(encoding.encode(text + "\n"), Self.json5))
        }
        tally.expectParity()
    }

    @Test func trailingCommas() {
        var tally = Tally()
        for text in GrammarTexts.trailingCommas + JSON5Texts.commas + GrammarTexts.broken + GrammarTexts.fragments {
            for subject in Self.subjects { tally.add(subject.trial(text, Self.trailingCommas)) }
        }
        tally.expectParity(minimumValues: 20)
        #expect(tally.explained[Difference.trailingCommas.id] == nil)
    }

    @Test func crashes() async {
        await #expect(processExitsWith: .failure) {
            _ = try? Options(name: "", allowsJSON5: true).foundation.decode([Double].self, from: Data("[1e+]".utf8))
        }
        await #expect(processExitsWith: .failure) {
            _ = try? Options(name: "", allowsJSON5: true).foundation.decode(
                [Int].self, from: Data("[-0x8000000000000001]".utf8))
        }
        let decoder = Self.json5.policyJSON
        #expect("\(Outcome { try decoder.decode([Double].self, from: Data("[1e+]".utf8)) })" == Difference.notJSON)
        #expect(
            "\(Outcome { try decoder.decode([Int].self, from: Data("[-0x8000000000000001]".utf8)) })"
                == "dataCorrupted() at [Index 0#0]: Parsed JSON number <-0x8000000000000001> does not fit in Int.")
    }
}
