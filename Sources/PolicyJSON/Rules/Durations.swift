import FoundationImport
@_spi(Cursor) internal import JSONTape

/// Accepts texts and numbers where a `Duration`, or, inside a scope, a number of seconds is requested.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `Durations(.iso8601)` | `Duration`, `Duration?` | `"PT1H30M"`, `"PT0.5S"`, `"P1DT1S"`, `"P2W"`, `"-PT1M"`, `"PT36H"` | `5400.0 seconds`, `0.5 seconds`, `86401.0 seconds`, `1209600.0 seconds`, `-60.0 seconds`, `129600.0 seconds` |
/// | `Durations(.iso8601)` | `Duration` | `"P1Y"`, `"P1M"`, `"P"`, `"PT"`, `"1H"`, `"PT1H1H"`, `"PT1M1H"`, `"PT1.5H1M"`, `"PT"`, `"pt1h"`, `""`, `"10:10"`, `90`, `null`, no key | declines |
/// | `Durations(.clock)` | `Duration` | `"10:10"`, `"0:00:01.25"`, `"-1:00"`, `"1 days 10:10"`, `"1 day, 0:00:05"`, `"-1 day, 23:59:59"`, `"2d 00:00"` | `36600.0 seconds`, `1.25 seconds`, `-3600.0 seconds`, `123000.0 seconds`, `86405.0 seconds`, `-1.0 seconds`, `172800.0 seconds` |
/// | `Durations(.clock)` | `Duration` | `"10"`, `"1:5"`, `"1:60"`, `"1:00:60"`, `"1 weeks 1:00"`, `"1:00:00:00"`, `"PT1H"`, `""`, `60`, `null`, no key | declines |
/// | `Durations(.seconds)` | `Duration` | `90`, `1.5`, `-0.25`, `1e3`, `"90"`, `"1.5"`, `0.000000000000000001`, `4.76837158203125e-07` | `90.0 seconds`, `1.5 seconds`, `-0.25 seconds`, `1000.0 seconds`, `90.0 seconds`, `1.5 seconds`, `1e-18 seconds`, `4.76837158203e-07 seconds` |
/// | `Durations(.seconds)` | `Duration` | `1e400`, `99999999999999999999`, `"x"`, `""`, `"1:00"`, `true`, `{}`, `null`, no key | declines |
/// | `Durations(.milliseconds)` | `Duration`, `Duration?` | `1500`, `-0.5`, `"250"`, `15e2` | `1.5 seconds`, `-0.0005 seconds`, `0.25 seconds`, `1.5 seconds` |
/// | `Durations(.milliseconds)` | `Duration` | `1e400`, `"x"`, `"PT1S"`, `true`, `null`, no key | declines |
/// | `Durations([.iso8601, .clock])` | `Duration` | `"PT1M"`, `"0:01"` | `60.0 seconds` |
/// | `Durations([.iso8601, .clock])` | `Double`, `Int`, `String` | `{}`, `null` | declines |
/// | `Durations([.iso8601, .clock])` | `Double` | `"PT1M"`, `"0:01"` | declines |
///
/// A day has 24 hours. A number of years or months is not a duration: it has no fixed length. Inside ``At`` and ``For``, the
/// rule also applies to `Double` (`TimeInterval`), as a number of seconds. A `Duration` that Swift has encoded, an array of
/// two numbers, is decoded strictly.
public struct Durations: DecodingRule {
    /// Which forms are accepted.
    public struct Form: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Weeks, days, hours, minutes and seconds of ISO 8601: `PT1H30M`. The last number may have a fraction.
        public static let iso8601 = Form(rawValue: 1)
        /// Hours, minutes and, optionally, seconds, after an optional number of days: `10:10:05`, `1 days 10:10`.
        public static let clock = Form(rawValue: 2)
        /// A number of seconds, or a string that contains one.
        public static let seconds = Form(rawValue: 4)
        /// A number of milliseconds, or a string that contains one. If ``seconds`` is listed, numbers are seconds.
        public static let milliseconds = Form(rawValue: 8)
    }

    /// Which forms are accepted.
    let forms: Form

    /// Creates the rule. Default: all forms except milliseconds.
    ///
    /// - Parameter forms: which forms are accepted.
    public init(_ forms: Form = [.iso8601, .clock, .seconds]) {
        self.forms = forms
    }

    var sourceText: String { "Durations(\(forms.sourceText))" }

    let listedSituations: RepairSituation = .mismatch

    func answer(to context: DecodingRuleContext) -> Repair {
        let isDuration = context.requestedType == Duration.self
        guard isDuration || context.requestedType == Double.self && context.isScoped,
            let duration = duration(context)
        else { return .decline }
        return isDuration ? .use(duration.value) : .replace(with: .number(duration.text))
    }

    private func duration(_ context: DecodingRuleContext) -> DurationText? {
        if context.kind == .number { return context.numberInJSON.flatMap(number) }
        guard let text = context.string?.withOrderedMarks() else { return nil }
        if forms.contains(.iso8601), let duration = DurationText(iso8601: text) { return duration }
        if forms.contains(.clock), let duration = DurationText(clock: text) { return duration }
        return number(text)
    }

    private func number(_ text: String) -> DurationText? {
        if forms.contains(.seconds) { return DurationText(seconds: text) }
        return forms.contains(.milliseconds) ? DurationText(milliseconds: text) : nil
    }
}

// MARK: Policy files

extension Durations.Form: NamedOptions {
    static let names: KeyValuePairs<String, Self> = [
        "iso8601": .iso8601, "clock": .clock, "seconds": .seconds, "milliseconds": .milliseconds,
    ]
}

extension Durations {
    private enum CodingKeys: CodingKey { case forms }

    init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).options(.forms, default: Durations().forms))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: forms, .forms, default: Durations().forms)
    }

    var explanation: String {
        let words: KeyValuePairs<Form, String> = [
            .iso8601: "\"PT1H30M\"", .clock: "\"10:10:05\" or \"1 days 10:10\"", .seconds: "a number of seconds",
            .milliseconds: "a number of milliseconds",
        ]
        let accepted = words.filter { forms.contains($0.key) }.map(\.value).joined(separator: ", or ")
        return accepted.isEmpty ? "Does nothing." : "Accepts \(accepted) where a duration is requested."
    }
}

// MARK: Lint

extension Durations: LibraryRule {
    var doesNothing: Bool { forms.isWithoutEffect }

    func covers(_ other: Durations) -> Bool { forms.isSuperset(of: other.forms) }
}
