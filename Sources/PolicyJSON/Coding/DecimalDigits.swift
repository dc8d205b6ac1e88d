extension UInt8 {
    /// Whether the byte is a digit in ASCII.
    package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

/// The exact decimal digits of a number of JSON or JSON5. Different spellings of the same number compare equal.
package struct DecimalDigits: Equatable {
    private(set) var isNegative = false
    /// Without zeros at either end.
    private(set) var digits: [UInt8] = []
    /// The power of ten of the last digit; `nil` if it is out of range.
    private(set) var exponent: Int? = 0
    /// Whether an exponent that is out of range is negative.
    private var isTiny = false

    var isZero: Bool { digits.isEmpty }

    /// Whether the numbers are equal: zero has no sign.
    func isEqual(to other: DecimalDigits) -> Bool { self == other || isZero && other.isZero }

    /// Whether the number is not an integer.
    var hasFraction: Bool { !digits.isEmpty && (exponent.map { $0 < 0 } ?? isTiny) }

    /// The number without sign and exponent; `nil` if that would be a text of more digits than the limit.
    func magnitude(upTo limit: Int) -> String? {
        guard let exponent, exponent.magnitude <= limit, digits.count <= limit else { return nil }
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(exponent, -exponent - digits.count + 1, 0))
        if exponent >= 0 { return String(decoding: digits.isEmpty ? zeros + [0x30] : digits + zeros, as: UTF8.self) }
        let all = zeros + digits
        return String(decoding: all.dropLast(-exponent) + [UInt8(ascii: ".")] + all.suffix(-exponent), as: UTF8.self)
    }

    /// A text that all spellings of the number share; `nil` if the exponent is out of range.
    package var normalizedText: String? {
        if isZero { return "0" }
        return exponent.map { (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + "e\($0)" }
    }

    /// - Parameter text: a number that is decimal; the digits of others are not specified, but they have no fraction.
    package init(_ text: String) {
        var fraction = 0
        var isFraction = false
        var rest = text.utf8[...]
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
            isNegative = rest.popFirst() == UInt8(ascii: "-")
        }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
                exponent = Int(String(rest) ?? "")
                isTiny = exponent == nil && rest.first == UInt8(ascii: "-")
                break
            } else {
                digits.append(byte)
                if isFraction { fraction += 1 }
            }
        }
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            fraction -= 1
        }
        digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
        guard !digits.isEmpty else {
            exponent = 0
            return
        }
        if let exponent {
            let (difference, overflows) = exponent.subtractingReportingOverflow(fraction)
            self.exponent = overflows ? nil : difference
            isTiny = overflows && exponent < 0
        }
    }
}
