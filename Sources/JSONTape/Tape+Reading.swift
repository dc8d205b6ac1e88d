extension Tape {
    /// The token at a position.
    @inlinable
    @_spi(Cursor) public subscript(_ position: TapePosition) -> TapeToken {
        precondition(position.index < slotCount)
        return unsafe slots[Int(position.index)]
    }

    /// The text from `offset` on, at most `length` bytes of it, clamped to the text.
    @inline(__always)
    func bytes(at offset: UInt64, length: Int) -> UnsafeBufferPointer<UInt8> {
        let start = min(max(Int(offset) - textBase, 0), textLength)
        let end = min(max(length, 0), textLength - start)
        return unsafe UnsafeBufferPointer(start: text + start, count: end)
    }

    /// The 16 bytes that start with a string or key, including bytes after its end; `nil` if the text ends before.
    @inlinable
    @inline(__always)
    func words(of slot: TapeToken) -> (UInt64, UInt64)? {
        let start = Int(truncatingIfNeeded: slot.offset) &- textBase
        // Negative offsets are large ones here.
        guard UInt(bitPattern: start) < wordOffsets else { return nil }
        let bytes = unsafe UnsafeRawPointer(text + start)
        return unsafe (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
}
