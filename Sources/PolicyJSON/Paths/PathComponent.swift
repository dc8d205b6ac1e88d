@_spi(Cursor) internal import JSONTape

/// A step of a path, in any of the library's representations of paths: the interface that ``PathMatcher`` requires.
protocol PathComponent {
    /// The index; `nil` for a key.
    var index: Int? { get }

    /// Whether this is a key equal to `name`, by canonical equivalence, as `String` compares.
    func isKey(_ name: PathMatcher.Name) -> Bool

    /// Whether this is certainly this key, if that takes few instructions: otherwise ``isKey(_:)`` decides.
    func isWritten(as key: ShortKey) -> Bool
}

extension PathComponent {
    @inline(__always)
    func isWritten(as key: ShortKey) -> Bool { false }
}

extension DecodingPath.Step: PathComponent {
    @inline(__always)
    var index: Int? { if case .index(let index) = self { index } else { nil } }

    @inline(__always)
    func isKey(_ name: PathMatcher.Name) -> Bool { if case .key(let key) = self { key == name.text } else { false } }
}

/// A step of a coding path.
struct CodingPathComponent: PathComponent {
    let key: any CodingKey

    init(_ key: any CodingKey) { self.key = key }

    /// An index has the `stringValue` that the standard library gives it. Integer keys of dictionaries are keys.
    var index: Int? { key.intValue.flatMap { key.stringValue == "Index \($0)" ? $0 : nil } }

    func isKey(_ name: PathMatcher.Name) -> Bool { key.stringValue == name.text }
}

/// An element of an array.
struct ElementComponent: PathComponent {
    let position: Int

    @inline(__always)
    init(_ position: Int) { self.position = position }

    @inline(__always)
    var index: Int? { position }

    @inline(__always)
    func isKey(_ name: PathMatcher.Name) -> Bool { false }
}

/// A member of an object on a tape. Its key is made into a string only if comparing bytes is not sufficient.
struct MemberComponent: PathComponent {
    let key: TapePosition
    let tape: Tape

    /// - Parameter key: the position of the member's key.
    @inline(__always)
    init(_ key: TapePosition, on tape: Tape) {
        self.key = key
        self.tape = tape
    }

    @inline(__always)
    var index: Int? { nil }

    @inline(__always)
    func isWritten(as name: ShortKey) -> Bool { !tape[key].hasEscapes && tape.isKey(at: key, name) }

    @inline(__always)
    func isKey(_ name: PathMatcher.Name) -> Bool {
        if tape.isKey(at: key, writtenAs: name.text) { return true }
        let token = tape[key]
        // ASCII texts are equal only if their bytes are equal.
        if name.isASCII, token.isASCII, !token.hasEscapes { return false }
        // Nor has an equal text more than three times the bytes, of which each may be an escape of six.
        if token.keyLength > 18 * name.text.utf8.count + 64 { return false }
        return tape.key(at: key) == name.text
    }
}
