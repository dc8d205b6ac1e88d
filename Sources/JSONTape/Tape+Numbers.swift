internal import CJSONTape

extension Tape {
    func number(at position: TapePosition) -> NumberToken {
        unsafe NumberToken(slot: self[position], bytes: numberBytes(at: position))
    }

    /// The nearest `Double` to the number at `position`; `nil` if the number is too large, or not zero and too small.
    @_spi(Cursor) public func double(at position: TapePosition) -> Double? {
        var result = 0.0
        // The text is needed only if the token cannot decide.
        if self[position].round(to: &result) == JT_ROUNDED { return result }
        return number(at: position).double
    }

    /// The nearest `Double` to each element of the array at `position`; `nil` if an element is not a number, or not one that
    /// its token alone decides.
    @_spi(Cursor) public func doubles(inArrayAt position: TapePosition) -> [Double]? {
        let token = self[position]
        let count = token.count
        let first = Int(position.index) + 1
        // Containers take more than one token.
        guard token.is(.array), first + count + 1 == Int(token.next), Int(token.next) <= Int(slotCount) else {
            return nil
        }
        let start = unsafe UnsafeRawPointer(slots + first).assumingMemoryBound(to: jt_slot.self)
        // A constant capacity is always on the stack.
        let few = 32
        if count <= few {
            return unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: few) { buffer in
                guard let values = buffer.baseAddress else { return [] }
                if unsafe jt_numbers_double(start, count, values) < count { return nil }
                // Not by an initializer, which requests the storage's metadata on each call. Most are points.
                switch count {
                case 2: return unsafe [values[0], values[1]]
                case 3: return unsafe [values[0], values[1], values[2]]
                default:
                    var result: [Double] = []
                    result.reserveCapacity(count)
                    for index in 0..<count { unsafe result.append(values[index]) }
                    return result
                }
            }
        }
        var isComplete = false
        let result = unsafe [Double](unsafeUninitializedCapacity: count) { buffer, filled in
            guard let values = buffer.baseAddress else { return }
            filled = unsafe jt_numbers_double(start, count, values)
            isComplete = filled == count
        }
        return isComplete ? result : nil
    }

    /// ``doubles(inArrayAt:)`` for each array in the array at `position`; `nil` if one of them is `nil`.
    @_spi(Cursor) public func doubleArrays(inArrayAt position: TapePosition) -> [[Double]]? {
        let token = self[position]
        guard token.is(.array) else { return nil }
        var result: [[Double]] = []
        result.reserveCapacity(token.count)
        let end = end(ofContainerAt: position)
        var element = position.firstChild
        while element < end {
            guard let values = doubles(inArrayAt: element) else { return nil }
            result.append(values)
            element = self.position(after: element)
        }
        return result
    }

    /// The nearest `Float` to the number at `position`, rounded once, from the decimal text; `nil` if the number is too large,
    /// or not zero and too small.
    @_spi(Cursor) public func float(at position: TapePosition) -> Float? { number(at: position).float }

    /// The exact value of the number at `position`; `nil` if the value is not a number or not an integer, or does not
    /// fit the type.
    ///
    /// `1.0`, `100e-2` and `1e2` are integers; nothing is rounded or converted through a floating-point type.
    @inlinable
    @_spi(Cursor) public func integer<I: FixedWidthInteger>(at position: TapePosition, as type: I.Type) -> I? {
        self[position].plainInteger(as: type) ?? wideInteger(at: position, as: type)
    }

    /// The number at `position` as a product of an integer and a power of ten, without its sign. `nil` for a value that is not a
    /// number, and for numbers of more than 19 digits or 40 characters, or with an exponent beyond ±60.
    @_spi(Cursor) public func shortDecimal(at position: TapePosition) -> (significand: UInt64, exponent: Int)? {
        let token = self[position]
        // The text may have many zeros and a large exponent that make up for each other.
        guard token.is(.number), !token.isInexact, abs(token.exponent) <= 60,
            unsafe numberBytes(at: position).count <= 40
        else { return nil }
        return (token.significand, token.exponent)
    }

    /// The number at `position` without its sign, if it is an integer of at most 128 bits.
    @_spi(Cursor) public func magnitude(at position: TapePosition) -> UInt128? { number(at: position).magnitude }

    /// The exact value of a number that is not a plain integer. `nil` for most fractions without reading their text: models that try
    /// several types ask for many.
    @_spi(Cursor) public func wideInteger<I: FixedWidthInteger>(at position: TapePosition, as type: I.Type) -> I? {
        self[position].mayBeInteger ? integer(inTextAt: position, as: type) : nil
    }

    @inline(never)
    private func integer<I: FixedWidthInteger>(inTextAt position: TapePosition, as type: I.Type) -> I? {
        number(at: position).integer(as: type)
    }

    /// A text that quotes the number at `position`; `nil` if the number is longer than `limit` bytes, or the text is too long.
    @_spi(Cursor) public func quoting(
        numberAt position: TapePosition, limit: Int, between start: StaticString, and end: String
    ) -> String? {
        let number = unsafe numberBytes(at: position)
        guard number.count <= limit, let digits = number.baseAddress else { return nil }
        return unsafe Self.withBytes(of: end) { end in
            let count = start.utf8CodeUnitCount + number.count + end.count
            // `String(unsafeUninitializedCapacity:)` would validate the text again. A constant number of bytes is always on the stack.
            let room = 256
            if count > room { return nil }
            return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { output in
                guard let target = output.baseAddress, let suffix = end.baseAddress else { return nil }
                unsafe target.initialize(from: start.utf8Start, count: start.utf8CodeUnitCount)
                unsafe (target + start.utf8CodeUnitCount).initialize(from: digits, count: number.count)
                unsafe (target + (count - end.count)).initialize(from: suffix, count: end.count)
                return unsafe validated(UnsafeBufferPointer(start: target, count: count))
            }
        }
    }
}
