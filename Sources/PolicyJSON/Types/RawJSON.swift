@_spi(Cursor) public import JSONTape

/// Any JSON value, verbatim as in the document: numbers to the digit, members in their order, including repeated ones,
/// and escapes and white space as written.
///
/// ```swift
/// struct Event: Codable {
///     let id: Int
///     let payload: RawJSON
/// }
/// let event = try decoder.decode(Event.self, from: #"{"id": 1, "payload": {"amount": 1.50, "tags": ["a"]}}"#)
/// event.payload.text                            // {"amount": 1.50, "tags": ["a"]}
/// event.payload.value["amount"].number?.text    // 1.50
/// event.payload.value.value(at: "tags[0]").string
/// try event.payload.decode(Payment.self)
/// ```
///
/// | property | in the JSON | kept |
/// |---|---|---|
/// | `RawJSON` | `1.50` | `1.50` |
/// | `RawJSON` | `-0` | `-0` |
/// | `RawJSON` | `123456789012345678901234567890.0000` | `123456789012345678901234567890.0000` |
/// | `RawJSON` | `1e400` | `1e400` |
/// | `RawJSON` | `""` | `""` |
/// | `RawJSON` | `" \u0041/\/"` | `" \u0041/\/"` |
/// | `RawJSON` | `true` | `true` |
/// | `RawJSON` | `null` | `null` |
/// | `RawJSON` | no key | fails: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value"). |
/// | `RawJSON` | `{ "b" : 1,"a":[ ], "b":2 }` | `{ "b" : 1,"a":[ ], "b":2 }` |
/// | `RawJSON?` | `null` | `nil` |
/// | `RawJSON?` | no key | `nil` |
/// | `RawJSON??` | `1.0` | `Optional(Optional(1.0))` |
/// | `Presence<RawJSON>` | no key | `.missing` |
/// | `Presence<RawJSON>` | `null` | `.null` |
/// | `Presence<RawJSON>` | `[1.0]` | `.value([1.0])` |
/// | `[RawJSON]` | `[ 1.0, null,{"a" : 2} ]` | `[1.0, null, {"a" : 2}]` |
/// | `[RawJSON?]` | `[1.0, null]` | `[Optional(1.0), nil]` |
/// | `[String: RawJSON]` | `{"a":1E2}` | `["a": 1E2]` |
///
/// No policy changes the content of such a property, and no key strategy its keys. It is always JSON as defined by
/// RFC 8259: if the decoder accepts JSON5 or trailing commas and the value uses them, it is rewritten without white
/// space and comments, with strings in double quotes and numbers in JSON's grammar (`+.5` as `0.5`, `0x1F` as `31`);
/// infinities, NaN and hexadecimal numbers of more than 128 bits are then a `DecodingError.dataCorrupted`.
///
/// From a decoder other than ``PolicyJSONDecoder`` the text is reconstructed: no white space, members ordered by
/// name, integers of up to 128 bits exactly, other numbers with the precision of `Decimal` or otherwise `Double`.
///
/// Two values are equal if their texts are the same, byte for byte.
///
/// Rules answer with such values, too: ``Repair/replace(with:)``, ``Representation/json(_:)``. There, a text is decoded under
/// the same policy; ``string(_:)``, ``number(_:)``, ``bool(_:)`` and literals are decoded strictly.
public struct RawJSON: Sendable {
    let form: Form

    /// The JSON text, in the grammar of RFC 8259, without surrounding white space.
    ///
    /// - Complexity: O(1), but for a value from ``string(_:)`` O(*n*) in its length.
    public var text: String { form.text }

    init(form: Form) { self.form = form }

    /// A value whose text is known to be JSON.
    init(checked text: String) { form = .document(text) }

    /// Parses a JSON text.
    ///
    /// - Parameters:
    ///   - text: a JSON text; white space around the value is dropped.
    ///   - limits: the limits for the text.
    /// - Throws: `JSONSyntaxError`.
    /// - Complexity: O(*n*) in the bytes of `text`.
    public init(parsing text: String, limits: JSONLimits = .default) throws(JSONSyntaxError) {
        self.init(checked: try Self.read(text, limits) { tape in tape.source(of: TapePosition.root) })
    }

    /// A text that is parsed only when the value is used: for rules that make JSON from the text of a string.
    ///
    /// If it is not JSON, decoding it and encoding it fail, and ``value`` is missing.
    ///
    /// - Parameter text: a text that should be JSON.
    public static func unchecked(_ text: some StringProtocol) -> RawJSON { RawJSON(form: .unchecked(String(text))) }

    /// `null`.
    public static let null = RawJSON(form: .null)

    /// `true` or `false`.
    ///
    /// - Parameter value: the Boolean.
    public static func bool(_ value: Bool) -> RawJSON { RawJSON(form: .bool(value)) }

    /// A string.
    ///
    /// - Parameter value: the string, without quotes and escapes.
    public static func string(_ value: String) -> RawJSON { RawJSON(form: .string(value)) }

    /// A number, with its text.
    ///
    /// - Parameter number: the number; `JSONNumber(text)` is `nil` for a text that is not a JSON number.
    public static func number(_ number: JSONNumber) -> RawJSON { RawJSON(form: .number(number.text)) }

    /// The kind of JSON value, by its first character.
    ///
    /// - Complexity: O(1).
    public var kind: JSONKind {
        switch form {
        case .null: return .null
        case .bool: return .bool
        case .number: return .number
        case .string: return .string
        case .document(let text), .unchecked(let text): return Self.kind(of: text)
        }
    }

    private static func kind(of text: String) -> JSONKind {
        switch text.utf8.firstAfterJSONWhitespace {
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
    }

    /// Decodes the value as a separate document: paths and locations in errors are relative to it.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - decoder: the decoder to use. Default: a strict one.
    /// - Returns: the value.
    /// - Throws: `DecodingError`, or an error that a type's `init(from:)` throws.
    public func decode<T: Decodable>(_ type: T.Type, using decoder: PolicyJSONDecoder? = nil) throws -> T {
        try (decoder ?? PolicyJSONDecoder()).decode(type, from: text)
    }

    /// The value for reading without a model: `raw.value["items"][3]["price"].double`. Missing for a text that is not JSON.
    ///
    /// - Complexity: O(*n*) in the bytes of the text, which is parsed each time.
    public var value: JSONValue { JSONValue(parsed: text) }
}

extension RawJSON: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    public init(integerLiteral value: Int) { self = .number("\(value)") }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension RawJSON: Hashable {
    // Compares the bytes: strings are compared by canonical equivalence.
    public static func == (left: RawJSON, right: RawJSON) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // Not a byte of UTF-8: marks the end of the text.
        hasher.combine(UInt8.max)
    }
}

extension RawJSON: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}
