@_spi(Tape) internal import JSONTape

extension PathMatcher {
    /// What the last step of a path may be, in eight bytes: the fingerprint of an ASCII key, "an index", or "anything". Most
    /// rules in scopes are passed over by a comparison of two of these, before the automaton runs.
    struct LastStep: Sendable, Equatable {
        private let bits: UInt64

        /// Nothing is known of the step: excludes nothing.
        static let any = LastStep(bits: 0)

        /// Some index.
        static let index = LastStep(bits: 1)

        private init(bits: UInt64) { self.bits = bits }

        /// A key. One whose fingerprint happens to equal one of the two above excludes less than it could.
        init(_ key: KeyFingerprint?) { bits = key?.bits ?? 0 }

        /// What the last step of a pattern accepts, and only that; ``any`` for an empty pattern.
        init(_ step: Step?) {
            switch step {
            case .key(let name): self.init(KeyFingerprint(name.text))
            case .index, .anyIndex: self = .index
            case .anyKey, nil: self = .any
            }
        }

        /// Whether two last steps are certainly different.
        @inline(__always)
        func excludes(_ other: LastStep) -> Bool { bits != other.bits && bits != 0 && other.bits != 0 }
    }
}
