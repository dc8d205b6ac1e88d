@_spi(Tape) public import JSONTape

/// Any JSON value, verbatim as in the document: numbers to the digit, members in their order, including repeated ones,
/// and escapes and white space as written.
///
/// ```swift
/// struct Event: Codable {
///     let id: Int
///     let payload: JSONFragment
/// }
/// let event = try decoder.decode(Event.self, from: #"{"id": 1, "payload": {"amount": 1.50, "tags": ["a"]}}"#)
/// event.payload.text                       // {"amount": 1.50, "tags": ["a"]}
/// event.payload["amount"]?.number?.text    // 1.50
/// event.payload.value(at: "tags[0]")?.string
/// try event.payload.decode(Payment.self)
/// ```
///
/// | property | in the JSON | kept |
/// |---|---|---|
/// | `JSONFragment` | `1.50` | `1.50` |
/// | `JSONFragment` | `-0` | `-0` |
/// | `JSONFragment` | `123456789012345678901234567890.0000` | `123456789012345678901234567890.0000` |
/// | `JSONFragment` | `1e400` | `1e400` |
/// | `JSONFragment` | `""` | `""` |
/// | `JSONFragment` | `" \u0041/\/"` | `" \u0041/\/"` |
/// | `JSONFragment` | `true` | `true` |
/// | `JSONFragment` | `null` | `null` |
/// | `JSONFragment` | no key | fails: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value"). |
/// | `JSONFragment` | `{ "b" : 1,"a":[ ], "b":2 }` | `{ "b" : 1,"a":[ ], "b":2 }` |
/// | `JSONFragment?` | `null` | `nil` |
/// | `JSONFragment?` | no key | `nil` |
/// | `JSONFragment??` | `1.0` | `Optional(Optional(1.0))` |
/// | `Presence<JSONFragment>` | no key | `.missing` |
/// | `Presence<JSONFragment>` | `null` | `.null` |
/// | `Presence<JSONFragment>` | `[1.0]` | `.value([1.0])` |
/// | `[JSONFragment]` | `[ 1.0, null,{"a" : 2} ]` | `[1.0, null, {"a" : 2}]` |
/// | `[JSONFragment?]` | `[1.0, null]` | `[Optional(1.0), nil]` |
/// | `[String: JSONFragment]` | `{"a":1E2}` | `["a": 1E2]` |
///
/// No policy changes the content of a fragment, and no key strategy its keys. A fragment is always JSON as defined by
/// RFC 8259: if the decoder accepts JSON5 or trailing commas and the value uses them, it is rewritten without white
/// space and comments, with strings in double quotes and numbers in JSON's grammar (`+.5` as `0.5`, `0x1F` as `31`);
/// infinities and NaN are then a `DecodingError.dataCorrupted`.
///
/// From a decoder other than ``PolicyJSONDecoder`` the fragment is reconstructed: no white space, members ordered by
/// name, integers of up to 128 bits exactly, other numbers with the precision of `Decimal` or otherwise `Double`.
///
/// Two fragments are equal if their texts are the same, byte for byte.
///
/// Only the text is stored. Every access to its content (``number``, ``string``, ``count``, ``elements``, ``members``,
/// the subscripts, ``value(at:)``) parses it again, in O(*n*) in its bytes: for many members of a large object read
/// ``members`` once, or decode `[String: JSONFragment]`.
public struct JSONFragment: Sendable {
    /// The JSON text, in the grammar of RFC 8259, without surrounding white space.
    public let text: String

    /// A value whose text is known to be JSON.
    init(unchecked text: String) { self.text = text }

    /// Parses a JSON text.
    ///
    /// - Parameters:
    ///   - text: a JSON text; white space around the value is dropped.
    ///   - limits: the limits for the text.
    /// - Throws: `JSONSyntaxError`.
    /// - Complexity: O(*n*) in the bytes of `text`.
    public init(parsing text: String, limits: JSONLimits = .default) throws(JSONSyntaxError) {
        self.text = try Self.read(text, limits) { tape in tape.source(of: TapePosition.root) }
    }

    /// `null`.
    public static let null = JSONFragment(unchecked: "null")

    /// The kind of JSON value.
    ///
    /// - Complexity: O(1).
    public var kind: JSONKind {
        switch text.utf8.first {
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
}

extension JSONFragment: Hashable {
    // Compares the bytes: strings are compared by canonical equivalence.
    public static func == (left: JSONFragment, right: JSONFragment) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // Not a byte of UTF-8: marks the end of the text.
        hasher.combine(UInt8.max)
    }
}

extension JSONFragment: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}
