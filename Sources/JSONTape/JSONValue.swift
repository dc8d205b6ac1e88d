/// A value of a parsed document, for JSON that no model describes.
///
/// ```swift
/// let document = try JSONValue(parsing: bytes)
/// document["data"]["items"][3]["price"].double
/// document.value(atPointer: "/data/items/3/price").number?.text
/// for item in document["data"]["items"].elements {
///     print(item["name"].string ?? "unnamed", item.location)
/// }
/// ```
///
/// The document is checked when it is parsed: all of it is JSON (RFC 8259), or parsing throws. Strings and numbers are
/// converted when they are read, and each time. Nothing traps: what is not there, or is of another kind, is `nil`.
///
/// A subscript returns a value in any case. If there is no such member or element, that value is missing: it does not
/// exist (``exists``), everything read from it is `nil`, and everything below it is missing, too.
///
/// A value keeps the whole document in memory: the text, and 16 bytes for each key, value and end of a container; also the
/// tables of large objects whose members are read by name. It may be used from any thread, also after the bytes that were parsed are gone.
public struct JSONValue: Sendable {
    let document: ParsedDocument
    /// `TapePosition.nothing` for a missing value.
    let position: TapePosition
    /// The container of the value; for a missing value, the last one on the way to it.
    /// `TapePosition.noContainer` if there is none.
    let container: TapePosition
    /// The index of the value, if the container is an array.
    let ordinal: UInt32

    init(_ document: ParsedDocument, _ position: TapePosition, in container: TapePosition, ordinal: UInt32 = 0) {
        self.document = document
        self.position = position
        self.container = container
        self.ordinal = ordinal
    }

    private init(_ bytes: RawSpan, _ limits: JSONLimits, mayHaveMark: Bool = true) throws(JSONSyntaxError) {
        let document = try unsafe bytes.withUnsafeBytes { bytes throws(JSONSyntaxError) in
            try unsafe ParsedDocument(
                copying: bytes.assumingMemoryBound(to: UInt8.self), limits: limits, mayHaveMark: mayHaveMark)
        }
        self.init(document, .root, in: .noContainer)
    }

    /// Parses a document that has been transcoded from another encoding, without its byte order mark.
    package init(parsingTranscoded text: String, limits: JSONLimits) throws(JSONSyntaxError) {
        self = try text.withJSONBytes { bytes throws(JSONSyntaxError) in
            try JSONValue(bytes, limits, mayHaveMark: false)
        }
    }

    // MARK: Parsing

    /// Parses a document, and copies its text.
    ///
    /// - Parameters:
    ///   - bytes: the document in UTF-8, with or without a byte order mark.
    ///   - limits: the limits for the document.
    /// - Throws: ``JSONSyntaxError`` at the first invalid byte.
    /// - Complexity: O(*n*) in the bytes.
    public init<Bytes: JSONBytes & ~Copyable & ~Escapable>(
        parsing bytes: borrowing Bytes, limits: JSONLimits = .default
    ) throws(JSONSyntaxError) {
        self = try bytes.withJSONBytes { bytes throws(JSONSyntaxError) in try JSONValue(bytes, limits) }
    }

    /// Parses a document in the caller's memory, and passes its top-level value to a closure.
    ///
    /// The text is copied only if a value is still in use when the closure returns.
    ///
    /// - Parameters:
    ///   - bytes: the document in UTF-8, with or without a byte order mark.
    ///   - limits: the limits for the document.
    ///   - body: receives the value.
    /// - Returns: what `body` returns.
    /// - Throws: ``JSONSyntaxError`` at the first invalid byte, or what `body` throws.
    public static func withoutCopying<R>(
        _ bytes: RawSpan, limits: JSONLimits = .default, _ body: (_ value: JSONValue) throws -> R
    ) throws -> R {
        try unsafe bytes.withUnsafeBytes { bytes in
            var document = try unsafe ParsedDocument(
                borrowing: bytes.assumingMemoryBound(to: UInt8.self), limits: limits)
            defer { ParsedDocument.endBorrowing(&document) }
            return try body(JSONValue(document, .root, in: .noContainer))
        }
    }

    // MARK: What the value is

    /// Whether there is such a value in the document. `null` exists.
    public var exists: Bool { position != .nothing }

    /// The kind of JSON value; `nil` for a missing value.
    public var kind: JSONKind? { exists ? JSONKind(document.tape[position].kind) : nil }

    /// Whether the value is `null`. A missing value is not.
    public var isNull: Bool { exists && document.tape[position].is(.null) }

    /// The value of a Boolean; `nil` for other kinds.
    public var bool: Bool? {
        switch document.tape[position].kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The value of a string, escapes decoded; `nil` for other kinds.
    ///
    /// - Complexity: O(*n*) in the bytes of the string.
    public var string: String? {
        document.tape[position].is(.string) ? document.reading { $0.string(at: position) } : nil
    }

    /// A number with its text, exactly; `nil` for other kinds.
    public var number: JSONNumber? {
        document.tape[position].is(.number) ? document.reading { $0.jsonNumber(at: position) } : nil
    }

    /// The nearest `Double` to a number, ties to even; `nil` for other kinds, and if the number is too large, or not zero
    /// and too small.
    public var double: Double? {
        document.tape[position].is(.number) ? document.reading { $0.double(at: position) } : nil
    }

    /// The exact value of a number as `Int`; `nil` for other kinds, and if it is not an integer or does not fit. `1.0` and
    /// `1e2` are integers.
    public var int: Int? { integer() }

    /// The exact value of a number as any integer type up to 128 bits; `nil` for other kinds, and if it is not an integer
    /// or does not fit. `1.0` and `1e2` are integers.
    ///
    /// - Parameter type: the integer type. Default: the one that the context requires.
    public func integer<I: FixedWidthInteger>(as type: I.Type = I.self) -> I? {
        let token = document.tape[position]
        guard token.is(.number) else { return nil }
        return token.plainInteger(as: type) ?? document.reading { $0.wideInteger(at: position, as: type) }
    }

    // MARK: The source

    /// The JSON text of the value as written in the document; `nil` for a missing value.
    ///
    /// - Complexity: O(*n*) in the bytes of the text.
    public var text: String? { exists ? document.reading { $0.source(of: position) } : nil }

    /// Where the value starts in the document; `nil` for a missing value.
    ///
    /// - Complexity: O(*n*) in the bytes before it for the first location of a document; less for later ones.
    public var location: JSONLocation? { exists ? document.reading { $0.location(at: position) } : nil }
}

extension JSONValue: CustomStringConvertible {
    /// The ``text``, or `missing`.
    public var description: String { text ?? "missing" }
}
