import Foundation
import PolicyJSON

extension Difference {
    static let trailingCommas = Difference(
        id: "trailing-commas",
        what: "One comma after the last element of an array or the last member of an object",
        foundation: "Accepted",
        policyJSON: "Refused: the given data was not valid JSON; accepted with `allowsTrailingCommas`",
        reason: "RFC 8259 has none, and whoever accepts them hides the sender's mistake",
        specimens: [
            Specimen("[1,2,]", Subject([Int].self), foundation: "Array<Int>(Int(1), Int(2))", policyJSON: notJSON),
            Specimen(
                #"{"value":1 , }"#, Subject(Member<Int>.self), foundation: "Member<Int>(value: Int(1))",
                policyJSON: notJSON),
        ],
        covers: { trial in
            guard trial.policyJSON.isNotJSON, !trial.foundation.isNotJSON else { return false }
            return trial.syntax?.code == .unexpectedToken && trial.text?.contains(/[^,\[{]\s*,\s*[\]}]/) ?? false
        }
    )

    static let unreadValues = Difference(
        id: "unread-values",
        what:
            #"A value that the type does not ask for and that is not valid JSON (`{"value":1,"b":01}`, only `value` is asked for)"#,
        foundation: "Not looked at: the rest decodes",
        policyJSON: "Refused: the given data was not valid JSON",
        reason: "Whether a document is accepted must not depend on what a model reads of it",
        specimens: [
            Specimen(
                #"{"value":1,"b":01}"#, Subject(Member<Int>.self), foundation: "Member<Int>(value: Int(1))",
                policyJSON: notJSON),
            Specimen(
                #"[{"value":1,"b":"\ud800"}]"#, Subject([Member<Int>].self),
                foundation: "Array<Member<Int>>(Member<Int>(value: Int(1)))", policyJSON: notJSON),
        ],
        covers: { trial in
            guard trial.policyJSON.isNotJSON, !trial.foundation.isNotJSON else { return false }
            // Foundation refuses it too, once something reads all of it.
            return Outcome { try JSONDecoder().decode(Everything.self, from: trial.data) }.isNotJSON
        }
    )

    static let partialCodeUnits = Difference(
        id: "partial-code-units",
        what: "UTF-16 or UTF-32 whose last code unit is not complete",
        foundation: "The bytes of that code unit are ignored",
        policyJSON: "Refused: the given data was not valid JSON",
        reason: "The document was cut off, or is in no such encoding",
        specimens: [
            Specimen(
                Data([0xFE, 0xFF, 0x00, 0x31, 0x00]), Subject(Int.self), foundation: ["Int(1)"], policyJSON: notJSON),
            Specimen(
                Data([0x00, 0x00, 0x00, 0x32, 0x00, 0x00]), Subject(Int.self), foundation: ["Int(2)"],
                policyJSON: notJSON),
        ],
        covers: { trial in
            trial.policyJSON.isNotJSON && !trial.foundation.isNotJSON && trial.syntax?.code == .invalidEncoding
                && trial.data.count % 4 != 0
        }
    )

    static let markedUTF32 = Difference(
        id: "marked-utf-32",
        what: "UTF-32, little-endian, with a byte order mark",
        foundation: "Refused: its mark is taken for that of UTF-16",
        policyJSON: "Accepted",
        reason: "Every other encoding works with and without a mark",
        specimens: [
            Specimen(
                Data([0xFF, 0xFE, 0x00, 0x00, 0x31, 0x00, 0x00, 0x00]), Subject(Int.self), foundation: [notJSON],
                policyJSON: "Int(1)")
        ],
        covers: { trial in
            guard trial.data.starts(with: [0xFF, 0xFE, 0x00, 0x00]), trial.foundation.isNotJSON else { return false }
            // What it is without the mark.
            let unmarked = trial.subject.trial(Data(trial.data.dropFirst(4)), trial.options)
            return unmarked.policyJSON == trial.policyJSON
                && (unmarked.agrees || numbersThatDoNotFit.covers(unmarked))
        }
    )

    static let unendedDepth = Difference(
        id: "unended-depth",
        what: "A document that ends with the opening bracket of level 513",
        foundation: "The process crashes",
        policyJSON: "Refused: the given data was not valid JSON",
        reason: "No input may end the process",
        pinnedBy: "GrammarTests.unendedDepth"
    )
}

extension Trial {
    /// Why PolicyJSON takes the document for no JSON.
    var syntax: JSONSyntaxError? { policyJSON.failure?.syntax }
}
