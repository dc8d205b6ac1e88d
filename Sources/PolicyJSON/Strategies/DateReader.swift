import FoundationImport

/// Reads the fields of a ``DatePattern`` from a text, and computes the date.
struct DateReader {
    private var rest: Substring.UTF8View
    private var year = 0
    private var month = 0
    private var day = 0
    private var hour = 0
    private var minute = 0
    private var second = 0
    private var fraction = 0.0
    private var weekday: Int?
    private var isAfternoon: Bool?
    /// Seconds east of Greenwich.
    private var offset: Int?

    init(_ text: String) { rest = text.utf8[...] }

    var isAtEnd: Bool { rest.isEmpty }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let weekdays = ["thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday"]

    /// Reads one field; `false` if the text does not match.
    mutating func read(_ field: DatePattern.Field) -> Bool {
        switch field {
        case .literal(let text):
            guard rest.starts(with: text) else { return false }
            rest = rest.dropFirst(text.count)
            return true
        case .year:
            return number(4...4).map { year = $0 } != nil
        case .number(let part, let isPadded):
            return number(isPadded ? 2...2 : 1...2).map { set(part, $0) } ?? false
        case .monthName(let isShort):
            return name(Self.months, isShort).map { month = $0 + 1 } != nil
        case .weekday(let isShort):
            return name(Self.weekdays, isShort).map { weekday = $0 } != nil
        case .half:
            return name(["am", "pm"], false).map { isAfternoon = $0 == 1 } != nil
        case .fraction(let count):
            return readFraction(count)
        case .universal:
            offset = 0
            return name(["gmt", "utc"], false) != nil
        case .offset(let hasColon, let takesZ):
            return readOffset(hasColon, takesZ)
        }
    }

    private mutating func set(_ part: DatePattern.Part, _ value: Int) -> Bool {
        switch part {
        case .month:
            month = value
            return (1...12).contains(value)
        case .day:
            day = value
            return (1...31).contains(value)
        case .hour:
            hour = value
            return value < 24
        case .hourOfHalf:
            hour = value % 12
            return (1...12).contains(value)
        case .minute:
            minute = value
            return value < 60
        case .second:
            second = value
            return value < 60
        }
    }

    @_optimize(size)
    private mutating func number(_ count: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(count.upperBound).prefix(while: \.isDigit)
        guard digits.count >= count.lowerBound else { return nil }
        rest = rest[digits.endIndex...]
        return Self.value(of: digits)
    }

    private static func value(of digits: Substring.UTF8View) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    @_optimize(size)
    private mutating func readFraction(_ count: Int?) -> Bool {
        let digits = rest.prefix(count ?? rest.count).prefix(while: \.isDigit)
        guard !digits.isEmpty, count == nil || digits.count == count else { return false }
        rest = rest[digits.endIndex...]
        let significant = digits.prefix(ISO8601.fractionDigits)
        fraction = ISO8601.fraction(Self.value(of: significant), digits: significant.count)
        return true
    }

    private mutating func name(_ names: [String], _ isShort: Bool) -> Int? {
        for (index, name) in names.enumerated() {
            let wanted = isShort ? name.utf8.prefix(3) : name.utf8[...]
            let found = rest.prefix(wanted.count)
            if found.count == wanted.count, zip(found, wanted).allSatisfy({ $0 | 0x20 == $1 }) {
                rest = rest[found.endIndex...]
                return index
            }
        }
        return nil
    }

    private mutating func readOffset(_ hasColon: Bool, _ takesZ: Bool) -> Bool {
        guard let sign = rest.popFirst() else { return false }
        if takesZ, sign == UInt8(ascii: "Z") {
            offset = 0
            return true
        }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = number(2...2) else { return false }
        if hasColon, rest.popFirst() != UInt8(ascii: ":") { return false }
        guard let minutes = number(2...2), minutes < 60, hours <= 18 else { return false }
        offset = (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
        return true
    }

    func date(_ timeZone: TimeZone) -> Date? {
        guard day <= CivilDate.days(in: month, of: year) else { return nil }
        let days = CivilDate.daysSince1970(year, month, day)
        if let weekday, weekday != ((days % 7) + 7) % 7 { return nil }
        let hour = hour + (isAfternoon == true ? 12 : 0)
        let local = (days - CivilDate.referenceDay) * 86_400 + hour * 3600 + minute * 60 + second
        guard let seconds = offset.map({ local - $0 }) ?? Self.seconds(local, in: timeZone) else { return nil }
        return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
    }

    /// The first time at which clocks show `local`; `nil` if they never do.
    private static func seconds(_ local: Int, in timeZone: TimeZone) -> Int? {
        func time(_ shift: Int) -> Int {
            local - timeZone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(local + shift)))
        }
        let (one, other) = (time(-86_400), time(86_400))
        return [min(one, other), max(one, other)].first { time in
            time + timeZone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: Double(time))) == local
        }
    }
}
