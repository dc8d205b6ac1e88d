/// The error for an invalid ``PathPattern``, ``DecodingPath`` or ``DatePattern``.
public struct InvalidPattern: Error, Sendable, Hashable, CustomStringConvertible {
    enum Kind { case path, date }

    let kind: Kind
    /// The pattern.
    public let pattern: String
    /// The position of the error in the pattern: a number of Unicode scalars, from 0; `nil` if the pattern as a whole is invalid.
    public let position: Int?
    /// The reason for the error.
    public let reason: String

    public var description: String {
        "invalid \(kind) pattern \"\(pattern)\"\(position.map { " at character \($0)" } ?? ""): \(reason)"
    }
}
