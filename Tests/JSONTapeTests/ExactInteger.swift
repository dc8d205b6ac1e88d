/// The integer that a JSON number stands for, worked out on decimal digits only: slow, simple and independent of the code
/// under test.
struct ExactInteger {
    /// Decimal digits with a sign, without leading zeros: `"-120"`; `nil` where the number is no integer or has more than
    /// fifty digits.
    let text: String?

    init(_ number: String) {
        var mantissa = Substring(number)
        var exponent = 0
        if let place = mantissa.firstIndex(where: { $0 == "e" || $0 == "E" }) {
            let written = mantissa[mantissa.index(after: place)...]
            let magnitude = written.drop { $0 == "+" || $0 == "-" || $0 == "0" }
            // More than nine digits are more than any number of mantissa digits can make up for.
            exponent = magnitude.count > 9 ? 10_000_000_000 : Int(magnitude) ?? 0
            if written.hasPrefix("-") { exponent = -exponent }
            mantissa = mantissa[..<place]
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

    /// The integer as a type, where it fits.
    func value<I: FixedWidthInteger>(as type: I.Type) -> I? { text.flatMap { I($0) } }
}
