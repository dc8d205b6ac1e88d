extension PathMatcher {
    /// A fingerprint of the last step of a path: of an ASCII key (its length and its first eight bytes), of any index,
    /// or of any step. Comparing two of these excludes most rules in scopes before the automaton runs.
    struct LastStep: Sendable, Equatable {
        private let bits: UInt64

        /// Any step: excludes nothing.
        static let any = LastStep(bits: 0)

        /// Any index.
        static let index = LastStep(bits: 1)

        private init(bits: UInt64) { self.bits = bits }

        /// A key of ASCII characters.
        ///
        /// - Parameters:
        ///   - length: in bytes.
        ///   - head: its first eight bytes, in little-endian order.
        init(length: Int, head: UInt64) {
            // Never equal to `any` or `index`.
            bits = (head &+ UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15) | 2
        }

        /// A key. ``any`` if it is not ASCII: such keys can be equal although their bytes differ.
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

        /// The steps that the last step of a pattern accepts; ``any`` for an empty pattern.
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
