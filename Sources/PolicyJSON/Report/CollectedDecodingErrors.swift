@_spi(Tape) public import JSONTape

/// All problems of a document, as far as they can be distinguished: the error of
/// ``PolicyJSONDecoder/decodeCollectingErrors(_:from:)-(_,Data)``.
public struct CollectedDecodingErrors: Error {
    /// One value that could not be decoded.
    public struct Problem: Sendable {
        /// The strict error; a `DecodingError` unless a model's `init(from:)` threw another error.
        public let error: any Error
        /// The path to the value; for a missing key, ends with that key.
        public let path: DecodingPath
        /// The location of the value, or, for a missing key, of the object that lacks it.
        public let location: JSONLocation
    }

    /// The problems in the order of the document; at most as many as the decoder's ``PolicyJSONDecoder/reportLimit``.
    public let problems: [Problem]
    /// The number of further problems, which are only counted: an undecodable element or model as one.
    public let omittedCount: Int
    /// The changes of the policy.
    public let report: DecodingReport

    /// The number of all problems, including those beyond the limit.
    public var count: Int { problems.count + omittedCount }
}

extension CollectedDecodingErrors: CustomStringConvertible {
    /// One problem per line: location, path and description.
    public var description: String {
        var lines = problems.map(\.description)
        if omittedCount > 0 { lines.append("and \(omittedCount) more") }
        return lines.joined(separator: "\n")
    }
}

extension CollectedDecodingErrors.Problem: CustomStringConvertible {
    public var description: String {
        let text = (error as? DecodingError)?.message ?? "\(error)"
        let path = path.description
        return "\(location)\(path.isEmpty ? "" : " \(path)"): \(text)"
    }
}
