@_spi(Tape) public import JSONTape

/// A value and what was changed on the way to it.
public struct DecodingOutcome<Value> {
    /// The decoded value.
    public let value: Value
    /// What the policy changed.
    public let report: DecodingReport
}

extension DecodingOutcome: Sendable where Value: Sendable {}

/// A decode that failed, with what had been changed before: what ``PolicyJSONDecoder/decodeReporting(_:from:)-(_,Data)``
/// throws.
public struct ReportedDecodingError: Error {
    /// The error that the decode ended with; a `DecodingError` unless a model's own `init(from:)` threw another.
    public let underlyingError: any Error
    /// What the policy changed up to there.
    public let report: DecodingReport
    /// Where the value stands that the error's coding path leads to, or, for a missing key, the object that lacks it; for a
    /// document that is not JSON, the offending byte. `nil` where the error names no path into the document.
    public let location: SourceLocation?
}

extension ReportedDecodingError: CustomStringConvertible {
    /// Place, path and description of the error.
    public var description: String {
        guard let error = underlyingError as? DecodingError, let context = error.context else {
            return "\(underlyingError)"
        }
        let place = [location.map(\.description), "\(DecodingPath(context.codingPath))"].compactMap(\.self).filter {
            !$0.isEmpty
        }
        let cause = context.underlyingError.map { "\n\($0)" } ?? ""
        return (place + [context.debugDescription]).joined(separator: ": ") + cause
    }
}
