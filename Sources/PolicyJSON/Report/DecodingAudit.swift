/// The result of decoding a document strictly, with the changes that a policy would have made: returned by
/// ``PolicyJSONDecoder/audit(_:from:policy:)``.
public struct DecodingAudit<Value> {
    /// The value, or the error, of strict decoding.
    public let strictResult: Result<Value, any Error>
    /// The changes that the policy would have made; if ``policyError`` is not `nil`, those up to the failure.
    public let report: DecodingReport
    /// The error of decoding under the policy, if that failed, too.
    public let policyError: JSONDecodingError?

    /// The value of strict decoding.
    ///
    /// - Throws: the error of strict decoding.
    public var value: Value {
        get throws { try strictResult.get() }
    }
}

extension DecodingAudit: Sendable where Value: Sendable {}
