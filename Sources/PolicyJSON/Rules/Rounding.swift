internal import JSONTape

/// Rounds a number with a fraction where an integer is requested.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `Rounding(.down)` | `Int` | `1.9`, `-1.1`, `0.9`, `-0.1`, `1.25e1`, `99e-1` | `1`, `-2`, `0`, `-1`, `12`, `9` |
/// | `Rounding(.up)` | `Int` | `1.1`, `-1.9`, `-0.9`, `9.0001`, `1e-400` | `2`, `-1`, `0`, `10`, `1` |
/// | `Rounding(.towardZero)` | `Int` | `1.9`, `-1.9`, `0.5` | `1`, `-1`, `0` |
/// | `Rounding(.awayFromZero)` | `Int` | `1.1`, `-1.1`, `-99.5` | `2`, `-2`, `-100` |
/// | `Rounding(.toNearestOrEven)` | `Int` | `0.5`, `1.5`, `2.5`, `-2.5`, `2.51`, `2.49` | `0`, `2`, `2`, `-2`, `3`, `2` |
/// | `Rounding(.toNearestOrAwayFromZero)` | `Int` | `0.5`, `1.5`, `2.5`, `-2.5`, `2.49` | `1`, `2`, `3`, `-3`, `2` |
/// | `Rounding(.down)` | `Int` | `1e3`, `1.0`, `120e-1`, `-0.0` | `1000`, `1`, `12`, `0` |
/// | `Rounding(.down)` | `Int64` | `9007199254740993.5` | `9007199254740993` |
/// | `Rounding(.down)` | `Int128` | `170141183460469231731687303715884105727.9` | `170141183460469231731687303715884105727` |
/// | `Rounding(.down)` | `UInt8` | `255.9` | `255` |
/// | `Rounding(.up)` | `UInt8` | `255.1` | fails: Parsed JSON number <256> does not fit in UInt8. |
/// | `Rounding(.down)` | `UInt8` | `-0.5` | fails: Parsed JSON number <-1> does not fit in UInt8. |
/// | `Rounding(.down)` | `UInt8` | `300`, `1e400`, `1e9999999999999999999999` | declines |
/// | `Rounding(.down)` | `Int` | `"1.9"`, `""`, `" "`, `true`, `null`, `[1.9]`, `{}`, no key | declines |
/// | `Rounding(.down)` | `Level` | `1.9` | declines |
/// | `Rounding(.down, includingStrings: true)` | `Int` | `"1.9"`, `"-1.5e0"` | `1`, `-2` |
/// | `Rounding(.down, includingStrings: true)` | `Int` | `"1"`, `"1,9"`, `" 1.9"`, `""`, `"x"`, `".5"` | declines |
///
/// The number is rounded in its decimal text, never as a `Double`. Strict decoding already accepts a number without a
/// fractional part as an integer, however it is written (`1e3`, `1.0`). Raw values are not rounded: `Level` is an
/// enumeration with integer raw values, and none of its cases has the raw value `1.9`.
public struct Rounding: DecodingRule {
    /// The direction of rounding.
    let direction: FloatingPointRoundingRule
    /// Whether numbers in strings are rounded, too.
    let includesStrings: Bool

    /// Creates the rule. Default: numbers only.
    ///
    /// - Parameters:
    ///   - direction: the direction of rounding.
    ///   - includingStrings: whether a string that contains a number with a fraction (RFC 8259 section 6) is rounded, too.
    public init(_ direction: FloatingPointRoundingRule, includingStrings: Bool = false) {
        self.direction = direction
        includesStrings = includingStrings
    }

    var sourceText: String { "Rounding(.\(direction)\(includesStrings ? ", includingStrings: true" : ""))" }

    var listedSituations: RepairSituation { .mismatch }

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.isInteger, !(context.modelType is any RawRepresentable.Type) else { return .decline }
        if let number = context.number { return answer(number) }
        guard includesStrings, let text = context.string, JSONNumber.isNumber(text)
        else { return .decline }
        return answer(text)
    }

    private func answer(_ number: String) -> Repair {
        DecimalDigits(number).rounded(direction).map { .replace(with: .number($0)) } ?? .decline
    }
}

extension DecimalDigits {
    /// The integer in digits; `nil` if there is nothing to round.
    fileprivate func rounded(_ direction: FloatingPointRoundingRule) -> String? {
        guard hasFraction else { return nil }
        let zero = UInt8(ascii: "0")
        // How many of the digits precede the point; negative if zeros follow it.
        let point = exponent.map { digits.count + $0 } ?? -1
        var whole = Array(digits.prefix(max(point, 0)))
        // Less than a half, a half, or more.
        let half = UInt8(ascii: "5")
        let first = point < 0 ? zero : digits[point]
        let isHalf = first == half && digits.count == point + 1
        let isMore = first >= half && !isHalf
        let isOdd = (whole.last ?? zero) & 1 == 1
        let growsAway: Bool
        switch direction {
        case .down: growsAway = isNegative
        case .up: growsAway = !isNegative
        case .towardZero: growsAway = false
        case .awayFromZero: growsAway = true
        case .toNearestOrEven: growsAway = isMore || isHalf && isOdd
        case .toNearestOrAwayFromZero: growsAway = isMore || isHalf
        @unknown default: return nil
        }
        if growsAway {
            var index = whole.count
            while index > 0, whole[index - 1] == UInt8(ascii: "9") {
                index -= 1
                whole[index] = zero
            }
            if index > 0 { whole[index - 1] += 1 } else { whole.insert(UInt8(ascii: "1"), at: 0) }
        }
        return whole.isEmpty ? "0" : (isNegative ? "-" : "") + String(decoding: whole, as: UTF8.self)
    }
}

// MARK: Policy files

extension Rounding {
    private enum CodingKeys: CodingKey { case direction, includingStrings }

    private static var directions: KeyValuePairs<String, FloatingPointRoundingRule> {
        [
            "up": .up, "down": .down, "towardZero": .towardZero, "awayFromZero": .awayFromZero,
            "toNearestOrEven": .toNearestOrEven, "toNearestOrAwayFromZero": .toNearestOrAwayFromZero,
        ]
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.choice(.direction, of: Self.directions),
            includingStrings: try container.flag(.includingStrings))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(choice: direction, .direction, of: Self.directions)
        try container.encode(flag: includesStrings, .includingStrings)
    }

    var explanation: String {
        let direction =
            switch direction {
            case .up: "up"
            case .down: "down"
            case .towardZero: "toward zero"
            case .awayFromZero: "away from zero"
            case .toNearestOrEven: "to the nearest integer, halves to the even one,"
            case .toNearestOrAwayFromZero: "to the nearest integer, halves away from zero,"
            @unknown default: "\(direction)"
            }
        let strings = includesStrings ? ", or a string that contains one," : ""
        return "Rounds a number with a fraction\(strings) \(direction) where an integer is requested."
    }
}

// MARK: Lint

extension Rounding: LibraryRule {
    func covers(_ other: Rounding) -> Bool { includesStrings || !other.includesStrings }
}
