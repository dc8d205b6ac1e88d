/// The kind of a token of the tape. The numbers are those of `CJSONTape.h`, which describes the format.
@_spi(Cursor) public enum TapeKind: UInt8, Sendable {
    case null = 0
    case `false` = 1
    case `true` = 2
    case number = 3
    case string = 4
    case key = 5
    case object = 6
    case array = 7
    case objectEnd = 8
    case arrayEnd = 9
    /// An array whose elements are not on the tape (``Tape/scanEmptyingArrays(_:by:least:)``).
    case emptiedArray = 15
}

/// A token of the tape: its kind and what the parser recorded about it. 16 bytes, with the layout of `jt_slot` in
/// `CJSONTape.h`.
@_spi(Cursor) public struct TapeToken: Sendable {
    @usableFromInline var head: UInt64
    @usableFromInline var body: UInt64

    @inlinable
    init(head: UInt64, body: UInt64) {
        self.head = head
        self.body = body
    }

    /// The kind as a raw number, for comparisons on the hot path.
    @inlinable @_spi(Cursor) public var rawKind: UInt8 { UInt8(truncatingIfNeeded: head) & 0xF }

    @inlinable @_spi(Cursor) public var kind: TapeKind { TapeKind(rawValue: rawKind) ?? .null }

    @inlinable @_spi(Cursor) public func `is`(_ kind: TapeKind) -> Bool { rawKind == kind.rawValue }

    /// Offset in the document of the token's first byte; for strings and keys of the first byte after the quote.
    @inlinable var offset: UInt64 { head >> 24 }

    /// Offset of the token's first byte, including the opening quote of strings and keys.
    @inlinable var tokenOffset: UInt64 {
        let isQuoted = (rawKind == TapeKind.string.rawValue || rawKind == TapeKind.key.rawValue) && head & 0x40 == 0
        return isQuoted ? offset - 1 : offset
    }

    // Numbers

    @inlinable @_spi(Cursor) public var isNegative: Bool { head & 0x10 != 0 }
    /// Written without a fraction and without an exponent.
    @inlinable @_spi(Cursor) public var isIntegerLiteral: Bool { head & 0x20 != 0 }
    /// Whether `significand` and `exponent` do not hold the whole number, so that its text has to be read.
    @inlinable var isInexact: Bool { head & 0x40 != 0 }
    /// Zero, of either sign.
    @inlinable @_spi(Cursor) public var isZero: Bool { significand == 0 && !isInexact }
    /// Infinity or NaN, which only JSON5 has.
    @inlinable @_spi(Cursor) public var isNotFinite: Bool { head & 0x80 != 0 }
    @inlinable var significand: UInt64 { body }
    /// The power of ten by which the significand is multiplied; `Int16.min` if it does not fit.
    @inlinable var exponent: Int { Int(Int16(truncatingIfNeeded: head >> 8)) }

    /// A number literal that is an integer of at most 19 digits: kind, flags and exponent in one comparison.
    @inlinable @_spi(Cursor) public var isPlainInteger: Bool { head & 0xFF_FFEF == 0x23 }

    /// The number, if it is a plain integer that fits; if `nil`, the text has to be read.
    @inlinable
    @_spi(Cursor) public func plainInteger<I: FixedWidthInteger>(as type: I.Type) -> I? {
        guard isPlainInteger else { return nil }
        if !isNegative { return I(exactly: significand) }
        return significand <= UInt64(Int64.max) ? I(exactly: 0 - Int64(significand)) : nil
    }

    /// The number, if it is a plain integer without a sign that fits, as most are.
    @inlinable
    @inline(__always)
    @_spi(Cursor) public var unsignedInt: Int? { head & 0xFF_FFFF == 0x23 ? Int(exactly: significand) : nil }

    /// Whether this is a number, and not known to be no integer: a power of ten divides the significand only if that power of two
    /// does.
    @inline(__always)
    var mayBeInteger: Bool {
        self.is(.number)
            && (exponent >= 0 || isInexact || significand == 0 || significand.trailingZeroBitCount >= -exponent)
    }

    // Strings and keys

    @inlinable @_spi(Cursor) public var hasEscapes: Bool { head & 0x10 != 0 }
    @inlinable @_spi(Cursor) public var isASCII: Bool { head & 0x20 == 0 }
    @inlinable @_spi(Cursor) public var stringLength: Int { Int(body) }
    @inlinable @_spi(Cursor) public var keyLength: Int { Int(body & 0xFFFF_FFFF) }

    // Containers

    /// The index that follows the matching end; 0 while the container is not complete.
    @inlinable var next: UInt32 { UInt32(truncatingIfNeeded: body) }
    /// Whether the end of the container is on the tape.
    @inlinable @_spi(Cursor) public var isComplete: Bool { next != 0 }
    /// The number of elements of an array, or of members of an object.
    @inlinable @_spi(Cursor) public var count: Int { Int(body >> 32) }
    /// Whether keys of this object may be repeated, or were too many to compare.
    @inlinable @_spi(Cursor) public var isAmbiguous: Bool { head & 0x10 != 0 }
    /// Whether at least one key of this object is escaped or not ASCII.
    @inlinable @_spi(Cursor) public var hasUnusualKeys: Bool { head & 0x20 != 0 }
    /// Whether neither applies: keys can be compared by their bytes, and the first match is the only one.
    @inlinable @_spi(Cursor) public var hasPlainKeys: Bool { head & 0x30 == 0 }

    // Ends

    /// The container that encloses the one that ends here, or `TapePosition.noContainer`.
    @inlinable var parent: UInt32 { UInt32(truncatingIfNeeded: body) }
    /// The index of the container that ends here in the enclosing one.
    @inlinable var ordinal: Int { Int(body >> 32) }

    @inlinable @_spi(Cursor) public var isContainer: Bool { rawKind & 0x6 == 6 }
    @inlinable @_spi(Cursor) public var isEnd: Bool { rawKind & 0xE == 8 }
}

extension Tape {
    /// The slot at a position as C wrote it, for tests that compare whole tapes.
    @_spi(Slots) public func words(ofSlotAt position: TapePosition) -> (head: UInt64, body: UInt64) {
        (self[position].head, self[position].body)
    }
}
