/// A reference token of a JSON Pointer (RFC 6901).
struct PointerToken {
    /// The token as the name of a member.
    let name: String

    /// The token as an index (section 4): no sign, no leading zeros. `nil` if it is none.
    var index: Int? {
        guard name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            name == "0" || name.utf8.first != UInt8(ascii: "0")
        else { return nil }
        return Int(name)
    }

    /// The reference tokens of a pointer, unescaped; `nil` if the text is not a pointer.
    @_optimize(size)
    static func tokens(of pointer: String) -> [PointerToken]? {
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
