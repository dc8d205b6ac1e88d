import FoundationImport
@_spi(Cursor) internal import JSONTape

/// A value that is JSON text already. An encoder that writes JSON writes ``checkedText`` verbatim; other encoders call
/// `encode(to:)`.
protocol RawJSONConvertible {
    /// Text in the grammar of RFC 8259.
    var checkedText: String { get throws(JSONSyntaxError) }
}

extension RawJSON: RawJSONConvertible {}

extension RawJSON: Encodable {
    /// Encodes the value through containers: integers of up to 128 bits exactly, other numbers as `Double` if its
    /// shortest form is the same number, otherwise as `Decimal`; the first of repeated members; members in the
    /// encoder's order. An encoder to which a `Decimal` is a structure, such as `PropertyListEncoder`, writes it as an object, and one
    /// without integers of 128 bits throws.
    ///
    /// - Throws: `EncodingError.invalidValue` for numbers that none of these types represents exactly, and for values
    ///   that are nested deeper than 512 containers.
    public func encode(to encoder: any Encoder) throws {
        let tape: Tape
        do {
            tape = try Tape()
            try tape.parse(copying: text.utf8, limits: JSONLimits(numberBytes: .max))
        } catch {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath, debugDescription: "The value cannot be written.",
                    underlyingError: error))
        }
        try RawElement(tape: tape, index: TapePosition.root).encode(to: encoder)
    }
}

/// A value inside raw JSON, as other encoders receive it.
private struct RawElement: Encodable {
    let tape: Tape
    let index: TapePosition

    @_optimize(size)
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch tape[index].kind {
        case .null: try container.encodeNil()
        case .true: try container.encode(true)
        case .false: try container.encode(false)
        case .number: try encodeNumber(into: &container)
        case .object:
            var members: [String: RawElement] = [:]
            tape.forEachKey(in: index) { key in
                let name = tape.key(at: key)
                if members[name] == nil { members[name] = RawElement(tape: tape, index: key.value) }
                return true
            }
            // As a dictionary: key strategies do not convert the keys of dictionaries.
            try container.encode(members)
        case .array:
            var elements: [RawElement] = []
            var element = index.firstChild
            while !tape[element].isEnd {
                elements.append(RawElement(tape: tape, index: element))
                element = tape.position(after: element)
            }
            try container.encode(elements)
        case .string, .key, .emptiedArray, .objectEnd, .arrayEnd:
            try container.encode(tape.string(at: index))
        }
    }

    @_optimize(size)
    private func encodeNumber(into container: inout any SingleValueEncodingContainer) throws {
        let token = tape[index]
        // Integers cannot represent -0.
        if token.isIntegerLiteral, !(token.isNegative && token.isZero) {
            if let value = tape.integer(at: index, as: Int64.self) { return try container.encode(value) }
            if let value = tape.integer(at: index, as: UInt64.self) { return try container.encode(value) }
            if let value = tape.integer(at: index, as: Int128.self) { return try container.encode(value) }
            if let value = tape.integer(at: index, as: UInt128.self) { return try container.encode(value) }
        }
        let text = tape.numberText(at: index)
        let number = DecimalDigits(text)
        if let value = tape.double(at: index), DecimalDigits("\(value)") == number {
            return try container.encode(value)
        }
        if let value = DecimalText.decimal(text), DecimalDigits("\(value)") == number {
            return try container.encode(value)
        }
        throw EncodingError.invalidValue(
            text,
            EncodingError.Context(
                codingPath: container.codingPath,
                debugDescription: "\(ShortText.shorten(text)) is neither a Double nor a Decimal to the last digit."))
    }
}

extension RawJSON {
    /// Encodes a value.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - encoder: the encoder to use. Default: one with the default settings.
    /// - Throws: `EncodingError`, or an error that a type's `encode(to:)` throws.
    @_optimize(size)
    public init<T: Encodable>(encoding value: T, using encoder: PolicyJSONEncoder? = nil) throws {
        let data = try (encoder ?? PolicyJSONEncoder()).encode(value)
        try self.init(parsing: String(decoding: data, as: UTF8.self))
    }
}
