extension Tape {
    /// The value of an object's first member with this name. Names are compared as Unicode text.
    ///
    /// - Complexity: O(*members*).
    func member(_ name: String, of object: TapePosition) -> TapePosition? {
        if self[object].hasPlainKeys {
            let value = find(name, in: object)
            return value == .nothing ? nil : value
        }
        return otherMember(name, of: object)
    }

    /// The member of an object that has other keys than plain ones.
    @_optimize(size)
    @inline(never)
    private func otherMember(_ name: String, of object: TapePosition) -> TapePosition? {
        // It is compared with each key, and may come from a request.
        let name = name.withOrderedMarks()
        var value: TapePosition?
        forEachKey(in: object) { key in
            if self.key(at: key) == name { value = key.value }
            return value == nil
        }
        return value
    }

    /// The element of an array at an index from 0; `nil` if there is none.
    ///
    /// - Complexity: O(*ordinal*).
    @_spi(Cursor) public func element(_ ordinal: Int, of array: TapePosition) -> TapePosition? {
        guard ordinal >= 0, ordinal < self[array].count else { return nil }
        return position(array.firstChild, advancedBy: ordinal)
    }

    /// The position of an element of an array, so many elements after another one.
    func position(_ start: TapePosition, advancedBy count: Int) -> TapePosition {
        var position = start
        for _ in 0..<count { position = self.position(after: position) }
        return position
    }
}
