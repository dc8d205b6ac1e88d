/// Limits on the input of a parser. Each has a default and its own error (``JSONSyntaxError/Code``), thrown at the byte
/// that exceeds the limit. Negative numbers count as 0.
public struct JSONLimits: Sendable, Hashable {
    /// The maximum nesting depth of containers. Default: 512, as in Foundation's `JSONDecoder`.
    ///
    /// Parsing needs no stack, whatever the depth. Decoding a model needs some for each level, and so does releasing the tree that
    /// `RawJSON.jsonObject` returns: under a limit of many thousands, a document can exhaust the stack.
    public var depth: Int { didSet { depth = max(depth, 0) } }
    /// Bytes of the whole document, as UTF-8; in a stream, of all its documents together. Default and maximum: 2^40 -
    /// 1.
    public var documentBytes: Int { didSet { documentBytes = Self.within(documentBytes, Self.mostBytes) } }
    /// Bytes of one string between its quotes, escapes as written. Default: 2^32 - 1.
    public var stringBytes: Int { didSet { stringBytes = max(stringBytes, 0) } }
    /// Characters of one number; at least 1. Default: 2^20.
    public var numberBytes: Int { didSet { numberBytes = max(numberBytes, 1) } }
    /// Values, keys and container ends of a document; memory grows with their number. In a stream, those held at the
    /// same time, and in a stream of elements, those of one element. Default and maximum: 2^32 - 4100.
    public var tokens: Int { didSet { tokens = Self.within(tokens, Self.mostTokens) } }
    /// Members of one object; repeated keys count separately. Default: 2^32 - 1, which means no limit.
    public var members: Int { didSet { members = max(members, 0) } }
    /// Elements of one array. Default: 2^32 - 1, which means no limit.
    public var elements: Int { didSet { elements = max(elements, 0) } }
    /// Bytes of one element of a stream of elements, and of the envelope around them. Does not apply to whole
    /// documents. Default: 2^26 (64 MiB).
    public var elementBytes: Int { didSet { elementBytes = max(elementBytes, 0) } }

    /// Creates limits; each defaults to its documented value.
    ///
    /// - Parameters:
    ///   - depth: nested containers.
    ///   - documentBytes: bytes of the whole document, as UTF-8.
    ///   - stringBytes: bytes of one string, as written.
    ///   - numberBytes: characters of one number.
    ///   - tokens: values, keys and container ends of a document.
    ///   - members: members of one object.
    ///   - elements: elements of one array.
    ///   - elementBytes: bytes of one element of a stream.
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
        self.depth = max(depth, 0)
        self.documentBytes = Self.within(documentBytes, Self.mostBytes)
        self.stringBytes = max(stringBytes, 0)
        self.numberBytes = max(numberBytes, 1)
        self.tokens = Self.within(tokens, Self.mostTokens)
        self.members = max(members, 0)
        self.elements = max(elements, 0)
        self.elementBytes = max(elementBytes, 0)
    }

    private static let mostBytes = (1 << 40) - 1
    private static let mostTokens = (1 << 32) - 4100

    private static func within(_ limit: Int, _ most: Int) -> Int { min(max(limit, 0), most) }

    /// The default limits.
    public static let `default` = JSONLimits()

    /// For text that has been checked before, perhaps by a parser with other limits: no limits except those of the tape.
    package static let unlimited = JSONLimits(depth: .max, stringBytes: .max, numberBytes: .max)

    /// Limits for input from untrusted clients.
    ///
    /// | limit | |
    /// |---|---|
    /// | ``depth`` | 64 |
    /// | ``documentBytes`` | `maximumBytes` |
    /// | ``stringBytes`` | `maximumBytes` |
    /// | ``numberBytes`` | 1,024 |
    /// | ``tokens`` | a quarter of `maximumBytes`, at least 4,096 |
    /// | ``members`` | 10,000 |
    /// | ``elements`` | as ``tokens`` |
    /// | ``elementBytes`` | `maximumBytes`, at most 1 MiB |
    ///
    /// The tape of a document, at 16 bytes a token in an array that grows by doubling, takes at most 8 bytes for each
    /// byte of `maximumBytes` (below 16 KiB at most 128 KiB), and half as much again while it grows. The values that the
    /// model creates are additional. In a stream of elements, memory is bounded by ``elementBytes``, not by `maximumBytes`.
    ///
    /// - Parameter maximumBytes: bytes of the whole document, as UTF-8; in a stream, of all its documents together.
    /// - Returns: the limits.
    public static func server(maximumBytes: Int) -> JSONLimits {
        let tokens = max(maximumBytes / 4, 4_096)
        return JSONLimits(
            depth: 64, documentBytes: maximumBytes, stringBytes: maximumBytes, numberBytes: 1_024, tokens: tokens,
            members: 10_000, elements: tokens, elementBytes: min(maximumBytes, 1 << 20))
    }
}
