internal import CJSONTape

/// A hash table of the keys of one large object, for objects whose keys have no escapes, are ASCII and are not
/// repeated.
///
/// Uses a pointer and not an array, which would be retained for each look-up (measured: a fifth of the time of a
/// look-up).
@safe
@_spi(Tape) public final class KeyTable {
    /// Indexes of keys, or 0. The count is a power of two, at least twice the number of keys.
    fileprivate let places: UnsafeMutableBufferPointer<UInt32>
    @safe fileprivate let seed: UInt64

    fileprivate init(capacity: Int, seed: UInt64) {
        unsafe places = .allocate(capacity: capacity)
        unsafe places.initialize(repeating: 0)
        self.seed = seed
    }

    deinit { unsafe places.deallocate() }

    /// How far a key may be from its first entry. With half of the entries free this is not reached unless keys are
    /// chosen for this seed, and then searching without the table is better.
    fileprivate static let reach = 256

    /// Differs between processes, so that no document can be constructed for it.
    fileprivate static let processSeed = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1
}

extension Tape {
    /// Makes the table of an object whose keys are ASCII and written without escapes; `nil` if a key is repeated, or if
    /// a table would not be fast.
    ///
    /// - Complexity: O(*members*).
    @_spi(Tape) public func makeKeyTable(of object: TapePosition) -> KeyTable? {
        let slot = self[object]
        precondition(!slot.hasUnusualKeys)
        let count = max(slot.count, 1)
        let capacity = 1 << (Int.bitWidth - (2 * count - 1).leadingZeroBitCount)
        // A seed that puts many of these keys close to each other is rare; another seed separates them.
        for attempt in 0..<3 as Range<UInt64> {
            let table = KeyTable(capacity: capacity, seed: KeyTable.processSeed &+ attempt)
            var outcome = Insertion.done
            forEachKey(in: object) { key in
                outcome = unsafe insert(key, into: table.places, seed: table.seed)
                return outcome == .done
            }
            if outcome == .done { return table }
            if outcome == .repeated { return nil }
        }
        return nil
    }

    private enum Insertion {
        case done
        /// The table contains the key already.
        case repeated
        /// None of the entries within reach is free.
        case noPlace
    }

    @inline(__always)
    private func insert(
        _ key: TapePosition, into places: UnsafeMutableBufferPointer<UInt32>, seed: UInt64
    ) -> Insertion {
        let slot = self[key]
        let bytes = unsafe bytes(at: slot.offset, length: slot.keyLength)
        guard let start = bytes.baseAddress, bytes.count == slot.keyLength else { return .noPlace }
        let mask = places.count - 1
        var place = unsafe Int(truncatingIfNeeded: jt_key_hash(start, bytes.count, seed)) & mask
        for _ in 0..<KeyTable.reach {
            let other = unsafe places[place]
            if other == 0 {
                unsafe places[place] = key.index
                return .done
            }
            let known = self[TapePosition(other)]
            // The fingerprint is compared, too.
            if known.body == slot.body, unsafe isEqual(known, start, bytes.count) { return .repeated }
            place = (place + 1) & mask
        }
        return .noPlace
    }

    /// Looks a key up in the object of a table.
    ///
    /// - Returns: the position of the value, or ``TapePosition/nothing``.
    @_spi(Tape) public func find(_ key: String, in table: KeyTable) -> TapePosition {
        unsafe Self.withBytes(of: key) { unsafe find($0, in: table) }
    }

    @inline(__always)
    func find(_ wanted: UnsafeBufferPointer<UInt8>, in table: KeyTable) -> TapePosition {
        let length = wanted.count
        guard let bytes = wanted.baseAddress else { return .nothing }
        let mask = unsafe table.places.count - 1
        var place = unsafe Int(truncatingIfNeeded: jt_key_hash(bytes, length, table.seed)) & mask
        for _ in 0..<KeyTable.reach {
            let key = unsafe table.places[place]
            if key == 0 { break }
            let slot = self[TapePosition(key)]
            if slot.keyLength == length, unsafe isEqual(slot, bytes, length) { return TapePosition(key + 1) }
            place = (place + 1) & mask
        }
        return .nothing
    }
}
