/// Bounds on what a parser takes from outside. Each has a default and an error of its own
/// (``JSONSyntaxError/Code``), raised at the byte where the bound is passed.
public struct JSONLimits: Sendable, Hashable {
    /// How deep containers may be nested. Default: 512, as Foundation's `JSONDecoder`.
    public var depth: Int
    /// Bytes of the whole document, as UTF-8; of a stream, all its documents together. Default and maximum: 2^40 - 1.
    public var documentBytes: Int
    /// Bytes of one string between its quotes, escapes as written. Default: 2^32 - 1.
    public var stringBytes: Int
    /// Characters of one number; at least 1. Default: 2^20.
    public var numberBytes: Int
    /// Values, keys and container ends that a document may have, which is also what memory grows with; of a stream, those
    /// held at the same time, and of a stream of elements those of one element.
    /// Default and maximum: 2^32 - 4100.
    public var tokens: Int
    /// Members of one object, repeated ones each for itself. Default: 2^32 - 1, which also stands for any number.
    public var members: Int
    /// Elements of one array. Default: 2^32 - 1, which also stands for any number.
    public var elements: Int
    /// Bytes of one element of a stream of elements, and of the envelope around them; whole documents do not look at it.
    /// Default: 2^26 (64 MiB).
    public var elementBytes: Int

    /// The defaults, or other bounds; negative bounds count as 0.
    public init(
        depth: Int = 512,
        documentBytes: Int = (1 << 40) - 1,
        stringBytes: Int = (1 << 32) - 1,
        numberBytes: Int = 1 << 20,
        tokens: Int = (1 << 32) - 4100,
        members: Int = (1 << 32) - 1,
        elements: Int = (1 << 32) - 1,
        elementBytes: Int = 1 << 26
    ) {
        self.depth = depth
        self.documentBytes = documentBytes
        self.stringBytes = stringBytes
        self.numberBytes = numberBytes
        self.tokens = tokens
        self.members = members
        self.elements = elements
        self.elementBytes = elementBytes
    }

    /// The defaults.
    public static let `default` = JSONLimits()
}
