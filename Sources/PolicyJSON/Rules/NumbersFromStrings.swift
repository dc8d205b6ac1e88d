import FoundationImport
@_spi(Cursor) internal import JSONTape

/// Accepts a string that contains a number where a number is requested.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `NumbersFromStrings()` | `Int`, `Int8`, `Int16`, `Int32`, `Int64`, `Int128`, `UInt`, `UInt8`, `UInt16`, `UInt32`, `UInt64`, `UInt128` | `"12"`, `"+12"`, `"007"`, `"1.0"`, `"-0"` | `12`, `12`, `7`, `1`, `0` |
/// | `NumbersFromStrings()` | `Int`, `Int128` | `"-3"`, `"-10.000"` | `-3`, `-10` |
/// | `NumbersFromStrings()` | `Int`, `UInt8`, `UInt128` | `"1.5"`, `"1e3"`, `"0x10"`, `"1_000"`, `"--1"`, `"1."`, `".0"`, `"١"`, `"x"`, `""`, `" "`, `" 12 "` | declines |
/// | `NumbersFromStrings()` | `Int128` | `"-170141183460469231731687303715884105728"` | `-170141183460469231731687303715884105728` |
/// | `NumbersFromStrings()` | `UInt128` | `"340282366920938463463374607431768211455"` | `340282366920938463463374607431768211455` |
/// | `NumbersFromStrings()` | `UInt8` | `"300"` | fails: Parsed JSON number <300> does not fit in UInt8. |
/// | `NumbersFromStrings()` | `UInt8` | `"-1"` | fails: Parsed JSON number <-1> does not fit in UInt8. |
/// | `NumbersFromStrings()` | `Double`, `Float`, `CGFloat` | `"1.5"`, `"1e3"`, `"-0.25"` | `1.5`, `1000.0`, `-0.25` |
/// | `NumbersFromStrings()` | `Decimal` | `"1.5"`, `"1e3"`, `"12345678901234567890.12345"` | `1.5`, `1000`, `12345678901234567890.12345` |
/// | `NumbersFromStrings()` | `Double`, `Float`, `CGFloat`, `Decimal` | `"+1.5"`, `".5"`, `"01"`, `"NaN"`, `"Infinity"`, `""`, `" 1"` | declines |
/// | `NumbersFromStrings()` | `Double` | `"1e400"` | fails: Parsed JSON number <1e400> does not fit in Double. |
/// | `NumbersFromStrings()` | `Level` | `"1"`, `"2"` | `low`, `high` |
/// | `NumbersFromStrings()` | `Level` | `"0"` | fails: Cannot initialize Level from invalid Int value 0 |
/// | `NumbersFromStrings()` | `Level` | `"low"` | declines |
/// | `NumbersFromStrings()` | `Int`, `Double`, `Decimal` | `null`, `true`, `[]`, `{}`, no key | declines |
/// | `NumbersFromStrings(trimmingWhitespace: true)` | `Int`, `Decimal` | `" 12 "`, `"\t12\r\n"`, `"12"` | `12` |
/// | `NumbersFromStrings(trimmingWhitespace: true)` | `Int`, `Decimal` | `"\u00A012"`, `" "`, `"1 2"`, `""` | declines |
/// | `NumbersFromStrings(groupingSeparator: ",")` | `Int`, `Int?`, `Decimal` | `"1,234"`, `"-12,345,678"`, `"7"` | `1234`, `-12345678`, `7` |
/// | `NumbersFromStrings(groupingSeparator: ",")` | `Double`, `Float` | `"1,234.5"` | `1234.5` |
/// | `NumbersFromStrings(groupingSeparator: ",")` | `Decimal` | `"1,234.50"`, `"123,456e-3"` | `1234.5`, `123.456` |
/// | `NumbersFromStrings(groupingSeparator: ",")` | `Int`, `Double`, `Decimal` | `"1,23"`, `"0,005"`, `"1234,567"`, `",123"`, `"1,234,"`, `"1,,234"`, `"1.000,000"`, `"1_000"`, `" 1,234"`, `"-,123"` | declines |
/// | `NumbersFromStrings(groupingSeparator: "_")` | `Int`, `Decimal` | `"1_000"` | `1000` |
/// | `NumbersFromStrings(groupingSeparator: ".")` | `Int`, `Decimal` | `"1.000"` | `1000` |
/// | `NumbersFromStrings(groupingSeparator: ".")` | `Int`, `Decimal` | `"1.5"`, `"1.0"`, `"1.000,5"` | declines |
/// | `NumbersFromStrings(nonJSONForms: true)` | `Double`, `Float` | `"+1.5"`, `".5"`, `"-.5"`, `"5."`, `"007.50"`, `"1.e1"`, `"1.5"` | `1.5`, `0.5`, `-0.5`, `5.0`, `7.5`, `10.0`, `1.5` |
/// | `NumbersFromStrings(nonJSONForms: true)` | `Decimal` | `"+1.5"`, `".5"`, `"5."`, `"00.50"` | `1.5`, `0.5`, `5`, `0.5` |
/// | `NumbersFromStrings(nonJSONForms: true)` | `Int` | `"5."`, `".0"`, `"+007."`, `"-00"` | `5`, `0`, `7`, `0` |
/// | `NumbersFromStrings(nonJSONForms: true)` | `Int`, `Double`, `Decimal` | `"."`, `"+"`, `"-."`, `"+-1"`, `"++1"`, `"1.."`, `"1..5"`, `"1e.5"`, `".e1"`, `"0x10"`, `"1,5"`, `"1 "`, `"NaN"`, `""` | declines |
///
/// A grouping separator stands between groups of three digits, of which the first may have fewer, and not in a fraction. A
/// string that has the separator elsewhere is not a number: under `groupingSeparator: "."` neither is `"1.5"`. Forms that JSON does
/// not have are a plus sign, leading zeros, and no digit before or after the decimal point.
///
/// Integers are never converted through `Double`; `Decimal` is read from the text. Enumerations with numeric raw values
/// are covered: `"1"` gives the case with the raw value 1. Where the decoder's strategy reads dates from numbers, a
/// number in a string (in JSON's form, and without white space) is read as a date, too.
public struct NumbersFromStrings: DecodingRule {
    /// Whether white space around the number is ignored.
    let trimsWhitespace: Bool

    /// The character between groups of three digits; `nil` if digits are not grouped.
    let groupingSeparator: Character?

    /// Whether forms of numbers that JSON does not have are accepted.
    let acceptsNonJSONForms: Bool

    /// Creates the rule. Default: only the number itself.
    ///
    /// - Parameters:
    ///   - trimmingWhitespace: whether spaces, tabs, line feeds and carriage returns around the number are ignored.
    ///   - groupingSeparator: the character between groups of three digits, such as `","`. A digit, letter or sign is a
    ///     programming error and traps. Default: digits are not grouped.
    ///   - nonJSONForms: whether `"+1.5"`, `".5"`, `"5."` and `"05.5"` are accepted, also for floating-point numbers and
    ///     decimals, as most programming languages read them.
    public init(
        trimmingWhitespace: Bool = false, groupingSeparator: Character? = nil, nonJSONForms: Bool = false
    ) {
        precondition(groupingSeparator.map(Self.separates) ?? true, Self.separatorRequirement)
        trimsWhitespace = trimmingWhitespace
        self.groupingSeparator = groupingSeparator
        acceptsNonJSONForms = nonJSONForms
    }

    @_optimize(size)
    var sourceText: String {
        var parts = trimsWhitespace ? ["trimmingWhitespace: true"] : []
        if let groupingSeparator {
            parts.append("groupingSeparator: \(RawJSON.quoted(String(groupingSeparator)))")
        }
        if acceptsNonJSONForms { parts.append("nonJSONForms: true") }
        return "NumbersFromStrings(\(parts.joined(separator: ", ")))"
    }

    private static let separatorRequirement =
        "a grouping separator is one character that is not a digit, letter or sign"

    private static func separates(_ character: Character) -> Bool {
        !character.isNumber && !character.isLetter && !"+-".contains(character)
    }

    var listedSituations: RepairSituation { .mismatch }

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.kind == .string else { return .decline }
        let isInteger = context.isInteger
        guard isInteger || Self.isFractional(context.requestedType), let text = context.string else {
            // Applies only if dates are numbers, which the attempt determines.
            guard context.requestedType == Date.self, let text = context.string else { return .decline }
            return JSONNumber.isNumber(text) ? .replaceIfDecodable(with: .number(text)) : .decline
        }
        if let number = number(text, isInteger: isInteger) { return .replace(with: .number(number)) }
        guard trimsWhitespace,
            let number = number(text.trimmingJSONWhitespace, isInteger: isInteger)
        else { return .decline }
        return .replace(with: .number(number))
    }

    @inline(__always)
    private func number(_ text: String, isInteger: Bool) -> String? {
        var text = text
        if let groupingSeparator {
            guard let digits = Self.ungrouped(text.withOrderedMarks(), groupingSeparator) else { return nil }
            text = digits
        }
        if let number = Self.number(text, isInteger: isInteger) { return number }
        return acceptsNonJSONForms ? Self.number(Self.inJSON(text), isInteger: isInteger) : nil
    }

    /// The number as JSON writes it; a text that is no number stays one that is none.
    @_optimize(size)
    @inline(never)
    private static func inJSON(_ text: String) -> String {
        var bytes = Array(text.utf8)
        let start = bytes.first == UInt8(ascii: "-") ? 1 : 0
        if bytes.count > 1, bytes[0] == UInt8(ascii: "+"), bytes[1] != bytes[0], bytes[1] != UInt8(ascii: "-") {
            bytes.removeFirst()
        }
        func isDigit(at index: Int) -> Bool { bytes.indices.contains(index) && bytes[index].isDigit }
        let zeros = bytes.dropFirst(start).prefix { $0 == UInt8(ascii: "0") }.count
        bytes.removeSubrange(start..<start + (isDigit(at: start + zeros) ? zeros : max(zeros - 1, 0)))
        if let point = bytes.firstIndex(of: UInt8(ascii: ".")) {
            let end = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.endIndex
            if point == start, isDigit(at: point + 1) { bytes.insert(UInt8(ascii: "0"), at: point) }
            if point == end - 1, isDigit(at: point - 1) { bytes.remove(at: point) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text without separators; `nil` if the separators are not between groups of three digits.
    @_optimize(size)
    private static func ungrouped(_ text: String, _ separator: Character) -> String? {
        guard text.contains(separator) else { return text }
        let sign = text.prefix { $0 == "-" || $0 == "+" }
        let digits = text.dropFirst(sign.count).prefix { $0 == separator || $0.isASCII && $0.isWholeNumber }
        let rest = text[digits.endIndex...]
        let groups = digits.split(separator: separator, omittingEmptySubsequences: false)
        guard let first = groups.first, 1...3 ~= first.count, groups.count == 1 || first.first != "0",
            groups.dropFirst().allSatisfy({ $0.count == 3 }),
            !rest.contains(separator)
        else { return nil }
        return String(sign) + groups.joined() + String(rest)
    }

    private static func isFractional(_ type: Any.Type) -> Bool {
        type == Double.self || type == Float.self || type == Decimal.self
    }

    /// Sign, digits and a fraction of zeros, as a JSON integer; `nil` for anything else.
    @_optimize(size)
    private static func integer(_ text: String) -> String? {
        if JSONNumber.isPlainInteger(text) { return text }
        var rest = text.utf8[...]
        var sign = ""
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            if first == UInt8(ascii: "-") { sign = "-" }
            rest.removeFirst()
        }
        let digits = rest.prefix(while: \.isDigit)
        if digits.isEmpty { return nil }
        rest = rest[digits.endIndex...]
        if !rest.isEmpty {
            guard rest.removeFirst() == UInt8(ascii: "."), !rest.isEmpty, rest.allSatisfy({ $0 == UInt8(ascii: "0") })
            else {
                return nil
            }
        }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        return sign + (significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self))
    }

    @inline(__always)
    private static func number(_ text: String, isInteger: Bool) -> String? {
        if isInteger { return integer(text) }
        return JSONNumber.isNumber(text) ? text : nil
    }
}

// MARK: Policy files

extension NumbersFromStrings {
    private enum CodingKeys: CodingKey { case trimmingWhitespace, groupingSeparator, nonJSONForms }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let separator = try container.decodeIfPresent(String.self, forKey: .groupingSeparator)
        if let separator, separator.count != 1 || !separator.allSatisfy(Self.separates) {
            throw PolicyFileProblem(code: .invalidOption, message: Self.separatorRequirement)
                .at(container.codingPath + [CodingKeys.groupingSeparator])
        }
        self.init(
            trimmingWhitespace: try container.flag(.trimmingWhitespace), groupingSeparator: separator?.first,
            nonJSONForms: try container.flag(.nonJSONForms))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(flag: trimsWhitespace, .trimmingWhitespace)
        try container.encodeIfPresent(groupingSeparator.map { String($0) }, forKey: .groupingSeparator)
        try container.encode(flag: acceptsNonJSONForms, .nonJSONForms)
    }

    var explanation: String {
        "Accepts a string that contains a number where a number is requested: \"12\" for 12."
            + (trimsWhitespace ? " White space around the number is ignored." : "")
            + (groupingSeparator.map { " \(RawJSON.quoted(String($0))) may separate groups of three digits." }
                ?? "")
            + (acceptsNonJSONForms ? " It may begin with a plus sign or zeros, and begin or end with the point." : "")
    }
}

// MARK: Lint

extension NumbersFromStrings: LibraryRule {
    func covers(_ other: NumbersFromStrings) -> Bool {
        guard trimsWhitespace || !other.trimsWhitespace, acceptsNonJSONForms || !other.acceptsNonJSONForms else {
            return false
        }
        // A separator that can be part of a number makes other numbers of some strings.
        let isInNumbers = groupingSeparator.map { "0123456789+-.eE".contains($0) } ?? false
        return groupingSeparator == other.groupingSeparator || other.groupingSeparator == nil && !isInNumbers
    }
}
