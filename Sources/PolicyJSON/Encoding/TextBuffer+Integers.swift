internal import JSONText

extension TextBuffer {
    /// Appends an integer, and optionally a comma.
    ///
    /// Generic functions with `package` access are not inlined into other modules, and would not be specialised in
    /// containers that are generic themselves: this one is inlined here.
    @inline(__always)
    func append<I: FixedWidthInteger>(integer value: I, comma: Bool = false) {
        if I.bitWidth > 64 {
            append(plain: String(value))
            if comma { append(UInt8(ascii: ",")) }
        } else {
            append(
                magnitude: UInt64(truncatingIfNeeded: value.magnitude), isNegative: I.isSigned && value < 0,
                comma: comma)
        }
    }
}
