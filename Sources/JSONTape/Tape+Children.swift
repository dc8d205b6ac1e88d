extension Tape {
    /// The value of an object's first member with this name. Names are compared as Unicode text.
    ///
    /// - Complexity: O(*members*).
    @_spi(Cursor) public func member(_ name: String, of object: TapePosition) -> TapePosition? {
        if self[object].hasPlainKeys {
            let value = find(name, in: object)
            return value == .nothing ? nil : value
        }
        var value: TapePosition?
        forEachKey(in: object) { key in
            if self.key(at: key) == name { value = key.value }
            return value == nil
        }
        return value
    }

    /// The element of an array at an index from 0; `nil` if there is none.
    ///
    /// - Complexity: O(*ordinal*).
    @_spi(Cursor) public func element(_ ordinal: Int, of array: TapePosition) -> TapePosition? {
        guard ordinal >= 0, ordinal < self[array].count else { return nil }
        var position = array.firstChild
        for _ in 0..<ordinal { position = self.position(after: position) }
        return position
    }
}

/// A reference token of a JSON Pointer (RFC 6901).
@_spi(Cursor) public struct PointerToken: Sendable {
    /// The token as the name of a member.
    @_spi(Cursor) public let name: String

    /// The token as an index (section 4): no sign, no leading zeros. `nil` if it is none.
    @_spi(Cursor) public var index: Int? {
        guard name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            name == "0" || name.utf8.first != UInt8(ascii: "0")
        else { return nil }
        return Int(name)
    }

    /// The reference tokens of a pointer, unescaped; `nil` if the text is not a pointer.
    @_spi(Cursor) public static func tokens(of pointer: String) -> [PointerToken]? {
        // By Unicode scalars: a combining mark may follow a slash.
        var names: [String.UnicodeScalarView] = []
        var scalars = pointer.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "/": names.append(String.UnicodeScalarView())
            case _ where names.isEmpty: return nil
            case "~":
                switch scalars.next() {
                case "0": names[names.count - 1].append("~")
                case "1": names[names.count - 1].append("/")
                default: return nil
                }
            default: names[names.count - 1].append(scalar)
            }
        }
        return names.map { PointerToken(name: String($0)) }
    }
}
