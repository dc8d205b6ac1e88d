/// The progress of a stream of elements.
public struct JSONStreamProgress: Sendable, Hashable {
    /// Bytes that have been read from the source; in a resumed stream, including those before the resume point.
    public let bytes: Int
    /// Elements that have been delivered, rejected ones included, excluding those before the resume point.
    public let elements: Int
    /// Elements of `results()` that have been delivered as rejections, excluding those before the resume point.
    public let rejections: Int
}
