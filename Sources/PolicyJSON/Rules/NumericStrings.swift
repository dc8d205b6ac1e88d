import Foundation
@_spi(Tape) internal import JSONTape

/// Accepts a string that contains a number where a number is requested.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `NumericStrings()` | `Int`, `Int8`, `Int16`, `Int32`, `Int64`, `Int128`, `UInt`, `UInt8`, `UInt16`, `UInt32`, `UInt64`, `UInt128` | `"12"`, `"+12"`, `"007"`, `"1.0"`, `"-0"` | `12`, `12`, `7`, `1`, `0` |
/// | `NumericStrings()` | `Int`, `Int128` | `"-3"`, `"-10.000"` | `-3`, `-10` |
/// | `NumericStrings()` | `Int`, `UInt8`, `UInt128` | `"1.5"`, `"1e3"`, `"0x10"`, `"1_000"`, `"--1"`, `"1."`, `".0"`, `"١"`, `"x"`, `""`, `" "`, `" 12 "` | declines |
/// | `NumericStrings()` | `Int128` | `"-170141183460469231731687303715884105728"` | `-170141183460469231731687303715884105728` |
/// | `NumericStrings()` | `UInt128` | `"340282366920938463463374607431768211455"` | `340282366920938463463374607431768211455` |
/// | `NumericStrings()` | `UInt8` | `"300"` | fails: Parsed JSON number <300> does not fit in UInt8. |
/// | `NumericStrings()` | `UInt8` | `"-1"` | fails: Parsed JSON number <-1> does not fit in UInt8. |
/// | `NumericStrings()` | `Double`, `Float`, `CGFloat` | `"1.5"`, `"1e3"`, `"-0.25"` | `1.5`, `1000.0`, `-0.25` |
/// | `NumericStrings()` | `Decimal` | `"1.5"`, `"1e3"`, `"12345678901234567890.12345"` | `1.5`, `1000`, `12345678901234567890.12345` |
/// | `NumericStrings()` | `Double`, `Float`, `CGFloat`, `Decimal` | `"+1.5"`, `".5"`, `"01"`, `"NaN"`, `"Infinity"`, `""`, `" 1"` | declines |
/// | `NumericStrings()` | `Double` | `"1e400"` | fails: Parsed JSON number <1e400> does not fit in Double. |
/// | `NumericStrings()` | `Level` | `"1"`, `"2"` | `low`, `high` |
/// | `NumericStrings()` | `Level` | `"0"` | fails: Cannot initialize Level from invalid Int value 0 |
/// | `NumericStrings()` | `Level` | `"low"` | declines |
/// | `NumericStrings()` | `Int`, `Double`, `Decimal` | `null`, `true`, `[]`, `{}`, no key | declines |
/// | `NumericStrings(.trimmingWhitespace)` | `Int`, `Decimal` | `" 12 "`, `"\t12\r\n"`, `"12"` | `12` |
/// | `NumericStrings(.trimmingWhitespace)` | `Int`, `Decimal` | `"\u00A012"`, `" "`, `"1 2"`, `""` | declines |
///
/// Integers are never converted through `Double`; `Decimal` is read from the text. Enumerations with numeric raw values
/// are covered: `"1"` gives the case with the raw value 1. Where the decoder's strategy reads dates from numbers, a
/// number in a string (without white space) is read as a date, too.
public struct NumericStrings: PolicyFileRule {
    /// What else is accepted.
    public struct Option: OptionSet, Sendable, Hashable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Space, tab, line feed and carriage return around the number.
        public static let trimmingWhitespace = Option(rawValue: 1)
    }

    /// What else is accepted.
    public let options: Option

    /// Creates the rule. Default: only the number itself.
    ///
    /// - Parameter options: what else is accepted.
    public init(_ options: Option = []) {
        self.options = options
    }

    public var description: String { "NumericStrings(\(options.sourceTextIfAny))" }

    public var situations: RepairSituation { .mismatch }

    public func repair(_ context: DecodingRuleContext) -> Repair {
        guard context.found == .string else { return .decline }
        let isInteger = context.isInteger
        guard isInteger || Self.isFractional(context.requestedType), let text = context.string else {
            // Applies only if dates are numbers, which the attempt determines.
            guard context.requestedType == Date.self, let text = context.string else { return .decline }
            return Self.isNumber(text) ? .attempt(.number(text)) : .decline
        }
        if let number = Self.number(text, isInteger: isInteger) { return .decode(.number(number)) }
        guard options.contains(.trimmingWhitespace),
            let number = Self.number(text.trimmingJSONWhitespace, isInteger: isInteger)
        else { return .decline }
        return .decode(.number(number))
    }

    private static func isFractional(_ type: Any.Type) -> Bool {
        type == Double.self || type == Float.self || type == Decimal.self
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Sign, digits and a fraction of zeros, as a JSON integer; `nil` for anything else.
    private static func integer(_ text: String) -> String? {
        if JSONNumber.isPlainInteger(text) { return text }
        var rest = text.utf8[...]
        var sign = ""
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            if first == UInt8(ascii: "-") { sign = "-" }
            rest.removeFirst()
        }
        let digits = rest.prefix(while: isDigit)
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
        return isNumber(text) ? text : nil
    }

    /// Whether `text` is a number of RFC 8259 section 6.
    static func isNumber(_ text: String) -> Bool {
        // Pattern matching avoids `==`, which would compare values.
        if case .some = JSONNumber(text) { true } else { false }
    }
}

// MARK: Policy files

extension NumericStrings.Option: NamedOptions {
    static let names: KeyValuePairs<String, Self> = ["trimmingWhitespace": .trimmingWhitespace]
}

extension NumericStrings {
    private enum CodingKeys: CodingKey { case options }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).options(.options))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: options, .options)
    }

    public var explanation: String {
        "Accepts a string that contains a number where a number is requested: \"12\" for 12."
            + (options.contains(.trimmingWhitespace) ? " White space around the number is ignored." : "")
    }
}

// MARK: Lint

extension NumericStrings: LibraryRule {
    func covers(_ other: NumericStrings) -> Bool { options.isSuperset(of: other.options) }
}
