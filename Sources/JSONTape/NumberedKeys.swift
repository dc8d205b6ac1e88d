internal import CJSONTape
public import Synchronization

/// Keys that a type requests, by number, and where the members with these keys are in one object after another.
///
/// A key gets its name when it is first requested (``name(_:_:)``). A member is recorded when a search passes it. So the members of an
/// object are compared once, whatever the order in which keys are requested, and a key that is missing costs little once the end of the
/// object has been reached.
///
/// Threads may share the look-ups in one object: what they record is the same, and one at a time names keys.
@safe
@_spi(Cursor) public final class NumberedKeys {
    @safe
    @usableFromInline
    struct Entry: ~Copyable {
        /// The body of a key's token with the name, fingerprint and length, once the name has been asked for in this call; or else
        /// ``unnamed``.
        @usableFromInline let body = Atomic<UInt64>(Entry.unnamed)
        /// The body, once the key is in the table. Published last: what follows does not change any more.
        let listed = Atomic<UInt64>(Entry.unnamed)
        /// The first 16 bytes of the name, and which of their bits there are.
        @usableFromInline var words: (UInt64, UInt64) = (0, 0)
        @usableFromInline var mask: (UInt64, UInt64) = (0, 0)
        /// The number of bytes. Of a key without a name more than any text has.
        @usableFromInline var length = Int.max
        var bytes: [UInt8] = []
        var name = ""
        /// The object in which a member with this key was seen last, as ``NumberedKeys/object``, and the position of its value.
        @usableFromInline let seen = Atomic<UInt64>(0)

        /// No key's: the length would be 2^32 − 1.
        @usableFromInline static var unnamed: UInt64 { .max }
    }

    /// The largest number of keys.
    private static var limit: Int { 256 }

    @usableFromInline let entries: UnsafeMutableBufferPointer<Entry>
    /// A number by a hash of the body of its key, plus 1; 0 if free. The count is four times that of the entries.
    private let table: UnsafeMutableBufferPointer<Atomic<UInt16>>
    /// Whether a thread is naming a key.
    private let isNaming = Atomic<Bool>(false)
    /// Whether keys have got other names, or have greater numbers, than there is room for.
    private let isOutdated = Atomic<Bool>(false)
    private let greatest = Atomic<Int>(0)
    /// Which object this is, in the upper half. Changes from object to object, so that nothing has to be cleared.
    @safe @exclusivity(unchecked) @usableFromInline var object: UInt64 = 0

    /// - Parameter count: for numbers less than this, which is a power of two.
    @_spi(Cursor) public init(count: Int = 64) {
        let count = min(count, Self.limit)
        unsafe entries = .allocate(capacity: count)
        unsafe table = .allocate(capacity: 4 * count)
        for number in 0..<count { unsafe entries.initializeElement(at: number, to: Entry()) }
        for bucket in 0..<4 * count { unsafe table.initializeElement(at: bucket, to: Atomic(0)) }
    }

    deinit {
        unsafe entries.deinitialize().deallocate()
        unsafe table.deinitialize().deallocate()
    }

    /// Asks for all names again, before another document is decoded. No other thread may use the keys at this time.
    ///
    /// - Returns: keys that serve from now on: these, or new ones if names have changed or there are more keys.
    @_spi(Cursor) public func renewed() -> NumberedKeys {
        let greatest = greatest.load(ordering: .relaxed)
        if isOutdated.load(ordering: .relaxed) {
            var count = unsafe entries.count
            while count <= greatest, count < Self.limit { count *= 2 }
            return NumberedKeys(count: count)
        }
        for number in unsafe entries.indices { unsafe entries[number].body.store(Entry.unnamed, ordering: .relaxed) }
        return self
    }

    /// Forgets where members are, before another object is searched. No other thread may search at this time.
    @inlinable
    @inline(__always)
    @_spi(Cursor) public func beginObject() {
        object &+= 1 << 32
        if object == 0 { forgetAll() }
    }

    /// After 2^32 objects the numbers of objects begin again.
    @inline(never)
    @usableFromInline
    func forgetAll() {
        for number in unsafe entries.indices { unsafe entries[number].seen.store(0, ordering: .relaxed) }
        object = 1 << 32
    }

    // MARK: Names

    /// Whether the key with this number has a name.
    @_spi(Cursor) public func isNamed(_ number: UInt8) -> Bool {
        unsafe Int(number) < entries.count
            && entries[Int(number)].body.load(ordering: .acquiring) != Entry.unnamed
    }

    /// Gives a key its name. The caller has recorded the member with this name in the current object (``record(_:at:)``), which may have
    /// been passed.
    ///
    /// - Returns: `false` if this is not possible now, and the key must be looked up by its name.
    @_spi(Cursor) public func name(_ number: UInt8, _ name: String) -> Bool {
        guard unsafe Int(number) < entries.count else {
            if Int(number) > greatest.load(ordering: .relaxed) { greatest.store(Int(number), ordering: .relaxed) }
            isOutdated.store(true, ordering: .relaxed)
            return false
        }
        let entry = unsafe entries.baseAddress.unsafelyUnwrapped + Int(number)
        if unsafe entry.pointee.listed.load(ordering: .acquiring) == Entry.unnamed, !list(number, name) { return false }
        guard unsafe entry.pointee.name == name else {
            isOutdated.store(true, ordering: .relaxed)
            return false
        }
        let body = unsafe entry.pointee.listed.load(ordering: .acquiring)
        unsafe entry.pointee.body.store(body, ordering: .releasing)
        return true
    }

    /// Adds a key to the table, unless another thread is adding one, or another key has the name.
    @_optimize(size)
    @inline(never)
    private func list(_ number: UInt8, _ name: String) -> Bool {
        let name = name.equalASCII ?? name
        let bytes = Array(name.utf8)
        guard let body = unsafe Tape.withBytes(of: name, { unsafe Tape.Wanted($0)?.body }),
            isNaming.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
        else { return false }
        defer { isNaming.store(false, ordering: .releasing) }
        let entry = unsafe entries.baseAddress.unsafelyUnwrapped + Int(number)
        if unsafe entry.pointee.listed.load(ordering: .relaxed) != Entry.unnamed { return true }
        if let other = self.number(of: body, where: { unsafe entries[Int($0)].bytes == bytes }) {
            // It may have had the name in an earlier call.
            if !isNamed(other) { isOutdated.store(true, ordering: .relaxed) }
            return false
        }
        func word(from start: Int) -> (word: UInt64, mask: UInt64) {
            var (word, mask): (UInt64, UInt64) = (0, 0)
            for (index, byte) in bytes.dropFirst(start).prefix(8).enumerated() {
                word |= UInt64(byte) << UInt64(index * 8)
                mask |= 0xFF << UInt64(index * 8)
            }
            return (word, mask)
        }
        let (low, high) = (word(from: 0), word(from: 8))
        unsafe entry.pointee.words = (low.word, high.word)
        unsafe entry.pointee.mask = (low.mask, high.mask)
        unsafe entry.pointee.bytes = bytes
        unsafe entry.pointee.length = bytes.count
        unsafe entry.pointee.name = name
        unsafe entry.pointee.listed.store(body, ordering: .releasing)
        var bucket = bucket(of: body)
        while unsafe table[bucket].load(ordering: .relaxed) != 0 { bucket = next(bucket) }
        unsafe table[bucket].store(UInt16(number) + 1, ordering: .releasing)
        return true
    }

    // MARK: Look-up

    /// Whether the member whose key is at `start` has a key, and records it if so.
    ///
    /// - Parameters:
    ///   - number: the number of the key.
    ///   - start: the position of the first key that has not been passed in an object whose keys are plain, or of the object's end, or
    ///     a position after that.
    ///   - end: the position of that end.
    /// - Returns: `true` if it has. `false` also if the key has no name, or if fewer than 16 bytes of text are available at the member.
    @inlinable
    @inline(__always)
    @_spi(Cursor) public func isKey(_ number: UInt8, at start: TapePosition, end: TapePosition, in tape: Tape) -> Bool {
        guard unsafe Int(number) < entries.count, start < end, unsafe tape.isKey(at: start, entries[Int(number)]) else {
            return false
        }
        record(number, at: start.value)
        return true
    }

    /// Records the position of the value of a member with a key.
    @inlinable
    @inline(__always)
    @_spi(Cursor) public func record(_ number: UInt8, at value: TapePosition) {
        guard unsafe Int(number) < entries.count else { return }
        // Released, and acquired by searches, so that a thread that sees a member here sees those before it.
        unsafe entries[Int(number)].seen.store(object | UInt64(value.index), ordering: .releasing)
    }

    /// Looks a key with a name up that is not the one at the expected position (``isKey(_:at:end:in:)``).
    ///
    /// - Parameters:
    ///   - passed: the last value up to which all members have been recorded, or the object, or its end.
    ///   - start: the position of the key that follows it, or of the object's end.
    ///   - end: the position of that end.
    ///   - recordsAll: whether to record all members if the object has no such key, and not only to search. Worth it if other keys are
    ///     missing, too.
    /// - Returns: the position of the value, or ``TapePosition/nothing``. `passed` is moved past the members that have been recorded.
    @_spi(Cursor) public func search(
        _ number: UInt8, after passed: inout TapePosition, start: TapePosition, end: TapePosition, recordsAll: Bool,
        in tape: Tape
    ) -> TapePosition {
        unsafe precondition(Int(number) < entries.count)
        let entry = unsafe entries.baseAddress.unsafelyUnwrapped + Int(number)
        let seen = unsafe entry.pointee.seen.load(ordering: .acquiring)
        if seen & ~UInt64(UInt32.max) == object { return TapePosition(UInt32(truncatingIfNeeded: seen)) }
        var stop = end
        if !recordsAll {
            guard let found = unsafe firstKey(entry.pointee, from: start, end: end, in: tape) else { return .nothing }
            stop = tape.position(after: found)
        }
        var found = TapePosition.nothing
        var key = start
        while key < stop {
            let value = key.value
            let slot = tape[key]
            if let other = self.number(of: slot.body, where: { unsafe tape.isText(of: slot, entries[Int($0)]) }) {
                record(other, at: value)
                if other == number { found = value }
            }
            passed = value
            key = tape.position(after: value)
        }
        if recordsAll { passed = end }
        return found
    }

    /// The value of the first member with this key; `nil` if there is none.
    @inline(__always)
    private func firstKey(
        _ entry: borrowing Entry, from start: TapePosition, end: TapePosition, in tape: Tape
    ) -> TapePosition? {
        let body = entry.listed.load(ordering: .acquiring)
        var key = start
        while key < end {
            let slot = tape[key]
            if slot.body == body, tape.isText(of: slot, entry) { return key.value }
            key = tape.position(after: key.value)
        }
        return nil
    }

    /// The number of the key with this body that `isKey` accepts; `nil` if there is none.
    @inline(__always)
    private func number(of body: UInt64, where isKey: (UInt8) -> Bool) -> UInt8? {
        var bucket = bucket(of: body)
        while true {
            let number = unsafe table[bucket].load(ordering: .acquiring)
            if number == 0 { return nil }
            let candidate = UInt8(truncatingIfNeeded: number - 1)
            if isKey(candidate) { return candidate }
            bucket = next(bucket)
        }
    }

    @inline(__always)
    private func bucket(of body: UInt64) -> Int {
        // The upper bits of the product depend on all bits of length and fingerprint.
        unsafe Int(truncatingIfNeeded: (body &* 0x9E37_79B9_7F4A_7C15) >> 48) & (table.count - 1)
    }

    @inline(__always)
    private func next(_ bucket: Int) -> Int { unsafe (bucket + 1) & (table.count - 1) }
}

extension Tape {
    /// Whether the plain key at `position` has this name. `false` also if fewer than 16 bytes of text are available at the key.
    @inlinable
    @inline(__always)
    func isKey(at position: TapePosition, _ key: borrowing NumberedKeys.Entry) -> Bool {
        let slot = self[position]
        guard slot.body == key.body.load(ordering: .acquiring), let words = words(of: slot) else { return false }
        let differences = (words.0 ^ key.words.0) & key.mask.0 | (words.1 ^ key.words.1) & key.mask.1
        return differences == 0 && (key.length <= 16 || isText(of: slot, key))
    }

    /// Whether the text of a key's token is this name. `false` for a key without a name.
    @usableFromInline
    func isText(of slot: TapeToken, _ key: borrowing NumberedKeys.Entry) -> Bool {
        unsafe slot.keyLength == key.length
            && key.bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return true }
                return unsafe isEqual(slot, start, bytes.count)
            }
    }
}
