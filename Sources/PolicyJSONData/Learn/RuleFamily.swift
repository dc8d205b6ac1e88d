internal import PolicyJSON

/// Rules that repair the same kind of failure in different ways.
struct RuleFamily: Sendable {
    /// One way.
    struct Option: Sendable {
        let rule: any DecodingRule
        /// Which of several contradicting readings it is: `day first` of `3/4/2026`.
        var reading: Reading?
        /// Whether the way is plausible for a value.
        var accepts: @Sendable (FoundValue) -> Bool = { _ in true }
    }

    /// A reading that contradicts the other readings of the same texts.
    struct Reading: Hashable, Sendable {
        let texts: String
        let name: String
    }

    /// What the values are, for people.
    let name: String
    var loss = LearnedPolicy.Loss.none
    /// The narrowest first.
    let options: [Option]
    /// Makes one rule of several options; `nil` if one option has to do for all values.
    var combined: (@Sendable ([Int]) -> any DecodingRule)?
    /// Whether it makes sense to consult the rules about a value.
    let applies: @Sendable (FoundValue) -> Bool
}

extension RuleFamily {
    /// The rules that may be learned, the narrowest first.
    static let all: [RuleFamily] = [
        numbers, booleans, one("integers", IntegersFromBooleans()) { $0.kind == .bool },
        one("strings", StringsFromScalars()) { $0.kind == .number || $0.kind == .bool },
        caseNames, keyNames, dates, durations,
        one("data", FallbackDataFormats()) { $0.kind == .string || $0.kind == .array },
        one("nested JSON", StringifiedJSON()) { $0.string?.contains { "[{".contains($0) } ?? false },
        one("arrays", SingleElementArrays()) { $0.kind == .array },
        separatedStrings,
        one("single values", SingleValuesAsArrays()) { $0.kind != nil && $0.kind != .array && $0.kind != .null },
        emptyStrings,
        // What follows loses values.
        sentinels, unknownCases,
        one("fractions", loss: .values, Rounding(.toNearestOrAwayFromZero)) { $0.kind == .number },
        one("fractions", loss: .values, Rounding(.toNearestOrAwayFromZero, includingStrings: true)) {
            $0.string != nil
        },
        nulls, missingKeys,
    ]

    private static func one(
        _ name: String, loss: LearnedPolicy.Loss = .none, _ rule: any DecodingRule,
        _ applies: @escaping @Sendable (FoundValue) -> Bool
    ) -> RuleFamily {
        RuleFamily(name: name, loss: loss, options: [Option(rule: rule)], applies: applies)
    }

    private static func alternatives(
        _ name: String, loss: LearnedPolicy.Loss = .none, _ rules: [any DecodingRule],
        _ applies: @escaping @Sendable (FoundValue) -> Bool
    ) -> RuleFamily {
        RuleFamily(name: name, loss: loss, options: rules.map { Option(rule: $0) }, applies: applies)
    }

    private static var numbers: RuleFamily {
        let separators: [Character] = [",", ".", " ", "'", "_"]
        var rules: [any DecodingRule] = [NumbersFromStrings(), NumbersFromStrings(trimmingWhitespace: true)]
        for trims in [false, true] {
            rules += separators.map { NumbersFromStrings(trimmingWhitespace: trims, groupingSeparator: $0) }
        }
        rules.append(NumbersFromStrings(nonJSONForms: true))
        return alternatives("numbers", rules) { $0.string?.contains(where: \.isNumber) ?? false }
    }

    private static var separatedStrings: RuleFamily {
        let options = [",", ";", "|"].flatMap { separator in
            [false, true].map { trims in
                Option(rule: SeparatedStrings(by: separator, trimmingWhitespace: trims)) { value in
                    // Text in which words follow a separator and a space is one value.
                    value.string.map {
                        $0.contains(separator) && $0.contains(" ") == trims
                            && !(trims && $0.contains(where: \.isLetter))
                    } ?? false
                }
            }
        }
        return RuleFamily(name: "separated strings", options: options, applies: { $0.string != nil })
    }

    private static var booleans: RuleFamily {
        let forms: [BooleansFromScalars.Form] = [.zeroAndOne, .words, .zeroAndOneStrings]
        return RuleFamily(
            name: "Booleans", options: forms.map { Option(rule: BooleansFromScalars($0)) },
            combined: { BooleansFromScalars($0.reduce(into: []) { $0.formUnion(forms[$1]) }) },
            applies: { $0.kind == .number || $0.kind == .string })
    }

    private static var caseNames: RuleFamily {
        // The fewest freedoms first.
        let sets = (1..<16).sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }
        let rules = sets.map { set in
            CaseMatching(
                caseInsensitive: set & 1 != 0, separatorInsensitive: set & 2 != 0, trimmingWhitespace: set & 4 != 0,
                namesInSource: set & 8 != 0)
        }
        return alternatives("cases", rules) { $0.string != nil || $0.kind == .object }
    }

    private static var keyNames: RuleFamily {
        let styles: [KeyMatching.Style] = [
            .pascalCase, .snakeCase, .kebabCase, .screamingSnakeCase, .caseInsensitive, .separatorInsensitive,
            [.caseInsensitive, .separatorInsensitive],
        ]
        return alternatives("keys", styles.map { KeyMatching($0) }) { $0.isMissing }
    }

    private static var dates: RuleFamily {
        let patterns = [
            "yyyy-MM-dd", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd HH:mm", "yyyy-MM-dd'T'HH:mm",
            "yyyy/MM/dd", "dd.MM.yyyy", "d.M.yyyy", "dd.MM.yyyy HH:mm", "dd.MM.yyyy HH:mm:ss", "dd/MM/yyyy",
            "MM/dd/yyyy", "d/M/yyyy", "M/d/yyyy", "dd-MM-yyyy", "MM-dd-yyyy", "dd MMM yyyy", "d MMM yyyy",
            "EEE, dd MMM yyyy HH:mm:ss zzz", "EEE, dd MMM yyyy HH:mm:ss XX", "yyyyMMdd",
        ]
        // Seconds up to the year 2286.
        let limit = 1e10
        var formats: [FallbackDateFormats.Format] = [.iso8601, .secondsSince1970, .millisecondsSince1970]
        var options = [
            Option(rule: FallbackDateFormats([.iso8601])) { $0.string != nil },
            Option(
                rule: FallbackDateFormats([.secondsSince1970]), reading: Reading(texts: "numbers", name: "seconds"),
                accepts: { $0.kind == .number && abs($0.number ?? .infinity) < limit }),
            Option(
                rule: FallbackDateFormats([.millisecondsSince1970]),
                reading: Reading(texts: "numbers", name: "milliseconds"),
                accepts: { $0.kind == .number && abs($0.number ?? 0) >= limit }),
        ]
        for pattern in patterns {
            guard let date = try? DatePattern(pattern) else { continue }
            let separator = pattern.contains("/") ? "/" : pattern.contains("-") ? "-" : nil
            let reading = separator.flatMap { separator -> Reading? in
                if pattern.hasPrefix("d") { return Reading(texts: "dates with \(separator)", name: "day first") }
                if pattern.hasPrefix("M") { return Reading(texts: "dates with \(separator)", name: "month first") }
                return nil
            }
            formats.append(.formatted(date))
            options.append(
                Option(rule: FallbackDateFormats([.formatted(date)]), reading: reading) { $0.string != nil })
        }
        let all = formats
        return RuleFamily(
            name: "dates", options: options, combined: { FallbackDateFormats($0.map { all[$0] }) },
            applies: { $0.kind == .number || $0.kind == .string })
    }

    private static var durations: RuleFamily {
        let forms: [Durations.Form] = [.iso8601, .clock, .seconds]
        return RuleFamily(
            name: "durations", options: forms.map { Option(rule: Durations($0)) },
            combined: { Durations($0.reduce(into: []) { $0.formUnion(forms[$1]) }) },
            applies: { $0.kind == .number || $0.kind == .string })
    }

    private static var emptyStrings: RuleFamily {
        alternatives("empty strings", [EmptyStrings(.asNil), EmptyStrings(.asNil, includingBlank: true)]) {
            $0.string?.allSatisfy(\.isWhitespace) ?? false
        }
    }

    private static var sentinels: RuleFamily {
        let texts = [
            "N/A", "n/a", "NA", "na", "null", "NULL", "nil", "None", "none", "-", "--", "?", "unknown", "NaN", "nan",
            "undefined",
            "0000-00-00", "0000-00-00 00:00:00",
        ]
        return RuleFamily(
            name: "sentinels", loss: .values,
            options: texts.map { text in
                Option(rule: Sentinels(.asNil, strings: [text])) { $0.string == text }
            },
            combined: { indexes in Sentinels(.asNil, strings: indexes.map { texts[$0] }) },
            applies: { $0.string != nil && $0.code != .unknownCase })
    }

    private static var unknownCases: RuleFamily {
        alternatives(
            "unknown cases", loss: .values,
            [
                UnknownCases(.caseNamed("unknown")), UnknownCases(.caseNamed("other")), UnknownCases(.useNil),
            ]
        ) { $0.code == .unknownCase }
    }

    private static let defaults: [DefaultValues.Kinds] = [.zero, .emptyString, .false, .emptyArray, .emptyDictionary]

    private static var nulls: RuleFamily {
        alternatives("null", loss: .values, defaults.map { DefaultValues($0, for: .null) }) {
            $0.kind == .null
        }
    }

    private static var missingKeys: RuleFamily {
        alternatives("missing keys", loss: .values, defaults.map { DefaultValues($0, for: .missingKey) }) {
            $0.isMissing
        }
    }
}
