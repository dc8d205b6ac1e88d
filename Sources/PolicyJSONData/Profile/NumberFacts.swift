@_spi(Cursor) internal import JSONTape

/// What a profile records about the numbers at a path.
public struct NumberFacts: Sendable, Hashable, Codable {
    /// A number, exactly as written.
    public struct Extreme: Sendable, Hashable, Codable {
        /// The number as written in the document; of one that is longer than 1,000 characters the start.
        public let text: String
        /// The nearest `Double`, clamped to the finite ones.
        let nearest: Double
        /// The whole part, clamped to 128 bits: decides between large numbers with the same nearest `Double`.
        let whole: String

        init(text: String, nearest: Double, whole: Int128) {
            self.text = text.utf8.count <= 1_000 ? text : String(text.unicodeScalars.prefix(999)) + "…"
            self.nearest = nearest
            self.whole = "\(whole)"
        }

        /// A total order, so that the extremes of two profiles do not depend on the order of merging.
        static func isSmaller(_ left: Self, _ right: Self) -> Bool {
            if left.nearest != right.nearest { return left.nearest < right.nearest }
            if left.whole != right.whole { return (Int128(left.whole) ?? 0) < (Int128(right.whole) ?? 0) }
            return left.text < right.text
        }
    }

    /// Numbers written without a fraction and without an exponent.
    public internal(set) var integers = 0
    /// The other numbers.
    public internal(set) var fractions = 0
    /// Integers that do not fit `Int32`.
    public internal(set) var beyondInt32 = 0
    /// Integers that do not fit `Int` (64 bits).
    public internal(set) var beyondInt = 0
    /// Numbers that `Double` does not hold: integers that change when they are converted, numbers with more than 17
    /// significant digits, and numbers that are out of range.
    public internal(set) var beyondDouble = 0
    /// Numbers that `Decimal` does not hold: more than 38 significant digits, or out of range.
    var beyondDecimal = 0
    /// The largest number of digits without leading zeros, those of a fraction included.
    public internal(set) var digits = 0
    /// The largest number of digits after the decimal point.
    public internal(set) var fractionDigits = 0
    /// The smallest number.
    public internal(set) var minimum: Extreme?
    /// The largest number.
    public internal(set) var maximum: Extreme?

    /// The extremes among integers that fit `Int` since the last call of `includeIntegers()`.
    private var smallest = Int.max
    private var largest = Int.min

    private enum CodingKeys: String, CodingKey {
        case integers, fractions, beyondInt32, beyondInt, beyondDouble, beyondDecimal, digits, fractionDigits, minimum
        case maximum
    }

    init() {}

    /// Decodes the numbers of a saved profile.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        integers = try container.count(forKey: .integers)
        fractions = try container.count(forKey: .fractions)
        beyondInt32 = try container.count(forKey: .beyondInt32)
        beyondInt = try container.count(forKey: .beyondInt)
        beyondDouble = try container.count(forKey: .beyondDouble)
        beyondDecimal = container.contains(.beyondDecimal) ? try container.count(forKey: .beyondDecimal) : 0
        digits = try container.count(forKey: .digits)
        fractionDigits = try container.count(forKey: .fractionDigits)
        minimum = try container.decodeIfPresent(Extreme.self, forKey: .minimum)
        maximum = try container.decodeIfPresent(Extreme.self, forKey: .maximum)
    }

    /// Adds an integer literal that fits `Int`.
    @inline(__always)
    mutating func add(integer value: Int) {
        integers += 1
        if value < smallest { smallest = value }
        if value > largest { largest = value }
        if value > Int(Int32.max) || value < Int(Int32.min) { addLarge(value) }
    }

    private mutating func addLarge(_ value: Int) {
        beyondInt32 += 1
        if Int(exactly: Double(value)) != value { beyondDouble += 1 }
    }

    /// Adds any number.
    mutating func add(_ number: JSONNumber) {
        let digits = Digits(number.text)
        self.digits = max(self.digits, digits.significant)
        fractionDigits = max(fractionDigits, digits.fraction)
        let nearest = number.double
        if digits.significant > 38 || abs(digits.exponent) > 127 { beyondDecimal += 1 }
        if digits.isInteger {
            integers += 1
            if number.integer(as: Int32.self) == nil { beyondInt32 += 1 }
            if number.integer(as: Int.self) == nil { beyondInt += 1 }
            let whole = number.integer(as: Int128.self)
            if whole == nil || nearest.flatMap({ Int128(exactly: $0) }) != whole { beyondDouble += 1 }
        } else {
            fractions += 1
            if nearest == nil || digits.significant > 17 { beyondDouble += 1 }
        }
        let isNegative = number.text.utf8.first == UInt8(ascii: "-")
        let limit = isNegative ? -Double.greatestFiniteMagnitude : .greatestFiniteMagnitude
        // Too small for `Double` is near zero, too large near its limit.
        let clamped = nearest ?? (digits.isBelowOne ? 0 : limit)
        if let minimum, let maximum, clamped > minimum.nearest, clamped < maximum.nearest { return }
        let whole =
            number.integer(as: Int128.self) ?? Int128(exactly: clamped.rounded(.towardZero))
            ?? (isNegative ? .min : .max)
        widen(Extreme(text: number.text, nearest: clamped, whole: whole))
    }

    /// Includes the extremes of integers in those of all numbers.
    mutating func includeIntegers() {
        guard smallest <= largest else { return }
        for value in [smallest, largest] {
            digits = max(digits, "\(value.magnitude)".utf8.count)
            widen(Extreme(text: "\(value)", nearest: Double(value), whole: Int128(value)))
        }
        (smallest, largest) = (.max, .min)
    }

    private mutating func widen(_ value: Extreme) {
        if minimum.map({ Extreme.isSmaller(value, $0) }) ?? true { minimum = value }
        if maximum.map({ Extreme.isSmaller($0, value) }) ?? true { maximum = value }
    }

    mutating func merge(_ other: Self) {
        integers.add(count: other.integers)
        fractions.add(count: other.fractions)
        beyondInt32.add(count: other.beyondInt32)
        beyondInt.add(count: other.beyondInt)
        beyondDouble.add(count: other.beyondDouble)
        beyondDecimal.add(count: other.beyondDecimal)
        digits = max(digits, other.digits)
        fractionDigits = max(fractionDigits, other.fractionDigits)
        if let value = other.minimum { widen(value) }
        if let value = other.maximum { widen(value) }
        // Those that are not included yet.
        (smallest, largest) = (min(smallest, other.smallest), max(largest, other.largest))
    }
}

/// The digits of a number.
private struct Digits {
    var significant = 0
    var fraction = 0
    var isInteger = true
    /// Whether the number without its sign is less than 1, if it is not 0.
    var isBelowOne = true
    /// The power of ten of the last digit, clamped.
    var exponent = 0

    init(_ text: String) {
        var isInFraction = false
        var zeros = 0
        /// The power of ten of the first digit that is not 0, plus 1, without the exponent.
        var magnitude = 0
        loop: for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."): (isInFraction, isInteger) = (true, false)
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                isInteger = false
                break loop
            case UInt8(ascii: "-"): break
            default:
                if isInFraction { fraction += 1 }
                if !isInFraction {
                    if magnitude > 0 || byte != UInt8(ascii: "0") { magnitude += 1 }
                } else if significant == 0, byte == UInt8(ascii: "0") {
                    magnitude -= 1
                }
                // Zeros at the end of a fraction are not significant digits; those of an integer are.
                if byte == UInt8(ascii: "0") {
                    zeros += significant > 0 ? 1 : 0
                } else {
                    significant += zeros + 1
                    zeros = 0
                }
            }
        }
        if !isInFraction { significant += zeros }
        significant = max(significant, 1)
        if let mark = text.utf8.firstIndex(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
            let power = text[text.index(after: mark)...]
            // No text has as many digits as half of the largest integer.
            let value = Int(power) ?? (power.utf8.first == UInt8(ascii: "-") ? Int.min : Int.max)
            magnitude += min(max(value, Int.min / 2), Int.max / 2)
            exponent = min(max(value, -1_000), 1_000)
        }
        isBelowOne = magnitude <= 0
        exponent -= fraction
    }
}
