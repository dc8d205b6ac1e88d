@_spi(Tape) public import JSONTape

/// All problems of a document, as far as they can be told apart: what
/// ``PolicyJSONDecoder/decodeCollectingErrors(_:from:)-(_,Data)`` throws.
public struct CollectedDecodingErrors: Error {
    /// One value that could not be decoded.
    public struct Problem: Sendable {
        /// What strict decoding throws for the value; a `DecodingError` unless a model's own `init(from:)` threw another.
        public let error: any Error
        /// Where the value is, with the key that is missing at its end.
        public let path: DecodingPath
        /// Where the value stands, or, for a missing key, the object that lacks it.
        public let location: SourceLocation
    }

    /// The problems in the order of the document; at most as many as the decoder's report limit.
    public let problems: [Problem]
    /// How many problems beyond the limit there were; they are counted only.
    public let unlistedCount: Int
    /// What the policy changed.
    public let report: DecodingReport

    /// All problems, those beyond the limit included.
    public var count: Int { problems.count + unlistedCount }
}

extension CollectedDecodingErrors: CustomStringConvertible {
    /// One problem a line: place, path and description.
    public var description: String {
        var lines = problems.map(\.description)
        if unlistedCount > 0 { lines.append("and \(unlistedCount) more") }
        return lines.joined(separator: "\n")
    }
}

extension CollectedDecodingErrors.Problem: CustomStringConvertible {
    public var description: String {
        let text = (error as? DecodingError)?.context?.debugDescription ?? "\(error)"
        let path = path.description
        return "\(location)\(path.isEmpty ? "" : " \(path)"): \(text)"
    }
}
