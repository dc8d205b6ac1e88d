public import RuntimeFacts

/// A key of at most 15 bytes of ASCII: the words that its string is made of (``SmallString``). Compared by them, and never
/// released, as it holds no reference (measured: Docs/Performance.md).
@frozen
@_spi(Tape) public struct ShortKey: Sendable {
    @usableFromInline let low: UInt64
    @usableFromInline let high: UInt64

    /// `nil` for words of a string of another kind.
    @inlinable
    @inline(__always)
    init?(_ words: (UInt64, UInt64)) {
        guard SmallString.isShortASCII(words) else { return nil }
        (low, high) = words
    }

    @inlinable
    @inline(__always)
    var count: Int { Int(truncatingIfNeeded: high >> 56 & 0xF) }

    /// The key as the string that it was made of.
    @_spi(Tape) public var string: String { SmallString.string((low, high)) }

    @inline(__always)
    func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        unsafe withUnsafeBytes(of: (low, high)) { bytes in
            unsafe body(UnsafeBufferPointer(rebasing: bytes.assumingMemoryBound(to: UInt8.self)[..<count]))
        }
    }
}

extension Tape {
    /// Looks at one member, and elsewhere only if it is not the one that is wanted.
    ///
    /// - Parameters:
    ///   - start: position of a key in an object whose keys are plain, or of the object's end.
    ///   - end: index of that end.
    ///   - elsewhere: how to go on.
    ///   - shortElsewhere: how to go on with a short key.
    /// - Returns: the position of the value.
    @inlinable
    @inline(__always)
    @_spi(Tape) public func find(
        _ key: consuming String, at start: TapePosition, end: TapePosition, elsewhere: (String) -> TapePosition,
        shortElsewhere: (ShortKey) -> TapePosition
    ) -> TapePosition {
        var wanted = Optional(key)
        return unsafe withUnsafeTemporaryAllocation(of: String.self, capacity: 1) { memory in
            unsafe memory.initializeElement(at: 0, to: wanted.take().unsafelyUnwrapped)
            // Strings are two words only where that has been found.
            guard makesSmallStrings, let string = UnsafeRawPointer(memory.baseAddress),
                let short = unsafe ShortKey(string.load(as: (UInt64, UInt64).self))
            else {
                defer { unsafe memory.deinitializeElement(at: 0) }
                return unsafe elsewhere(memory[0])
            }
            return start < end && isKey(at: start, short) ? start.value : shortElsewhere(short)
        }
    }

    /// Whether the plain key at `position` has this text. If not all of the 16 bytes are there that are looked at, `false`.
    @inlinable
    @inline(__always)
    func isKey(at position: TapePosition, _ key: ShortKey) -> Bool {
        let slot = self[position]
        guard slot.keyLength == key.count, let words = words(of: slot) else { return false }
        return SmallString.words(words.0, words.1, count: key.count, isASCII: true) == (key.low, key.high)
    }
}
