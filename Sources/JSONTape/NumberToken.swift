internal import CJSONTape

/// A number: its slot and the characters it was read from. A view for the duration of a call; it does not own the text.
@safe
struct NumberToken {
    let slot: TapeToken
    let bytes: UnsafeBufferPointer<UInt8>

    init(slot: TapeToken, bytes: UnsafeBufferPointer<UInt8>) {
        self.slot = slot
        unsafe self.bytes = bytes
    }

    private var text: String { unsafe String(decoding: bytes, as: UTF8.self) }

    /// The nearest `Double`, ties to even; `nil` if the number is too large, or not zero and too small.
    var double: Double? {
        if slot.isNotFinite { return notFinite() }
        var result = 0.0
        switch slot.round(to: &result) {
        case JT_ROUNDED: return result
        case JT_OUT_OF_RANGE: return nil
        default: return parsed()
        }
    }

    /// The nearest `Float`, rounded once, from the decimal text; `nil` if the number is too large, or not zero and too small.
    var float: Float? {
        if slot.isNotFinite { return notFinite() }
        // Both factors exact in Float: one rounding.
        if !slot.isInexact, slot.significand <= 1 << 24, slot.exponent >= -10, slot.exponent <= 10 {
            var value = Float(slot.significand)
            let power = Self.smallPowersOfTen[abs(slot.exponent)]
            value = slot.exponent < 0 ? value / power : value * power
            return slot.isNegative ? -value : value
        }
        return parsed()
    }

    private static let smallPowersOfTen: [Float] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]

    private func notFinite<F: BinaryFloatingPoint>() -> F {
        let value: F = text.hasSuffix("NaN") ? .nan : .infinity
        return slot.isNegative ? -value : value
    }

    /// The standard library's conversion, which is correctly rounded and independent of the locale.
    private func parsed<F: BinaryFloatingPoint & LosslessStringConvertible>() -> F? {
        guard let value = F(text), value.isFinite, value != 0 || isZero else { return nil }
        return value
    }

    /// Whether every digit before an exponent is zero.
    private var isZero: Bool {
        if slot.significand != 0 { return false }
        if !slot.isInexact { return true }
        let mantissa = unsafe bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        return unsafe !mantissa.contains { $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") }
    }

    /// The exact value, or `nil` if it is not an integer or does not fit the type.
    func integer<I: FixedWidthInteger>(as type: I.Type) -> I? {
        guard !slot.isNotFinite, let magnitude else { return nil }
        if !slot.isNegative { return I(exactly: magnitude) }
        if magnitude == Int128.min.magnitude { return I(exactly: Int128.min) }
        return Int128(exactly: magnitude).flatMap { I(exactly: -$0) }
    }

    /// The number without its sign, if it is an integer of at most 128 bits.
    ///
    /// - Complexity: O(*characters of the number*), once.
    var magnitude: UInt128? {
        if !slot.isInexact { return Self.scale(UInt128(slot.significand), by: slot.exponent) }
        if unsafe bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }) { return hexadecimal }
        return exactInteger()
    }

    /// A hexadecimal number of JSON5, from the text.
    private var hexadecimal: UInt128? {
        // In a number that the scanner has accepted, only digits follow the x.
        unsafe UInt128(
            String(decoding: bytes.drop { $0 | 0x20 != UInt8(ascii: "x") }.dropFirst(), as: UTF8.self), radix: 16)
    }

    /// `value` × 10^`exponent`, if that is an integer of at most 128 bits.
    private static func scale(_ value: UInt128, by exponent: Int) -> UInt128? {
        if value == 0 { return 0 }
        // 10^39 is more than 2^128 - 1.
        if exponent > 38 || exponent < -38 { return nil }
        var power: UInt128 = 1
        for _ in 0..<abs(exponent) { power *= 10 }
        if exponent >= 0 {
            let (product, overflow) = value.multipliedReportingOverflow(by: power)
            return overflow ? nil : product
        }
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: power)
        return remainder == 0 ? quotient : nil
    }

    /// The magnitude from the text, for any number of digits. Trailing zeros are counted until another digit follows
    /// them.
    private func exactInteger() -> UInt128? {
        var significand: UInt128 = 0
        var waitingZeros = 0
        var exponent = 0
        var isFraction = false
        var index = 0
        while unsafe index < bytes.count {
            let byte = unsafe bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "+"): continue
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if isFraction { exponent -= 1 }
                if byte == UInt8(ascii: "0") {
                    if significand != 0 { waitingZeros += 1 }
                    continue
                }
                guard let shifted = Self.scale(significand, by: waitingZeros + 1) else { return nil }
                let (sum, overflow) = shifted.addingReportingOverflow(UInt128(byte - UInt8(ascii: "0")))
                if overflow { return nil }
                significand = sum
                waitingZeros = 0
            default:
                // The exponent: the rest of the text, capped above any possible number of digits.
                let isDown = unsafe index < bytes.count && bytes[index] == UInt8(ascii: "-")
                var written = 0
                while unsafe index < bytes.count {
                    let digit = unsafe bytes[index]
                    index += 1
                    guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { continue }
                    if written < 1 << 40 { written = written * 10 + Int(digit - UInt8(ascii: "0")) }
                }
                exponent += isDown ? -written : written
            }
        }
        if significand == 0 { return 0 }
        return Self.scale(significand, by: exponent + waitingZeros)
    }
}

extension TapeToken {
    func round(to result: inout Double) -> jt_rounding {
        var slot = jt_slot(head: head, body: body)
        return unsafe jt_number_double(&slot, &result)
    }
}
