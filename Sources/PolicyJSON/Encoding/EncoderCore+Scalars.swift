import FoundationImport
internal import JSONText
internal import RuntimeFacts

extension EncoderCore {
    /// Writes the whole value of the frame on top, which is empty.
    @inline(__always)
    func writeText(_ body: (TextBuffer) throws -> Void) rethrows {
        try body(text)
        frames.last.content = .text
    }

    /// Writes a number as the value of the frame on top.
    func writeFloat<F: EncodableFloat>(_ value: F, mayBeString: Bool = true) throws {
        if !value.isFinite, let string = mayBeString ? string(for: value) : nil {
            return writeText { $0.append(string, escapingSlashes: form.escapesSlashes) }
        }
        if !value.isFinite, options.keepsExactValues { return writePlaceholder(for: .number(Double(value))) }
        guard value.isFinite else { throw EncodingError.notANumber(value, at: path(to: frames.top)) }
        writeText { value.write(to: $0) }
    }

    /// The string for a value that JSON numbers cannot represent; `nil` if the strategy has none.
    private func string<F: EncodableFloat>(for value: F) -> String? {
        guard
            case .convertToString(let positiveInfinity, let negativeInfinity, let nan) = options.nonConformingFloats
        else {
            return nil
        }
        if value.isNaN { return nan }
        return value < 0 ? negativeInfinity : positiveInfinity
    }

    func writeDecimal(_ value: Decimal) throws {
        if value.isNaN { throw EncodingError.notANumber(value, at: path(to: frames.top)) }
        writeText { if !Self.append(value, to: $0) { $0.append(plain: value.description) } }
    }

    /// Appends the digits of a number, if they are known without its description.
    ///
    /// - Returns: whether they were appended.
    @inline(never)
    static func append(_ value: Decimal, to text: TextBuffer) -> Bool {
        guard let significand = DecimalWords.significand(of: value), significand > 0 else { return false }
        let exponent = value.exponent
        let sign: FloatingPointSign = value.isSignMinus ? .minus : .plus
        // The comparison shows that the digits are those of the value.
        guard Decimal(sign: sign, exponent: exponent, significand: Decimal(significand)) == value else { return false }
        text.append(significand: significand, exponent: exponent, isNegative: sign == .minus)
        return true
    }

    /// Appends a date, about which no rule answers, by a common strategy.
    ///
    /// - Returns: whether it was appended.
    func append(_ date: Date) -> Bool {
        if form.valuePolicy != nil || options.keepsExactValues { return false }
        if case .iso8601 = options.dates { return appendISO8601(date) }
        guard let number = Self.number(for: date, options.dates), number.isFinite else { return false }
        text.append(number)
        return true
    }

    /// The number that a strategy writes for a date.
    @inline(never)
    private static func number(for date: Date, _ strategy: JSONEncoder.DateEncodingStrategy) -> Double? {
        switch strategy {
        case .deferredToDate: date.timeIntervalSinceReferenceDate
        case .secondsSince1970: date.timeIntervalSince1970
        case .millisecondsSince1970: 1000 * date.timeIntervalSince1970
        default: nil
        }
    }

    private func appendISO8601(_ date: Date) -> Bool {
        guard let bytes = ISO8601.text(of: date) else { return false }
        text.append(UInt8(ascii: "\""))
        text.append(bytes)
        text.append(UInt8(ascii: "\""))
        return true
    }

    func writeDate(_ date: Date) throws {
        if options.keepsExactValues { return writePlaceholder(for: .date(date)) }
        try writeDate(date, by: options.dates)
    }

    func writeDate(_ date: Date, by strategy: JSONEncoder.DateEncodingStrategy) throws {
        if let number = Self.number(for: date, strategy) {
            // `Date` encodes itself as this number. Rules have been consulted about the date, and not about the number.
            let isDeferred = if case .deferredToDate = strategy { true } else { false }
            return try writeFloat(number, mayBeString: isDeferred)
        }
        switch strategy {
        case .iso8601: writeISO8601(date)
        #if canImport(Darwin)
            // On other platforms `formatted` is a `custom` strategy.
            case .formatted(let formatter):
                writeText { $0.append(formatter.string(from: date), escapingSlashes: form.escapesSlashes) }
        #endif
        case .custom(let encode):
            // As above, if it encodes a single value.
            frames.last.isAnswered = true
            try withEncoder { try encode(date, $0) }
            completeValue()
        default: try withEncoder { try date.encode(to: $0) }
        }
    }

    private func writeISO8601(_ date: Date) {
        writeText { if !appendISO8601(date) { $0.append(date.formatted(.iso8601), escapingSlashes: false) } }
    }

    func writeData(_ data: Data) throws {
        if options.keepsExactValues { return writePlaceholder(for: .data(data)) }
        switch options.data {
        case .deferredToData: try withEncoder { try data.encode(to: $0) }
        case .base64: writeText { $0.append(data.base64EncodedString(), escapingSlashes: form.escapesSlashes) }
        case .custom(let encode):
            try withEncoder { try encode(data, $0) }
            completeValue()
        @unknown default: try withEncoder { try data.encode(to: $0) }
        }
    }
}

/// The binary floating-point types that have encoding methods.
protocol EncodableFloat: BinaryFloatingPoint, Encodable {
    func write(to text: TextBuffer)
}

extension Double: EncodableFloat {
    func write(to text: TextBuffer) { text.append(self) }
}

extension Float: EncodableFloat {
    func write(to text: TextBuffer) { text.append(self) }
}
