public import Synchronization

/// The position of a value, of a key or of the end of a container on a tape.
///
/// Opaque: positions are obtained from the tape and from other positions by ``Tape``'s methods. They can be stored and
/// compared; their order is document order. A position is checked whenever it is used: a position that is not on the
/// tape traps and never reads out of bounds.
@_spi(Cursor) public struct TapePosition: Hashable, Comparable, Sendable {
    @usableFromInline let index: UInt32

    @inlinable
    init(_ index: UInt32) { self.index = index }

    /// The position of a null that belongs to no document. It represents a missing value.
    @inlinable @_spi(Cursor) public static var nothing: TapePosition { TapePosition(0) }
    /// The position of the top-level value.
    @inlinable @_spi(Cursor) public static var root: TapePosition { TapePosition(1) }
    /// The enclosing container of the top-level value. Not on any tape.
    @inlinable @_spi(Cursor) public static var noContainer: TapePosition { TapePosition(.max) }

    /// The key of the member whose value is at this position.
    @inlinable @_spi(Cursor) public var key: TapePosition { TapePosition(index &- 1) }
    /// The value of the member whose key is at this position.
    @inlinable @_spi(Cursor) public var value: TapePosition { TapePosition(index &+ 1) }
    /// The first element of the array at this position, or the first key of the object; the end of an empty container.
    @inlinable @_spi(Cursor) public var firstChild: TapePosition { TapePosition(index &+ 1) }

    @inlinable
    @_spi(Cursor) public static func < (left: TapePosition, right: TapePosition) -> Bool { left.index < right.index }
}

extension TapePosition: AtomicRepresentable {
    @_spi(Cursor) public typealias AtomicRepresentation = UInt32.AtomicRepresentation

    @inlinable
    @_spi(Cursor) public static func encodeAtomicRepresentation(
        _ value: consuming TapePosition
    ) -> AtomicRepresentation {
        UInt32.encodeAtomicRepresentation(value.index)
    }

    @inlinable
    @_spi(Cursor) public static func decodeAtomicRepresentation(
        _ storage: consuming AtomicRepresentation
    ) -> TapePosition {
        TapePosition(UInt32.decodeAtomicRepresentation(storage))
    }
}
