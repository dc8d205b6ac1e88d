@_spi(Tape) internal import JSONTape
internal import Synchronization

/// Texts of errors that say no more than a type and what was found: each is made once. To make one takes as long as to decode
/// ten members, and models that try one type after another live on errors.
enum ErrorTexts {
    private struct Entry {
        var type: ObjectIdentifier?
        var found: UInt8 = 0
        var text = ""
    }

    private static let capacity = 64
    // A text whose entry another one needs is made again: bounded, and without a table to be searched.
    private static let known = Mutex([Entry](repeating: Entry(), count: capacity))

    /// - Parameter found: what was found where a value was; `nil` for the text about a null.
    static func text(_ type: Any.Type, _ found: TapeKind?, make: () -> String) -> String {
        let type = ObjectIdentifier(type)
        let found = found?.rawValue ?? .max
        // Metadata addresses are multiples of 8 or 16.
        let hash = (UInt(bitPattern: type) &+ UInt(found)) &* 0x9E37_79B9_7F4A_7C15
        let index = Int(truncatingIfNeeded: hash >> 58)
        let text = known.withLock { entries in
            entries[index].type == type && entries[index].found == found ? entries[index].text : nil
        }
        if let text { return text }
        let new = make()
        known.withLock { $0[index] = Entry(type: type, found: found, text: new) }
        return new
    }
}
