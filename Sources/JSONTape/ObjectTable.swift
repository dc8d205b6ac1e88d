internal import Synchronization

/// The table with which the container of one object after another finds keys that are not at the expected position: the
/// one that the call keeps for an object with more than 128 members; for an object with 17 to 128 members a table of its
/// own, which it makes when it is worth it.
///
/// The memory of its own table is reused for the next object. Threads may share it: while one makes the table, the others
/// search the object.
@safe
@_spi(Cursor) public struct ObjectTable: ~Copyable {
    /// Objects with up to this many members are searched, which is faster than making a table.
    static var few: Int { 16 }
    /// A table is made after this many searches: a few missing optional members are common.
    private static var patience: UInt32 { 4 }
    /// The state while a thread makes the table.
    private static var making: UInt32 { patience + 1 }
    /// The state of a finished table.
    private static var made: UInt32 { patience + 2 }

    /// How many keys have been searched for in the object, up to `patience`, or one of the two states above.
    private let state = Atomic<UInt32>(0)
    /// The table that is made here, owned. Allocated when the first one is made.
    private let own = unsafe Atomic<Unmanaged<KeyTable>?>(nil)
    /// The table of an object with more than 128 members, which the caller retains.
    private(set) var kept: Unmanaged<KeyTable>?

    /// - Parameter kept: the table of an object with more than 128 members, which the caller retains.
    @_spi(Cursor) public init(_ kept: KeyTable? = nil) {
        unsafe self.kept = kept.map { unsafe .passUnretained($0) }
    }

    deinit { unsafe own.load(ordering: .relaxed)?.release() }

    /// Searches an object with more than 128 members from now on, which has this table, or one without.
    @inline(__always)
    @_spi(Cursor) public mutating func use(_ table: KeyTable?) {
        unsafe kept = table.map { unsafe .passUnretained($0) }
    }

    /// Forgets the table that was made here, before another object is searched. No other thread may use the table at this
    /// time.
    @inline(__always)
    @_spi(Cursor) public func forget() { state.store(0, ordering: .relaxed) }

    /// Whether a table has been made here.
    var isMade: Bool { state.load(ordering: .acquiring) == Self.made }

    /// The position of the value of a key, or ``TapePosition/nothing``; `nil` if the object has no table. Makes the table
    /// when enough keys have been searched for.
    @inline(__always)
    func find(_ wanted: Tape.Wanted, in object: TapePosition, of tape: Tape) -> TapePosition? {
        guard isReady(for: object, of: tape), let own = unsafe own.load(ordering: .relaxed) else { return nil }
        return unsafe own._withUnsafeGuaranteedRef {
            unsafe $0.find(wanted.bytes, wanted.length, body: wanted.body, in: tape)
        }
    }

    private func isReady(for object: TapePosition, of tape: Tape) -> Bool {
        let known = state.load(ordering: .acquiring)
        if known > Self.patience { return known == Self.made }
        guard tape[object].count <= KeyTable.many,
            state.compareExchange(expected: known, desired: known + 1, ordering: .acquiring).exchanged,
            known + 1 == Self.making
        else { return false }
        if unsafe own.load(ordering: .relaxed) == nil {
            unsafe own.store(.passRetained(KeyTable()), ordering: .relaxed)
        }
        unsafe own.load(ordering: .relaxed)?._withUnsafeGuaranteedRef { $0.fill(with: object, of: tape) }
        state.store(Self.made, ordering: .releasing)
        return true
    }
}
