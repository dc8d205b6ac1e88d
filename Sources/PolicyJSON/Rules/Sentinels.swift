public import FoundationImport

/// Decodes values that stand for no value, such as `"N/A"` or `-1`, as `nil`.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `Sentinels(.asNil, strings: ["N/A", "0000-00-00"], numbers: [0, -1])` | `Int?`, `UInt8?`, `Double?`, `Decimal?` | `0`, `-1`, `0.0`, `-0`, `-10e-1`, `"N/A"` | `nil` |
/// | `Sentinels(.asNil, strings: ["N/A", "0000-00-00"], numbers: [0, -1])` | `String?`, `Date?`, `URL?`, `UUID?`, `Fruit?`, `[Int]?`, `Point?` | `"N/A"`, `"0000-00-00"`, `0` | `nil` |
/// | `Sentinels(.asNil, strings: ["N/A", "0000-00-00"], numbers: [0, -1])` | `Int?` | `1`, `-2`, `null` | `1`, `-2`, `nil` |
/// | `Sentinels(.asNil, strings: ["N/A", "0000-00-00"], numbers: [0, -1])` | `Int?` | `"n/a"`, `"0"`, `[]`, `{}` | declines |
/// | `Sentinels(.asNil, strings: ["N/A", "0000-00-00"], numbers: [0, -1])` | `String?` | `""`, `"N/A "`, `"x"` | ``, `N/A `, `x` |
/// | `Sentinels(.asNil, strings: ["N/A", "0000-00-00"], numbers: [0, -1])` | `Int` | `0`, `-1` | `0`, `-1` |
/// | `Sentinels(.asNil, strings: ["N/A", "0000-00-00"], numbers: [0, -1])` | `Int`, `Date`, `Fruit` | `"N/A"`, `"0000-00-00"`, no key | declines |
/// | `Sentinels(.asNull, strings: ["", "null"])` | `Maybe` | `""`, `"null"` | `Maybe(none)` |
/// | `Sentinels(.asNull, strings: ["", "null"])` | `Int?`, `String?` | `""`, `"null"` | `nil` |
/// | `Sentinels(.asNull, strings: ["", "null"])` | `String` | `""`, `"null"` | ``, `null` |
/// | `Sentinels(.asNull, strings: ["", "null"])` | `Int`, `Fruit` | `"null"`, `"Null"`, no key | declines |
///
/// Where `nil` is accepted, a sentinel becomes `nil` even if strict decoding accepts it, so that the rule has to examine each
/// string and each number that is requested as an optional; list it inside ``At`` or ``For`` if it does not apply
/// everywhere. Strings are compared exactly, numbers by value. With ``EmptyStrings/Treatment/asNull``, a sentinel that
/// strict decoding rejects where `nil` is not accepted counts as `null`, so that ``DefaultValues`` can supply a value. A value
/// that is not optional and that strict decoding accepts is never a sentinel.
public struct Sentinels: DecodingRule {
    /// What a sentinel counts as.
    let treatment: EmptyStrings.Treatment
    /// The strings that stand for no value.
    let strings: [String]
    /// The numbers that stand for no value.
    let numbers: [Decimal]
    /// The nearest floating-point numbers.
    private let doubles: [Double]

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - treatment: what a sentinel counts as.
    ///   - strings: the strings that stand for no value. Default: none.
    ///   - numbers: the numbers that stand for no value. Default: none.
    public init(_ treatment: EmptyStrings.Treatment, strings: [String] = [], numbers: [Decimal] = []) {
        self.treatment = treatment
        self.strings = strings
        self.numbers = numbers
        doubles = numbers.map { Double($0.description) ?? .nan }
    }

    var sourceText: String {
        let lists = [
            strings.isEmpty ? nil : "strings: [\(strings.map(RawJSON.quoted).joined(separator: ", "))]",
            numbers.isEmpty ? nil : "numbers: [\(numbers.map(\.description).joined(separator: ", "))]",
        ]
        return "Sentinels(\(([treatment.description] + lists.compactMap(\.self)).joined(separator: ", ")))"
    }

    var listedSituations: RepairSituation {
        treatment == .asNull ? [.optionalScalar, .mismatch, .unknownCase] : .optionalScalar
    }

    func answer(to context: DecodingRuleContext) -> Repair {
        guard isSentinel(context) else { return .decline }
        if context.acceptsNil { return .useNil }
        return treatment == .asNull ? .replaceIfDecodable(with: RawJSON(checked: "null")) : .decline
    }

    private func isSentinel(_ context: DecodingRuleContext) -> Bool {
        if !strings.isEmpty, let text = context.string { return strings.contains(text.withOrderedMarks()) }
        // Different doubles are of different numbers; comparing those takes much longer.
        if numbers.isEmpty || context.double.map({ !doubles.contains($0) }) == true { return false }
        guard let text = context.numberInJSON else { return false }
        let digits = DecimalDigits(text)
        guard let number = digits.isZero ? 0 : DecimalText.decimal(text), numbers.contains(number) else { return false }
        // A `Decimal` has 38 digits.
        return digits.isZero || digits == DecimalDigits(number.description)
    }
}

// MARK: Policy files

extension Sentinels {
    private enum CodingKeys: CodingKey { case treatment, strings, numbers }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.choice(.treatment, of: EmptyStrings.treatments),
            strings: try container.decodeIfPresent([String].self, forKey: .strings) ?? [],
            numbers: try container.decodeIfPresent([Decimal].self, forKey: .numbers) ?? [])
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: treatment, .treatment, of: EmptyStrings.treatments)
        if !strings.isEmpty { try container.encode(strings, forKey: .strings) }
        if !numbers.isEmpty { try container.encode(numbers, forKey: .numbers) }
    }

    var explanation: String {
        let values = strings.map(RawJSON.quoted) + numbers.map(\.description)
        if values.isEmpty { return "Does nothing." }
        let elsewhere = treatment == .asNull ? ", and as null elsewhere" : ""
        let verb = values.count == 1 ? "counts" : "count"
        return "\(values.joined(separator: ", ")) \(verb) as a missing value where a value may be missing\(elsewhere)."
    }
}

// MARK: Lint

extension Sentinels: LibraryRule {
    var doesNothing: Bool { strings.isEmpty && numbers.isEmpty }

    func covers(_ other: Sentinels) -> Bool {
        Set(strings).isSuperset(of: other.strings) && Set(numbers).isSuperset(of: other.numbers)
            && (treatment == other.treatment || other.treatment == .asNil)
    }
}
