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

    /// Days since 1970-01-01 for a year that is not negative, computed with years that start in March.
    static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        if isJulian(year, month, day) {
            // Rounded down, for January and February of the year 0.
            return shifted * 365 + (shifted >> 2) + dayOfYear - 719_470
        }
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
