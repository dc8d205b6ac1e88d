internal import CJSONTape

/// Where the keys of one large object are, so that a key need not be searched for: for objects whose keys are neither
/// escaped nor outside ASCII, and none of which is repeated.
@_spi(Tape) public struct KeyTable {
    /// Indexes of keys, or 0: as many as a power of two, at least twice the number of keys.
    fileprivate let places: [UInt32]
    fileprivate let seed: UInt64
    fileprivate let object: UInt32

    /// The first place to look at for a key.
    @inline(__always)
    fileprivate func place(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (places.count - 1) }

    /// How far a key may be from its first place. With half of the places free and keys that nobody has chosen for this seed
    /// it never comes to that; with others the object is better off without this table.
    fileprivate static let reach = 256

    /// Differs between processes: a document cannot have been made for it.
    fileprivate static let processSeed = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1
}

extension Tape {
    /// The table of an object, all keys of which are written without escapes and in ASCII; `nil` where a key is repeated,
    /// or where a table would not be fast.
    ///
    /// - Complexity: O(*members*).
    @_spi(Tape) public func makeKeyTable(of object: UInt32) -> KeyTable? {
        let slot = self[object]
        precondition(!slot.hasUnusualKeys)
        let count = max(slot.count, 1)
        let capacity = 1 << (Int.bitWidth - (2 * count - 1).leadingZeroBitCount)
        let seed = KeyTable.processSeed
        var isGood = true
        let places = unsafe [UInt32](unsafeUninitializedCapacity: capacity) { places, initialized in
            unsafe places.initialize(repeating: 0)
            initialized = capacity
            forEachKey(in: object) { key in
                isGood = unsafe insert(key, into: places, seed: seed)
                return isGood
            }
        }
        return isGood ? KeyTable(places: places, seed: seed, object: object) : nil
    }

    /// - Returns: `false` where the same key is there, or none of the places that may be looked at is free.
    @inline(__always)
    private func insert(_ key: UInt32, into places: UnsafeMutableBufferPointer<UInt32>, seed: UInt64) -> Bool {
        let slot = self[key]
        let bytes = unsafe bytes(at: slot.offset, length: slot.keyLength)
        guard let start = bytes.baseAddress, bytes.count == slot.keyLength else { return false }
        let mask = places.count - 1
        var place = unsafe Int(truncatingIfNeeded: jt_key_hash(start, bytes.count, seed)) & mask
        for _ in 0..<KeyTable.reach {
            let other = unsafe places[place]
            if other == 0 {
                unsafe places[place] = key
                return true
            }
            let known = self[other]
            // The fingerprint is compared, too.
            if known.body == slot.body, unsafe isEqual(known, start, bytes.count) { return false }
            place = (place + 1) & mask
        }
        return false
    }

    /// Looks a key up in the object of a table.
    ///
    /// - Parameter value: the value that was found before, or the object. The key behind it is looked at first: JSON usually
    ///   comes in the order in which a model asks.
    /// - Returns: the index of the value, or 0.
    @_spi(Tape) public func find(_ key: String, in table: KeyTable, behind value: UInt32) -> UInt32 {
        let hint = value == table.object ? value + 1 : index(after: value)
        let found = unsafe key.utf8.withContiguousStorageIfAvailable { wanted in
            unsafe find(wanted, in: table, hint: hint)
        }
        if let found { return found }
        // A bridged string has no UTF-8 of its own.
        var copy = key
        return copy.withUTF8 { wanted in unsafe find(wanted, in: table, hint: hint) }
    }

    @inline(__always)
    private func find(_ wanted: UnsafeBufferPointer<UInt8>, in table: KeyTable, hint: UInt32) -> UInt32 {
        let length = wanted.count
        guard let bytes = wanted.baseAddress else { return Self.nothing }
        let slot = self[hint]
        if slot.is(.key), slot.keyLength == length, unsafe isEqual(slot, bytes, length) { return hint + 1 }
        var place = unsafe table.place(jt_key_hash(bytes, length, table.seed))
        for _ in 0..<KeyTable.reach {
            let key = table.places[place]
            if key == 0 { break }
            let slot = self[key]
            if slot.keyLength == length, unsafe isEqual(slot, bytes, length) { return key + 1 }
            place = (place + 1) & (table.places.count - 1)
        }
        return Self.nothing
    }
}
