extension UInt64 {
    /// The output of SplitMix64 for this state: numbers that are close to each other have results that are not. The same in
    /// each process.
    @inline(__always)
    var scattered: UInt64 {
        var value = self &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
