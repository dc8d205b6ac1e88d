/// How the values of a sequence are combined into one text: for decoding and for encoding.
public struct JSONStreamFormat: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case array, concatenated, lines, sequence
    }

    let kind: Kind
    let skipsInvalid: Bool

    /// One array with the values as elements.
    public static let array = JSONStreamFormat(kind: .array, skipsInvalid: false)

    /// One value per line (NDJSON, JSON Lines). Lines end with a line feed, or a carriage return and a line feed, which
    /// may be missing after the last line. Blank lines are skipped. A value must not continue on the next line.
    ///
    /// Written with a line feed after each value, even the last one, and on a single line, even with `.prettyPrinted`.
    public static let lines = JSONStreamFormat(kind: .lines, skipsInvalid: false)

    /// One value after the other, with or without white space between them. Written with a line feed after each.
    public static let concatenated = JSONStreamFormat(kind: .concatenated, skipsInvalid: false)

    /// JSON text sequences (RFC 7464): each text is preceded by a record separator, U+001E, and followed by a line
    /// feed. A text is delivered when the next separator or the end is reached.
    public static let sequence = JSONStreamFormat(kind: .sequence, skipsInvalid: false)

    /// As ``lines``, for decoding.
    ///
    /// - Parameter skippingInvalid: whether a line that is not JSON or exceeds a limit is skipped and listed in the report.
    public static func lines(skippingInvalid: Bool) -> JSONStreamFormat {
        JSONStreamFormat(kind: .lines, skipsInvalid: skippingInvalid)
    }

    /// As ``sequence``, for decoding.
    ///
    /// - Parameter skippingInvalid: whether a text that is not JSON or may have been truncated (RFC 7464 section 2.4) is
    ///   skipped and listed in the report.
    public static func sequence(skippingInvalid: Bool) -> JSONStreamFormat {
        JSONStreamFormat(kind: .sequence, skipsInvalid: skippingInvalid)
    }

    /// The same format; records that are not JSON do not end the stream.
    var skippingInvalid: JSONStreamFormat { JSONStreamFormat(kind: kind, skipsInvalid: true) }
}
