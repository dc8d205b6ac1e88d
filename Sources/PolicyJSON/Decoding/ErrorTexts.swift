@_spi(Tape) internal import JSONTape
internal import Synchronization

/// Texts of errors that contain only a type and what was found. Making one takes as long as decoding ten members, and models
/// that try one type after another cause many errors.
enum ErrorTexts {
    private struct Entry {
        var type: ObjectIdentifier?
        var found: UInt8 = 0
        var text = ""
    }

    private static let bits = 6
    // A text replaces the one whose hash is the same: bounded, and nothing is searched.
    private static let known = Mutex([Entry](repeating: Entry(), count: 1 << bits))

    /// - Parameter found: what was found where a value was; `nil` for the text about a null.
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
