/// The significand of Foundation's `Decimal`, which has no public property that is an integer.
///
/// **Fact.** A `Decimal` consists of 20 bytes. After the first four, which hold exponent, sign and length, follows the significand,
/// the lowest bytes first.
/// **Source.** `Decimal.swift` of swift-foundation; on Apple platforms the public structure `NSDecimal`.
/// **Check.** The caller compares each value with the one that it makes, by public API, of the significand found here, and of the
/// exponent and sign. Any number is safe to return.
/// **Gain.** A `Decimal` is encoded in a tenth of the time: its `description` divides by ten for each digit and appends to a string.
public enum DecimalWords {
    /// What is the significand of a value if it has at most 64 bits; `nil` without the fact.
    ///
    /// - Parameter value: a `Decimal`. The module does not import Foundation.
    @inlinable
    @inline(__always)
    public static func significand<Decimal>(of value: Decimal) -> UInt64? {
        guard RuntimeFacts.areUsed, MemoryLayout<Decimal>.size == 20 else { return nil }
        return unsafe withUnsafeBytes(of: value) {
            unsafe UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
        }
    }
}
