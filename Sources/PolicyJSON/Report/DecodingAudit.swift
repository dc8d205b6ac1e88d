/// What strict decoding makes of a document, and what a policy would have changed: the result of
/// ``PolicyJSONDecoder/audit(_:from:policy:)-(_,Data,_)``.
public struct DecodingAudit<Value> {
    /// The value, or the error, of strict decoding.
    public let strictResult: Result<Value, any Error>
    /// What the policy would have changed; where ``policyError`` is not `nil`, up to the failure.
    public let report: DecodingReport
    /// Why the document could not be decoded under the policy either.
    public let policyError: ReportedDecodingError?

    /// The value of strict decoding.
    ///
    /// - Throws: the error of strict decoding.
    public var value: Value {
        get throws { try strictResult.get() }
    }
}

extension DecodingAudit: Sendable where Value: Sendable {}
