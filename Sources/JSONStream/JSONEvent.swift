@_spi(Cursor) public import JSONTape

/// An event of a document. Events are in document order; escapes in keys and strings are decoded.
public enum JSONEvent: Sendable, Hashable {
    /// The start of an object.
    case beginObject
    /// A member's name; its value follows.
    case key(String)
    /// The end of an object.
    case endObject
    /// The start of an array.
    case beginArray
    /// The end of an array.
    case endArray
    /// A string, with its escapes decoded (RFC 8259 section 7).
    case string(String)
    /// A number, verbatim.
    case number(JSONNumber)
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null
}
