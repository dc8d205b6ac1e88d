@_spi(Cursor) internal import JSONTape

extension PathMatcher {
    /// A fingerprint of the last step of a path: of an ASCII key (its length and a hash of its bytes), of any index,
    /// or of any step. Comparing two of these excludes most rules in scopes before the automaton runs.
    struct LastStep: Sendable, Equatable {
        private let bits: UInt64

        /// Any step: excludes nothing.
        static let any = LastStep(bits: 0)

        /// Any index.
        static let index = LastStep(bits: 1)

        private init(bits: UInt64) { self.bits = bits }

        /// A key. One whose fingerprint happens to equal one of the two above excludes less than it could.
        init(_ key: KeyFingerprint?) { bits = key?.bits ?? 0 }

        /// The steps that the last step of a pattern accepts; ``any`` for an empty pattern.
        init(_ step: Step?) {
            switch step {
            case .key(let name): self.init(KeyFingerprint(name.text))
            case .index, .anyIndex: self = .index
            case .anyKey, nil: self = .any
            }
        }

        /// The number of groups into which last steps are divided.
        static let groups = 16

        /// The group of this step; nil for ``any``, which is in all.
        @inline(__always)
        var group: Int? { bits == 0 ? nil : Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 60) }

        /// Whether two last steps are certainly different.
        @inline(__always)
        func excludes(_ other: LastStep) -> Bool { bits != other.bits && bits != 0 && other.bits != 0 }
    }
}
