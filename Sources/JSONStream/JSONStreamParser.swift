@_spi(Cursor) public import JSONTape

/// Parses JSON that arrives in chunks, and returns events.
///
/// ```swift
/// var parser = JSONStreamParser()
/// for chunk in chunks {
///     parser.append(chunk)
///     while let event = try parser.next() { … }
/// }
/// parser.finish()
/// while let event = try parser.next() { … }
/// ```
///
/// Chunks may be cut anywhere, even inside a token or a character. Events, errors and their locations do not depend on
/// the cuts; only the excerpt that an error shows ends where the chunk does. Memory holds the chunks whose events have
/// not all been consumed and the unfinished token. The input is UTF-8 without a byte order mark.
public struct JSONStreamParser: ~Copyable {
    /// The number of top-level values in a stream.
    public enum Documents: Sendable, Hashable {
        /// One, followed only by white space.
        case one
        /// Any number, one after the other, with or without white space between them.
        case many
    }

    private let tape: Tape?
    private var position = TapePosition.root
    private var failure: JSONSyntaxError?
    /// Offset of the token that produced the last event, in bytes from the start of the stream.
    public private(set) var offset = 0

    /// Creates a parser at the start of a document.
    ///
    /// - Parameters:
    ///   - limits: the limits for the document.
    ///   - documents: the number of top-level values. Default: one.
    public init(limits: JSONLimits = .default, documents: Documents = .one) {
        do throws(JSONSyntaxError) {
            let tape = try Tape()
            try tape.begin(limits: limits, manyDocuments: documents == .many)
            self.tape = tape
        } catch {
            tape = nil
            failure = error
        }
    }

    /// Adds a chunk. An error in it is thrown by ``next()``, after the events that precede the error.
    ///
    /// - Parameter chunk: bytes of the document; a chunk may end inside a token or a character.
    /// - Complexity: O(*n*) in the bytes of the chunk.
    public mutating func append<Bytes: JSONBytes & ~Copyable & ~Escapable>(_ chunk: borrowing Bytes) {
        chunk.withJSONBytes { bytes in
            unsafe bytes.withUnsafeBytes { bytes in
                feed { tape throws(JSONSyntaxError) in
                    try unsafe tape.append(bytes.assumingMemoryBound(to: UInt8.self))
                }
            }
        }
    }

    /// Ends the input.
    public mutating func finish() {
        feed(isLast: true) { tape throws(JSONSyntaxError) in try tape.finish() }
    }

    // MARK: Push

    /// Adds a chunk, and passes all events that are complete to a closure, with their offsets.
    ///
    /// An alternative to ``next()``. Memory does not grow with the length of the chunk.
    ///
    /// - Parameters:
    ///   - chunk: bytes of the document; a chunk may end inside a token or a character.
    ///   - body: receives each event, with the offset of its token in bytes from the start of the stream.
    /// - Throws: ``JSONSyntaxError``, after the events that precede the error, or what `body` throws. Events that
    ///   `body` has not received because it threw are kept, and so is the rest of the chunk.
    public mutating func parse<Bytes: JSONBytes & ~Copyable & ~Escapable>(
        _ chunk: borrowing Bytes, _ body: (_ event: JSONEvent, _ offset: Int) throws -> Void
    ) throws {
        try chunk.withJSONBytes { bytes in
            var start = 0
            repeat {
                let end = min(start + 1 << 16, bytes.byteCount)
                append(bytes.extracting(start..<end))
                do {
                    try handOver(body)
                } catch {
                    if end < bytes.byteCount { append(bytes.extracting(end..<bytes.byteCount)) }
                    throw error
                }
                start = end
            } while start < bytes.byteCount
        }
    }

    /// Ends the input, and passes the last events to a closure.
    ///
    /// - Parameter body: receives each event, with the offset of its token in bytes from the start of the stream.
    /// - Throws: ``JSONSyntaxError`` if the document is incomplete, or what `body` throws.
    public mutating func finish(_ body: (_ event: JSONEvent, _ offset: Int) throws -> Void) throws {
        finish()
        try handOver(body)
    }

    private mutating func handOver(_ body: (JSONEvent, Int) throws -> Void) throws {
        while let event = try next() { try body(event, offset) }
    }

    private mutating func feed(isLast: Bool = false, _ body: (Tape) throws(JSONSyntaxError) -> Void) {
        guard let tape, failure == nil else { return }
        if position == tape.end, !tape.awaitsCharacter {
            // All events have been consumed.
            tape.discard()
            position = TapePosition.root
        }
        do throws(JSONSyntaxError) {
            try body(tape)
        } catch {
            // The reported character must not depend on where chunks are cut.
            if isLast || !tape.awaitsCharacter { failure = error }
        }
    }

    /// Returns the next event, or `nil` if more chunks are needed or the document has ended.
    ///
    /// - Returns: the event; its offset is ``offset``.
    /// - Throws: ``JSONSyntaxError``, after the events that precede the error, and the same error again on each further
    ///   call.
    public mutating func next() throws(JSONSyntaxError) -> JSONEvent? {
        guard let tape, position < tape.end else {
            if let failure { throw failure }
            return nil
        }
        let index = position
        position = tape.position(afterTokenAt: position)
        let token = tape[index]
        offset = tape.offset(at: index)
        return switch token.kind {
        case .null: .null
        case .false: .bool(false)
        case .true: .bool(true)
        case .number: .number(tape.jsonNumber(at: index))
        case .string: .string(tape.string(at: index))
        case .key: .key(tape.key(at: index))
        case .object: .beginObject
        // Streams empty no arrays.
        case .array, .emptiedArray: .beginArray
        case .objectEnd: .endObject
        case .arrayEnd: .endArray
        }
    }
}
