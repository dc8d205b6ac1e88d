internal import CJSONTape

/// A hash table of the keys of one object, whose keys have no escapes and are ASCII.
///
/// Uses a pointer and not an array, which would be retained for each look-up (measured: a fifth of the time of a
/// look-up).
@safe
@_spi(Cursor) public final class KeyTable {
    /// Indexes of keys, or 0. The count is a power of two, at least twice the number of keys.
    private let buckets: UnsafeMutableBufferPointer<UInt32>
    /// Keys are hashed by their bytes with this seed; 0: by their fingerprints, which are all different.
    @safe private let seed: UInt64

    private init(capacity: Int, seed: UInt64) {
        unsafe buckets = .allocate(capacity: capacity)
        unsafe buckets.initialize(repeating: 0)
        self.seed = seed
    }

    deinit { unsafe buckets.deallocate() }

    /// How far a key may be from its first entry. With half of the entries free this is not reached unless keys are
    /// chosen for this seed, and then searching without the table is better. A table of fingerprints has no more entries.
    private static var reach: Int { 256 }

    /// Differs between processes, so that no document can be constructed for it.
    private static let processSeed = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

    /// How many keys a table of fingerprints has at most.
    static var many: Int { reach / 2 }

    // MARK: Making

    /// An empty table for objects with up to 128 plain keys.
    convenience init() { self.init(capacity: Self.reach, seed: 0) }

    /// Replaces the keys with those of another object (see ``init()``).
    func fill(with object: TapePosition, of tape: Tape) {
        precondition(seed == 0 && tape[object].count <= Self.many)
        unsafe buckets.update(repeating: 0)
        tape.forEachKey(in: object) { insert($0, of: tape) == .done }
    }

    /// Makes the table of an object of any size; `nil` if a key is repeated, or if a table would not be fast.
    ///
    /// - Complexity: O(*members*).
    @_spi(Cursor) public static func make(of object: TapePosition, in tape: Tape) -> KeyTable? {
        let slot = tape[object]
        precondition(!slot.hasUnusualKeys)
        let count = max(slot.count, 1)
        let capacity = 1 << (Int.bitWidth - (2 * count - 1).leadingZeroBitCount)
        // A seed that puts many of these keys close to each other is rare; another seed separates them.
        for attempt in 0..<3 as Range<UInt64> {
            let table = KeyTable(capacity: capacity, seed: processSeed &+ attempt)
            var outcome = Insertion.done
            tape.forEachKey(in: object) { key in
                outcome = table.insert(key, of: tape)
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
        case outOfReach
    }

    @inline(__always)
    private func insert(_ key: TapePosition, of tape: Tape) -> Insertion {
        let slot = tape[key]
        let bytes = unsafe tape.bytes(at: slot.offset, length: slot.keyLength)
        guard let start = bytes.baseAddress, bytes.count == slot.keyLength else { return .outOfReach }
        var bucket = unsafe self.bucket(of: start, bytes.count, body: slot.body)
        for _ in 0..<Self.reach {
            let other = unsafe buckets[bucket]
            if other == 0 {
                unsafe buckets[bucket] = key.index
                return .done
            }
            let known = tape[TapePosition(other)]
            // The fingerprint is compared, too.
            if known.body == slot.body, unsafe tape.isEqual(known, start, bytes.count) { return .repeated }
            bucket = next(bucket)
        }
        return .outOfReach
    }

    // MARK: Searching

    /// The first entry to probe.
    ///
    /// The last characters of a key, in which many keys differ, determine the highest bits of its fingerprint.
    ///
    /// - Parameter body: the body of the key's token.
    @inline(__always)
    private func bucket(of key: UnsafePointer<UInt8>, _ length: Int, body: @autoclosure () -> UInt64) -> Int {
        if seed == 0 { return Int(truncatingIfNeeded: (UInt32(truncatingIfNeeded: body() >> 32) &* 0x9E37_79B1) >> 24) }
        return unsafe Int(truncatingIfNeeded: jt_key_hash(key, length, seed)) & (buckets.count - 1)
    }

    @inline(__always)
    private func next(_ bucket: Int) -> Int { unsafe (bucket + 1) & (buckets.count - 1) }

    /// Looks a key up.
    ///
    /// - Returns: the position of the value, or ``TapePosition/nothing``.
    @inline(never)
    @_spi(Cursor) public func find(_ key: String, in tape: Tape) -> TapePosition {
        unsafe Tape.withBytes(of: key) { unsafe find($0, in: tape) }.orEqual(to: key) { find($0, in: tape) }
    }

    @inline(__always)
    func find(_ key: UnsafeBufferPointer<UInt8>, in tape: Tape) -> TapePosition {
        guard let bytes = key.baseAddress else { return .nothing }
        return unsafe find(bytes, key.count, body: Tape.Wanted(key)?.body ?? 0, in: tape)
    }

    /// - Parameter body: the body of the key's token.
    @inline(__always)
    func find(
        _ bytes: UnsafePointer<UInt8>, _ length: Int, body: @autoclosure () -> UInt64, in tape: Tape
    ) -> TapePosition {
        var bucket = unsafe self.bucket(of: bytes, length, body: body())
        for _ in 0..<Self.reach {
            let key = unsafe buckets[bucket]
            if key == 0 { break }
            let slot = tape[TapePosition(key)]
            if slot.keyLength == length, unsafe tape.isEqual(slot, bytes, length) { return TapePosition(key + 1) }
            bucket = next(bucket)
        }
        return .nothing
    }
}
