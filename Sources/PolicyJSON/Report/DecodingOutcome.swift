/// A decoded value with the report of its changes.
public struct DecodingOutcome<Value> {
    /// The decoded value.
    public let value: Value
    /// The changes of the policy.
    public let report: DecodingReport
}

extension DecodingOutcome: Sendable where Value: Sendable {}
