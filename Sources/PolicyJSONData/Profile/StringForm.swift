@_spi(Cursor) internal import JSONTape
internal import PolicyJSON

/// What a string looks like. Of several forms that fit, the first one counts.
public enum StringForm: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
    /// No characters.
    case empty
    /// Only spaces, tabs and line ends.
    case blank
    /// A number in JSON's grammar, white space around it allowed: `"12.50"`.
    case number
    /// `true`, `false`, `yes`, `no`, `on` or `off` in any case.
    case boolean
    /// RFC 3339: `2026-03-02T08:15:00Z`.
    case dateTime
    /// RFC 3339 without an offset, or with a space: `2026-03-02 08:15:00`.
    case localDateTime
    /// `2026-03-02`.
    case date
    /// `03/02/2026`.
    case slashDate
    /// `2.3.2026`.
    case dotDate
    /// RFC 2822: `Mon, 02 Mar 2026 08:15:00 +0000`.
    case mailDate
    /// `123e4567-e89b-12d3-a456-426614174000`.
    case uuid
    /// `https://example.org/a`.
    case url
    /// An object or an array as text.
    case json
    /// Anything else.
    case text

    /// The forms that are dates.
    public static let dates: [StringForm] = [.dateTime, .localDateTime, .date, .slashDate, .dotDate, .mailDate]

    /// Finds the form of a string.
    ///
    /// - Parameter bytes: the string in UTF-8, escapes decoded.
    init(_ bytes: Span<UInt8>) {
        self = bytes.isEmpty ? .empty : Self.form(bytes, first: bytes[0])
    }

    private static func form(_ bytes: Span<UInt8>, first: UInt8) -> StringForm {
        let count = bytes.count
        switch first {
        case 0x20, 0x09, 0x0A, 0x0D:
            let trimmed = bytes.extracting(trimmed(bytes))
            if trimmed.isEmpty { return .blank }
            return JSONNumber.isNumber(trimmed) ? .number : nestedKind(trimmed) != nil ? .json : .text
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            if JSONNumber.isNumber(bytes.extracting(trimmed(bytes))) { return .number }
            if count == 36, matches(bytes, uuidPattern) { return .uuid }
            return date(bytes)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return nestedKind(bytes) != nil ? .json : .text
        default: break
        }
        if count == 36, matches(bytes, uuidPattern) { return .uuid }
        if count <= 5, isBoolean(bytes) { return .boolean }
        if count >= 26, count <= 31, matches(bytes.extracting(..<5), mailDay) {
            let text = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
            return mailPatterns.contains { $0.date(from: text) != nil } ? .mailDate : .text
        }
        return isURL(bytes) ? .url : .text
    }

    // MARK: Patterns

    /// `9` is a digit, `x` a hexadecimal digit, `A` a letter; anything else stands for itself.
    private static func matches(_ bytes: Span<UInt8>, _ pattern: StaticString) -> Bool {
        guard bytes.count == pattern.utf8CodeUnitCount else { return false }
        for index in bytes.indices {
            let byte = bytes[index]
            let isMatch =
                switch unsafe pattern.utf8Start[index] {
                case UInt8(ascii: "9"): byte.isDigit
                case UInt8(ascii: "x"): byte.isDigit || (0x61...0x66).contains(byte | 0x20)
                case UInt8(ascii: "A"): (0x61...0x7A).contains(byte | 0x20)
                case let literal: byte == literal
                }
            if !isMatch { return false }
        }
        return true
    }

    private static let uuidPattern: StaticString = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
    private static let mailDay: StaticString = "AAA, "
    /// The patterns of RFC 2822 dates.
    static let mailPatterns: [DatePattern] = ["EEE, d MMM yyyy HH:mm:ss Z", "EEE, d MMM yyyy HH:mm:ss zzz"]

    /// The range of the bytes without white space at both ends.
    private static func trimmed(_ bytes: Span<UInt8>) -> Range<Int> {
        var (start, end) = (0, bytes.count)
        while start < end, bytes[start].isJSONWhitespace { start += 1 }
        while start < end, bytes[end - 1].isJSONWhitespace { end -= 1 }
        return start..<end
    }

    private static func skipDigits(_ bytes: Span<UInt8>, _ index: inout Int) -> Int {
        let start = index
        while index < bytes.count, bytes[index].isDigit { index += 1 }
        return index - start
    }

    private static func skip(_ scalar: Unicode.Scalar, _ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    private static func isBoolean(_ bytes: Span<UInt8>) -> Bool {
        let word = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self).lowercased()
        return ["true", "false", "yes", "no", "on", "off"].contains(word)
    }

    private static func date(_ bytes: Span<UInt8>) -> StringForm {
        let count = bytes.count
        if count >= 10, matches(bytes.extracting(..<10), "9999-99-99") {
            guard isInCalendar(bytes) else { return .text }
            if count == 10 { return .date }
            guard count >= 16, matches(bytes.extracting(11..<16), "99:99") else { return .text }
            guard bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20 else { return .text }
            return isTimeWithOffset(bytes.extracting(10...)) ? .dateTime : .localDateTime
        }
        if count <= 10 {
            if isDate(bytes, separator: UInt8(ascii: "/")) { return .slashDate }
            if isDate(bytes, separator: UInt8(ascii: ".")) { return .dotDate }
        }
        return .text
    }

    /// The number that two digits are.
    private static func pair(_ bytes: Span<UInt8>, at index: Int) -> Int {
        Int(bytes[index] &- UInt8(ascii: "0")) * 10 + Int(bytes[index + 1] &- UInt8(ascii: "0"))
    }

    /// Whether the month of `yyyy-MM-dd` has the day.
    private static func isInCalendar(_ bytes: Span<UInt8>) -> Bool {
        let year = pair(bytes, at: 0) * 100 + pair(bytes, at: 2)
        let (month, day) = (pair(bytes, at: 5), pair(bytes, at: 8))
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days =
            switch month {
            case 1...12: month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
            default: 0
            }
        return (1...max(days, 1)).contains(day) && days > 0
    }

    /// Whether a time of RFC 3339 is what follows a date: `T08:15:00.5+01:00`, as the decoder's strategy `.iso8601`
    /// reads it.
    private static func isTimeWithOffset(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= 10, matches(bytes.extracting(..<9), "T99:99:99") else { return false }
        guard pair(bytes, at: 1) < 24, pair(bytes, at: 4) < 60, pair(bytes, at: 7) < 60 else { return false }
        var index = 9
        if skip(".", bytes, &index), skipDigits(bytes, &index) == 0 { return false }
        let offset = bytes.extracting(index...)
        if offset.count == 1 { return offset[0] | 0x20 == UInt8(ascii: "z") }
        guard matches(offset, "+99:99") || matches(offset, "-99:99") else { return false }
        return pair(offset, at: 1) < 18 && pair(offset, at: 4) < 60
    }

    /// Day, month and year, or month, day and year.
    private static func isDate(_ bytes: Span<UInt8>, separator: UInt8) -> Bool {
        var index = 0
        for _ in 0..<2 {
            guard (1...2).contains(skipDigits(bytes, &index)), index < bytes.count, bytes[index] == separator else {
                return false
            }
            index += 1
        }
        let year = skipDigits(bytes, &index)
        return (year == 2 || year == 4) && index == bytes.count
    }

    private static func isURL(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        // A scheme is short (RFC 3986 section 3.1).
        while index < min(bytes.count, 16) {
            let byte = bytes[index]
            if byte == UInt8(ascii: ":") { break }
            let isLetter = (0x61...0x7A).contains(byte | 0x20)
            guard isLetter || index > 0 && (byte.isDigit || byte == UInt8(ascii: "+")) else { return false }
            index += 1
        }
        return index > 1 && index + 3 < bytes.count && matches(bytes.extracting(index..<index + 3), "://")
    }

    /// The kind of container that the text could be: only its ends are read.
    static func nestedKind(_ bytes: Span<UInt8>) -> JSONKind? {
        let trimmed = bytes.extracting(trimmed(bytes))
        guard trimmed.count >= 2 else { return nil }
        let second = trimmed[1 + Self.trimmed(trimmed.extracting(1...)).lowerBound]
        switch (trimmed[0], trimmed[trimmed.count - 1]) {
        case (0x7B, 0x7D): return second == UInt8(ascii: "\"") || second == 0x7D ? .object : nil
        case (0x5B, 0x5D):
            return second.isDigit || [0x22, 0x5B, 0x5D, 0x7B, 0x2D, 0x74, 0x66, 0x6E].contains(second) ? .array : nil
        default: return nil
        }
    }
}
