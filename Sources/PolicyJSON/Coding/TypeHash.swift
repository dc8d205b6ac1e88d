extension ObjectIdentifier {
    /// A hash of the type's address, with `bits` bits, for tables whose size is a power of two. Much faster than a
    /// `Hasher`.
    ///
    /// - Parameter salt: distinguishes several entries about the same type.
    @inline(__always)
    func typeHash(bits: Int, salt: UInt = 0) -> Int {
        let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
        let product = UInt64(UInt(bitPattern: self) &+ salt) &* factor
        // The types of one file are often at equal distances, and at 144 bytes, among others, the highest bits of products are nearly
        // the same: hence a second product, of which they depend on all bits of the address.
        return Int(truncatingIfNeeded: ((product ^ product >> 32) &* factor) >> UInt64(64 - bits))
    }
}
