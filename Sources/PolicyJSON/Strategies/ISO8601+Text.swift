import FoundationImport

extension ISO8601 {
    /// `yyyy-MM-ddTHH:mm:ssZ`, with the fraction of a second truncated, as Foundation's `.iso8601` writes it; `nil` for
    /// dates outside the Gregorian years of four digits.
    static func text(of date: Date) -> [UInt8]? {
        let seconds = (date.timeIntervalSinceReferenceDate).rounded(.down)
        // 1600-01-01 to 9999-12-31.
        guard seconds >= -12_654_403_200, seconds < 252_423_993_600 else { return nil }
        let total = Int(seconds)
        let day = total >= 0 ? total / 86_400 : -((86_399 - total) / 86_400)
        let second = total - day * 86_400
        let (year, month, dayOfMonth) = civil(daysSince1970: day + 11_323)
        var text = [UInt8](repeating: UInt8(ascii: "-"), count: 20)
        write(year / 100, &text, 0)
        write(year % 100, &text, 2)
        write(month, &text, 5)
        write(dayOfMonth, &text, 8)
        text[10] = UInt8(ascii: "T")
        write(second / 3600, &text, 11)
        text[13] = UInt8(ascii: ":")
        write(second / 60 % 60, &text, 14)
        text[16] = UInt8(ascii: ":")
        write(second % 60, &text, 17)
        text[19] = UInt8(ascii: "Z")
        return text
    }

    private static func write(_ number: Int, _ text: inout [UInt8], _ index: Int) {
        text[index] = UInt8(ascii: "0") + UInt8(number / 10)
        text[index + 1] = UInt8(ascii: "0") + UInt8(number % 10)
    }

    /// The date of a day of the Gregorian calendar, after the year 0, computed with years that start in March.
    private static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
