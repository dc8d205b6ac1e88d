/// A fingerprint of an ASCII key, made of its length and its first eight bytes: enough to see at once that most keys are not the
/// one that a pattern ends with. Keys with different fingerprints differ.
struct KeyPrint: Sendable, Equatable {
    private let bits: UInt64

    /// Of every key, and of no key in particular: it excludes nothing.
    static let any = KeyPrint(bits: 0)

    /// Of no key: what ends with a key does not match.
    static let index = KeyPrint(bits: 1)

    private init(bits: UInt64) { self.bits = bits }

    init(length: Int, head: UInt64) {
        // No fingerprint of a key is one of the two above.
        bits = (head &+ UInt64(truncatingIfNeeded: length) &* 0x9E37_79B9_7F4A_7C15) | 2
    }

    /// ``any`` for keys that are not ASCII, which may be written in several ways.
    init(_ key: String) {
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

    /// Of the last key of all paths that a pattern matches; ``any`` where they do not end alike.
    init(_ pattern: PathPattern) {
        guard case .key(let name) = pattern.steps.last else {
            self = .any
            return
        }
        self.init(name)
    }

    /// Whether a path that ends with this key cannot be one that ends with the other.
    @inline(__always)
    func excludes(_ other: KeyPrint) -> Bool { bits != other.bits && bits != 0 && other.bits != 0 }
}
