extension String {
    /// Whether all characters are ASCII: others have fewer units of UTF-16 than of UTF-8.
    ///
    /// - Complexity: O(1) if it is known.
    var isASCII: Bool { utf8.count == utf16.count }

    /// The ASCII text that is canonically equal to this one, which is not ASCII; otherwise `nil`. Keys that are compared by their bytes
    /// are not found by this text, but by that.
    @_optimize(size)
    @inline(never)
    package var equalASCII: String? {
        if isASCII { return nil }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\u{212A}": text.append("K")  // the Kelvin sign
            case "\u{37E}": text.append(";")  // the Greek question mark
            case "\u{1FEF}": text.append("`")  // varia
            default:
                guard scalar.isASCII else { return nil }
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension TapePosition {
    /// This position; or, if it is ``nothing``, what `find` returns for the ASCII text that is equal to a name.
    @inline(__always)
    func orEqual(to name: String, _ find: (String) -> TapePosition) -> TapePosition {
        guard self == .nothing, let name = name.equalASCII else { return self }
        return find(name)
    }
}
