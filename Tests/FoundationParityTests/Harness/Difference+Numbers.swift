import Foundation

extension Difference {
    static let numbersThatDoNotFit = Difference(
        id: "numbers-that-do-not-fit",
        what: "A number outside the range of the type, or with a fraction where the type is an integer",
        foundation: """
            `dataCorrupted` with an empty path: the given data was not valid JSON. The error is created at the end \
            of the call: a model that catches errors (`try?`) sees an internal error that is not a `DecodingError`
            """,
        policyJSON:
            "`dataCorrupted` at the value's path, with the number and the type, also for a model that catches errors",
        reason: "The document is valid JSON, and the path is needed to find the number",
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
            Specimen(
                "[300]", Subject([Caught<Int8>].self), foundation: "Array<Caught<Int8>>(Caught<Int8>.otherError)",
                policyJSON: "Array<Caught<Int8>>(Caught<Int8>.decodingError)"),
        ],
        covers: { trial in
            // A model that catches `DecodingError` has the text in its value; it does not catch Foundation's error.
            if trial.foundation.isNotJSON { return trial.unfitNumber.map { trial.contains($0) } ?? false }
            // A model that catches any error gets that of a type mismatch from PolicyJSON.
            guard trial.foundation.isValue, trial.policyJSON.isValue else { return false }
            return trial.tokens.filter(\.isNumber).contains { number in
                let unfit = trial.replacingTokens { $0.range == number.range ? "1e99999" : nil }
                let other = trial.replacingTokens { $0.range == number.range ? "[]" : nil }
                return unfit?.foundation == trial.foundation && other?.foundation == trial.policyJSON
            }
        }
    )

    static let fractionsAreNotIntegers = Difference(
        id: "fractions-are-not-integers",
        what:
            "A fraction that becomes an integer when converted to `Double` (`9007199254740993.5`, `1e-400`), decoded as an integer",
        foundation: "A nearby integer",
        policyJSON: "Rejected: the number does not fit",
        reason: "An integer that the document does not contain is worse than an error",
        specimens: [
            Specimen(
                "9007199254740993.5", Subject(Int.self), foundation: "Int(9007199254740993)",
                policyJSON: "dataCorrupted() at []: Parsed JSON number <9007199254740993.5> does not fit in Int."),
            Specimen(
                "1e-400", Subject(Int.self), foundation: "Int(0)",
                policyJSON: "dataCorrupted() at []: Parsed JSON number <1e-400> does not fit in Int."),
            Specimen(
                "[0.99999999999999999999]", Subject([TriedSingle<UInt8>].self),
                foundation: "Array<TriedSingle<UInt8>>(TriedSingle<UInt8>(value: some(UInt8(1))))",
                policyJSON: "Array<TriedSingle<UInt8>>(TriedSingle<UInt8>(value: nil as Optional<UInt8>))"),
            Specimen(
                "9007199254740993.5", Subject(Figure.self),
                foundation: "dataCorrupted() at []: Cannot initialize Figure from invalid Int value 9007199254740993",
                policyJSON: "dataCorrupted() at []: Parsed JSON number <9007199254740993.5> does not fit in Int."),
        ],
        covers: { trial in
            // Equivalent to a fraction that `Double` represents.
            let other = trial.replacingNumbers { text in
                guard let number = PlainNumber(text), !number.isInteger else { return nil }
                return Double(text).map { $0 == $0.rounded() } ?? false ? "0.5" : nil
            }
            guard let other else { return false }
            func shown(_ outcome: Outcome) -> String {
                outcome.description.replacing(/<[^>]*> does not/, with: "it does not")
            }
            return other.foundation != trial.foundation && shown(other.policyJSON) == shown(trial.policyJSON)
        }
    )

    static let wideIntegers = Difference(
        id: "wide-integers",
        what: """
            An integer of more than 64 bits with a fraction or an exponent (`1e20`) as `Int128` or `UInt128`, and \
            one as a 64-bit type that is out of range when converted to `Double`, or that is the minimum of the type \
            (`9223372036854775807.0` and `-9223372036854775808.0` as `Int`)
            """,
        foundation: "`dataCorrupted` with an empty path: the given data was not valid JSON",
        policyJSON: "The exact integer",
        reason: "`1e2` is an integer for every type, regardless of its width and of the precision of `Double`",
        specimens: [
            Specimen("1e20", Subject(Int128.self), foundation: notJSON, policyJSON: "Int128(100000000000000000000)"),
            Specimen(
                "9223372036854775807.0", Subject(Int.self), foundation: notJSON,
                policyJSON: "Int(9223372036854775807)"),
            Specimen(
                "1844674407370955161e1", Subject(UInt64.self), foundation: notJSON,
                policyJSON: "UInt64(18446744073709551610)"),
            Specimen(
                "-9223372036854775808.0", Subject(Int.self), foundation: notJSON,
                policyJSON: "Int(-9223372036854775808)"),
            Specimen(
                #"{"value":1e20}"#, Subject(TriedMember<Int128>.self),
                foundation: "TriedMember<Int128>(value: nil as Optional<Int128>, present: nil as Optional<Int128>, "
                    + "isNull: some(Bool(false)))",
                policyJSON: "TriedMember<Int128>(value: some(Int128(100000000000000000000)), "
                    + "present: some(Int128(100000000000000000000)), isNull: some(Bool(false)))"),
        ],
        covers: { trial in
            // Equivalent to the integer with all digits.
            trial.replacingNumbers { text in
                PlainNumber(text).flatMap { $0.isZero ? nil : $0.digitsWrittenOut.flatMap { $0 == text ? nil : $0 } }
            }.map { $0.foundation == trial.policyJSON } ?? false
        }
    )

    static let zerosWithExponents = Difference(
        id: "zeros-with-exponents",
        what: """
            Zero with an exponent, as `Double` or `Float`, where the letter and a nonzero digit follow the last \
            complete group of four characters (`0e1`, `0.00e5`, `-0.0E10`, but not `0.0E1`, `0e10`, `0e400`)
            """,
        foundation: "`dataCorrupted` with an empty path: the given data was not valid JSON",
        policyJSON: "Zero",
        reason: "It is a valid number (RFC 8259), and its value is zero",
        specimens: [
            Specimen("-0.00e5", Subject(Double.self), foundation: notJSON, policyJSON: "Double(-0.0)"),
            Specimen("0E5", Subject(Float.self), foundation: notJSON, policyJSON: "Float(0.0)"),
            Specimen("0e1", Subject(Double.self), foundation: notJSON, policyJSON: "Double(0.0)"),
            Specimen("-0.0E10", Subject(Double.self), foundation: notJSON, policyJSON: "Double(-0.0)"),
            Specimen("0.0E1", Subject(Double.self), foundation: "Double(0.0)", policyJSON: "Double(0.0)"),
            Specimen("0e10", Subject(Double.self), foundation: "Double(0.0)", policyJSON: "Double(0.0)"),
            Specimen("0e400", Subject(Double.self), foundation: "Double(0.0)", policyJSON: "Double(0.0)"),
            Specimen(
                "[0e5]", Subject([TriedSingle<Float>].self),
                foundation: "Array<TriedSingle<Float>>(TriedSingle<Float>(value: nil as Optional<Float>))",
                policyJSON: "Array<TriedSingle<Float>>(TriedSingle<Float>(value: some(Float(0.0))))"),
        ],
        covers: { trial in
            // Equivalent to zeros without exponents.
            trial.replacingNumbers { text in
                guard let number = PlainNumber(text), number.isZero else { return nil }
                let tail = text.suffix(text.utf8.count % 4)
                return tail.contains(/[eE].*[1-9]/) ? number.digitsWrittenOut : nil
            }.map { $0.foundation == trial.policyJSON } ?? false
        }
    )

    static let escapedInfinities = Difference(
        id: "escaped-infinities",
        what: #"A string with escapes (`"\u0069nf"`) that equals one of the strings of `.convertFromString`"#,
        foundation: "`typeMismatch`: the source bytes are compared, not the string",
        policyJSON: "The infinity or NaN",
        reason: "Escapes must not affect the value",
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
            // Equivalent to the string without escapes.
            return trial.unescaped.map { $0.foundation == trial.policyJSON } ?? false
        }
    )
}

extension Trial {
    /// The number that does not fit according to PolicyJSON's error, or the first part of a long one.
    var unfitNumber: String? {
        // Not only at the start: a model that catches errors has them in its value.
        let description = policyJSON.description
        guard let start = description.firstRange(of: "Parsed JSON number <")?.upperBound,
            let end = description[start...].firstRange(of: "> does not fit in ")?.lowerBound
        else { return nil }
        let number = description[start..<end]
        if number.hasSuffix("…") { return String(number.dropLast()) }
        return PlainNumber.isJSON(number) || options.allowsJSON5 && PlainNumber.isJSON5(number) ? String(number) : nil
    }

    /// The trial of the document with characters in place of `\u00xx`; `nil` if there are no such escapes.
    var unescaped: Trial? {
        replacing(/\\u00[0-7][0-9a-f]/) { escape in
            UInt8(escape.suffix(2), radix: 16).map { String(Unicode.Scalar($0)) } ?? escape
        }
    }
}

/// A JSON number as digits and an exponent.
struct PlainNumber {
    private let isNegative: Bool
    /// The digits without leading and trailing zeros; empty for zero.
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
        // JSON5 allows a plus sign, and no digits before or after the point.
        guard let match = text.wholeMatch(of: /([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?/) else { return nil }
        let fraction = match.3 ?? ""
        if match.2.isEmpty && fraction.isEmpty { return nil }
        let all = (match.2 + fraction).drop { $0 == "0" }
        let zeros = all.reversed().prefix { $0 == "0" }.count
        isNegative = match.1 == "-"
        digits = String(all.dropLast(zeros))
        // An exponent that does not fit in `Int` is far beyond all limits.
        let written = match.4.map { Int($0.drop { $0 == "+" }) ?? ($0.hasPrefix("-") ? -1_000_000 : 1_000_000) } ?? 0
        exponent = written - fraction.count + zeros
    }

    var isZero: Bool { digits.isEmpty }

    var isInteger: Bool { digits.isEmpty || exponent >= 0 }

    /// The integer without fraction and exponent; `nil` if it is not an integer, or is too long.
    var digitsWrittenOut: String? {
        guard isZero || (0..<100).contains(exponent) else { return nil }
        if digits.isEmpty { return isNegative ? "-0" : "0" }
        return (isNegative ? "-" : "") + digits + String(repeating: "0", count: exponent)
    }
}
