// White space of JSON (RFC 8259 section 2): its only definition in Swift. That in C is in space.h.

extension UInt8 {
    /// Whether the byte is white space of JSON: a space, a tab, a line feed or a carriage return.
    @inlinable @_spi(Cursor) public var isJSONWhitespace: Bool {
        self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
    }
}

extension Collection<UInt8> {
    /// The index of the first byte that is not white space of JSON.
    @inlinable @_spi(Cursor) public var firstIndexAfterJSONWhitespace: Index? { firstIndex { !$0.isJSONWhitespace } }

    /// The first byte that is not white space of JSON.
    @inlinable @_spi(Cursor) public var firstAfterJSONWhitespace: UInt8? { first { !$0.isJSONWhitespace } }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without white space of JSON at both ends.
    @inlinable @_spi(Cursor) public var trimmingJSONWhitespace: SubSequence {
        var rest = drop(while: \.isJSONWhitespace)
        while let last = rest.last, last.isJSONWhitespace { rest.removeLast() }
        return rest
    }
}

extension String {
    /// The text without white space of JSON at both ends.
    @inlinable @_spi(Cursor) public var trimmingJSONWhitespace: String {
        String(Substring(utf8.trimmingJSONWhitespace))
    }
}
