@_spi(Tape) public import JSONTape

/// A decoded value with the report of its changes.
public struct DecodingOutcome<Value> {
    /// The decoded value.
    public let value: Value
    /// The changes of the policy.
    public let report: DecodingReport
}

extension DecodingOutcome: Sendable where Value: Sendable {}

/// The error of a failed decode, with the changes up to the failure: thrown by
/// ``PolicyJSONDecoder/decodeReporting(_:from:)-(_,Data)``.
public struct ReportedDecodingError: Error {
    /// The error with which the decode failed; a `DecodingError` unless a model's `init(from:)` threw another error.
    public let underlyingError: any Error
    /// The changes of the policy up to the failure.
    public let report: DecodingReport
    /// The location of the value at the error's coding path, or, for a missing key, of the object that lacks it; for a
    /// document that is not JSON, of the offending byte. `nil` if the error has no path into the document.
    public let location: JSONLocation?
}

extension ReportedDecodingError: CustomStringConvertible {
    /// Location, path and description of the error.
    public var description: String {
        guard let error = underlyingError as? DecodingError, let context = error.context else {
            return "\(underlyingError)"
        }
        let position = [location.map(\.description), "\(DecodingPath(context.codingPath))"].compactMap(\.self).filter {
            !$0.isEmpty
        }
        let cause = context.underlyingError.map { "\n\($0)" } ?? ""
        return (position + [error.message]).joined(separator: ": ") + cause
    }
}
