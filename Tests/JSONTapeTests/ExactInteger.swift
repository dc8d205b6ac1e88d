/// The integer that a JSON number represents, computed with decimal digits only: slow, simple and independent of the
/// code under test.
struct ExactInteger {
    /// Decimal digits with a sign, without leading zeros, such as `"-120"`; `nil` if the number is not an integer or
    /// has more than fifty digits.
    let text: String?

    init(_ number: String) {
        var mantissa = Substring(number)
        var exponent = 0
        if let exponentIndex = mantissa.firstIndex(where: { $0 == "e" || $0 == "E" }) {
            let written = mantissa[mantissa.index(after: exponentIndex)...]
            let magnitude = written.drop { $0 == "+" || $0 == "-" || $0 == "0" }
            // No mantissa is long enough to compensate an exponent of more than nine digits.
            exponent = magnitude.count > 9 ? 10_000_000_000 : Int(magnitude) ?? 0
            if written.hasPrefix("-") { exponent = -exponent }
            mantissa = mantissa[..<exponentIndex]
        }
        let isNegative = mantissa.hasPrefix("-")
        if isNegative { mantissa.removeFirst() }
        let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
        var digits = Array((parts[0] + (parts.count > 1 ? parts[1] : "")).utf8)
        if parts.count > 1 { exponent -= parts[1].count }
        while digits.count > 1, digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        let significant = Array(digits.drop { $0 == UInt8(ascii: "0") })
        if significant.isEmpty {
            text = "0"
        } else if exponent < 0 || significant.count + exponent > 50 {
            text = nil
        } else {
            let zeros = String(repeating: "0", count: exponent)
            text = (isNegative ? "-" : "") + String(decoding: significant, as: UTF8.self) + zeros
        }
    }

    /// The integer as a type; `nil` if it is out of range.
    func value<I: FixedWidthInteger>(as type: I.Type) -> I? { text.flatMap { I($0) } }
}
