import Foundation

extension Difference {
    private static let iso8601 = Options(name: "iso8601", dates: .iso8601)
    private static let noDate = "dataCorrupted() at []: Expected date string to be ISO8601-formatted."

    static let datePaths = Difference(
        id: "date-paths",
        what: "With `.iso8601`, the path of the error for an invalid date that is requested from a container",
        foundation: "The path of the object or array",
        policyJSON: "The path of the date",
        reason: "All other errors have the path of the value",
        specimens: [
            Specimen(
                #"{"value":"x"}"#, Subject(Member<Date>.self), iso8601, foundation: noDate,
                policyJSON: "dataCorrupted() at [value]: Expected date string to be ISO8601-formatted."),
            Specimen(
                #"[["x"]]"#, Subject([[Date]].self), iso8601,
                foundation: "dataCorrupted() at [Index 0#0]: Expected date string to be ISO8601-formatted.",
                policyJSON: "dataCorrupted() at [Index 0#0/Index 0#0]: Expected date string to be ISO8601-formatted."),
        ],
        covers: { trial in
            guard trial.foundation.isInvalidISO8601, trial.policyJSON.isInvalidISO8601,
                let ours = trial.policyJSON.failure,
                let theirs = trial.foundation.failure
            else { return false }
            return ours.path.dropLast() == theirs.path[...]
        }
    )

    static let iso8601Junk = Difference(
        id: "iso8601-junk",
        what: "Characters after the time zone with `.iso8601`",
        foundation: "Ignored",
        policyJSON: "`dataCorrupted`: expected date string to be ISO8601-formatted",
        reason: "A text with trailing characters is not a date",
        specimens: [
            Specimen(
                #""2001-01-01T00:00:10Z and more""#, Subject(Date.self), iso8601, foundation: "Date(10.0)",
                policyJSON: noDate)
        ],
        covers: { trial in
            guard trial.foundation.isValue, trial.policyJSON.isInvalidISO8601, let text = trial.text else {
                return false
            }
            // Without the characters after the time zone, both decode the date that Foundation decodes with them.
            let clean = text.replacing(
                /(T[0-9:.]+(?:[Zz]|(?:[Gg][Mm][Tt]|[Uu][Tt][Cc])?[-+]\d{1,2}(?::?\d{1,2}(?::?\d{1,2})?)?|[A-Za-z]{3}))[^"]+"/
            ) { #"\#($0.1)""# }
            let again = trial.subject.trial(clean, trial.options)
            return again.agrees && again.foundation == trial.foundation
        }
    )

    static let iso8601Liberties = Difference(
        id: "iso8601-liberties",
        what: "With `.iso8601`, fields out of range (30 February, `25:61:61`, an offset of 99 minutes)",
        foundation: "They roll over",
        policyJSON:
            "`dataCorrupted`: expected date string to be ISO8601-formatted (a second of 60 and `24:00:00` roll over)",
        reason: "30 February is an error and must not silently become 1 March",
        specimens: [
            Specimen(
                #""2000-11-31T23:59:59Z""#, Subject(Date.self), iso8601, foundation: "Date(-2592001.0)",
                policyJSON: noDate),
            Specimen(
                #""2001-01-01T24:00:01Z""#, Subject(Date.self), iso8601, foundation: "Date(86401.0)",
                policyJSON: noDate),
            Specimen(
                #""2001-01-01T00:99:00Z""#, Subject(Date.self), iso8601, foundation: "Date(5940.0)",
                policyJSON: noDate),
            Specimen(
                #""2001-01-01T00:00:00-00:99""#, Subject(Date.self), iso8601, foundation: "Date(5940.0)",
                policyJSON: noDate),
        ],
        covers: { trial in
            guard trial.foundation.isValue, trial.policyJSON.isInvalidISO8601 else { return false }
            return trial.text?.matches(of: /"([^"]+)"/).contains { hasFieldsOutOfRange($0.1) } ?? false
        }
    )

    /// Whether a text that Foundation accepts as a date has a field that is out of range.
    private static func hasFieldsOutOfRange(_ text: Substring) -> Bool {
        let form =
            /(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)(?:\.\d+)?(?:[A-Za-z]{3})?(?:[-+]\d{1,2}(?::?(\d{1,2})(?::?(\d{1,2}))?)?)?/
        guard let match = text.prefixMatch(of: form), let year = Int(match.1), let month = Int(match.2),
            let day = Int(match.3), let hour = Int(match.4), let minute = Int(match.5), let second = Int(match.6)
        else { return false }
        // Before 1582 every fourth year is a leap year.
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0 || year < 1582)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), (1...days[month - 1]).contains(day) else { return true }
        if let offset = match.7.flatMap({ Int($0) }), offset > 59 { return true }
        if let offset = match.8.flatMap({ Int($0) }), offset > 59 { return true }
        return minute > 59 || second > 60 || hour * 3600 + minute * 60 + second > 86_400 + (hour < 24 ? 1 : 0)
    }

    static let longFractions = Difference(
        id: "long-fractions",
        what: "More than nine fractional digits of a second with `.iso8601`",
        foundation: "`dataCorrupted`: expected date string to be ISO8601-formatted",
        policyJSON: "The date",
        reason: "RFC 3339 sets no limit, and some senders write twelve digits",
        specimens: [
            Specimen(
                #""2001-01-01T00:00:10.500000000000Z""#, Subject(Date.self), iso8601, foundation: noDate,
                policyJSON: "Date(10.5)")
        ],
        covers: { trial in
            guard trial.policyJSON.isValue, trial.foundation.isInvalidISO8601, let text = trial.text else {
                return false
            }
            let again = trial.subject.trial(text.replacing(/(\.\d{9})\d+/) { "\($0.1)" }, trial.options)
            return text.contains(/:\d+\.\d{10}/) && again.foundation.isValue
        }
    )
}
