internal import JSONTape

/// The texts of errors about missing keys, made once for a key: describing a key takes as long as decoding ten members, and
/// models that are tried one after the other cause many such errors.
///
/// Only for keys of one byte, such as the cases of synthesized `CodingKeys`, or of none, if there is one case: the byte and the
/// type say which key it is. Its name is compared, too: one that is written by hand may change.
enum MissingKeyTexts {
    private final class Entry: Sendable {
        let type: ObjectIdentifier
        let byte: UInt8
        let name: String
        let text: String

        init(_ type: ObjectIdentifier, _ byte: UInt8, _ name: String, _ text: String) {
            (self.type, self.byte, self.name, self.text) = (type, byte, name, text)
        }
    }

    private static let bits = 10
    // A text replaces another with the same hash: memory is bounded, and nothing is searched.
    private static let known = CheckedMutex([Entry?](repeating: nil, count: 1 << bits))

    static func text(_ key: any CodingKey, make: () -> String) -> String {
        guard let byte = onlyByte(of: key) else { return make() }
        let type = ObjectIdentifier(Swift.type(of: key))
        let index = type.typeHash(bits: bits, salt: UInt(byte) &* 0x9E37)
        let name = key.stringValue
        if let entry = known.withLock({ $0[index] }), entry.type == type, entry.byte == byte, entry.name == name {
            return entry.text
        }
        let entry = Entry(type, byte, name, make())
        // Released without the lock.
        _ = known.withLock { entries in
            let replaced = entries[index]
            entries[index] = entry
            return replaced
        }
        return entry.text
    }

    private static func onlyByte<Key: CodingKey>(of key: Key) -> UInt8? {
        if MemoryLayout<Key>.size > 1 { return nil }
        return unsafe withUnsafeBytes(of: key) { unsafe $0.first ?? 0 }
    }
}
