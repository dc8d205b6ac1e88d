extension ObjectIdentifier {
    /// A hash of the type's address, with `bits` bits, for tables whose size is a power of two. Much faster than a
    /// `Hasher`.
    ///
    /// - Parameter salt: distinguishes several entries about the same type.
    @inline(__always)
    func typeHash(bits: Int, salt: UInt = 0) -> Int {
        // Metadata addresses are multiples of 8 or 16.
        let product = UInt64(UInt(bitPattern: self) &+ salt) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product >> UInt64(64 - bits))
    }
}
