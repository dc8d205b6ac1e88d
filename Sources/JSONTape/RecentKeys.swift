internal import CJSONTape

/// A table of the keys of an object of 17 to 128 members: of the last one in which keys were not found where they were
/// looked for first. All of its keys are plain and have different fingerprints, so a table of these does.
@_spi(Tape) public struct RecentKeys: Sendable {
    /// Objects of up to this many members are searched: that takes less time than making a table.
    @inlinable @_spi(Tape) public static var few: Int { 16 }
    /// A table is made when this many keys have been searched for: that some optional members are missing is usual.
    private static let patience = 4
    /// Twice as many as keys, at least, so that there is always a free one.
    fileprivate static let capacity = 256

    private var object: UInt32 = 0
    private var searches = 0
    /// Indexes of keys, or 0. Empty until a table is needed, then used again.
    fileprivate private(set) var places: [UInt32] = []

    @_spi(Tape) public init() {}

    /// There is another document.
    @_spi(Tape) public mutating func forget() { object = 0 }

    /// Whether the table is that of `object`, which it becomes when enough keys have been searched for.
    ///
    /// - Parameter object: index of an object whose keys are plain.
    fileprivate mutating func isReady(for object: UInt32, of tape: Tape) -> Bool {
        if self.object != object {
            let count = tape[object].count
            guard count > Self.few, count <= Self.capacity / 2 else { return false }
            (self.object, searches) = (object, 0)
        }
        if searches > Self.patience { return true }
        searches += 1
        guard searches > Self.patience else { return false }
        fill(with: object, of: tape)
        return true
    }

    private mutating func fill(with object: UInt32, of tape: Tape) {
        if places.isEmpty { places = [UInt32](repeating: 0, count: Self.capacity) }
        unsafe places.withUnsafeMutableBufferPointer { places in
            unsafe places.update(repeating: 0)
            tape.forEachKey(in: object) { key in
                var place = Self.place(of: tape[key].body)
                while unsafe places[place] != 0 { place = (place + 1) & (Self.capacity - 1) }
                unsafe places[place] = key
                return true
            }
        }
    }

    /// The first place to look at. The last characters of a key, in which many differ, are in the highest bits of its
    /// fingerprint.
    @inline(__always)
    fileprivate static func place(of body: UInt64) -> Int {
        Int(truncatingIfNeeded: (UInt32(truncatingIfNeeded: body >> 32) &* 0x9E37_79B1) >> 24)
    }
}

extension Tape {
    /// Looks a key up in an object whose keys are plain.
    ///
    /// - Returns: the index of the value, or 0; `nil` if the object has no table yet, or is to have none.
    @_spi(Tape) public func find(_ key: String, in object: UInt32, recent: inout RecentKeys) -> UInt32? {
        guard recent.isReady(for: object, of: self) else { return nil }
        var copy = key
        return copy.withUTF8 { wanted in
            guard let bytes = wanted.baseAddress, wanted.count <= Int(UInt32.max) else { return Self.nothing }
            let body = unsafe UInt64(jt_fingerprint(bytes, wanted.count)) << 32 | UInt64(wanted.count)
            var place = RecentKeys.place(of: body)
            while true {
                let key = recent.places[place]
                if key == 0 { return Self.nothing }
                let slot = self[key]
                if slot.body == body, unsafe isEqual(slot, bytes, wanted.count) { return key + 1 }
                place = (place + 1) & (RecentKeys.capacity - 1)
            }
        }
    }
}
