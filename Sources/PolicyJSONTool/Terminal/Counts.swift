import Foundation

/// A count with its noun: `1 record`, `2,000 records`.
func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A count with grouped digits, independent of the locale.
func grouped(_ count: Int) -> String {
    count.formatted(.number.locale(Locale(identifier: "en_US")))
}

/// A share, never rounded to 0 % or 100 %.
func percent(_ count: Int, of total: Int) -> String {
    if count == 0 || total == 0 { return "0%" }
    if count >= total { return "100%" }
    let value = Double(count) / Double(total) * 100
    if value < 0.1 { return "<0.1%" }
    if value > 99.9 { return ">99.9%" }
    return value < 10 || value > 90 ? "\(rounded(value))%" : "\(Int(value.rounded()))%"
}

/// A number with one decimal, or none if that is 0.
func rounded(_ value: Double) -> String {
    let tenths = Int(exactly: (value * 10).rounded()) ?? .max
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}
