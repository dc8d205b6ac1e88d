internal import CJSONTape

extension Tape {
    /// Looks a key up in an object whose keys are plain (``TapeToken/hasPlainKeys``).
    ///
    /// - Returns: the position of the value, or ``TapePosition/nothing``.
    /// - Complexity: O(*members*).
    @inline(never)
    @_spi(Cursor) public func find(_ key: String, in object: TapePosition) -> TapePosition {
        unsafe Self.withBytes(of: key) { unsafe search($0, in: object) }.orEqual(to: key) { find($0, in: object) }
    }

    @inline(never)
    private func search(_ key: UnsafeBufferPointer<UInt8>, in object: TapePosition) -> TapePosition {
        guard let wanted = unsafe Wanted(key) else { return .nothing }
        return search(wanted, from: object.firstChild, to: end(ofContainerAt: object))
    }

    /// Looks a key up in an object whose keys are plain or have a table: first at one member, then in the table, or
    /// among all members if there is no table.
    ///
    /// - Parameters:
    ///   - start: position of one of the object's keys, or of its end.
    ///   - object: position of the object.
    ///   - table: the object's table if it has many keys.
    /// - Returns: the position of the value, or ``TapePosition/nothing``.
    @inline(never)
    @_spi(Cursor) public func find(
        _ key: String, from start: TapePosition, in object: TapePosition, _ table: borrowing ObjectTable
    ) -> TapePosition {
        unsafe Self.withBytes(of: key) { wanted in
            // The usual case, which needs no fingerprint.
            let slot = self[start]
            if slot.is(.key), let bytes = wanted.baseAddress, slot.keyLength == wanted.count,
                unsafe isEqual(slot, bytes, wanted.count)
            {
                return start.value
            }
            return unsafe findElsewhere(wanted, of: key, from: start, in: object, table)
        }
    }

    /// A separate function, so that the usual case is inlined into what provides the key's bytes.
    @inline(never)
    private func findElsewhere(
        _ key: UnsafeBufferPointer<UInt8>, of name: String, from start: TapePosition, in object: TapePosition,
        _ table: borrowing ObjectTable
    ) -> TapePosition {
        let found = unsafe find(key, from: start, in: object, table)
        if found != .nothing { return found }
        guard let name = name.equalASCII else { return .nothing }
        return find(name, from: start, in: object, table)
    }

    /// Looks up a short key that is not the one at `start`, as `find(_:from:in:_:)` does.
    @_spi(Cursor) public func find(
        _ key: ShortKey, from start: TapePosition, in object: TapePosition, _ table: borrowing ObjectTable
    ) -> TapePosition {
        unsafe key.withBytes { unsafe find($0, from: start, in: object, table) }
    }

    @inline(__always)
    static func withBytes<R>(of key: String, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        if let result = unsafe key.utf8.withContiguousStorageIfAvailable(body) { return result }
        // A bridged string has no contiguous UTF-8 storage.
        var copy = key
        return copy.withUTF8(body)
    }

    @inline(__always)
    private func find(
        _ key: UnsafeBufferPointer<UInt8>, from start: TapePosition, in object: TapePosition,
        _ table: borrowing ObjectTable
    ) -> TapePosition {
        if let kept = unsafe table.kept {
            return unsafe kept._withUnsafeGuaranteedRef { unsafe $0.find(key, in: self) }
        }
        guard let wanted = unsafe Wanted(key) else { return .nothing }
        let slot = self[object]
        let end = TapePosition(slot.next - 1)
        if slot.count <= ObjectTable.few {
            return searchAll(wanted, from: start, in: object, end: end)
        }
        let near = search(wanted, from: start, to: end, atMost: Self.membersNear)
        if near != .nothing { return near }
        return table.find(wanted, in: object, of: self)
            ?? searchAll(wanted, from: start, in: object, end: end)
    }

    /// How many members are compared before the table is used: a model that skips some members finds the next one among
    /// them.
    private static let membersNear = 4

    /// A key to look up. Valid only as long as its bytes.
    @safe
    struct Wanted {
        let bytes: UnsafePointer<UInt8>
        let length: Int
        /// The body of a key's token with these bytes: fingerprint and length.
        let body: UInt64

        /// `nil` for a key that is too long for any object.
        @inline(__always)
        init?(_ key: UnsafeBufferPointer<UInt8>) {
            guard let start = key.baseAddress, key.count <= Int(UInt32.max) else { return nil }
            unsafe bytes = start
            length = key.count
            body = unsafe UInt64(jt_fingerprint(start, length)) << 32 | UInt64(length)
        }
    }

    /// Searches from one member to the end, then from the start up to it.
    @inline(__always)
    private func searchAll(_ wanted: Wanted, from start: TapePosition, in object: TapePosition, end: TapePosition)
        -> TapePosition
    {
        let found = search(wanted, from: start, to: end)
        if found != .nothing || start == object.firstChild { return found }
        return search(wanted, from: object.firstChild, to: start)
    }

    @inline(__always)
    private func search(_ wanted: Wanted, from start: TapePosition, to end: TapePosition, atMost limit: Int = .max)
        -> TapePosition
    {
        precondition(end.index < slotCount)
        var (index, limit) = (start.index, limit)
        while index < end.index, limit > 0 {
            limit -= 1
            // In range: `end` has been checked, and every member has a key and a value before it.
            let slot = unsafe slots[Int(index)]
            if isKey(slot, wanted) { return TapePosition(index + 1) }
            let value = unsafe slots[Int(index) + 1]
            index = value.isContainer ? value.next : index + 2
        }
        return .nothing
    }

    @inline(__always)
    func isKey(_ slot: TapeToken, _ wanted: Wanted) -> Bool {
        unsafe slot.body == wanted.body && isEqual(slot, wanted.bytes, wanted.length)
    }

    @inline(__always)
    func isEqual(_ slot: TapeToken, _ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        let start = Int(slot.offset) - textBase
        guard start >= 0, length <= textLength - start else { return false }
        return unsafe jt_equal(text + start, bytes, length)
    }

    /// Whether the key at `position` consists of these bytes, without an escape. Keys that are equal as Unicode text
    /// may consist of other bytes.
    @_spi(Cursor) public func isKey(at position: TapePosition, writtenAs name: String) -> Bool {
        let slot = self[position]
        precondition(slot.is(.key))
        let length = slot.keyLength
        guard !slot.hasEscapes, name.utf8.count == length else { return false }
        return unsafe Self.withBytes(of: name) { bytes in
            guard let start = bytes.baseAddress else { return length == 0 }
            return unsafe isEqual(slot, start, length)
        }
    }

    /// The fingerprint of the key at `position`; `nil` for a key that is escaped or not ASCII.
    @_spi(Cursor) public func fingerprint(ofKeyAt position: TapePosition) -> KeyFingerprint? {
        let slot = self[position]
        return slot.is(.key) && slot.isASCII && !slot.hasEscapes ? KeyFingerprint(bits: slot.body) : nil
    }
}

/// The length of an ASCII key and a hash of its bytes. Equal keys have equal fingerprints; others seldom do.
@_spi(Cursor) public struct KeyFingerprint: Sendable, Equatable {
    @_spi(Cursor) public let bits: UInt64

    init(bits: UInt64) { self.bits = bits }

    /// `nil` for a key that is not ASCII: such keys can be equal although their bytes differ.
    @_spi(Cursor) public init?(_ key: String) {
        guard key.isASCII, let wanted = unsafe Tape.withBytes(of: key, { unsafe Tape.Wanted($0)?.body }) else {
            return nil
        }
        bits = wanted
    }
}
