internal import CJSONTape
internal import Synchronization

/// A hash table of the keys of an object with 17 to 128 members, for look-ups that do not find a key at the expected
/// position. The keys are plain and have different fingerprints, so the table contains only these.
///
/// Its memory is reused when its owner continues with another object. Threads may share it: while one fills the table,
/// the others search the object.
@safe
@_spi(Tape) public struct FingerprintTable: ~Copyable {
    /// Objects with up to this many members are searched, which is faster than making a table.
    static var few: Int { 16 }
    /// A table is made after this many searches: a few missing optional members are common.
    private static var patience: UInt32 { 4 }
    /// The state while a thread makes the table.
    private static var making: UInt32 { patience + 1 }
    /// The state of a finished table.
    private static var made: UInt32 { patience + 2 }
    /// At least twice the number of keys, so that there is always a free entry.
    private static var capacity: Int { 256 }

    /// How many keys have been searched for in the object, up to `patience`, or one of the two states above.
    private let state = Atomic<UInt32>(0)
    /// Indexes of keys, or 0. Allocated when the first table is made.
    private let places = unsafe Atomic<UnsafeMutablePointer<UInt32>?>(nil)

    @_spi(Tape) public init() {}

    deinit { unsafe places.load(ordering: .relaxed)?.deallocate() }

    /// Forgets the table, before another object is searched. No other thread may use the table at this time.
    @inline(__always)
    @_spi(Tape) public func forget() { state.store(0, ordering: .relaxed) }

    var isMade: Bool { state.load(ordering: .acquiring) == Self.made }

    /// Whether the table can be used for `object`. Makes the table when enough keys have been searched for.
    private func isReady(for object: TapePosition, of tape: Tape) -> Bool {
        let known = state.load(ordering: .acquiring)
        if known > Self.patience { return known == Self.made }
        guard tape[object].count <= Self.capacity / 2,
            state.compareExchange(expected: known, desired: known + 1, ordering: .acquiring).exchanged,
            known + 1 == Self.making
        else { return false }
        fill(with: object, of: tape)
        state.store(Self.made, ordering: .releasing)
        return true
    }

    private func fill(with object: TapePosition, of tape: Tape) {
        let places: UnsafeMutablePointer<UInt32>
        if let kept = unsafe self.places.load(ordering: .relaxed) {
            unsafe places = kept
        } else {
            unsafe places = .allocate(capacity: Self.capacity)
            unsafe self.places.store(places, ordering: .relaxed)
        }
        unsafe places.initialize(repeating: 0, count: Self.capacity)
        tape.forEachKey(in: object) { key in
            var place = Self.place(of: tape[key].body)
            while unsafe places[place] != 0 { place = Self.next(place) }
            unsafe places[place] = key.index
            return true
        }
    }

    /// The first entry to probe. The last characters of a key, in which many keys differ, determine the highest bits of
    /// its fingerprint.
    @inline(__always)
    private static func place(of body: UInt64) -> Int {
        Int(truncatingIfNeeded: (UInt32(truncatingIfNeeded: body >> 32) &* 0x9E37_79B1) >> 24)
    }

    @inline(__always)
    private static func next(_ place: Int) -> Int { (place + 1) & (capacity - 1) }

    /// The position of the value of a key, or ``TapePosition/nothing``; `nil` if the object has no table.
    @inline(__always)
    func find(_ wanted: Tape.Wanted, in object: TapePosition, of tape: Tape) -> TapePosition? {
        guard isReady(for: object, of: tape), let places = unsafe places.load(ordering: .relaxed) else { return nil }
        var place = Self.place(of: wanted.body)
        while true {
            let key = unsafe places[place]
            if key == 0 { return .nothing }
            if tape.isKey(tape[TapePosition(key)], wanted) { return TapePosition(key + 1) }
            place = Self.next(place)
        }
    }
}
