// Moving from one position to another.
extension Tape {
    /// The position that follows the last token.
    @inlinable @_spi(Cursor) public var end: TapePosition { TapePosition(slotCount) }

    /// The number of tokens.
    @_spi(Cursor) public var tokenCount: Int { Int(slotCount) }

    /// The position of the next token: the first child of a container, the value of a key.
    @inlinable
    @_spi(Cursor) public func position(afterTokenAt position: TapePosition) -> TapePosition {
        TapePosition(position.index &+ 1)
    }

    /// The position that follows the value at `position`, which is not a key: the next element or key, or the end of
    /// the enclosing container.
    @inlinable
    @_spi(Cursor) public func position(after position: TapePosition) -> TapePosition {
        let token = self[position]
        return token.isContainer ? TapePosition(token.next) : TapePosition(position.index + 1)
    }

    /// The end of the container at `position`, which is complete.
    @inlinable
    @_spi(Cursor) public func end(ofContainerAt position: TapePosition) -> TapePosition {
        TapePosition(self[position].next - 1)
    }

    /// The container that encloses the container at `position`, and its index among the members or elements of that.
    @inlinable
    @_spi(Cursor) public func surroundings(of position: TapePosition) -> (container: TapePosition, ordinal: Int) {
        let token = self[position]
        guard token.isContainer else { return (.noContainer, 0) }
        let end = self[TapePosition(token.next - 1)]
        return (TapePosition(end.parent), end.ordinal)
    }

    /// The number of tokens of the complete value at `position`: its own, those inside and its end.
    @_spi(Cursor) public func tokenCount(of position: TapePosition) -> Int {
        Int(self.position(after: position).index - position.index)
    }

    /// The number of tokens from one position to another.
    @_spi(Cursor) public func tokenCount(from start: TapePosition, to end: TapePosition) -> Int {
        Int(end.index) - Int(start.index)
    }

    /// The position `count` tokens after another one.
    @_spi(Cursor) public func position(_ start: TapePosition, offsetBy count: Int) -> TapePosition {
        TapePosition(UInt32(truncatingIfNeeded: Int(start.index) + count))
    }

    /// Whether the value at `position` belongs to a member and therefore has a key.
    @_spi(Cursor) public func isMember(_ position: TapePosition) -> Bool {
        position > .root && self[position.key].is(.key)
    }

    /// Calls `body` with the position of each key of the object at `object`, in the document's order, until it returns
    /// `false`.
    @inlinable
    @_spi(Cursor) public func forEachKey(in object: TapePosition, _ body: (TapePosition) -> Bool) {
        let end = end(ofContainerAt: object)
        var key = object.firstChild
        while key < end {
            if !body(key) { return }
            key = position(after: key.value)
        }
    }

    // MARK: Locations in the text

    /// The offset of the first byte of the token at `position`, quotes included.
    @inlinable
    @_spi(Cursor) public func offset(at position: TapePosition) -> Int { Int(self[position].tokenOffset) }

    /// The offset that follows the last byte of the value at `position`, which is complete.
    @_spi(Cursor) public func endOffset(ofValueAt position: TapePosition) -> Int {
        let extent = extent(of: position)
        return extent.offset + extent.length
    }

    /// Line, column and offset of the token at `position`.
    @_spi(Cursor) public func location(at position: TapePosition) -> JSONLocation {
        location(ofOffset: offset(at: position))
    }
}
