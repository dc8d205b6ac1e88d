extension PathMatcher {
    /// What the last step of a path may be, in eight bytes: a fingerprint of an ASCII key, made of its length and its first
    /// eight bytes, "an index", or "anything". Most rules in scopes are passed over by a comparison of two of these, before
    /// the automaton runs.
    struct LastStep: Sendable, Equatable {
        private let bits: UInt64

        /// Nothing is known of the step: excludes nothing.
        static let any = LastStep(bits: 0)

        /// Some index.
        static let index = LastStep(bits: 1)

        private init(bits: UInt64) { self.bits = bits }

        /// A key of ASCII characters.
        ///
        /// - Parameters:
        ///   - length: in bytes.
        ///   - head: its first eight bytes, the first of them lowest.
        init(length: Int, head: UInt64) {
            // Different from the two above.
            bits = (head &+ UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15) | 2
        }

        /// A key. ``any`` if it is not ASCII: such keys can be equal though their bytes differ.
        init(key: String) {
            var head: UInt64 = 0
            for (index, byte) in key.utf8.enumerated() {
                if byte >= 0x80 {
                    self = .any
                    return
                }
                if index < 8 { head |= UInt64(byte) << (index * 8) }
            }
            self.init(length: key.utf8.count, head: head)
        }

        /// What the last step of a pattern accepts, and only that; ``any`` for an empty pattern.
        init(_ step: Step?) {
            switch step {
            case .key(let name): self.init(key: name.text)
            case .index, .anyIndex: self = .index
            case .anyKey, nil: self = .any
            }
        }

        /// Whether two last steps are certainly different.
        @inline(__always)
        func excludes(_ other: LastStep) -> Bool { bits != other.bits && bits != 0 && other.bits != 0 }
    }
}
