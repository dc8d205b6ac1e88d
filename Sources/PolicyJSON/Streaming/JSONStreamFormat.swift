/// How the values of a stream of many JSON texts are separated.
public struct JSONStreamFormat: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case concatenated
        case lines
        case sequence
    }

    let kind: Kind
    let skipsInvalid: Bool

    /// One value per line (NDJSON, JSON Lines). Lines end with a line feed, or a carriage return and a line feed, which
    /// may be missing after the last line. Blank lines are skipped. A value must not continue on the next line.
    public static let lines = JSONStreamFormat(kind: .lines, skipsInvalid: false)

    /// As ``lines``, but a line that is not JSON or exceeds a limit is skipped and listed in the report.
    public static let linesSkippingInvalid = JSONStreamFormat(kind: .lines, skipsInvalid: true)

    /// One value after the other, with or without white space between them.
    public static let concatenated = JSONStreamFormat(kind: .concatenated, skipsInvalid: false)

    /// JSON text sequences (RFC 7464): each text is preceded by a record separator, U+001E, and followed by a line
    /// feed. A text is delivered when the next separator or the end is reached.
    public static let sequence = JSONStreamFormat(kind: .sequence, skipsInvalid: false)

    /// As ``sequence``, but a text that is not JSON or may have been truncated (RFC 7464 section 2.4) is skipped and
    /// listed in the report.
    public static let sequenceSkippingInvalid = JSONStreamFormat(kind: .sequence, skipsInvalid: true)

    /// The same format; records that are not JSON do not end the stream.
    var skippingInvalid: JSONStreamFormat { JSONStreamFormat(kind: kind, skipsInvalid: true) }
}
