extension String {
    /// The text of a record; `nil` if it is not UTF-8. If it is truncated, without the start of a character at its end.
    ///
    /// - Parameters:
    ///   - bytes: the first bytes of the record.
    ///   - byteCount: the number of all its bytes.
    package init?(record bytes: [UInt8], of byteCount: Int) {
        var end = bytes.count
        if end < byteCount, let last = bytes.lastIndex(where: { !UTF8.isContinuation($0) }) {
            let length =
                switch bytes[last] {
                case 0xC2...0xDF: 2
                case 0xE0...0xEF: 3
                case 0xF0...0xF4: 4
                default: 1
                }
            if last + length > end { end = last }
        }
        self.init(validating: bytes[..<end], as: UTF8.self)
    }
}
