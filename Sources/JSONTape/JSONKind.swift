/// The kinds of JSON value (RFC 8259 section 3).
public enum JSONKind: String, Sendable, Hashable, CaseIterable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object

    /// The kind of the value that starts with a token.
    package init(_ kind: TapeKind) {
        self =
            switch kind {
            case .null: .null
            case .false, .true: .bool
            case .number: .number
            case .string, .key: .string
            case .array, .arrayEnd, .emptiedArray: .array
            case .object, .objectEnd: .object
            }
    }
}
