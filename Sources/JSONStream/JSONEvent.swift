@_spi(Tape) public import JSONTape

/// An event of a document. Events are in document order; escapes in keys and strings are decoded.
public enum JSONEvent: Sendable, Hashable {
    case beginObject
    /// A member's name; its value follows.
    case key(String)
    case endObject
    case beginArray
    case endArray
    case string(String)
    case number(JSONNumber)
    case bool(Bool)
    case null
}
