import Foundation
import PolicyJSON
import Testing

@Suite struct GrammarTests {
    private static let readers = [
        Subject(Everything.self), Subject(Int.self), Subject([Int].self), Subject([String: Int].self),
        Subject(String?.self),
        Subject(Member<Int>.self), Subject(Empty.self),
    ]

    private static func tally(_ documents: [Data], _ subjects: [Subject] = readers) -> Tally {
        var tally = Tally()
        for document in documents {
            for subject in subjects { tally.add(subject.trial(document)) }
        }
        return tally
    }

    @Test func documents() {
        let texts =
            GrammarTexts.blanks + GrammarTexts.fragments + GrammarTexts.broken + GrammarTexts.trailingCommas
            + GrammarTexts.unreadValues
        Self.tally(texts.map { Data($0.utf8) }).expectParity()
    }

    @Test func bytes() {
        Self.tally(GrammarBytes.documents.map { Data($0) }).expectParity()
    }

    @Test func strings() {
        let contents = GrammarTexts.strings.map { Array($0.utf8) } + GrammarBytes.strings
        let quoted = contents.map { [0x22] + $0 + [0x22] }
        let values = quoted.map { Data($0) }
        let members = quoted.map { Data(#"{"a":"#.utf8) + Data($0) + Data("}".utf8) }
        let keys = quoted.map { Data("{".utf8) + Data($0) + Data(#":"a"}"#.utf8) }
        let subjects = [
            Subject(String.self), Subject([String: String].self), Subject(Everything.self), Subject(Letter.self),
            Subject([String: Letter].self),
        ]
        Self.tally(values + members + keys, subjects).expectParity()
    }

    @Test(arguments: GrammarBytes.encodings)
    func encodings(_ encoding: GrammarBytes.Encoding) {
        let texts =
            GrammarTexts.fragments + GrammarTexts.blanks
            + [
                "[]", "{}", "[1,2]", #"{"value":1}"#, #"["é日本😀"]"#, #"{"é":"\u00e9"}"#, #""é""#, "12345", "[1",
                "[1]x", #""\#u{0}""#,
            ]
        Self.tally(texts.map(encoding.encode)).expectParity()
    }

    /// Level 512 is the last that decodes.
    @Test(arguments: [("[", "]"), (#"{"a":["#, "]}")])
    func depth(_ open: String, _ close: String) {
        let levels = open.count == 1 ? 1 : 2
        for times in [1, 256, 257, 512, 513] {
            let trial = expectSame(GrammarTexts.nested(open, close, times), Subject(Everything.self))
            #expect(trial.policyJSON.isValue == (times * levels <= 512), "\(times)")
        }
    }

    /// Foundation searches for the line of the error past the end of the document.
    @Test func unendedDepth() async {
        await #expect(processExitsWith: .failure) {
            _ = try? JSONDecoder().decode(Everything.self, from: Data(String(repeating: "[", count: 513).utf8))
        }
        let ours = Outcome {
            try PolicyJSONDecoder().decode(Everything.self, from: Data(String(repeating: "[", count: 513).utf8))
        }
        #expect("\(ours)" == Difference.notJSON)
        #expect(ours.failure?.syntax?.code == .depthLimit)
        for depth in [1, 511, 512, 514, 515, 2000] {
            let trial = expectSame(String(repeating: "[", count: depth), Subject(Everything.self))
            #expect(trial.syntax?.code == (depth > 512 ? .depthLimit : .unexpectedEnd))
        }
    }
}
