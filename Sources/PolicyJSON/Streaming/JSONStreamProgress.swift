/// How far a stream of elements has come.
public struct JSONStreamProgress: Sendable, Hashable {
    /// Bytes that have been read from the source; of a stream that was resumed, those before it included.
    public let bytes: Int
    /// Elements that have been delivered, those before a resumption not included.
    public let elements: Int
}
