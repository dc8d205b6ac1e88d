import FoundationImport

/// Dates as Foundation's `.iso8601` strategy reads them (RFC 3339 with a few extensions), by digit arithmetic.
///
/// | part | |
/// |---|---|
/// | fields | `yyyy-MM-ddTHH:mm:ss`, each of one to ten digits; a second of 60 and `24:00:00` roll over |
/// | fraction | none, or `.` and digits |
/// | zone | `Z`, `GMT` or `UTC` in letters of any case, the last two with or without an offset; or an offset |
/// | offset | `+` or `-` and hours, hours and minutes, or with seconds, with or without colons; 18 hours at most |
///
/// Unlike in Foundation, nothing may follow, and values out of range (30 February) do not roll over.
enum ISO8601 {
    static func date(_ text: String) -> Date? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = unsafe Reader(bytes: bytes)
            return reader.date()
        }
    }

    /// How many digits of a fraction are read: those beyond the precision of a `Double` have no effect.
    static let fractionDigits = 15

    /// The fraction with these digits.
    static func fraction(_ value: Int, digits: Int) -> Double {
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        return Double(value) / Double(scale)
    }

    // Every read is checked against the count.
    @safe
    private struct Reader {
        let bytes: UnsafeBufferPointer<UInt8>
        var index = 0

        init(bytes: UnsafeBufferPointer<UInt8>) {
            unsafe self.bytes = bytes
        }

        private var current: UInt8? { unsafe index < bytes.count ? bytes[index] : nil }

        private mutating func take(_ byte: Unicode.Scalar) -> Bool {
            guard current == UInt8(ascii: byte) else { return false }
            index += 1
            return true
        }

        /// Reads digits, at least one.
        @inline(never)
        private mutating func digits(atMost count: Int = 10) -> Int? {
            var value = 0
            let end = unsafe min(index + count, bytes.count)
            let start = index
            while index < end {
                let digit = unsafe bytes[index] &- UInt8(ascii: "0")
                guard digit < 10 else { break }
                value = value * 10 + Int(digit)
                index += 1
            }
            return index > start ? value : nil
        }

        @inline(never)
        mutating func date() -> Date? {
            guard let year = digits(), take("-"), let month = digits(), take("-"), let day = digits(), take("T"),
                let hour = digits(), take(":"), let minute = digits(), take(":"), let second = digits()
            else { return nil }
            guard year <= Self.lastYear, (1...12).contains(month), day >= 1, day <= CivilDate.days(in: month, of: year),
                minute < 60, second <= 60, hour < 24 || (hour == 24 && minute == 0 && second == 0)
            else { return nil }
            var fraction = 0.0
            if take(".") {
                let start = index
                guard let value = digits(atMost: ISO8601.fractionDigits) else { return nil }
                fraction = ISO8601.fraction(value, digits: index - start)
                while digits() != nil {}
            }
            guard let offset = offset(), unsafe index == bytes.count else { return nil }
            let days = CivilDate.daysSince1970(year, month, day) - CivilDate.referenceDay
            let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
            // Added to the smaller number, as in Foundation: this preserves more digits of the fraction.
            return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
        }

        /// Seconds east of Greenwich.
        private mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            if takeName("gmt") || takeName("utc"), unsafe index == bytes.count { return 0 }
            let sign: Int
            if take("+") {
                sign = 1
            } else if take("-") {
                sign = -1
            } else {
                return nil
            }
            guard let hours = digits(atMost: 2), let minutes = smallerPart(), let seconds = smallerPart() else {
                return nil
            }
            let offset = hours * 3600 + minutes * 60 + seconds
            // The maximum that Foundation accepts.
            return minutes < 60 && seconds < 60 && offset <= 18 * 3600 ? sign * offset : nil
        }

        /// Minutes or seconds of an offset, 0 if it ends before them.
        private mutating func smallerPart() -> Int? {
            if unsafe index == bytes.count { return 0 }
            _ = take(":")
            return digits(atMost: 2)
        }

        /// Reads a name of three letters in any case.
        private mutating func takeName(_ name: StaticString) -> Bool {
            guard unsafe bytes.count - index >= 3 else { return false }
            for reference in 0..<3 where unsafe bytes[index + reference] | 0x20 != name.utf8Start[reference] {
                return false
            }
            index += 3
            return true
        }

        /// The last year that Foundation accepts.
        private static let lastYear = 506_714
    }
}
