/// The `underlyingError` of an error about a collection of which a rule has dropped, or made `nil`, more elements than the
/// bounds of its answers allow (``LossBounds``).
public struct ElementLosses: Error, Sendable, Hashable, CustomStringConvertible {
    /// One element that was lost.
    public struct Example: Sendable, Hashable {
        /// The path from the collection: the element's index or key.
        public let path: DecodingPath
        /// Why it could not be decoded.
        public let reason: String
    }

    /// The rule, as printed.
    public let rule: String
    /// How many elements it left out or made `nil`.
    public let count: Int
    /// How many elements the document has there; in an array of keys and values each counts.
    public let total: Int
    /// The first ten of the lost elements.
    public let examples: [Example]

    static let exampleLimit = 10

    public var description: String {
        let listed = examples.map { "\($0.path): \($0.reason)" }.joined(separator: "; ")
        let more = count > examples.count ? "; and \(count - examples.count) more" : ""
        return "\(count) of \(total) elements are bad, more than \(rule) allows. \(listed)\(more)"
    }
}
