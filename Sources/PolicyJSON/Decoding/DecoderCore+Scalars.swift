import FoundationImport
@_spi(Cursor) internal import JSONTape

// The values that strict decoding accepts; `nil` for all others. The token at position 0 is a null, so that a missing
// member is read as `nil`, too.
extension DecoderCore {
    @inline(__always)
    func integer<I: FixedWidthInteger>(_ type: I.Type, at index: TapePosition) -> I? {
        tape.integer(at: index, as: type)
    }

    /// An `Int`, most of which need no call.
    @inline(__always)
    func int(at index: TapePosition) -> Int? {
        let token = tape[index]
        return token.unsignedInt ?? (token.is(.number) ? integer(Int.self, at: index) : nil)
    }

    @inline(__always)
    func string(at index: TapePosition) -> String? { tape.stringIfPresent(at: index) }

    @inline(__always)
    func bool(at index: TapePosition) -> Bool? {
        let token = tape[index]
        if token.is(.true) { return true }
        return token.is(.false) ? false : nil
    }

    @inline(__always)
    func double(at index: TapePosition) -> Double? {
        tape[index].is(.number) ? tape.double(at: index) : spelledOut(at: index, as: Double.self)
    }

    @inline(__always)
    func float(at index: TapePosition) -> Float? {
        tape[index].is(.number) ? tape.float(at: index) : spelledOut(at: index, as: Float.self)
    }

    /// The number for a string that `nonConformingFloatDecodingStrategy` names.
    @inline(never)
    private func spelledOut<F: BinaryFloatingPoint>(at index: TapePosition, as type: F.Type) -> F? {
        if case .number(let value)? = options.exactValues?.value(at: index, on: tape) { return F(value) }
        guard case .convertFromString(let positive, let negative, let nan) = options.nonConformingFloats,
            let text = string(at: index)?.withOrderedMarks()
        else { return nil }
        switch text {
        case positive: return F.infinity
        case negative: return -F.infinity
        case nan: return F.nan
        default: return nil
        }
    }

    /// A number as `Decimal`.
    func decimal(at index: TapePosition) -> Decimal? {
        // Foundation keeps the exponent of a zero that is not written as an integer.
        if let (significand, exponent) = tape.shortDecimal(at: index), significand != 0 || tape[index].isPlainInteger {
            if significand == 0 { return Decimal() }
            return Decimal(
                sign: tape[index].isNegative ? .minus : .plus, exponent: exponent, significand: Decimal(significand))
        }
        return decimalFromText(at: index)
    }

    /// A number as `Decimal`, from its text.
    @inline(never)
    private func decimalFromText(at index: TapePosition) -> Decimal? {
        let token = tape[index]
        guard token.is(.number), !token.isNotFinite else { return nil }
        let text = tape.numberText(at: index)
        if options.allowsJSON5, text.contains(where: { $0 == "x" || $0 == "X" }) {
            guard let magnitude = tape.magnitude(at: index), let value = DecimalText.decimal("\(magnitude)") else {
                return nil
            }
            return token.isNegative ? -value : value
        }
        return DecimalText.decimal(text.hasPrefix("+") ? String(text.dropFirst()) : text)
    }
}

/// Converts JSON numbers to `Decimal`.
enum DecimalText {
    static func decimal(_ text: String) -> Decimal? {
        guard let value = Decimal(string: text, locale: posix), !value.isNaN else { return nil }
        return value
    }

    private static let posix = Locale(identifier: "en_US_POSIX")
}
