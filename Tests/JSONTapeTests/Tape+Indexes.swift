@_spi(Cursor) @testable import JSONTape

// Positions as integers: tests of the tape know the index of each token.

extension Tape {
    static var nothing: UInt32 { TapePosition.nothing.index }
    static var root: UInt32 { TapePosition.root.index }
    static var noParent: UInt32 { TapePosition.noContainer.index }

    subscript(index: UInt32) -> TapeToken { self[TapePosition(index)] }

    func index(after index: UInt32) -> UInt32 { position(after: TapePosition(index)).index }
    func key(at index: UInt32) -> String { key(at: TapePosition(index)) }
    func string(at index: UInt32) -> String { string(at: TapePosition(index)) }
    func numberText(at index: UInt32) -> String { numberText(at: TapePosition(index)) }
    func source(of index: UInt32, limit: Int = .max) -> String { source(of: TapePosition(index), limit: limit) }
    func extent(of index: UInt32) -> (offset: Int, length: Int) { extent(of: TapePosition(index)) }
    func double(at index: UInt32) -> Double? { double(at: TapePosition(index)) }
    func float(at index: UInt32) -> Float? { float(at: TapePosition(index)) }
    func integer<I: FixedWidthInteger>(at index: UInt32, as type: I.Type) -> I? {
        integer(at: TapePosition(index), as: type)
    }
    func magnitude(at index: UInt32) -> UInt128? { magnitude(at: TapePosition(index)) }
    func jsonNumber(at index: UInt32) -> JSONNumber { jsonNumber(at: TapePosition(index)) }
    func isKey(at index: UInt32, writtenAs name: String) -> Bool { isKey(at: TapePosition(index), writtenAs: name) }
    func fingerprint(ofKeyAt index: UInt32) -> KeyFingerprint? { fingerprint(ofKeyAt: TapePosition(index)) }

    func forEachKey(in object: UInt32, _ body: (UInt32) -> Bool) {
        forEachKey(in: TapePosition(object)) { body($0.index) }
    }

    /// - Parameter hint: a position in the object from which to search; otherwise from its first key.
    func find(_ key: String, in object: UInt32, hint: UInt32) -> UInt32 {
        let isInside = hint > object && hint < self[object].next
        return find(key, from: isInside ? hint : object + 1, in: object, ObjectTable())
    }

    func find(
        _ key: String, from start: UInt32, in object: UInt32, _ table: borrowing ObjectTable
    ) -> UInt32 {
        find(key, from: TapePosition(start), in: TapePosition(object), table).index
    }

    func find(
        _ key: ShortKey, from start: UInt32, in object: UInt32, _ table: borrowing ObjectTable
    ) -> UInt32 {
        find(key, from: TapePosition(start), in: TapePosition(object), table).index
    }

    func find(
        _ key: String, at start: UInt32, end: UInt32, orSearch: (String) -> UInt32,
        orSearchShort: (ShortKey) -> UInt32
    ) -> UInt32 {
        find(
            key, at: TapePosition(start), end: TapePosition(end), orSearch: { TapePosition(orSearch($0)) },
            orSearchShort: { TapePosition(orSearchShort($0)) }
        ).index
    }

    func cut(into window: Tape, keeping keep: UInt32) throws(JSONSyntaxError) {
        try cut(into: window, keeping: TapePosition(keep))
    }

    /// Cuts off the complete elements of a top-level array; `false` if there are none.
    func cutElements(into window: Tape, isLast: Bool) throws(JSONSyntaxError) -> Bool {
        guard let keep = elementsEnd(isLast: isLast) else { return false }
        try cut(into: window, keeping: keep, asArray: true)
        return true
    }
}

extension KeyTable {
    static func make(of object: UInt32, in tape: Tape) -> KeyTable? { make(of: TapePosition(object), in: tape) }
    func find(_ key: String, in tape: Tape) -> UInt32 { find(key, in: tape).index }
}
