internal import CJSONTape

extension Tape {
    /// Looks a key up in an object whose keys are plain (``TapeSlot/hasPlainKeys``).
    ///
    /// The search starts at the key slot `hint`, goes to the end and then from the beginning up to `hint`: JSON usually
    /// comes in the order in which a model asks.
    ///
    /// - Parameters:
    ///   - object: index of the object.
    ///   - hint: index of one of the object's keys, or of its end, or 0 for the beginning.
    /// - Returns: the index of the value, or 0.
    /// - Complexity: O(1) when the key stands at `hint`, else O(*members*).
    @_spi(Tape) public func find(_ key: String, in object: UInt32, hint: UInt32) -> UInt32 {
        let end = self[object].next - 1
        return find(key, from: hint > object && hint <= end ? hint : object + 1, first: object + 1, end: end)
    }

    /// Looks a key up in an object whose keys are plain: first at one member, then behind it, then before it.
    ///
    /// - Parameters:
    ///   - start: index of one of the object's keys, or of its end.
    ///   - first: index of its first key.
    ///   - end: index of its end.
    ///   - goesOn: whether to look at others than the first.
    /// - Returns: the index of the value, or 0; ``unsettled`` if others may have it.
    @_spi(Tape) public func find(
        _ key: String, from start: UInt32, first: UInt32, end: UInt32, goesOn: Bool = true
    ) -> UInt32 {
        precondition(end < slotCount)
        let found = unsafe key.utf8.withContiguousStorageIfAvailable { wanted in
            unsafe find(wanted, from: start, first: first, end: end, goesOn: goesOn)
        }
        if let found { return found }
        // A bridged string has no UTF-8 of its own.
        var copy = key
        return copy.withUTF8 { wanted in unsafe find(wanted, from: start, first: first, end: end, goesOn: goesOn) }
    }

    /// The same for a short key.
    @_spi(Tape) public func find(_ key: ShortKey, from start: UInt32, first: UInt32, end: UInt32) -> UInt32 {
        precondition(end < slotCount)
        return unsafe key.withBytes { unsafe find($0, from: start, first: first, end: end, goesOn: true) }
    }

    @inline(__always)
    private func find(
        _ wanted: UnsafeBufferPointer<UInt8>, from start: UInt32, first: UInt32, end: UInt32, goesOn: Bool
    ) -> UInt32 {
        let length = wanted.count
        guard let bytes = wanted.baseAddress, length <= Int(UInt32.max) else { return Self.nothing }
        if start < end {
            // The usual case, for which no fingerprint has to be made.
            let slot = unsafe slots[Int(start)]
            if slot.keyLength == length, unsafe isEqual(slot, bytes, length) { return start + 1 }
        }
        if !goesOn { return Self.unsettled }
        let body = unsafe UInt64(jt_fingerprint(bytes, length)) << 32 | UInt64(length)
        let found = unsafe search(from: start, to: end, body: body, bytes: bytes, length: length)
        if found != Self.nothing || start == first { return found }
        return unsafe search(from: first, to: start, body: body, bytes: bytes, length: length)
    }

    @inline(__always)
    private func search(
        from start: UInt32, to end: UInt32, body: UInt64, bytes: UnsafePointer<UInt8>, length: Int
    ) -> UInt32 {
        var index = start
        while index < end {
            // In range: `end` has been checked, and every member has a key and a value before it.
            let slot = unsafe slots[Int(index)]
            if slot.body == body, unsafe isEqual(slot, bytes, length) { return index + 1 }
            let value = unsafe slots[Int(index) + 1]
            index = value.isContainer ? value.next : index + 2
        }
        return Self.nothing
    }

    @inline(__always)
    func isEqual(_ slot: TapeSlot, _ bytes: UnsafePointer<UInt8>, _ length: Int) -> Bool {
        let start = Int(slot.offset) - textBase
        guard start >= 0, length <= textLength - start else { return false }
        return unsafe jt_equal(text + start, bytes, length)
    }

    /// Whether the key at `index` is written in these bytes, without an escape. Keys that are equal as Unicode text may be
    /// written in others.
    @_spi(Tape) public func isKey(at index: UInt32, writtenAs name: String) -> Bool {
        let slot = self[index]
        precondition(slot.is(.key))
        let length = slot.keyLength
        guard !slot.hasEscapes, name.utf8.count == length else { return false }
        let isSame = unsafe name.utf8.withContiguousStorageIfAvailable { bytes in
            guard let start = bytes.baseAddress else { return length == 0 }
            return unsafe isEqual(slot, start, length)
        }
        return isSame ?? (key(at: index).utf8.elementsEqual(name.utf8))
    }

    /// The length of the key at `index` and its first eight bytes, the first of them lowest; `nil` for a key that is escaped
    /// or not ASCII.
    @_spi(Tape) public func print(ofKeyAt index: UInt32) -> (length: Int, head: UInt64)? {
        let slot = self[index]
        guard slot.isASCII, !slot.hasEscapes else { return nil }
        let bytes = unsafe bytes(at: slot.offset, length: min(slot.keyLength, 8))
        var head: UInt64 = 0
        for index in bytes.indices { head |= unsafe UInt64(bytes[index]) << (index * 8) }
        return (slot.keyLength, head)
    }

    /// Calls `body` with the index of each key of an object, in document order, until it returns `false`.
    @inlinable
    @_spi(Tape) public func forEachKey(in object: UInt32, _ body: (UInt32) -> Bool) {
        let end = self[object].next - 1
        var index = object + 1
        while index < end {
            if !body(index) { return }
            index = self.index(after: index + 1)
        }
    }
}
