public import RuntimeFacts

/// A key of at most 15 ASCII bytes, stored as the two words of its string (``SmallString``). Comparing it needs no
/// bytes in memory, and it is never released, because it holds no reference (measured: Docs/Performance.md).
@_spi(Cursor) public struct ShortKey: Sendable {
    @usableFromInline let low: UInt64
    @usableFromInline let high: UInt64

    /// `nil` if the words are those of another kind of string.
    @inlinable
    @inline(__always)
    init?(_ words: (UInt64, UInt64)) {
        guard SmallString.isShortASCII(words) else { return nil }
        (low, high) = words
    }

    /// `nil` if the key is longer or not ASCII.
    @_spi(Cursor) public init?(_ key: String) {
        guard key.utf8.count <= SmallString.limit else { return nil }
        var (low, high): (UInt64, UInt64) = (0, 0)
        for byte in key.utf8.reversed() {
            guard byte < 0x80 else { return nil }
            (low, high) = (low << 8 | UInt64(byte), high << 8 | low >> 56)
        }
        self.init(SmallString.words(low, high, count: key.utf8.count, isASCII: true))
    }

    @inlinable
    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: high >> 56 & 0xF) }

    /// The key as a string.
    var string: String { SmallString.string((low, high)) }

    @inline(__always)
    func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        unsafe withUnsafeBytes(of: (low, high)) { bytes in
            unsafe body(UnsafeBufferPointer(rebasing: bytes.assumingMemoryBound(to: UInt8.self)[..<count]))
        }
    }
}

extension Tape {
    /// Compares the key with that of one member, and continues the search only if they differ.
    ///
    /// - Parameters:
    ///   - start: position of a key in an object whose keys are plain, or of the object's end.
    ///   - end: position of that end.
    ///   - orSearch: continues the search for a key that is longer or not ASCII.
    ///   - orSearchShort: continues the search for a short key.
    /// - Returns: the position of the value.
    @inlinable
    @inline(__always)
    @_spi(Cursor) public func find(
        _ key: consuming String, at start: TapePosition, end: TapePosition, orSearch: (String) -> TapePosition,
        orSearchShort: (ShortKey) -> TapePosition
    ) -> TapePosition {
        var wanted = Optional(key)
        return unsafe withUnsafeTemporaryAllocation(of: String.self, capacity: 1) { memory in
            unsafe memory.initializeElement(at: 0, to: wanted.take().unsafelyUnwrapped)
            // Strings are known to be two words only if the check succeeded.
            guard makesSmallStrings, let string = UnsafeRawPointer(memory.baseAddress),
                let short = unsafe ShortKey(string.load(as: (UInt64, UInt64).self))
            else {
                // Moved, because a copy would be retained.
                return unsafe orSearch(memory.moveElement(from: 0))
            }
            return start < end && isKey(at: start, short) ? start.value : orSearchShort(short)
        }
    }

    /// Whether the plain key at `position` has this text. `false` if fewer than 16 bytes of text are available at the
    /// key.
    @inlinable
    @inline(__always)
    @_spi(Cursor) public func isKey(at position: TapePosition, _ key: ShortKey) -> Bool {
        let slot = self[position]
        guard slot.keyLength == key.count, let words = words(of: slot) else { return false }
        // What follows the key in its last word is shifted out.
        let rest = 0 &- UInt64(truncatingIfNeeded: key.count &* 8)
        if key.count <= 8 { return (words.0 ^ key.low) &<< rest == 0 || key.count == 0 }
        return words.0 == key.low && (words.1 ^ key.high) &<< rest == 0
    }
}
