/// A small deterministic generator (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the
/// same seed produces the same numbers on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to but not including `bound`.
    package mutating func below(_ bound: Int) -> Int {
        // The slight bias of the remainder is harmless in a test.
        bound <= 1 ? 0 : Int(next() % UInt64(bound))
    }

    /// `true` with a probability of 1 in `times`.
    package mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

    /// A random element of a collection that is not empty.
    package mutating func pick<C: RandomAccessCollection>(_ choices: C) -> C.Element where C.Index == Int {
        choices[choices.startIndex + below(choices.count)]
    }
}
