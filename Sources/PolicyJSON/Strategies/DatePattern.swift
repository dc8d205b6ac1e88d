public import FoundationImport

/// A date format: a pattern with letters of Unicode TR 35, matched exactly.
///
/// | letters | read |
/// |---|---|
/// | `yyyy` | a year in four digits |
/// | `MM`, `M` | a month in two digits; in one or two |
/// | `MMM`, `MMMM` | `Jan`; `January` |
/// | `dd`, `d` | a day of the month |
/// | `HH`, `H` | an hour from 00 to 23 |
/// | `hh`, `h` | an hour from 1 to 12, with `a` for `AM` or `PM` |
/// | `mm`, `m`, `ss`, `s` | minutes and seconds from 00 to 59 |
/// | `S`; `SSS` | a fraction of a second, in one digit or more; in as many digits as letters |
/// | `EEE`, `EEEE` | `Mon`; `Monday`, which must be the date's |
/// | `Z`, `XX`, `XXX` | an offset: `+0900`; the same or `Z`; `+09:00` or `Z` |
/// | `zzz` | `GMT` or `UTC` |
/// | `'T'`, `''` | the text between the quotes; a quote |
///
/// Other characters match themselves. Year, month and day are required. Names are English, in any case; digits are
/// ASCII. Nothing depends on the locale or the time zone of the machine. A text that does not match, or is not a valid
/// date (30 February, a local time that the time zone skips), is rejected; for a local time that occurs twice the first
/// is used.
public struct DatePattern: Sendable, Hashable {
    enum Field: Sendable, Hashable {
        case year
        case monthName(isShort: Bool)
        case weekday(isShort: Bool)
        case half
        case fraction(digits: Int?)
        case universal
        case number(Part, isPadded: Bool)
        case offset(hasColon: Bool, takesZ: Bool)
        case literal([UInt8])
    }

    enum Part: Sendable, Hashable { case month, day, hour, hourOfHalf, minute, second }

    let fields: [Field]
    /// The time zone of dates that are written without one.
    public let timeZone: TimeZone
    /// The pattern as written.
    public let pattern: String

    /// Parses a pattern.
    ///
    /// - Parameters:
    ///   - pattern: the pattern, such as `yyyy-MM-dd'T'HH:mm:ssXXX`.
    ///   - timeZone: the time zone of dates that are written without one. Default: UTC.
    /// - Throws: ``InvalidPattern`` for an unknown letter, a missing or repeated component, or an open quote.
    public init(_ pattern: String, timeZone: TimeZone = .gmt) throws(InvalidPattern) {
        self.pattern = pattern
        self.timeZone = timeZone
        fields = try Self.fields(of: pattern)
    }

    @_optimize(size)
    private static func fields(of pattern: String) throws(InvalidPattern) -> [Field] {
        var fields: [Field] = []
        var rest = pattern.utf8[...]
        while let first = rest.first {
            if first == UInt8(ascii: "'") {
                fields.append(.literal(try quoted(&rest, pattern)))
                continue
            }
            guard isLetter(first) else {
                rest.removeFirst()
                fields.append(.literal([first]))
                continue
            }
            let count = rest.prefix { $0 == first }.count
            rest = rest.dropFirst(count)
            let letters = String(repeating: Character(Unicode.Scalar(first)), count: count)
            guard let field = field(letters) else {
                throw InvalidPattern(
                    kind: .date, pattern: pattern, position: nil,
                    reason: "'\(letters)' is not known; quote letters that stand for themselves")
            }
            fields.append(field)
        }
        try check(fields, pattern)
        return fields
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }

    @_optimize(size)
    private static func quoted(_ rest: inout Substring.UTF8View, _ pattern: String) throws(InvalidPattern) -> [UInt8] {
        let quote = UInt8(ascii: "'")
        rest.removeFirst()
        if rest.first == quote {
            rest.removeFirst()
            return [quote]
        }
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte != quote {
                text.append(byte)
            } else if rest.first == quote {
                text.append(quote)
                rest.removeFirst()
            } else {
                return text
            }
        }
        throw InvalidPattern(kind: .date, pattern: pattern, position: nil, reason: "a quote is not closed")
    }

    @_optimize(size)
    private static func field(_ letters: String) -> Field? {
        switch letters {
        case "yyyy": .year
        case "MM", "M": .number(.month, isPadded: letters.utf8.count == 2)
        case "MMM", "MMMM": .monthName(isShort: letters.utf8.count == 3)
        case "dd", "d": .number(.day, isPadded: letters.utf8.count == 2)
        case "HH", "H": .number(.hour, isPadded: letters.utf8.count == 2)
        case "hh", "h": .number(.hourOfHalf, isPadded: letters.utf8.count == 2)
        case "mm", "m": .number(.minute, isPadded: letters.utf8.count == 2)
        case "ss", "s": .number(.second, isPadded: letters.utf8.count == 2)
        case "a": .half
        case "EEE", "EEEE": .weekday(isShort: letters.utf8.count == 3)
        case "Z": .offset(hasColon: false, takesZ: false)
        case "XX": .offset(hasColon: false, takesZ: true)
        case "XXX": .offset(hasColon: true, takesZ: true)
        case "zzz": .universal
        default:
            letters.utf8.allSatisfy { $0 == UInt8(ascii: "S") }
                ? .fraction(digits: letters.utf8.count == 1 ? nil : letters.utf8.count) : nil
        }
    }

    /// The component that a field specifies, to detect duplicates.
    private static func subject(_ field: Field) -> String? {
        switch field {
        case .year: "year"
        case .monthName: "month"
        case .weekday: "weekday"
        case .half: "half of the day"
        case .fraction: "fraction"
        case .universal, .offset: "time zone"
        case .number(.hourOfHalf, _): "hour"
        case .number(let part, _): "\(part)"
        case .literal: nil
        }
    }

    @_optimize(size)
    private static func check(_ fields: [Field], _ pattern: String) throws(InvalidPattern) {
        var seen: Set<String> = []
        for subject in fields.compactMap({ subject($0) }) where !seen.insert(subject).inserted {
            throw InvalidPattern(kind: .date, pattern: pattern, position: nil, reason: "the \(subject) occurs twice")
        }
        for subject in ["year", "month", "day"] where !seen.contains(subject) {
            throw InvalidPattern(kind: .date, pattern: pattern, position: nil, reason: "there is no \(subject)")
        }
        let isHalved = fields.contains { if case .number(.hourOfHalf, _) = $0 { true } else { false } }
        if isHalved != seen.contains("half of the day") {
            throw InvalidPattern(kind: .date, pattern: pattern, position: nil, reason: "'h' and 'a' need each other")
        }
    }

    /// The date of a text; `nil` if the text does not match the pattern.
    ///
    /// - Parameter text: the date as written, without surrounding white space.
    @_optimize(size)
    public func date(from text: String) -> Date? {
        var reader = DateReader(text)
        guard fields.allSatisfy({ reader.read($0) }), reader.isAtEnd else { return nil }
        return reader.date(timeZone)
    }
}

extension DatePattern: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a pattern from a literal, for dates in UTC. An invalid literal is a programming error and traps; for
    /// text from outside use ``init(_:timeZone:)``.
    public init(stringLiteral value: String) {
        do {
            try self.init(value)
        } catch {
            preconditionFailure(error.description)
        }
    }

    public var description: String { pattern }
}
