/// How the values of a stream of many JSON texts are told apart.
public struct JSONStreamFormat: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case concatenated
        case lines
        case sequence
    }

    let kind: Kind
    let skipsInvalid: Bool

    /// One value a line (NDJSON, JSON Lines). Lines end with a line feed, or a carriage return and a line feed; the last may
    /// go without. Lines of white space are passed over. A value must not go on in the next line.
    public static let lines = JSONStreamFormat(kind: .lines, skipsInvalid: false)

    /// The same; a line that is not JSON, or passes a limit, is left out, and listed in the report.
    public static let linesSkippingInvalid = JSONStreamFormat(kind: .lines, skipsInvalid: true)

    /// One value after the other, with white space between them or nothing.
    public static let concatenated = JSONStreamFormat(kind: .concatenated, skipsInvalid: false)

    /// JSON text sequences (RFC 7464): before each text stands a record separator, U+001E, and behind it a line feed. A text
    /// is delivered when the next separator comes, or the end.
    public static let sequence = JSONStreamFormat(kind: .sequence, skipsInvalid: false)

    /// The same; a text that is not JSON, or that has been cut (RFC 7464 section 2.4), is left out, and listed in the report.
    public static let sequenceSkippingInvalid = JSONStreamFormat(kind: .sequence, skipsInvalid: true)
}
