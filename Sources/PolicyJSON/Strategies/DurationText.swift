@_spi(Cursor) internal import JSONTape

/// A duration as a text has it: exact, in attoseconds.
struct DurationText {
    /// The magnitude, in whole seconds and attoseconds.
    private var seconds: Int64 = 0
    private var attoseconds: Int64 = 0
    private var isNegative = false

    private static let attosecondsPerSecond: Int64 = 1_000_000_000_000_000_000

    /// The duration.
    var value: Duration {
        let magnitude = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        return isNegative ? .zero - magnitude : magnitude
    }

    /// The number of seconds as a JSON number.
    var text: String {
        let digits = String(attoseconds)
        var fraction = String(repeating: "0", count: 18 - digits.count) + digits
        while fraction.last == "0" { fraction.removeLast() }
        return (isNegative ? "-" : "") + "\(seconds)" + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    /// A number of seconds, rounded to attoseconds; `nil` if the text is not a JSON number, is too large, or would have more than
    /// 1,100 digits without an exponent.
    init?(seconds text: String) {
        guard JSONNumber.isNumber(text), let magnitude = DecimalDigits(text).magnitude(upTo: 1_100) else { return nil }
        let fraction = magnitude.utf8.firstIndex(of: UInt8(ascii: ".")).map { magnitude.utf8[$0...].dropFirst() }
        // With the point.
        let omitted = max((fraction?.count ?? 0) - 18, 0)
        guard add(magnitude.dropLast(omitted), unit: 1) else { return nil }
        if omitted > 0, let next = fraction?.dropFirst(18).first, next >= UInt8(ascii: "5") { addAttosecond() }
        isNegative = text.utf8.first == UInt8(ascii: "-")
    }

    /// A number of milliseconds, rounded to attoseconds; `nil` if the text is not a JSON number, or too large.
    init?(milliseconds text: String) {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let exponent = parts.count == 2 ? Int(parts[1]) : 0
        guard JSONNumber.isNumber(text), let exponent, exponent > Int.min + 3 else { return nil }
        self.init(seconds: "\(parts[0])e\(exponent - 3)")
    }

    private mutating func addAttosecond() {
        guard attoseconds == Self.attosecondsPerSecond - 1 else {
            attoseconds += 1
            return
        }
        // The largest duration is not rounded.
        if seconds < Int64.max { (seconds, attoseconds) = (seconds + 1, 0) }
    }

    /// A duration of ISO 8601 without years and months.
    @_optimize(size)
    init?(iso8601 text: String) {
        var rest = text[...]
        takeSign(&rest)
        guard rest.first == "P" else { return nil }
        rest.removeFirst()
        var units: [(Character, Int64)] = [("W", 604_800), ("D", 86_400)]
        var isTime = false
        var isComplete = false
        while !rest.isEmpty {
            if rest.first == "T", !isTime {
                rest.removeFirst()
                units = [("H", 3_600), ("M", 60), ("S", 1)]
                (isTime, isComplete) = (true, false)
                continue
            }
            let number = rest.prefix { $0.isASCII && $0.isWholeNumber || $0 == "." || $0 == "," }
            rest = rest[number.endIndex...]
            guard let unit = rest.popFirst(), let index = units.firstIndex(where: { $0.0 == unit }),
                add(number, unit: units[index].1)
            else { return nil }
            // Only the last number may have a fraction.
            if number.contains(where: { $0 == "." || $0 == "," }), !rest.isEmpty { return nil }
            units.removeFirst(index + 1)
            isComplete = true
        }
        if !isComplete { return nil }
    }

    /// `H:MM`, `H:MM:SS`, `H:MM:SS.fff`, after an optional number of days. Of `-1 day, 23:59:59`, as Python writes one second before
    /// zero, only the days are negative.
    @_optimize(size)
    init?(clock text: String) {
        var rest = text[...]
        takeSign(&rest)
        /// Days that are negative, while the time is not.
        var days: Int64?
        if let space = rest.firstIndex(of: " ") {
            let start = rest[..<space]
            let number = start.prefix { $0.isASCII && $0.isWholeNumber }
            var unit = start[number.endIndex...]
            rest = rest[rest.index(after: space)...]
            // The unit may follow a space.
            if unit.isEmpty, let next = rest.firstIndex(of: " ") {
                unit = rest[..<next]
                rest = rest[rest.index(after: next)...]
            }
            let isSeparate = unit.last == ","
            if isSeparate { unit.removeLast() }
            guard ["d", "day", "days", ""].contains(unit), Int64(number) != nil, add(number, unit: 86_400) else {
                return nil
            }
            if isSeparate, isNegative { (days, seconds) = (seconds, 0) }
        }
        let fields = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 2 || fields.count == 3, Int64(fields[0]) != nil else { return nil }
        for (field, unit) in zip(fields, [3_600, 60, 1] as [Int64]) {
            let whole = field.prefix { $0 != "." }
            let isFirst = unit == 3_600
            guard isFirst || whole.count == 2 && whole < "60", unit == 1 || whole.count == field.count,
                add(field, unit: unit)
            else { return nil }
        }
        if let days { subtract(from: days) }
    }

    /// Makes of the magnitude what it lacks to a number of seconds, which is negative.
    private mutating func subtract(from days: Int64) {
        isNegative = days > seconds
        guard isNegative else {
            seconds -= days
            return
        }
        let borrowed: Int64 = attoseconds > 0 ? 1 : 0
        attoseconds = borrowed * Self.attosecondsPerSecond - attoseconds
        seconds = days - seconds - borrowed
    }

    private mutating func takeSign(_ text: inout Substring) {
        guard text.first == "-" || text.first == "+" else { return }
        isNegative = text.removeFirst() == "-"
    }

    /// Adds a number of units.
    ///
    /// - Parameters:
    ///   - text: digits, and up to 18 digits of a fraction after a point or a comma.
    ///   - unit: the number of seconds in the unit.
    /// - Returns: `false` if the text has another form, or the sum is too large.
    @_optimize(size)
    private mutating func add(_ text: Substring, unit: Int64) -> Bool {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } }),
            let whole = parts.first.flatMap({ Int64($0) })
        else { return false }
        let (product, isTooLarge) = whole.multipliedReportingOverflow(by: unit)
        var (sum, overflows) = seconds.addingReportingOverflow(product)
        if isTooLarge || overflows { return false }
        if parts.count == 2 {
            let digits = parts[1]
            guard digits.count <= 18, let fraction = Int64(digits + String(repeating: "0", count: 18 - digits.count))
            else { return false }
            // At most 604,800 times an attosecond count below 10^18.
            let product = fraction.multipliedFullWidth(by: unit)
            let (quotient, remainder) = Self.attosecondsPerSecond.dividingFullWidth(product)
            (sum, overflows) = sum.addingReportingOverflow(quotient)
            if overflows { return false }
            attoseconds = remainder
        }
        seconds = sum
        return true
    }
}
