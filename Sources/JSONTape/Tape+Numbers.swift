internal import CJSONTape

extension Tape {
    func number(at index: UInt32) -> NumberToken {
        unsafe NumberToken(slot: self[index], bytes: numberBytes(at: index))
    }

    /// The nearest `Double` to the number at `index`.
    @_spi(Tape) public func double(at index: UInt32) -> RoundedNumber<Double> {
        var result = 0.0
        // The text is looked for only where the slot does not tell.
        if self[index].round(to: &result) == JT_ROUNDED { return .value(result) }
        return number(at: index).double
    }

    /// The nearest `Float` to the number at `index`, rounded once, from the decimal text.
    @_spi(Tape) public func float(at index: UInt32) -> RoundedNumber<Float> { number(at: index).float }

    /// The number at `index` exactly, or `nil` where there is none, it is no integer, or it does not fit the type.
    ///
    /// `1.0`, `100e-2` and `1e2` are integers; nothing is rounded and nothing goes through a floating-point type.
    @inlinable
    @_spi(Tape) public func integer<I: FixedWidthInteger>(at index: UInt32, as type: I.Type) -> I? {
        self[index].plainInteger(as: type) ?? wideInteger(at: index, as: type)
    }

    /// The number at `index` without its sign, where it is an integer of at most 128 bits.
    @_spi(Tape) public func magnitude(at index: UInt32) -> UInt128? { number(at: index).magnitude }

    @_spi(Tape) public func wideInteger<I: FixedWidthInteger>(at index: UInt32, as type: I.Type) -> I? {
        self[index].is(.number) ? number(at: index).integer(as: type) : nil
    }
}
