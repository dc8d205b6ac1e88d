@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// A cache of error texts that depend only on a type and the kind of value that was found. Creating one takes as long
/// as decoding ten members, and models that try several types cause many errors.
enum ErrorTexts {
    private struct Entry {
        var type: ObjectIdentifier?
        var found: UInt8 = 0
        var text = ""
    }

    private static let bits = 6
    // A text replaces another with the same hash: memory is bounded, and nothing is searched.
    private static let known = Mutex([Entry](repeating: Entry(), count: 1 << bits))

    /// - Parameter found: the kind of the value that was found; `nil` for the text about a null.
    static func text(_ type: Any.Type, _ found: TapeKind?, make: () -> String) -> String {
        let type = ObjectIdentifier(type)
        let found = found?.rawValue ?? .max
        let index = type.typeHash(bits: bits, salt: UInt(found))
        let text = known.withLock { entries in
            entries[index].type == type && entries[index].found == found ? entries[index].text : nil
        }
        if let text { return text }
        let new = make()
        known.withLock { $0[index] = Entry(type: type, found: found, text: new) }
        return new
    }
}
