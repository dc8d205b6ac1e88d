import Foundation
import PolicyJSON

extension Difference {
    static let trailingCommas = Difference(
        id: "trailing-commas",
        what: "One comma after the last element of an array or the last member of an object",
        foundation: "Accepted",
        policyJSON: "Rejected: the given data was not valid JSON; accepted with `allowsTrailingCommas`",
        reason: "RFC 8259 does not allow it, and accepting it hides the sender's mistake",
        specimens: [
            Specimen("[1,2,]", Subject([Int].self), foundation: "Array<Int>(Int(1), Int(2))", policyJSON: notJSON),
            Specimen(
                #"{"value":1 , }"#, Subject(Member<Int>.self), foundation: "Member<Int>(value: Int(1))",
                policyJSON: notJSON),
            Specimen(
                #""value":1,"#, Subject(Member<Int>.self),
                Options(name: "without braces", assumesTopLevelDictionary: true),
                foundation: "Member<Int>(value: Int(1))", policyJSON: notJSON),
        ],
        covers: { trial in
            guard trial.policyJSON.isNotJSON, !trial.foundation.isNotJSON else { return false }
            let text = trial.text.map { trial.options.assumesTopLevelDictionary ? "{\($0)}" : $0 }
            let codes: [JSONSyntaxError.Code] = [.unexpectedToken, .unexpectedEnd]
            guard let code = trial.syntax?.code, codes.contains(code) else { return false }
            return text?.contains(/[^,\[{]\s*,\s*[\]}]/) ?? false
        }
    )

    static let unreadValues = Difference(
        id: "unread-values",
        what: """
            A string or number that is not valid JSON and that the type does not request (`{"value":1,"b":01}`, \
            where only `value` is requested), requests as a type of another kind (`[01]` as `[Bool]`), or requests \
            while catching errors (`try?`)
            """,
        foundation: "The rest decodes, or the error is a `typeMismatch`; a model that catches the error continues",
        policyJSON: "Rejected: the given data was not valid JSON",
        reason: "Whether a document is accepted must not depend on which values a model requests",
        specimens: [
            Specimen(
                #"{"value":1,"b":01}"#, Subject(Member<Int>.self), foundation: "Member<Int>(value: Int(1))",
                policyJSON: notJSON),
            Specimen(
                #"[{"value":1,"b":"\ud800"}]"#, Subject([Member<Int>].self),
                foundation: "Array<Member<Int>>(Member<Int>(value: Int(1)))", policyJSON: notJSON),
            Specimen(
                "[01]", Subject([Bool].self),
                foundation:
                    "typeMismatch(Swift.Bool) at [Index 0#0]: Expected to decode Bool but found number instead.",
                policyJSON: notJSON),
            Specimen(
                #"{"value":01}"#, Subject(TriedMember<Int>.self),
                foundation: "TriedMember<Int>(value: nil as Optional<Int>, present: nil as Optional<Int>, "
                    + "isNull: some(Bool(false)))",
                policyJSON: notJSON),
            Specimen(
                #"["\x"]"#, Subject([TriedSingle<String>].self),
                foundation: "Array<TriedSingle<String>>(TriedSingle<String>(value: nil as Optional<String>))",
                policyJSON: notJSON),
            Specimen(
                "[1.]", Subject([Caught<Double>].self), foundation: "Array<Caught<Double>>(Caught<Double>.otherError)",
                policyJSON: notJSON),
        ],
        covers: { trial in
            guard trial.policyJSON.isNotJSON, !trial.foundation.isNotJSON, !swappedMarks.covers(trial) else {
                return false
            }
            // Foundation does not distinguish the malformed tokens from other ones.
            return trial.withOtherMalformedTokens.map { $0.foundation == trial.foundation } ?? false
        }
    )

    static let partialCodeUnits = Difference(
        id: "partial-code-units",
        what: "UTF-16 or UTF-32 with an incomplete last code unit",
        foundation: "The bytes of that code unit are ignored",
        policyJSON: "Rejected: the given data was not valid JSON",
        reason: "The document is truncated, or is in another encoding",
        specimens: [
            Specimen(
                Data([0xFE, 0xFF, 0x00, 0x31, 0x00]), Subject(Int.self), foundation: ["Int(1)"], policyJSON: notJSON),
            Specimen(
                Data([0x00, 0x00, 0x00, 0x32, 0x00, 0x00]), Subject(Int.self), foundation: ["Int(2)"],
                policyJSON: notJSON),
        ],
        covers: { trial in
            trial.policyJSON.isNotJSON && !trial.foundation.isNotJSON && trial.syntax?.code == .invalidEncoding
                && trial.data.count % 4 != 0 && !swappedMarks.covers(trial)
        }
    )

    static let markedUTF32 = Difference(
        id: "marked-utf-32",
        what: "UTF-32, little-endian, with a byte order mark",
        foundation: "Rejected: the mark is mistaken for that of UTF-16",
        policyJSON: "Accepted",
        reason: "Every other encoding is accepted with and without a mark",
        specimens: [
            Specimen(
                Data([0xFF, 0xFE, 0x00, 0x00, 0x31, 0x00, 0x00, 0x00]), Subject(Int.self), foundation: [notJSON],
                policyJSON: "Int(1)")
        ],
        covers: { trial in
            guard trial.data.starts(with: [0xFF, 0xFE, 0x00, 0x00]), trial.foundation.isNotJSON else { return false }
            // The outcome without the mark.
            let unmarked = trial.subject.trial(Data(trial.data.dropFirst(4)), trial.options)
            return unmarked.policyJSON == trial.policyJSON
                && (unmarked.agrees || numbersThatDoNotFit.covers(unmarked))
        }
    )

    static let swappedMarks = Difference(
        id: "swapped-marks",
        what: "UTF-32, little-endian, after the bytes `FE FF 00 00`",
        foundation: "Accepted: the bytes are mistaken for a byte order mark",
        policyJSON: "Rejected: the given data was not valid JSON",
        reason: """
            No encoding has this mark; that of UTF-32, little-endian, is `FF FE 00 00`. The bytes are the mark of \
            UTF-16, big-endian, followed by U+0000, with which no JSON document begins
            """,
        specimens: [
            Specimen(
                Data([0xFE, 0xFF, 0x00, 0x00, 0x31, 0x00, 0x00, 0x00]), Subject(Int.self), foundation: ["Int(1)"],
                policyJSON: notJSON),
            // As in other encodings, an incomplete code unit is ignored.
            Specimen(
                Data([0xFE, 0xFF, 0x00, 0x00, 0x31, 0x00, 0x00, 0x00, 0x32]), Subject(Int.self),
                foundation: ["Int(1)"], policyJSON: notJSON),
        ],
        covers: { trial in
            trial.policyJSON.isNotJSON && !trial.foundation.isNotJSON
                && trial.data.starts(with: [0xFE, 0xFF, 0x00, 0x00])
        }
    )

    static let unendedDepth = Difference(
        id: "unended-depth",
        what: "A document that ends after the opening bracket of nesting level 513",
        foundation: "The process crashes",
        policyJSON: "Rejected: the given data was not valid JSON",
        reason: "No input may terminate the process",
        pinnedBy: "GrammarTests.unendedDepth"
    )
}

extension Trial {
    /// The syntax error for which PolicyJSON rejects the document.
    var syntax: JSONSyntaxError? { policyJSON.failure?.syntax }
}
