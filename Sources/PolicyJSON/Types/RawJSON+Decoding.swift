import FoundationImport
@_spi(Cursor) internal import JSONTape

extension RawJSON: IntrinsicDecodable {
    static var jsonKind: TapeKind? { nil }

    static func decode(_ core: DecoderCore, at reference: ValueReference) throws -> Self {
        // The null of a `superDecoder` for a missing key is not in the document.
        if reference.index == TapePosition.nothing { return .null }
        // A type that keeps a whole object has requested all of its members.
        if core.tape[reference.index].is(.object) {
            core.document.askedKeys?.askForAll(of: reference.index, in: core.tape)
        }
        return try read(core, at: reference)
    }

    /// Reads the value at `reference`.
    static func read(_ core: DecoderCore, at reference: ValueReference) throws -> Self {
        let text = core.tape.source(of: reference.index)
        // If the memory may change, the text may no longer be JSON.
        if core.options.syntax == .json && !core.tape.textMayChange || isJSON(text) { return Self(checked: text) }
        if core.tape.hasEmptiedArrays { throw core.document.needElements() }
        var writer = RawWriter(core.tape)
        guard writer.write(reference.index), isJSON(writer.text) else {
            throw DecodingError.corrupted(
                "\(ShortText.shorten(text)) cannot be written in JSON.", at: core.path(to: reference))
        }
        return Self(checked: writer.text)
    }
}

/// Writes a value from the tape as JSON without white space, for documents in JSON5.
private struct RawWriter {
    private(set) var text = ""
    private let tape: Tape

    init(_ tape: Tape) { self.tape = tape }

    /// - Returns: whether the value can be represented in JSON.
    mutating func write(_ value: TapePosition) -> Bool {
        var followsValue = false
        // Writes the tokens in order: nesting needs no stack.
        let end = tape.position(after: value)
        var index = value
        while index < end {
            defer { index = tape.position(afterTokenAt: index) }
            let token = tape[index]
            if followsValue, !token.isEnd { text += "," }
            followsValue = true
            switch token.kind {
            case .null: text += "null"
            case .false: text += "false"
            case .true: text += "true"
            case .string: text += RawJSON.quoted(tape.string(at: index))
            case .number:
                guard let number = number(at: index) else { return false }
                text += number
            case .key:
                text += RawJSON.quoted(tape.key(at: index)) + ":"
                followsValue = false
            case .object, .array:
                text += token.is(.object) ? "{" : "["
                followsValue = false
            // Documents from which elements have been removed are not written in this way.
            case .emptiedArray: return false
            case .objectEnd: text += "}"
            case .arrayEnd: text += "]"
            }
        }
        return true
    }

    /// A number in the grammar of RFC 8259; `nil` for infinities and NaN.
    private func number(at index: TapePosition) -> String? {
        let token = tape[index]
        if token.isNotFinite { return nil }
        var digits = tape.numberText(at: index)[...]
        let sign = digits.hasPrefix("-") ? "-" : ""
        digits = digits.drop { $0 == "-" || $0 == "+" }
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            return tape.magnitude(at: index).map { sign + String($0) }
        }
        if digits.hasPrefix(".") { return sign + "0" + digits }
        // A decimal point without digits after it.
        guard let point = digits.firstIndex(of: ".") else { return sign + digits }
        let fraction = digits[digits.index(after: point)...]
        return sign + digits[..<point] + (fraction.first?.isNumber == true ? "." : "") + fraction
    }
}

extension RawJSON: Decodable {
    /// Decodes a value: verbatim from ``PolicyJSONDecoder``, through containers from other decoders.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder {
            self = try Self.decode(decoder.core, at: decoder.reference)
        } else {
            self = try Self(reconstructedFrom: decoder)
        }
    }

    @_optimize(size)
    private init(reconstructedFrom decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if (try? decoder.container(keyedBy: JSONKey.self)) != nil {
            // As a dictionary: key strategies do not convert the keys of dictionaries.
            let members = try container.decode([String: RawJSON].self).inKeyOrder()
            let texts = members.map { RawJSON.quoted($0.key) + ":" + $0.value.text }
            self.init(checked: "{\(texts.joined(separator: ","))}")
        } else if (try? decoder.unkeyedContainer()) != nil {
            let elements = try container.decode([RawJSON].self)
            self.init(checked: "[\(elements.map(\.text).joined(separator: ","))]")
        } else if let value = try? container.decode(Bool.self) {
            self.init(checked: value ? "true" : "false")
        } else if let value = try? container.decode(String.self) {
            self.init(checked: RawJSON.quoted(value))
        } else {
            self.init(checked: try Self.number(in: container))
        }
    }

    @_optimize(size)
    private static func number(in container: any SingleValueDecodingContainer) throws -> String {
        let number = try? container.decode(Decimal.self)
        let decimal = number?.isFinite == true ? number.map { "\($0)" } : nil
        // Some decoders round a fraction to an integer if `Double` does.
        if decimal?.contains(".") != true, let integer = integer(in: container) { return integer }
        let double = try? container.decode(Double.self)
        if let decimal {
            // The shorter form if both are equal: a `Decimal` prints all its zeros.
            guard let double, DecimalDigits("\(double)") == DecimalDigits(decimal) else { return decimal }
            return "\(double)"
        }
        let value = try double ?? container.decode(Double.self)
        guard value.isFinite else {
            throw DecodingError.corrupted("\(value) cannot be written in JSON.", at: container.codingPath)
        }
        return "\(value)"
    }

    @_optimize(size)
    private static func integer(in container: any SingleValueDecodingContainer) -> String? {
        for type in [Int64.self, UInt64.self, Int128.self, UInt128.self] as [any Decodable.Type] {
            guard let value = try? container.decode(type) else { continue }
            // Integers cannot represent -0.
            let isZero = value as? Int64 == 0
            return isZero && (try? container.decode(Double.self))?.sign == .minus ? "-0" : "\(value)"
        }
        return nil
    }
}
