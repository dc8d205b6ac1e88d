@_spi(Tape) internal import JSONTape

/// A step of a path, in one of the forms that paths have in the library. A ``PathMatcher`` needs to know only this of it.
protocol PathComponent {
    /// The index; `nil` for a key.
    var index: Int? { get }

    /// Whether the key, if this is one, is equal to that of a pattern: as Unicode text, by canonical equivalence, as
    /// `String` compares.
    func isKey(_ name: PathMatcher.Name) -> Bool
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

    /// Integer keys of dictionaries are keys: an index has the text that the standard library gives it.
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

/// A member of an object on a tape. A string is made of its key only where the bytes do not decide.
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
    func isKey(_ name: PathMatcher.Name) -> Bool {
        if tape.isKey(at: key, writtenAs: name.text) { return true }
        let token = tape[key]
        // ASCII texts are equal only if their bytes are.
        if name.isASCII, token.isASCII, !token.hasEscapes { return false }
        return tape.key(at: key) == name.text
    }
}
