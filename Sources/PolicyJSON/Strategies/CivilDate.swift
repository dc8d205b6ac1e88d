/// Calendar days as in Foundation: Gregorian, and Julian before 1582-10-15.
enum CivilDate {
    /// 2001-01-01 in days since 1970-01-01.
    static let referenceDay = 11_323

    private static func isJulian(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        (year, month, day) < (1582, 10, 15)
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0 || year < 1582)
    }

    static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01, computed with years that start in March.
    static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        if isJulian(year, month, day) {
            let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
            return shifted * 365 + (shifted >= 0 ? shifted : shifted - 3) / 4 + dayOfYear - 719_470
        }
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
