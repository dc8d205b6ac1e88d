/// The `underlyingError` of an error about a collection from which a rule has dropped, or in which it has replaced by
/// `nil`, more elements than its ``LossBounds`` allow.
public struct ElementLosses: Error, Sendable, Hashable, CustomStringConvertible {
    /// An undecodable element.
    public struct Example: Sendable, Hashable {
        /// The path from the collection: the element's index or key.
        public let path: DecodingPath
        /// Why it could not be decoded.
        public let reason: String
    }

    /// The rule's description.
    public let rule: String
    /// The number of elements that were dropped or replaced by `nil`.
    public let count: Int
    /// The number of elements in the document, or of those to which the bounds apply; in an array of alternating keys and values, both count.
    public let total: Int
    /// The first ten undecodable elements; where bounds apply to the last elements of a stream, the last ten.
    public let examples: [Example]

    static let exampleLimit = 10

    public var description: String {
        let listed = examples.map { "\($0.path.shortDescription): \($0.reason)" }.joined(separator: "; ")
        let more = count > examples.count ? "; and \(count - examples.count) more" : ""
        return "\(count) of \(total) elements are undecodable, more than \(rule) allows. \(listed)\(more)"
    }
}
