@_spi(Tape) public import JSONTape

/// Any JSON value, kept as it stands in the document: numbers to the digit, members in their order, repeated ones too,
/// escapes and white space as they were written.
///
/// ```swift
/// struct Event: Codable {
///     let id: Int
///     let payload: JSONFragment
/// }
/// let event = try decoder.decode(Event.self, from: #"{"id": 1, "payload": {"amount": 1.50, "tags": ["a"]}}"#)
/// event.payload.text                       // {"amount": 1.50, "tags": ["a"]}
/// event.payload["amount"]?.number?.text    // 1.50
/// event.payload.value(at: "/tags/0")?.string
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
/// No policy changes what is inside a fragment, and no key strategy its keys. A fragment is always JSON in the sense of RFC 8259: where
/// the decoder takes JSON5 or trailing commas and the value needs them, it is written anew, without white space and
/// comments, with strings in double quotes and numbers in JSON's grammar (`+.5` as `0.5`, `0x1F` as `31`); infinities
/// and NaN are then a `DecodingError.dataCorrupted`.
///
/// From a decoder other than ``PolicyJSONDecoder`` it is what that tells: no white space, members ordered by name,
/// integers of up to 128 bits exactly, other numbers as `Decimal` or else `Double` has them.
///
/// Two fragments are equal if their texts are the same, byte for byte.
///
/// Only the text is stored. What looks inside (``number``, ``string``, ``count``, ``elements``, ``members``, the
/// subscripts, ``value(at:)``) reads it anew, in O(*n*) in its bytes: for many members of a large object take ``members``
/// once, or decode `[String: JSONFragment]`.
public struct JSONFragment: Sendable {
    /// The JSON, in the grammar of RFC 8259, without white space around it.
    public let text: String

    /// A value whose text is known to be JSON.
    init(unchecked text: String) { self.text = text }

    /// The value that a JSON text stands for.
    ///
    /// - Throws: `JSONSyntaxError`.
    /// - Complexity: O(*n*) in the bytes of `text`.
    public init(parsing text: String, limits: JSONLimits = .default) throws(JSONSyntaxError) {
        self.text = try Self.read(text, limits) { tape in tape.source(of: TapePosition.root) }
    }

    /// `null`.
    public static let null = JSONFragment(unchecked: "null")

    /// Which kind of JSON value it is.
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

    /// Decodes the value, as a document of its own: paths and places in errors are those inside it.
    ///
    /// - Parameter decoder: the decoder to use; a strict one where none is given.
    public func decode<T: Decodable>(_ type: T.Type, using decoder: PolicyJSONDecoder? = nil) throws -> T {
        try (decoder ?? PolicyJSONDecoder()).decode(type, from: text)
    }
}

extension JSONFragment: Hashable {
    // The bytes: strings are compared as Unicode text, for which an accent and a letter may be the same as both in one.
    public static func == (left: JSONFragment, right: JSONFragment) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // No byte of UTF-8: ends the text.
        hasher.combine(UInt8.max)
    }
}

extension JSONFragment: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}
