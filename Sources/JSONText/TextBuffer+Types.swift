internal import CJSONText

// Values of types that JSON does not have.
extension TextBuffer {
    /// The bytes of a UUID, as Foundation's `uuid_t`.
    package typealias UUIDBytes = (
        UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8
    )

    /// Appends a UUID as a string with capital letters.
    package func append(uuid bytes: UUIDBytes) {
        let target = unsafe reserve(38)
        unsafe target.pointee = UInt8(ascii: "\"")
        unsafe withUnsafeBytes(of: bytes) { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe jt_format_uuid(start.assumingMemoryBound(to: UInt8.self), target + 1)
        }
        unsafe target[37] = UInt8(ascii: "\"")
        unsafe text.pointee.count += 38
    }

    /// Appends a significand times a power of ten, without an exponent: all digits, also zeros at the end.
    package func append(significand: UInt64, exponent: Int, isNegative: Bool) {
        let zeros = max(exponent, 0)
        let target = unsafe reserve(32 + abs(exponent))
        var count = unsafe jt_format_integer(significand, isNegative, target)
        if exponent >= 0 {
            unsafe (target + count).update(repeating: UInt8(ascii: "0"), count: zeros)
            count += zeros
        } else {
            let first = unsafe target + (isNegative ? 1 : 0)
            // A zero precedes the point.
            let missing = max(1 - exponent - (count - (isNegative ? 1 : 0)), 0)
            if missing > 0 {
                unsafe (first + missing).update(from: first, count: count - (isNegative ? 1 : 0))
                unsafe first.update(repeating: UInt8(ascii: "0"), count: missing)
                count += missing
            }
            let point = unsafe target + (count + exponent)
            unsafe (point + 1).update(from: point, count: -exponent)
            unsafe point.pointee = UInt8(ascii: ".")
            count += 1
        }
        unsafe text.pointee.count += count
    }
}
