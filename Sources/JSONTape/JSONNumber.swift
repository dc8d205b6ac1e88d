internal import CJSONTape

/// A number, verbatim as in a document. No precision is lost until it is converted to a type.
public struct JSONNumber: Sendable {
    /// The characters, in the grammar of RFC 8259 section 6.
    public let text: String
    package let token: TapeToken

    /// Creates a number from its text; `nil` if the text is not a JSON number.
    ///
    /// - Parameter text: a number in the grammar of RFC 8259 section 6, without white space.
    public init?(_ text: String) {
        guard let token = Self.withToken(of: text, { $0.slot }) else { return nil }
        self.token = token
        self.text = text
    }

    init(token: TapeToken, text: String) {
        self.token = token
        self.text = text
    }

    /// The number that a text in UTF-8 is; `nil` if the text is not a JSON number.
    @inline(__always)
    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> NumberToken? {
        guard let start = text.baseAddress else { return nil }
        var slot = jt_slot()
        guard unsafe jt_number_parse(start, text.count, &slot) else { return nil }
        return unsafe NumberToken(slot: TapeToken(head: slot.head, body: slot.body), bytes: text)
    }

    /// Calls `body` with the number that a text is; `nil` if the text is not a JSON number.
    @inline(__always)
    private static func withToken<R>(of text: String, _ body: (NumberToken) -> R?) -> R? {
        var text = text
        return text.withUTF8 { unsafe number($0).flatMap(body) }
    }

    /// Whether a text is a JSON number.
    package static func isNumber(_ text: String) -> Bool { withToken(of: text) { _ in true } ?? false }

    /// Whether a text in UTF-8 is a JSON number.
    package static func isNumber(_ text: Span<UInt8>) -> Bool {
        unsafe text.withUnsafeBufferPointer { unsafe number($0) != nil }
    }

    /// The nearest `Double` of a text that is a JSON number (``double``); `nil` for anything else.
    package static func double(_ text: String) -> Double? { withToken(of: text) { $0.double } }

    /// Whether a text consists of digits, the first of which is not zero: the usual form of an integer.
    package static func isPlainInteger(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard let first = unsafe bytes.first, first != UInt8(ascii: "0") else { return false }
            return unsafe bytes.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        }
    }

    /// The value of a text of at most 18 digits, the first of which is not zero; `nil` for anything else.
    package static func plainInteger(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { bytes in
            guard let first = unsafe bytes.first, first != UInt8(ascii: "0"), bytes.count <= 18 else { return nil }
            var value: Int64 = 0
            for index in bytes.indices {
                let digit = unsafe bytes[index] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                value = value &* 10 &+ Int64(digit)
            }
            return Int(exactly: value)
        }
    }

    private func withToken<R>(_ body: (NumberToken) -> R) -> R {
        var text = text
        return text.withUTF8 { unsafe body(NumberToken(slot: token, bytes: $0)) }
    }

    /// The nearest `Double`, ties to even; `nil` if the number is too large, or not zero and too small.
    public var double: Double? { withToken { $0.double } }

    /// The nearest `Float`, rounded once; `nil` if the number is too large, or not zero and too small.
    public var float: Float? { withToken { $0.float } }

    /// The exact value as any integer type up to 128 bits; `nil` if it is not an integer or does not fit. `1.0` and
    /// `1e2` are integers.
    ///
    /// - Parameter type: the integer type. Default: the one that the context requires.
    public func integer<I: FixedWidthInteger>(as type: I.Type = I.self) -> I? {
        withToken { $0.integer(as: type) }
    }
}

extension JSONNumber: Hashable, CustomStringConvertible {
    /// Two numbers are equal if they are written the same way.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool { left.text == right.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    public var description: String { text }
}

extension Tape {
    /// The number at `position` with its text.
    @_spi(Cursor) public func jsonNumber(at position: TapePosition) -> JSONNumber {
        JSONNumber(token: self[position], text: numberText(at: position))
    }
}
