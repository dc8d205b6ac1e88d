public import FoundationImport
internal import JSONTape

/// Reads dates in several formats, tried in order, where the decoder's own `dateDecodingStrategy` fails or has not been
/// set.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `FallbackDateFormats([.secondsSince1970])` | `Date` | `0`, `1700000000`, `-1`, `1.5` | `1970-01-01 00:00:00 +0000`, `2023-11-14 22:13:20 +0000`, `1969-12-31 23:59:59 +0000`, `1970-01-01 00:00:01 +0000` |
/// | `FallbackDateFormats([.secondsSince1970])` | `Date` | `"0"`, `1e400`, `true`, `""`, `" "`, `[]`, `{}`, `null`, no key | declines |
/// | `FallbackDateFormats([.millisecondsSince1970])` | `Date` | `1700000000000`, `17e11` | `2023-11-14 22:13:20 +0000` |
/// | `FallbackDateFormats([.secondsOrMillisecondsSince1970])` | `Date` | `1700000000`, `1700000000000`, `20000000000`, `20000000001`, `-30000000000` | `2023-11-14 22:13:20 +0000`, `2023-11-14 22:13:20 +0000`, `2603-10-11 11:33:20 +0000`, `1970-08-20 11:33:20 +0000`, `1969-01-18 18:40:00 +0000` |
/// | `FallbackDateFormats([.secondsSince1970], includingNumericStrings: true)` | `Date` | `"1700000000"`, `1700000000` | `2023-11-14 22:13:20 +0000` |
/// | `FallbackDateFormats([.secondsSince1970], includingNumericStrings: true)` | `Date` | `" 1"`, `"0x1"`, `"NaN"`, `"1e400"` | declines |
/// | `FallbackDateFormats([.formatted("yyyy-MM-dd")])` | `Date` | `"2024-02-29"`, `"1582-10-15"` | `2024-02-29 00:00:00 +0000`, `1582-10-15 00:00:00 +0000` |
/// | `FallbackDateFormats([.formatted("yyyy-MM-dd")])` | `Date` | `"2023-02-29"`, `"2024-13-01"`, `"2024-2-29"`, `"24-02-29"`, `"2024-02-29T"`, `" 2024-02-29"`, `"٢٠٢٤-02-29"`, `20240229` | declines |
/// | `FallbackDateFormats([.formatted("d.M.yyyy HH:mm")])` | `Date` | `"1.2.2024 08:30"`, `"29.12.2024 23:59"` | `2024-02-01 08:30:00 +0000`, `2024-12-29 23:59:00 +0000` |
/// | `FallbackDateFormats([.formatted("d.M.yyyy HH:mm")])` | `Date` | `"1.2.2024 8:30"`, `"1.2.2024 24:00"`, `"1.2.2024 08:60"` | declines |
/// | `FallbackDateFormats([.formatted("EEE, dd MMM yyyy HH:mm:ss zzz")])` | `Date` | `"Tue, 15 Nov 1994 08:12:31 GMT"` | `1994-11-15 08:12:31 +0000` |
/// | `FallbackDateFormats([.formatted("EEE, dd MMM yyyy HH:mm:ss zzz")])` | `Date` | `"Mon, 15 Nov 1994 08:12:31 GMT"`, `"Tue, 15 Nov 1994 08:12:31 CET"` | declines |
/// | `FallbackDateFormats([.formatted("yyyy-MM-dd hh:mm:ss a XXX")])` | `Date` | `"2024-05-01 12:00:00 AM +02:00"`, `"2024-05-01 12:00:00 pm Z"` | `2024-04-30 22:00:00 +0000`, `2024-05-01 12:00:00 +0000` |
/// | `FallbackDateFormats([.formatted("dd/MM/yyyy"), .formatted("MM/dd/yyyy")])` | `Date` | `"03/04/2024"`, `"13/04/2024"`, `"04/13/2024"` | `2024-04-03 00:00:00 +0000`, `2024-04-13 00:00:00 +0000`, `2024-04-13 00:00:00 +0000` |
/// | `FallbackDateFormats([.secondsSince1970])` | `Date` | `"2024-05-01T00:00:00.250+02:00"` | `2024-04-30 22:00:00 +0000` |
/// | `FallbackDateFormats([.secondsSince1970])` | `Date?` | `0`, `null` | `1970-01-01 00:00:00 +0000`, `nil` |
///
/// In the table the decoder's own strategy is `.iso8601`. A strategy that has been set is tried first, and the rule is
/// consulted where it fails. If none has been set, formats that are numbers precede the default strategy, which reads
/// every number as seconds since 2001: `FallbackDateFormats([.secondsSince1970])` alone reads 1700000000 as a date in 2023, and the
/// report has an entry for it. Every number is a date both in seconds and in milliseconds: of ``Format/secondsSince1970`` and
/// ``Format/millisecondsSince1970`` only the one that is listed first reads numbers. For one path or type, put the rule in a scope.
public struct FallbackDateFormats: DecodingRule {
    /// A format of dates.
    public struct Format: Sendable, CustomStringConvertible, SourceDescribed {
        enum Kind: Sendable {
            case iso8601, seconds, milliseconds, secondsOrMilliseconds
            case pattern(DatePattern)
            case text(@Sendable (String) -> Date?)
            case custom(@Sendable (DecodingRuleContext) -> Date?)
        }

        let kind: Kind
        let sourceText: String

        /// Whether it says what a number means.
        var isNumber: Bool {
            switch kind {
            case .seconds, .milliseconds, .secondsOrMilliseconds, .custom: true
            case .iso8601, .pattern, .text: false
            }
        }

        /// `2024-05-01T12:00:00Z`, as the decoder's strategy of that name reads it, with or without a fraction of a
        /// second.
        public static let iso8601 = Format(kind: .iso8601, sourceText: ".iso8601")
        /// A number of seconds since 1970.
        public static let secondsSince1970 = Format(kind: .seconds, sourceText: ".secondsSince1970")
        /// A number of milliseconds since 1970.
        public static let millisecondsSince1970 = Format(kind: .milliseconds, sourceText: ".millisecondsSince1970")

        /// A number of seconds since 1970 from −20,000,000,000 to 20,000,000,000, or otherwise a number of milliseconds: seconds
        /// until the year 2603, and milliseconds except from 14 May 1969 to 20 August 1970.
        public static let secondsOrMillisecondsSince1970 = Format(
            kind: .secondsOrMilliseconds, sourceText: ".secondsOrMillisecondsSince1970")

        /// A string that matches a pattern.
        ///
        /// - Parameter pattern: the pattern, in letters of Unicode TR 35.
        public static func formatted(_ pattern: DatePattern) -> Format {
            let zone = pattern.timeZone == .gmt ? "" : ", timeZone: \(pattern.timeZone.identifier)"
            return Format(kind: .pattern(pattern), sourceText: ".formatted(\(RawJSON.quoted("\(pattern)"))\(zone))")
        }

        /// A string that a Foundation strategy parses.
        ///
        /// - Parameter strategy: for example a `Date.ISO8601FormatStyle`. An error that it throws means that the text
        ///   is not in the format.
        public static func parsed<Strategy: ParseStrategy & Sendable>(by strategy: Strategy) -> Format
        where Strategy.ParseInput == String, Strategy.ParseOutput == Date {
            Format(kind: .text { try? strategy.parse($0) }, sourceText: ".parsed(by: \(Strategy.self))")
        }

        /// The result of a closure; `nil` for values that are not in its format.
        ///
        /// - Parameters:
        ///   - name: the name that descriptions show.
        ///   - date: reads the date of a value; called on the thread of the decode, with no lock held.
        public static func custom(
            _ name: String = "custom", _ date: @escaping @Sendable (DecodingRuleContext) -> Date?
        ) -> Format {
            Format(kind: .custom(date), sourceText: ".\(name) {…}")
        }
    }

    /// The formats, in the order in which they are tried.
    let formats: [Format]
    /// Whether numbers in strings are accepted.
    let includesNumericStrings: Bool

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - formats: the formats, in the order in which they are tried.
    ///   - includingNumericStrings: whether strings that contain a number (RFC 8259 section 6) are accepted for the
    ///     formats that are numbers. Default: they are not.
    public init(_ formats: [Format], includingNumericStrings: Bool = false) {
        self.formats = formats
        includesNumericStrings = includingNumericStrings
    }

    /// Formats are an array, also a single one: `FallbackDateFormats([.iso8601])`.
    ///
    /// - Parameters:
    ///   - formats: the formats.
    ///   - includingNumericStrings: whether strings that contain a number are accepted.
    @available(*, unavailable, message: "list the formats in brackets: FallbackDateFormats([.iso8601])")
    @_alwaysEmitIntoClient
    public init(_ formats: Format..., includingNumericStrings: Bool = false) { preconditionFailure("unavailable") }

    var sourceText: String {
        let listed = formats.map(\.description).joined(separator: ", ")
        return "FallbackDateFormats([\(listed)]\(includesNumericStrings ? ", includingNumericStrings: true" : ""))"
    }

    var listedSituations: RepairSituation {
        formats.contains(where: \.isNumber) ? [.mismatch, .numericDate] : .mismatch
    }

    @_optimize(size)
    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.requestedType == Date.self else { return .decline }
        let text = context.string
        let number = context.number ?? (includesNumericStrings ? Self.number(text) : nil)
        for format in formats {
            let date: Date? =
                switch format.kind {
                case .iso8601: text.flatMap { ISO8601.date($0) }
                case .seconds: number.flatMap { Self.seconds($0) }.map { Date(timeIntervalSince1970: $0) }
                case .milliseconds: number.flatMap { Self.seconds($0) }.map { Date(timeIntervalSince1970: $0 / 1000) }
                case .secondsOrMilliseconds:
                    number.flatMap { Self.seconds($0) }.map {
                        Date(timeIntervalSince1970: $0.magnitude > 20_000_000_000 ? $0 / 1000 : $0)
                    }
                case .pattern(let pattern): text.flatMap { pattern.date(from: $0) }
                case .text(let read): text.flatMap { read($0) }
                case .custom(let read): read(context)
                }
            if let date { return .use(date) }
        }
        return .decline
    }

    private static func number(_ text: String?) -> String? {
        text.flatMap { JSONNumber.isNumber($0) ? $0 : nil }
    }

    /// A `Date` is a `Double`.
    private static func seconds(_ number: String) -> Double? { Double(number).flatMap { $0.isFinite ? $0 : nil } }
}

// MARK: Policy files

extension FallbackDateFormats {
    private enum CodingKeys: CodingKey { case formats, includingNumericStrings }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode([FormatInFile].self, forKey: .formats).map(\.format),
            includingNumericStrings: try container.flag(.includingNumericStrings))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(formats.map(FormatInFile.init), forKey: .formats)
        try container.encode(flag: includesNumericStrings, .includingNumericStrings)
    }

    var explanation: String {
        let listed = formats.map(\.words).joined(separator: ", else ")
        if formats.isEmpty { return "Does nothing." }
        let strings = includesNumericStrings ? " Numbers may be in strings." : ""
        return
            "Reads dates that the decoder's own strategy rejects, or for which none has been set, as \(listed).\(strings)"
    }
}

/// A format in a policy file: a name, or an object with a pattern.
private struct FormatInFile: Codable {
    let format: FallbackDateFormats.Format

    private enum CodingKeys: CodingKey, CaseIterable { case formatted, timeZone }

    private static var names: KeyValuePairs<String, FallbackDateFormats.Format> {
        [
            "iso8601": .iso8601, "secondsSince1970": .secondsSince1970, "millisecondsSince1970": .millisecondsSince1970,
            "secondsOrMillisecondsSince1970": .secondsOrMillisecondsSince1970,
        ]
    }

    init(_ format: FallbackDateFormats.Format) { self.format = format }

    init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            format = try named(
                name, Self.names, or: #"{"formatted": PATTERN, "timeZone": NAME}"#, at: decoder.codingPath)
            return
        }
        let container = try decoder.container(ofOptions: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .formatted)
        var zone = TimeZone.gmt
        if let name = try container.decodeIfPresent(String.self, forKey: .timeZone) {
            guard let known = TimeZone(identifier: name) else {
                throw PolicyFileProblem(
                    code: .invalidOption, message: "there is no time zone \(RawJSON.quoted(name))"
                ).at(container.codingPath + [CodingKeys.timeZone])
            }
            zone = known
        }
        do throws(InvalidPattern) {
            format = .formatted(try DatePattern(text, timeZone: zone))
        } catch {
            throw PolicyFileProblem(code: .invalidOption, message: error.description)
                .at(container.codingPath + [CodingKeys.formatted])
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch format.kind {
        case .pattern(let pattern):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(pattern.pattern, forKey: .formatted)
            if pattern.timeZone != .gmt { try container.encode(pattern.timeZone.identifier, forKey: .timeZone) }
        case .iso8601, .seconds, .milliseconds, .secondsOrMilliseconds:
            var container = encoder.singleValueContainer()
            try container.encode(String(format.description.dropFirst()))
        case .text, .custom:
            throw PolicyFileProblem(code: .notWritable, message: "\(format) is program code")
        }
    }
}

extension FallbackDateFormats.Format {
    fileprivate var words: String {
        switch kind {
        case .iso8601: "ISO 8601"
        case .seconds: "seconds since 1970"
        case .milliseconds: "milliseconds since 1970"
        case .secondsOrMilliseconds: "seconds, or beyond the year 2603 milliseconds, since 1970"
        case .pattern(let pattern):
            "\"\(pattern)\"" + (pattern.timeZone == .gmt ? "" : " in the time zone \(pattern.timeZone.identifier)")
        case .text, .custom: "a format of the program (\(description))"
        }
    }
}

// MARK: Lint

extension FallbackDateFormats: LibraryRule {
    var doesNothing: Bool { formats.isEmpty }

    func covers(_ other: FallbackDateFormats) -> Bool {
        // Only rules that can be written have complete descriptions.
        description == other.description && isWritable && other.isWritable
    }
}
