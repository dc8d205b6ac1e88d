import Foundation

extension Difference {
    static let numbersThatDoNotFit = Difference(
        id: "numbers-that-do-not-fit",
        what: "A number outside the range of the type, or with a fraction where the type is an integer",
        foundation: "`dataCorrupted` with an empty path: the given data was not valid JSON; no model can catch it",
        policyJSON: "`dataCorrupted` at the value's path, with the number and the type",
        reason: "The document is valid JSON, and the path is what one needs to find the number",
        specimens: [
            Specimen(
                #"{"value":256}"#, Subject(Member<UInt8>.self), foundation: notJSON,
                policyJSON: "dataCorrupted() at [value]: Parsed JSON number <256> does not fit in UInt8."),
            Specimen(
                "[1,1.5]", Subject([Int].self), foundation: notJSON,
                policyJSON: "dataCorrupted() at [Index 1#1]: Parsed JSON number <1.5> does not fit in Int."),
            Specimen(
                "1e400", Subject(Double.self), foundation: notJSON,
                policyJSON: "dataCorrupted() at []: Parsed JSON number <1e400> does not fit in Double."),
            Specimen(
                "[300,1]", Subject(Lossy<Int8>.self), foundation: notJSON,
                policyJSON: "Lossy<Int8>(elements: Array<Int8>(Int8(1)), errors: Array<String>("
                    + "String(dataCorrupted() at [Index 0#0]: Parsed JSON number <300> does not fit in Int8.)))"),
        ],
        covers: { trial in
            // A model that catches `DecodingError` shows the text in its value; Foundation's error passes it by.
            trial.foundation.isNotJSON && trial.unfitNumber.map { trial.contains($0) } ?? false
        }
    )

    static let fractionsAreNotIntegers = Difference(
        id: "fractions-are-not-integers",
        what: "A fraction that a `Double` cannot hold (`9007199254740993.5`, `1e-400`), decoded as an integer",
        foundation: "An integer near by",
        policyJSON: "Refused: the number does not fit",
        reason: "An integer that the document does not contain is worse than an error",
        specimens: [
            Specimen(
                "9007199254740993.5", Subject(Int.self), foundation: "Int(9007199254740993)",
                policyJSON: "dataCorrupted() at []: Parsed JSON number <9007199254740993.5> does not fit in Int."),
            Specimen(
                "1e-400", Subject(Int.self), foundation: "Int(0)",
                policyJSON: "dataCorrupted() at []: Parsed JSON number <1e-400> does not fit in Int."),
        ],
        covers: { trial in
            guard trial.foundation.isValue, let number = trial.unfitNumber else { return false }
            return PlainNumber(number).map { !$0.isInteger } ?? false
        }
    )

    static let wideIntegers = Difference(
        id: "wide-integers",
        what: """
            An integer of more than 64 bits with a fraction or an exponent (`1e20`) as `Int128` or `UInt128`, and one that \
            rounded to a `Double` is beyond its type (`9223372036854775807.0` as `Int`)
            """,
        foundation: "`dataCorrupted` with an empty path: the given data was not valid JSON",
        policyJSON: "The integer, exactly",
        reason: "`1e2` is an integer for every type; nothing is special about 64 bits or the precision of `Double`",
        specimens: [
            Specimen("1e20", Subject(Int128.self), foundation: notJSON, policyJSON: "Int128(100000000000000000000)"),
            Specimen(
                "9223372036854775807.0", Subject(Int.self), foundation: notJSON,
                policyJSON: "Int(9223372036854775807)"),
            Specimen(
                "1844674407370955161e1", Subject(UInt64.self), foundation: notJSON,
                policyJSON: "UInt64(18446744073709551610)"),
        ],
        covers: { trial in
            guard trial.type.contains("Int"), trial.foundation.isNotJSON else { return false }
            // The same as with all digits written out.
            return trial.replacing(/-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/) { PlainNumber($0)?.digitsWrittenOut ?? $0 }
                .map { $0.foundation == trial.policyJSON } ?? false
        }
    )

    static let zerosWithExponents = Difference(
        id: "zeros-with-exponents",
        what:
            "Zero with an exponent behind several digits (`0.00e5`) or with a capital letter (`0E5`), as `Double` or `Float`",
        foundation: "`dataCorrupted` with an empty path: the given data was not valid JSON",
        policyJSON: "Zero",
        reason: "It is a number of RFC 8259, and its value is zero",
        specimens: [
            Specimen("-0.00e5", Subject(Double.self), foundation: notJSON, policyJSON: "Double(-0.0)"),
            Specimen("0E5", Subject(Float.self), foundation: notJSON, policyJSON: "Float(0.0)"),
        ],
        covers: { trial in
            // The same as zeros without exponents.
            trial.foundation.isNotJSON
                && trial.replacing(/-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/) { text in
                    PlainNumber(text).flatMap { $0.isZero ? $0.digitsWrittenOut : nil } ?? text
                }.map { $0.foundation == trial.policyJSON } ?? false
        }
    )

    static let escapedInfinities = Difference(
        id: "escaped-infinities",
        what: #"A string with escapes (`"\u0069nf"`) where `.convertFromString` names the text"#,
        foundation: "`typeMismatch`: the bytes are compared, not the text",
        policyJSON: "The infinity or NaN",
        reason: "How a sender escapes characters must not matter",
        specimens: [
            Specimen(
                #""\u0069nf""#, Subject(Double.self),
                Options(
                    name: "named infinities",
                    floats: .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")),
                foundation: "typeMismatch(Swift.Double) at []: Expected to decode Double but found a string instead.",
                policyJSON: "Double(inf)")
        ],
        covers: { trial in
            guard case .convertFromString = trial.options.floats, trial.policyJSON.isValue,
                let error = trial.foundation.failure, error.name == .typeMismatch
            else { return false }
            // The same without escapes.
            return trial.unescaped.map { $0.foundation == trial.policyJSON } ?? false
        }
    )
}

extension Trial {
    /// The number that PolicyJSON says does not fit, or the first part of a long one.
    var unfitNumber: String? {
        // Also in the middle: a model that catches errors shows them in its value.
        let description = policyJSON.description
        guard let start = description.firstRange(of: "Parsed JSON number <")?.upperBound,
            let end = description[start...].firstRange(of: "> does not fit in ")?.lowerBound
        else { return nil }
        let number = description[start..<end]
        if number.hasSuffix("…") { return String(number.dropLast()) }
        return PlainNumber.isJSON(number) || options.allowsJSON5 && PlainNumber.isJSON5(number) ? String(number) : nil
    }

    /// The same with the characters that stand there as `\u00xx`.
    var unescaped: Trial? {
        replacing(/\\u00[0-7][0-9a-f]/) { escape in
            UInt8(escape.suffix(2), radix: 16).map { String(Unicode.Scalar($0)) } ?? escape
        }
    }

    /// The same with another text; `nil` where nothing is replaced.
    func replacing(_ part: some RegexComponent, with replacement: (String) -> String) -> Trial? {
        guard let text else { return nil }
        let other = text.replacing(part) { replacement(String(text[$0.range])) }
        return other == text ? nil : subject.trial(other, options)
    }
}

/// A number of JSON as digits and an exponent.
struct PlainNumber {
    private let isNegative: Bool
    /// Without zeros at either end; empty for zero.
    private let digits: String
    private let exponent: Int

    static func isJSON(_ text: Substring) -> Bool {
        text.wholeMatch(of: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/) != nil
    }

    static func isJSON5(_ text: Substring) -> Bool {
        let form = /[-+]?(?:0[xX][0-9a-fA-F]+|Infinity|NaN|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/
        return text.wholeMatch(of: form) != nil
    }

    init?(_ text: String) {
        guard let match = text.wholeMatch(of: /(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?/) else { return nil }
        let fraction = match.3 ?? ""
        let all = (match.2 + fraction).drop { $0 == "0" }
        let zeros = all.reversed().prefix { $0 == "0" }.count
        isNegative = !match.1.isEmpty
        digits = String(all.dropLast(zeros))
        // What does not fit an Int is far beyond any limit here.
        let written = match.4.map { Int($0.drop { $0 == "+" }) ?? ($0.hasPrefix("-") ? -1_000_000 : 1_000_000) } ?? 0
        exponent = written - fraction.count + zeros
    }

    var isZero: Bool { digits.isEmpty }

    var isInteger: Bool { digits.isEmpty || exponent >= 0 }

    /// The integer without fraction and exponent, where it is one of a length that can be looked at.
    var digitsWrittenOut: String? {
        guard isZero || (0..<100).contains(exponent) else { return nil }
        if digits.isEmpty { return isNegative ? "-0" : "0" }
        return (isNegative ? "-" : "") + digits + String(repeating: "0", count: exponent)
    }
}
