/// The length of an ASCII key and its first eight bytes: enough to see at once that most keys are not the one that a
/// pattern ends with.
struct KeyPrint: Sendable, Equatable {
    private let length: Int
    private let head: UInt64

    /// Of no key: what ends with a key does not match.
    static let index = KeyPrint(length: -1, head: 0)

    init(length: Int, head: UInt64) {
        self.length = length
        self.head = head
    }

    /// `nil` for keys that are not ASCII, which may be written in several ways.
    init?(_ key: String) {
        var head: UInt64 = 0
        for (index, byte) in key.utf8.enumerated() {
            if byte >= 0x80 { return nil }
            if index < 8 { head |= UInt64(byte) << (index * 8) }
        }
        self.init(length: key.utf8.count, head: head)
    }

    /// Of the last key of all paths that a pattern matches; `nil` where they do not end alike.
    init?(_ pattern: PathPattern) {
        guard case .key(let name) = pattern.steps.last else { return nil }
        self.init(name)
    }
}
