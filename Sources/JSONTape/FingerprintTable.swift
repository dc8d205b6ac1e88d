internal import CJSONTape
internal import Synchronization

/// A table of the keys of an object of 17 to 128 members in which keys are not where they are looked for first. They are
/// plain and have different fingerprints, so a table of these does.
///
/// Its memory is used again where its owner goes on to another object. Threads may share it: one makes the table, the others
/// search meanwhile.
@safe
@_spi(Tape) public struct FingerprintTable: ~Copyable {
    /// Objects of up to this many members are searched: that takes less time than making a table.
    static var few: Int { 16 }
    /// A table is made when this many keys have been searched for: that some optional members are missing is usual.
    private static var patience: UInt32 { 4 }
    /// Somebody makes the table.
    private static var making: UInt32 { patience + 1 }
    /// It is there.
    private static var made: UInt32 { patience + 2 }
    /// Twice as many as keys, at least, so that there is always a free one.
    private static var capacity: Int { 256 }

    /// How many keys have been searched for in the object, up to `patience`; or one of the two above.
    private let state = Atomic<UInt32>(0)
    /// Indexes of keys, or 0. Not there until a table is needed.
    private let places = unsafe Atomic<UnsafeMutablePointer<UInt32>?>(nil)

    @_spi(Tape) public init() {}

    deinit { unsafe places.load(ordering: .relaxed)?.deallocate() }

    /// There is another object. Nobody else may use the table at this time.
    @inline(__always)
    @_spi(Tape) public func forget() { state.store(0, ordering: .relaxed) }

    var isMade: Bool { state.load(ordering: .acquiring) == Self.made }

    /// Whether the table is that of `object`, which it becomes when enough keys have been searched for.
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

    /// The first place to look at. The last characters of a key, in which many differ, are in the highest bits of its
    /// fingerprint.
    @inline(__always)
    private static func place(of body: UInt64) -> Int {
        Int(truncatingIfNeeded: (UInt32(truncatingIfNeeded: body >> 32) &* 0x9E37_79B1) >> 24)
    }

    @inline(__always)
    private static func next(_ place: Int) -> Int { (place + 1) & (capacity - 1) }

    /// The position of the value of a key, or ``TapePosition/nothing``; `nil` if the object has no table yet, or is to have none.
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
