extension [UInt8] {
    /// Adds a JSON text without line ends and the indentation after them. Strings cannot contain line ends. Other white space
    /// stays.
    package mutating func append(unindented text: String) {
        var isIndented = false
        for byte in text.utf8 {
            switch byte {
            case 0x0A, 0x0D: isIndented = true
            case 0x20 where isIndented, 0x09 where isIndented: break
            default:
                isIndented = false
                append(byte)
            }
        }
    }
}

extension String {
    /// A JSON text on one line.
    package var unindented: String {
        guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return self }
        var bytes: [UInt8] = []
        bytes.append(unindented: self)
        return String(decoding: bytes, as: UTF8.self)
    }
}
